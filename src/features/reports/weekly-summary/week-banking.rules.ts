import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { changePercent } from '#features/reports/kit/report-table.rules.ts'
import type { Sheet } from '#features/till/sheet.rules.ts'
import { accountOf, accountSums } from '#features/till/sheet-account.rules.ts'
import { addDays } from '#shared/day.ts'
import type { WeeklyRow } from './weekly-summary.contract.ts'

/** The control sheets of the week and of the weeks beside it, as far as these are compared; nothing where the reader sees none. */
export interface Banking {
  now: readonly Sheet[]
  lastWeek: readonly Sheet[]
  lastYear: readonly Sheet[]
}

const DAY_MS = 86_400_000

/**
 * Of a week beside this one the sheets that are compared: all of days that are over by now, and of the open day those that had been opened
 * by the same moment, counted where they had been counted by then.
 * @param back how many days the week lies back
 * @param clocks the trading day of each location now
 */
export const sheetsBeside = (sheets: readonly Sheet[], back: number, clocks: readonly { locationId: number; day: string }[], now: Date): Sheet[] => {
  const moment = now.getTime() - back * DAY_MS
  return sheets.flatMap((sheet): Sheet[] => {
    const today = clocks.find(({ locationId }) => locationId === sheet.locationId)?.day ?? ''
    const day = addDays(sheet.day, back)
    if (day < today) return [sheet]
    const opened = sheet.session?.openedAt ?? sheet.sold?.firstAt
    if (day > today || !opened || opened.getTime() > moment) return []
    const isCounted = sheet.session?.countedAt != null && sheet.session.countedAt.getTime() <= moment
    return [isCounted || !sheet.session ? sheet : { ...sheet, session: { ...sheet.session, counted: null } }]
  })
}

const ROWS = ['Banked', 'OverShort', 'NotCounted'] as const
type BankingRow = (typeof ROWS)[number]

/** What was banked, what was over or short, and how many tills are not counted; money only where it is in one currency. */
export const bankingRows = (
  banking: Banking | undefined,
  currency: string | null,
  days: readonly string[],
  come: readonly boolean[],
  sold: { lastWeek: { Sales: number }; lastYear: { Sales: number } },
): WeeklyRow[] => {
  if (!banking) return []
  return ROWS.filter((row) => currency !== null || row === 'NotCounted').map((row): WeeklyRow => {
    const of = (sheets: readonly Sheet[]) => amountIn(sheets, row, currency ?? '')
    const [Total, LastWeek, LastYear] = [of(banking.now), of(banking.lastWeek), of(banking.lastYear)]
    // What is over or short, and what is not counted, has no percentage that means anything.
    const change = (base: number, Sales: number) => (row === 'Banked' ? changePercent('Amount', { Amount: Total }, { Amount: base, Sales }) : null)
    return {
      Key: row,
      Name: null,
      Kind: row === 'NotCounted' ? 'count' : 'money',
      Sum: false,
      Days: days.map((day, i) => (come[i] ? of(banking.now.filter((sheet) => sheet.day === day)) : null)),
      Total,
      LastWeek,
      LastYear,
      OnLastWeek: change(LastWeek, sold.lastWeek.Sales),
      OnLastYear: change(LastYear, sold.lastYear.Sales),
    }
  })
}

const amountIn = (sheets: readonly Sheet[], row: BankingRow, currency: string): number => {
  const { banked, overShort, sheets: all, counted } = accountSums(sheets.map(accountOf))
  if (row === 'NotCounted') return all - counted
  return moneyOf(row === 'Banked' ? banked : overShort, currency)
}
