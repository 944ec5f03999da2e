import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import type { DayUnit, Span } from '#features/reports/kit/period.rules.ts'
import { LONGEST_FROM_RECEIPTS_DAYS } from '#features/reports/kit/sales-plan.rules.ts'
import { daysIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'

/** What each media may be told by. */
export const MEDIA_BY = ['location', 'terminal', 'hour', 'day', 'week', 'month', 'year'] as const
export type MediaBy = (typeof MEDIA_BY)[number]

export const isUnit = (by: MediaBy): by is DayUnit => by !== 'location' && by !== 'terminal' && by !== 'hour'

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

/** Why a range cannot be told so, and the days it may have. */
export interface MediaRangeRefusal {
  code: 'MediaTillsTooLong' | 'MediaTimesTooLong' | 'MediaDaysTooLong'
  days: number
}

/** The refusal of a range that is too long for what media are told by; nothing where it is not. */
export const mediaRangeRefusal = ({ from, to }: Span, by: MediaBy): MediaRangeRefusal | undefined => {
  const length = daysIn(from, to)
  if (by === 'terminal' && length > LONGEST_FROM_RECEIPTS_DAYS) return { code: 'MediaTillsTooLong', days: LONGEST_FROM_RECEIPTS_DAYS }
  if (by === 'hour' && length > LONGEST_FROM_RECEIPTS_DAYS) return { code: 'MediaTimesTooLong', days: LONGEST_FROM_RECEIPTS_DAYS }
  if ((by === 'day' || by === 'week') && length > LONGEST_BY_DAYS) return { code: 'MediaDaysTooLong', days: LONGEST_BY_DAYS }
  return undefined
}

/**
 * Refuses what would be read tender by tender, or written media by media for years of days.
 * @param references what the range is compared with
 * @throws MediaTillsTooLong, MediaTimesTooLong, MediaDaysTooLong with the limit in them
 */
export const checkMediaRange = (range: Span, references: readonly Span[], by: MediaBy, byTime: boolean): void => {
  const refusal = mediaRangeRefusal(range, by)
  if (refusal) throw failure(refusal.code, { days: refusal.days })
  if (byTime && [range, ...references].some(({ from, to }) => daysIn(from, to) > LONGEST_FROM_RECEIPTS_DAYS))
    throw failure('MediaTimesTooLong', { days: LONGEST_FROM_RECEIPTS_DAYS })
}
