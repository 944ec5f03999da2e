import type { FieldError } from '#shared/failure.ts'
import { decimalsOf } from '#shared/money.ts'
import type { PurchaseLineSent } from './purchase-line.contract.ts'

/** Ten-thousandths of a unit. */
export const QUANTITY_STEPS = 10_000

/** An invoice line in whole steps: minor units and ten-thousandths. */
export interface PurchaseFacts {
  invoice: string
  line: string
  locationId: number
  productId: number
  receivedOn: string
  qty: number
  cost: number
  freight: number
  tax: number
  /** Ten-thousandths of a unit in a pack as it was delivered; null where nobody said. */
  packSize: number | null
}

/** What a line is judged by: the venue's places, this supplier's products, and how late and how early a delivery may be told. */
export interface PurchaseJudge {
  /** Places with their currencies and today's trading day there. */
  places: ReadonlyMap<number, { currency: string; firstDay: string; lastDay: string }>
  /** The supplier's products at the venue, by PLU. */
  products: ReadonlyMap<string, number>
}

/** A line as it would be stored, or everything that is wrong with it. */
export const judgedLine = (sent: PurchaseLineSent, { places, products }: PurchaseJudge): PurchaseFacts | FieldError[] => {
  const place = places.get(sent.LocationId)
  const productId = products.get(sent.Plu)
  const wrong: FieldError[] = []
  const complain = (FieldName: string, Message: string, ErrorCode = 'Invalid') => wrong.push({ FieldName, ErrorCode, Message })
  if (!place) complain('LocationId', 'There is no such location.', 'LocationNotFound')
  // The same for a product that is not there and for one of somebody else: nobody finds out by trying what others supply.
  if (productId === undefined) complain('Plu', 'This venue does not have this product of yours.', 'ProductNotFound')
  const qty = wholeSteps(sent.Quantity, QUANTITY_STEPS)
  if (qty === undefined) complain('Quantity', 'Quantity can have at most four decimals.')
  const scale = 10 ** decimalsOf(place?.currency ?? 'AUD')
  const [cost, freight, tax] = (['Cost', 'Freight', 'Tax'] as const).map((name) => {
    const minor = wholeSteps(sent[name] ?? 0, scale)
    if (minor === undefined) complain(name, `${name} has more decimals than the currency.`)
    return minor ?? 0
  }) as [number, number, number]
  if (qty === 0 && cost === 0) complain('Quantity', 'A line without a quantity needs a cost.')
  if ((qty ?? 0) * cost < 0) complain('Cost', 'Quantity and Cost must both be above zero, or both below zero for a credit.')
  if (place && (sent.ReceivedOn < place.firstDay || sent.ReceivedOn > place.lastDay))
    complain('ReceivedOn', `ReceivedOn must be from ${place.firstDay} to ${place.lastDay}.`)
  if (wrong.length > 0 || productId === undefined || qty === undefined) return wrong
  const { Invoice: invoice, Line: line, LocationId: locationId, ReceivedOn: receivedOn } = sent
  return { invoice, line, locationId, productId, receivedOn, qty, cost, freight, tax, packSize: null }
}

/** A decimal number in whole steps; undefined where it has more decimals than those. */
export const wholeSteps = (value: number, scale: number): number | undefined => {
  const whole = Math.round(value * scale)
  return Math.abs(whole / scale - value) < 1e-9 * Math.max(1, Math.abs(value)) && Number.isSafeInteger(whole) ? whole + 0 : undefined
}

/** Whether two lines under one name say the same; how they were packed is no part of it. */
export const isSameLine = (one: PurchaseFacts, other: PurchaseFacts): boolean =>
  (['locationId', 'productId', 'receivedOn', 'qty', 'cost', 'freight', 'tax'] as const).every((field) => one[field] === other[field])

/** The name of a line of one supplier. */
export const lineKey = ({ invoice, line }: Pick<PurchaseFacts, 'invoice' | 'line'>): string => `${invoice}\u0001${line}`
