import { randomFor } from '#db/demo/random.ts'
import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import type { Unit } from '#features/reports/kit/period.rules.ts'
import { addDays } from '#shared/day.ts'
import { DAYS, FIRST_DAY, menuOf } from './group.ts'

export const LAST_DAY = addDays(FIRST_DAY, DAYS - 1)

/** One question of a report, as it goes over the wire. */
export interface Draw {
  from: string
  to: string
  locationIds: readonly number[]
  /** PLUs, where the report is about chosen ones. */
  items?: readonly string[] | undefined
  weekdays?: readonly number[] | undefined
  daypart?: string | undefined
  compare?: Comparison | undefined
  /** What the rows of a breakdown are told by, instead of its own. */
  by?: string | undefined
}

/** A row of the table: one call in one use of it. */
export interface Row {
  what: string
  path: string
  unit: Unit
  /** The most a question of it may take inside the server, in milliseconds; while tills sell, twice what it takes without. */
  goal: number
  draws: readonly Draw[]
}

const THREE_YEARS = 1096
const GOAL = 30
/** 178,000 figures. */
const LONGEST_BY_DAY = 60
const UNITS: readonly Unit[] = ['day', 'week', 'month', 'year']

/**
 * Every Sales Summary call, PLU Sales and best sellers with ranges and places drawn from the seed: lengths from a day to the longest that the call takes or three
 * years, any set of the locations, one to eight products. Beside the plain draws, what a screen asks that opens on a comparison, the
 * longest range over all places, and days and hours picked out of thirteen months.
 */
export const rowsOf = (seed: number, count: number, locationIds: readonly number[], products: number): Row[] => {
  const draw = drawerOf(seed, locationIds, products)
  const many = (what: string, one: Parameters<typeof draw>[1]) => Array.from({ length: count }, (_, i) => draw(`${what} ${i}`, one))
  const row = (what: string, path: string, unit: Unit, one: Parameters<typeof draw>[1], goal = GOAL): Row => ({
    what,
    path,
    unit,
    goal,
    draws: many(what, one),
  })
  const longest = { days: [THREE_YEARS, THREE_YEARS], everywhere: true } as const
  const thirteenMonths = { days: [396, 396], everywhere: true } as const
  return [
    ...UNITS.map((unit) => row(`by ${unit}`, `/sales/${unit}`, unit, { days: [2, THREE_YEARS] })),
    row('by hour', '/sales/interval', 'hour', { days: [1, 31] }),
    ...UNITS.map((unit) => row(`chosen items by ${unit}`, `/sales/selected/${unit}`, unit, { days: [2, THREE_YEARS], items: true })),
    row('chosen items by hour', '/sales/selected/interval', 'hour', { days: [1, 31], items: true }),
    row('by day, compared', '/sales/day', 'day', { days: [2, 366], compare: 'previous' }),
    row('by month, compared', '/sales/month', 'month', { days: [28, THREE_YEARS], compare: 'same-weeks-last-year' }),
    ...UNITS.map((unit) => row(`three years, all places, by ${unit}`, `/sales/${unit}`, unit, longest, unit === 'day' ? LONGEST_BY_DAY : GOAL)),
    row('PLU sales', '/reports/plu-sales', 'year', { days: [1, THREE_YEARS] }),
    row('PLU sales, three years, all places', '/reports/plu-sales', 'year', longest),
    row('PLU sales, a year from mid-month, all places', '/reports/plu-sales', 'year', { days: [350, 380], everywhere: true }),
    row('PLU sales, compared', '/reports/plu-sales', 'year', { days: [7, 366], everywhere: true, compare: 'same-weeks-last-year' }),
    row('best sellers', '/sales/bestsellers', 'year', { days: [1, THREE_YEARS] }),
    row('breakdown by group', '/sales/group', 'year', { days: [1, THREE_YEARS] }),
    row('breakdown by product group, three years, all places', '/sales/productgroup', 'year', longest),
    row('breakdown by department, compared', '/sales/department', 'year', { days: [7, 366], everywhere: true, compare: 'same-weeks-last-year' }),
    row('breakdown by employee', '/sales/employee', 'year', { days: [1, THREE_YEARS] }),
    row('breakdown by till', '/sales/till', 'year', { days: [1, THREE_YEARS] }),
    row('breakdown by discount', '/sales/discount', 'year', { days: [1, THREE_YEARS] }),
    row('wastage by product group, three years, all places', '/sales/wastage', 'year', longest),
    row('wastage by item', '/sales/wastage', 'year', { days: [1, THREE_YEARS], by: 'plu' }),
    row('wastage by item, three years, all places', '/sales/wastage', 'year', { ...longest, by: 'plu' }),
    row('wastage by employee', '/sales/wastage', 'year', { days: [1, THREE_YEARS], by: 'employee' }),
    row('wastage by reason', '/sales/wastage', 'year', { days: [1, THREE_YEARS], by: 'reason' }),
    row('wastage by reason, three years, all places', '/sales/wastage', 'year', { ...longest, by: 'reason' }),
    row('GP margins, three years, all places', '/sales/gpmargins', 'year', longest),
    row('costs', '/sales/costs', 'year', { days: [1, THREE_YEARS] }),
    row('media summary', '/reports/media-summary', 'year', { days: [1, THREE_YEARS] }),
    row('daily sales', '/reports/daily-sales', 'day', { days: [1, 366] }),
    row('weekly summary', '/reports/weekly-summary', 'day', { days: [7, 7], everywhere: true }),
    row('trend', '/sales/trend', 'day', { days: [1, 1], everywhere: true }),
    row('covers by month', '/sales/bistrocovers', 'month', { days: [2, THREE_YEARS] }),
    row('covers by day, three years, all places', '/sales/bistrocovers', 'day', longest),
    row('member visits by month', '/sales/membervisits', 'month', { days: [2, THREE_YEARS] }),
    row('member visits by day, three years, all places', '/sales/membervisits', 'day', longest),
    row('13 months by week, two weekdays', '/sales/week', 'week', { ...thirteenMonths, weekdays: true }),
    row('breakdown by product group, 13 months, two weekdays', '/sales/productgroup', 'year', { ...thirteenMonths, weekdays: true }),
    row('breakdown by product group, three years, two weekdays', '/sales/productgroup', 'year', { ...longest, weekdays: true }),
    row('breakdown by employee, three years, two weekdays', '/sales/employee', 'year', { ...longest, weekdays: true }),
    row('wastage by product group, three years, two weekdays', '/sales/wastage', 'year', { ...longest, weekdays: true }),
    row('13 months by month, dinner', '/sales/month', 'month', { ...thirteenMonths, daypart: 'Dinner' }),
  ]
}

