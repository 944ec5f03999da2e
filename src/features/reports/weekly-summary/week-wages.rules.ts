import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { changePercent } from '#features/reports/kit/report-table.rules.ts'
import { hoursOf } from '#features/rosters/roster.rules.ts'
import { onTarget, targetOf, type WageTargets } from '#features/rosters/wage-target.rules.ts'
import type { WeeklyRow } from './weekly-summary.contract.ts'

interface WagesOfDay {
  day: string
  rostered: number
  payable: number
  cost: number
}

/** Wages of the week and of the weeks beside it with what is aimed at, these of the days that are over by now; nothing where the reader sees none. */
export interface Wages {
  now: readonly WagesOfDay[]
  lastWeek: readonly WagesOfDay[]
  lastYear: readonly WagesOfDay[]
  targets: WageTargets
}

interface Sold {
  Sales: number
  NetExTax: number
}

const WAGE_ROWS = ['Wages', 'WagePercent', 'HoursPaid', 'HoursRostered'] as const

type WageRow = (typeof WAGE_ROWS)[number]

const KINDS = { Wages: 'money', WagePercent: 'percent', HoursPaid: 'quantity', HoursRostered: 'quantity' } as const

/**
 * Wages, their share of net sales without tax, and hours. While the week is open the weeks beside it have no share: their wages are of whole days, their
 * sales of as much of the open one as has passed.
 */
export const wageRows = (
  wages: Wages | undefined,
  currency: string | null,
  days: readonly string[],
  come: readonly boolean[],
  sold: { days: readonly (Sold | null)[]; total: Sold; lastWeek: Sold; lastYear: Sold },
  /** What each location sold on a day by its place from 1 on, or in the whole week, which is 0: minor units without tax. */
  soldAt: (column: number) => { locationId: number; sold: number }[],
  isOpen: boolean,
): WeeklyRow[] => {
  if (!wages) return []
  const rows = WAGE_ROWS.filter((row) => currency !== null || row === 'HoursPaid' || row === 'HoursRostered')
  const told = rows.map((row): WeeklyRow => {
    const of = (own: readonly WagesOfDay[], exTax: number | null) => amountIn(row, own, exTax, currency ?? '')
    const [LastWeek, LastYear] = [of(wages.lastWeek, isOpen ? null : sold.lastWeek.NetExTax), of(wages.lastYear, isOpen ? null : sold.lastYear.NetExTax)]
    const Total = of(wages.now, sold.total.NetExTax)
    const change = (base: number | null, { Sales }: Sold) =>
      row === 'Wages' && !isOpen ? changePercent('Amount', { Amount: Total }, { Amount: base, Sales }) : null
    return {
      Key: row,
      Name: null,
      Kind: KINDS[row],
      Sum: false,
      Days: days.map((day, i) =>
        come[i]
          ? of(
              wages.now.filter((one) => one.day === day),
              sold.days[i]?.NetExTax ?? null,
            )
          : row === 'HoursRostered'
            ? of(
                wages.now.filter((one) => one.day === day),
                null,
              )
            : null,
      ),
      Total,
      LastWeek,
      LastYear,
      OnLastWeek: change(LastWeek, sold.lastWeek),
      OnLastYear: change(LastYear, sold.lastYear),
    }
  })
  const at = told.findIndex(({ Key }) => Key === 'WagePercent')
  return [...told.slice(0, at + 1), ...targetRows(told[at], come, (column) => targetOf(wages.targets, soldAt(column))), ...told.slice(at + 1)]
}

/** The target of each day and of the week, and how far wages lie over it; none where nothing is aimed at. */
const targetRows = (share: WeeklyRow | undefined, come: readonly boolean[], targetAt: (column: number) => number | null): WeeklyRow[] => {
  if (!share) return []
  const targets = come.map((has, i) => (has ? targetAt(i + 1) : null))
  const Total = targetAt(0)
  if (Total === null && targets.every((target) => target === null)) return []
  const beside = { Name: null, Sum: false, LastWeek: null, LastYear: null, OnLastWeek: null, OnLastYear: null }
  return [
    { ...beside, Key: 'TargetPercent', Kind: 'percent', Days: targets, Total },
    {
      ...beside,
      Key: 'OnTarget',
      Kind: 'quantity',
      Days: targets.map((target, i) => onTarget(share.Days[i] ?? null, target)),
      Total: onTarget(share.Total, Total),
    },
  ]
}

const amountIn = (row: WageRow, days: readonly WagesOfDay[], exTax: number | null, currency: string): number | null => {
  const sum = (name: 'rostered' | 'payable' | 'cost') => days.reduce((all, day) => all + day[name], 0)
  if (row === 'HoursPaid') return hoursOf(sum('payable'))
  if (row === 'HoursRostered') return hoursOf(sum('rostered'))
  const cost = moneyOf(sum('cost'), currency)
  if (row === 'Wages') return cost
  return exTax !== null && exTax > 0 ? Math.round((cost / exTax) * 1000) / 10 : null
}
