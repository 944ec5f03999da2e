import { fieldFailure } from '#shared/failure.ts'
import { daysIn } from '../day.rules.ts'
import { moneyOf } from '../figure-steps.rules.ts'
import type { DayUnit, Span } from '../period.rules.ts'
import { LONGEST_FROM_RECEIPTS_DAYS } from '../sales-summary/sales-plan.rules.ts'

/** What each media may be told by. */
export const MEDIA_BY = ['location', 'terminal', 'day', 'week', 'month', 'year'] as const
export type MediaBy = (typeof MEDIA_BY)[number]

export const isUnit = (by: MediaBy): by is DayUnit => by !== 'location' && by !== 'terminal'

/** What is added up of tenders, in minor units. */
export const TENDER_SUMS = ['n', 'tendered', 'change', 'cashOut', 'refund', 'net', 'tip', 'surcharge'] as const
export type TenderSums = Record<(typeof TENDER_SUMS)[number], number>

export const noTenders = (): TenderSums => ({ n: 0, tendered: 0, change: 0, cashOut: 0, refund: 0, net: 0, tip: 0, surcharge: 0 })

export const addTenders = (to: TenderSums, more: TenderSums): void => {
  for (const name of TENDER_SUMS) to[name] += more[name]
}

/** Figures of tenders in major units; the share is of all that was taken in the currency. */
export const tenderFigures = (sums: TenderSums, taken: number, currency: string) => ({
  Count: Math.round(sums.n * 100) / 100,
  Tendered: moneyOf(sums.tendered, currency),
  Change: moneyOf(sums.change, currency),
  CashOut: moneyOf(sums.cashOut, currency),
  Refunds: moneyOf(sums.refund, currency),
  Net: moneyOf(sums.net, currency),
  Tips: moneyOf(sums.tip, currency),
  Surcharges: moneyOf(sums.surcharge, currency),
  Share: taken === 0 ? null : Math.round((sums.net / taken) * 1000) / 10,
})

const LONGEST_BY_DAYS = 366

/**
 * Refuses what would be read tender by tender, or written media by media for years of days.
 * @throws ValidationFailed with the limit in it
 */
export const checkMediaRange = ({ from, to }: Span, by: MediaBy, byTime: boolean): void => {
  const days = daysIn(from, to)
  if (by === 'terminal' && days > LONGEST_FROM_RECEIPTS_DAYS)
    throw fieldFailure('By', `Tenders are told by till for at most ${LONGEST_FROM_RECEIPTS_DAYS} days; by location for longer.`)
  if (byTime && days > LONGEST_FROM_RECEIPTS_DAYS)
    throw fieldFailure('Daypart', `Tenders are kept by time of day for at most ${LONGEST_FROM_RECEIPTS_DAYS} days; choose the whole day for longer.`)
  if ((by === 'day' || by === 'week') && days > LONGEST_BY_DAYS)
    throw fieldFailure('By', `Tenders are told by day or week for at most ${LONGEST_BY_DAYS} days; by month for longer.`)
}