interface Kind {
  days: readonly [number, number]
  everywhere?: boolean
  items?: boolean
  weekdays?: boolean
  daypart?: string
  compare?: Comparison
  by?: string
}

const drawerOf = (seed: number, locationIds: readonly number[], products: number) => {
  const menu = menuOf(products)
  return (name: string, { days, everywhere, items, weekdays, daypart, compare, by }: Kind): Draw => {
    const random = randomFor(seed, name)
    const length = random.between(...days)
    const from = addDays(FIRST_DAY, random.between(0, Math.max(0, DAYS - length)))
    const chosen = locationIds.filter(() => random.chance(0.6))
    return {
      from,
      to: addDays(from, length - 1),
      locationIds: everywhere || chosen.length === 0 ? locationIds : chosen,
      // What people look up is what sells: as often as it is sold, and now and then something rare.
      items: items ? [...new Set(Array.from({ length: random.between(1, 8) }, () => random.pick(menu, ({ weight }) => Math.sqrt(weight)).plu))] : undefined,
      weekdays: weekdays ? [random.between(1, 3), random.between(4, 7)] : undefined,
      daypart,
      compare,
      by,
    }
  }
}

/** The question as the report takes it. */
const queryOf = ({ path, unit }: Row, { from, to, locationIds, items, weekdays, daypart, compare, by }: Draw) => ({
  ...(path === '/sales/trend' ? { TrendDate: from } : { FromDate: from, ToDate: to }),
  ...(RANGED.includes(path) ? { Interval: unit } : {}),
  Locations: locationIds as number[],
  ...(items ? { Items: items as string[] } : {}),
  ...(weekdays ? { Weekdays: weekdays as number[] } : {}),
  ...(daypart ? { Daypart: daypart } : {}),
  ...(compare ? { Compare: compare } : {}),
  ...(by ? { By: by } : {}),
})

/** Calls that take the unit as a field; the Sales Summary has it in its path. */
const RANGED = ['/sales/bistrocovers', '/sales/membervisits']

/** The question as it goes over the wire. */
export const searchOf = (row: Row, draw: Draw): string =>
  new URLSearchParams(Object.entries(queryOf(row, draw)).map(([name, value]) => [name, String(value)])).toString()
