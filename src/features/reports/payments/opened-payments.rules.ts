import { WHERE, type Where } from '#features/reports/kit/arrivals.rules.ts'
import { LISTED, type Listed, PAYMENT_STATES, type PaymentState } from './payment-list.rules.ts'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import type { TillAnswer } from './till-sides.rules.ts'

const PAIRS = ['Matched', 'OnlyTill', 'OnlyProvider'] as const
type Pairs = (typeof PAIRS)[number]

/** What is open beside Payments: the payments of a figure or payout, or one side of the comparison with the tills. */
export interface OpenedPayments {
  /** `Payout` is everything a payout pays out. */
  what: Listed | Pairs | 'Payout'
  /** One trading day; else the whole range. */
  day?: string | undefined
  /** One location, null for those told of none; else all. */
  locationId?: number | null | undefined
  where?: Where | undefined
  payoutId?: string | undefined
  /** Only payments of which this is so. */
  state?: PaymentState | undefined
}

export const isPairs = (what: OpenedPayments['what']): what is Pairs => (PAIRS as readonly string[]).includes(what)

/** How the address names it: `Volume`, `Net.2026-11-20.3.bank`, `Payout....po_1`, `Payments.....Refunded`. */
export const writeOpened = ({ what, day, locationId, where, payoutId, state }: OpenedPayments): string =>
  [what, day ?? '', locationId === undefined ? '' : (locationId ?? 'none'), where ?? '', payoutId ?? '', state ?? ''].join('.').replace(/\.+$/, '')

/** The payment of the address; undefined for what is no name of one. */
export const readPayment = (written: string | undefined): string | undefined => (/^[\w-]{1,255}$/.test(written ?? '') ? written : undefined)

/** Reads it from the address; undefined where it makes no sense, or its day is not in the range any more. */
export const readOpened = (written: string | undefined, range: { from: string; to: string }): OpenedPayments | undefined => {
  const [name = '', day = '', place = '', whereName = '', payoutId = '', stateName = ''] = (written ?? '').split('.')
  const what = [...LISTED, ...PAIRS, 'Payout' as const].find((one) => one === name)
  const where = WHERE.find((one) => one === whereName)
  const state = PAYMENT_STATES.find((one) => one === stateName)
  const isRight =
    (day === '' || (/^\d{4}-\d{2}-\d{2}$/.test(day) && day >= range.from && day <= range.to)) &&
    /^(\d{1,9}|none)?$/.test(place) &&
    (whereName === '' || where !== undefined) &&
    (stateName === '' || state !== undefined) &&
    /^\w{0,100}$/.test(payoutId)
  if (!what || !isRight || (what === 'Payout' && payoutId === '')) return undefined
  return {
    what,
    ...(day ? { day } : {}),
    ...(place ? { locationId: place === 'none' ? null : Number(place) } : {}),
    ...(where ? { where } : {}),
    ...(payoutId ? { payoutId } : {}),
    ...(state ? { state } : {}),
  }
}

/** The figure as the page shows it; undefined where it does not. Counts are told as their amounts, an open dispute has none there. */
export const figureOpened = (answer: PaymentsAnswer, opened: OpenedPayments, currency: string): number | undefined => {
  const { what, day, locationId, where, payoutId } = opened
  if (isPairs(what) || what === 'OpenDisputes' || what === 'Payments') return undefined
  if (what === 'Payout') return answer.Payouts.find((one) => one.PayoutId === payoutId)?.Amount
  if (where)
    return answer.Arrivals.find((one) => one.Where === where && one.Currency === currency && (payoutId === undefined || one.PayoutId === payoutId))?.Net
  const key = what === 'Failed' ? 'FailedAmount' : what
  const list = day ? answer.Days.filter((one) => one.Day === day) : locationId === undefined ? answer.Totals : answer.Places
  const found = list.find((one) => one.Currency === currency && (locationId === undefined || ('LocationId' in one && one.LocationId === locationId)))
  return found?.[key]
}

/** How many of a side there are and what they come to, as the page shows it. */
export const sideOpened = (
  answer: TillAnswer | undefined,
  { what, day, locationId }: OpenedPayments,
  currency: string,
): { count: number; amount: number } | undefined => {
  const rows = day
    ? answer?.Days.filter((one) => one.Day === day && (locationId === undefined || one.LocationId === locationId))
    : answer?.Totals.filter((one) => one.Currency === currency)
  if (rows?.length !== 1 || !isPairs(what)) return undefined
  const [row] = rows
  if (!row) return undefined
  if (what === 'OnlyTill') return { count: row.OnlyTill, amount: row.OnlyTillAmount }
  if (what === 'OnlyProvider') return { count: row.OnlyProvider, amount: row.OnlyProviderAmount }
  return { count: row.Matched, amount: Math.round((row.Provider - row.OnlyProviderAmount) * 10_000) / 10_000 }
}
