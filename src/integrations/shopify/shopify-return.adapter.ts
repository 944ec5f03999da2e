import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExchangeBody } from '#integrations/link.contract.ts'
import { fieldFailure } from '#shared/failure.ts'
import { shopIn } from './shop.rules.ts'

/** How old what was signed may be, and how far ahead Shopify's clock. */
const WINDOW_SECONDS = 90

/** What Shopify signs of a query: everything but the signature, sorted by name, as a browser writes it. */
const signedText = (fields: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(
    fields.filter(([name]) => name !== 'hmac' && name !== 'signature').sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) as [string, string][],
  ).toString()

/** The signature of a query, in hexadecimal. */
export const hmacOf = (fields: readonly (readonly [string, string])[], secret: string): string =>
  createHmac('sha256', secret).update(signedText(fields)).digest('hex')

/**
 * Looks through what a browser came back with from Shopify, after its state: the shop is the one that was asked for, it was signed a moment ago,
 * and by Shopify. What was not sent is not looked at.
 * @throws ValidationFailed naming the first field that does not fit
 */
export const checkShopifyReturn = (returned: ExchangeBody, shop: string | null, secrets: readonly string[], now: Date): void => {
  const { Shop, Timestamp, Hmac } = returned
  if (Shop !== undefined && (shopIn(Shop) !== Shop || Shop !== shop))
    throw fieldFailure('Shop', 'Shop must be the shop that this sign-in started with. Nothing was linked. Connect again.')
  if (Timestamp !== undefined && (!/^\d{1,12}$/.test(Timestamp) || Math.abs(now.getTime() / 1000 - Number(Timestamp)) > WINDOW_SECONDS))
    throw fieldFailure('Timestamp', 'Timestamp must be less than 90 seconds old. Nothing was linked. Connect again.')
  if (Hmac !== undefined && !secrets.some((secret) => isSame(hmacOf(fieldsOf(returned), secret), Hmac)))
    throw fieldFailure('Hmac', 'Hmac must be Shopify’s signature of its answer. Nothing was linked. Connect again.')
}

const fieldsOf = ({ AuthorizationCode, AutorizationCode, Host, Shop, State, Timestamp, Rest = '' }: ExchangeBody): [string, string][] => {
  const known = { code: AuthorizationCode ?? AutorizationCode, host: Host, shop: Shop, state: State, timestamp: Timestamp }
  return [...Object.entries(known).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])), ...new URLSearchParams(Rest)]
}

/** Compares without telling by its time how much of it was right. */
export const isSame = (own: string, given: string): boolean => {
  const [a, b] = [Buffer.from(own), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
