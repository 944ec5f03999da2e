import type { VarianceAnswer } from './variance.contract.ts'

export type VarianceRow = VarianceAnswer['Rows'][number]

/** A figure of the map that was opened: of one operator at one till, on a weekday or on all. */
export interface Cell {
  locationId: number
  tillId: number
  operatorId: number
  weekday: number | undefined
}

/** As the address has it: "1.40.7.5". */
export const writeCell = ({ LocationId, TillId, OperatorId }: VarianceRow, weekday?: number): string => [LocationId, TillId, OperatorId, weekday ?? 0].join('.')

export const readCell = (written: string | undefined): Cell | undefined => {
  const parts = (written ?? '').split('.')
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,10}$/.test(part))) return undefined
  const [locationId = 0, tillId = 0, operatorId = 0, weekday = 0] = parts.map(Number)
  return { locationId, tillId, operatorId, weekday: weekday >= 1 && weekday <= 7 ? weekday : undefined }
}

export const rowOf = (rows: readonly VarianceRow[], { locationId, tillId, operatorId }: Cell): VarianceRow | undefined =>
  rows.find((row) => row.LocationId === locationId && row.TillId === tillId && row.OperatorId === operatorId)

/** How strongly a figure is coloured: 0 to 3, by what a sheet of it differs by on average, in parts of the limit. */
export const strengthOf = ({ Variance, Sheets }: { Variance: number; Sheets: number }, limit: number): 0 | 1 | 2 | 3 => {
  const each = Math.abs(Variance) / Math.max(1, Sheets) / (limit || 1)
  return each > 2 ? 3 : each > 1 ? 2 : each > 0.5 ? 1 : 0
}

export interface Cluster {
  row: VarianceRow
  weekday: number
  /** Sheets above the limit there. */
  n: number
  variance: number
}

/** The weekday of one operator at one till that has at least half of all sheets above the limit, and three at least. */
export const clusterOf = (rows: readonly VarianceRow[]): Cluster | undefined => {
  const all = rows.reduce((sum, { OverLimit }) => sum + OverLimit, 0)
  const cells = rows.flatMap((row) => row.Weekdays.map(({ Weekday, OverLimit, Variance }) => ({ row, weekday: Weekday, n: OverLimit, variance: Variance })))
  const [most] = cells.sort((a, b) => b.n - a.n)
  return most && most.n >= 3 && most.n * 2 >= all ? most : undefined
}

/** Figures added up; amounts in hundred-thousandths, so that no double carries a remainder. */
export const addedUp = (all: readonly { Variance: number; Sheets: number; OverLimit: number }[]) => ({
  Variance: all.reduce((sum, { Variance }) => sum + Math.round(Variance * 100_000), 0) / 100_000,
  Sheets: all.reduce((sum, { Sheets }) => sum + Sheets, 0),
  OverLimit: all.reduce((sum, { OverLimit }) => sum + OverLimit, 0),
})

/** The running total at the end of each period; a period without a sheet keeps the one before. */
export const runningTotal = ({ Periods }: VarianceRow, periods: readonly string[]): number[] => {
  let sum = 0
  return periods.map((period) => {
    sum += Math.round((Periods.find(({ Period }) => Period === period)?.Variance ?? 0) * 100_000)
    return sum / 100_000
  })
}

/** Every period with a counted sheet, in order. */
export const periodsOf = (rows: readonly VarianceRow[]): string[] => [...new Set(rows.flatMap(({ Periods }) => Periods.map(({ Period }) => Period)))].sort()
