import { type Fact, isCounted } from '#features/intake/sale-facts.rules.ts'
import { type CalendarEntry, tradingTime } from '#shared/trading-day.ts'

/** What came to a day after it was told. */
export interface LateChanges {
  /** Receipts that came, were corrected or taken back. */
  changes: number
  /** By how much the day's amount changed, GST included, in minor units. */
  amount: number
}

/** A day is told an hour after its cut-off, and an hour after the first of its figures came: so long, tills may send the rest and files be brought in. */
export const REPORTED_AFTER_MS = 3_600_000

/** The first trading day that is not told yet by its cut-off; those before it are, where their figures were there. */
export const firstDayNotTold = (arrivedAt: Date, calendar: readonly CalendarEntry[]): string =>
  tradingTime(arrivedAt.getTime() - REPORTED_AFTER_MS, calendar).businessDate

/**
 * What facts change of the days before one, by day. A correction is one change: the entry that takes the old version back and the new
 * version are of one receipt. A sale that comes and is taken back at once, as its void was there before it, changes nothing.
 */
export const lateChanges = (facts: readonly Fact[], before: string): Map<string, LateChanges> => {
  const days = new Map<string, LateChanges>()
  const late = facts.filter(({ businessDate, kind }) => businessDate < before && isCounted(kind))
  if (late.length === 0) return days
  const here = new Set(late.map(({ saleId }) => saleId))
  const takenBack = new Set(late.map(({ counterOf }) => counterOf))
  const receipts = new Set<string>()
  for (const { saleId, counterOf, businessDate, terminalKey, receipt, amount } of late) {
    if (counterOf === null ? takenBack.has(saleId) : here.has(counterOf)) continue
    const day = days.get(businessDate) ?? { changes: 0, amount: 0 }
    days.set(businessDate, day)
    const name = `${businessDate} ${terminalKey} ${receipt}`
    if (!receipts.has(name)) day.changes += 1
    receipts.add(name)
    day.amount += amount
  }
  return days
}
