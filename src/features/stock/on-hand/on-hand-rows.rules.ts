import type { DaysOnHandAnswer, OnHandColumn } from './days-on-hand.contract.ts'
import type { DayClass } from './rate.rules.ts'

/** A row of the answer by its columns' names. */
export type OnHandRow = Record<
  Exclude<OnHandColumn, 'Class' | 'Plu' | 'Name' | 'Unit' | 'OnHand' | 'PerDay' | 'Wasted' | 'LocationId'>,
  string | number | null
> & {
  LocationId: number
  Plu: string
  Name: string
  Unit: string
  OnHand: number
  PerDay: number
  Wasted: number
  Class: DayClass
}

/** The rows of an answer by their columns' names. */
export const rowsOf = ({ Columns, Rows }: Pick<DaysOnHandAnswer, 'Columns' | 'Rows'>): OnHandRow[] =>
  Rows.map((row) => Object.fromEntries(Columns.map((column, i) => [column, row[i] ?? null])) as unknown as OnHandRow)

/** Ends of the bar's parts: each takes a sixth of it. */
const MARKS = [0, 3, 7, 14, 30, 60, 300]

/** How far a bar reaches, from 0 to 1: parts of the scale are as wide as each other, so that short stock can be told apart. Endless stock fills it. */
export const barShare = (days: number | null): number => {
  if (days === null) return 1
  const part = MARKS.findIndex((mark, i) => days >= mark && days < (MARKS[i + 1] ?? Number.POSITIVE_INFINITY))
  const [from, to] = [MARKS[part] ?? 0, MARKS[part + 1]]
  if (to === undefined) return 0.98
  return (part + (days - from) / (to - from)) / (MARKS.length - 1)
}
