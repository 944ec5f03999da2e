import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { DAY, DIMENSIONS, EVER, PRODUCTS } from '#features/sums/running-totals.rules.ts'
import { addDays, everyDay, isoWeekday } from '#shared/day.ts'
import { type DaysBeside, daysWithout, piecesWithin, type RunPlan, rowsOfDays, runPlan } from './run-plan.rules.ts'

const random = randomFor(24, 'ways to make a range')

/** How often each day of a location's trade is counted by a plan. */
const countedBy = ({ runs, days }: RunPlan, first: string, last: string, weekdays: readonly number[] | undefined): Map<string, number> => {
  const counted = new Map<string, number>()
  const count = (from: string, to: string, sign: number, only: readonly number[] | undefined) => {
    for (const day of everyDay(from < first ? first : from, to > last ? last : to)) {
      if (!only || only.includes(isoWeekday(day))) counted.set(day, (counted.get(day) ?? 0) + sign)
    }
  }
  for (const { day, kind, sign } of runs) count(first, day, sign, kind === EVER ? undefined : [kind])
  for (const { from, to, less } of days) count(from, to, less ? -1 : 1, weekdays)
  return new Map([...counted].filter(([, times]) => times !== 0))
}

it('counts each day of the range once and no other, wherever both end', () => {
  for (let round = 0; round < 3000; round += 1) {
    const first = addDays('2023-11-22', random.between(0, 60))
    const last = addDays(first, random.between(0, 200))
    const from = addDays(first, random.between(-40, 220))
    const to = addDays(from, random.pick([0, 1, 9, random.between(0, 120)]))
    const weekdays = random.chance(0.3) ? [random.between(1, 4), random.between(5, 7)] : undefined
    const [begin, end] = [from < first ? first : from, to > last ? last : to]
    const wanted = begin > end ? [] : everyDay(begin, end).filter((day) => !weekdays || weekdays.includes(isoWeekday(day)))
    const kept = random.chance(0.1) ? null : addDays(first, random.between(0, 260))
    const plan = runPlan(random.pick([PRODUCTS, DIMENSIONS]), { first, last, kept }, { from, to }, weekdays)
    if (begin > end) expect(plan).toBeUndefined()
    const counted = plan ? countedBy(plan, first, last, weekdays) : new Map()
    expect([...counted.keys()].sort(), JSON.stringify({ first, last, kept, from, to, weekdays, plan })).toEqual(wanted)
    expect(new Set(counted.values())).toEqual(new Set(wanted.length > 0 ? [1] : []))
  }
})

it.each<[string, string, DaysBeside[]]>([
  ['2024-05-31', '2024-05-31', []],
  ['2024-06-13', '2024-05-31', [{ from: '2024-06-01', to: '2024-06-13', less: false }]],
  ['2024-06-18', '2024-06-30', [{ from: '2024-06-19', to: '2024-06-30', less: true }]],
  ['2024-07-01', '2024-06-30', [{ from: '2024-07-01', to: '2024-07-01', less: false }]],
  // No later one is kept.
  ['2026-11-22', '2026-10-31', [{ from: '2026-11-01', to: '2026-11-22', less: false }]],
])('is two rows of running totals, however long, and the days to the nearest at either end: to %s', (to, end, days) => {
  const plan = runPlan(PRODUCTS, { first: '2023-11-22', last: '2026-11-25', kept: '2026-10-31' }, { from: '2024-02-13', to }, undefined)
  expect(plan?.runs).toEqual([
    { day: end, kind: EVER, sign: 1 },
    { day: '2024-01-31', kind: EVER, sign: -1 },
  ])
  expect(plan?.days).toEqual([{ from: '2024-02-01', to: '2024-02-12', less: true }, ...days])
})

it('reads days one by one where rows of them are there, and the others as they lie', () => {
  for (let round = 0; round < 500; round += 1) {
    const from = addDays('2024-01-01', random.between(0, 300))
    const weekdays = random.chance(0.5) ? [random.between(1, 4), random.between(5, 7)] : undefined
    const days = [
      { from, to: addDays(from, random.between(0, 20)), less: true },
      { from: addDays(from, 90), to: addDays(from, 90 + random.between(0, 20)), less: false },
    ]
    const plan = { runs: [], days }
    const rows = rowsOfDays(PRODUCTS, plan, weekdays)
    const there = rows.filter(() => random.chance(0.7))
    const rest = daysWithout(plan, weekdays, (day) => there.some((one) => one.day === day))
    const counted = countedBy({ runs: [], days: rest }, '2020-01-01', '2030-12-31', weekdays)
    for (const { day, sign } of there) counted.set(day, (counted.get(day) ?? 0) + sign)
    expect(counted).toEqual(countedBy(plan, '2020-01-01', '2030-12-31', weekdays))
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(rows.length > 0 ? [DAY] : []))
  }
})

it('asks for no rows of single days where they are many, or where a subject has none', () => {
  const days = (to: string) => ({ runs: [], days: [{ from: '2024-02-01', to, less: false }] })
  expect(rowsOfDays(PRODUCTS, days('2024-04-02'), undefined).length).toBe(62)
  expect(rowsOfDays(PRODUCTS, days('2024-04-03'), undefined)).toEqual([])
  expect(rowsOfDays(DIMENSIONS, days('2024-02-03'), undefined)).toEqual([])
})

it('reads a short range by its days, where running totals would need as many', () => {
  const range = { from: '2024-02-10', to: '2024-02-12' }
  expect(runPlan(PRODUCTS, { first: '2023-11-22', last: '2026-11-25', kept: '2026-10-31' }, range, undefined)).toEqual({
    runs: [],
    days: [{ ...range, less: false }],
  })
})

it('weekdays go by the ends of months', () => {
  const plan = runPlan(PRODUCTS, { first: '2023-11-22', last: '2026-11-25', kept: '2026-10-31' }, { from: '2024-02-10', to: '2024-06-19' }, [6])
  expect(plan?.runs.map(({ day }) => day)).toEqual(['2024-06-30', '2024-01-31'])
})

it('of classes it goes by the ends of months: by the rows of all seven weekdays, or of those asked for', () => {
  const [traded, range] = [
    { first: '2023-11-22', last: '2026-11-25', kept: '2026-10-31' },
    { from: '2024-02-10', to: '2024-06-14' },
  ]
  const runs = (weekdays: readonly number[] | undefined) => runPlan(DIMENSIONS, traded, range, weekdays)?.runs.map(({ day, kind }) => `${day} ${kind}`)
  expect(runs(undefined)).toEqual([1, 2, 3, 4, 5, 6, 7].flatMap((kind) => [`2024-05-31 ${kind}`, `2024-01-31 ${kind}`]))
  expect(runs([6])).toEqual(['2024-05-31 6', '2024-01-31 6'])
})

it('a range that ends with the last day traded has its whole month to go by', () => {
  const range = { from: '2026-09-05', to: '2026-11-22' }
  expect(runPlan(PRODUCTS, { first: '2023-11-22', last: '2026-11-20', kept: '2026-10-31' }, range, undefined)?.days.at(-1)).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
    less: false,
  })
  expect(runPlan(PRODUCTS, { first: '2023-11-22', last: '2026-11-25', kept: '2026-10-31' }, range, undefined)?.days.at(-1)).toEqual({
    from: '2026-11-01',
    to: '2026-11-22',
    less: false,
  })
})

it('is made of no day outside the span where months may be taken less of none', () => {
  for (let round = 0; round < 1000; round += 1) {
    const from = addDays('2023-11-22', random.between(0, 700))
    const span = { from, to: addDays(from, random.pick([0, 5, random.between(0, 60), random.between(0, 900)])), less: random.chance(0.5) }
    const pieces = piecesWithin(span)
    const counted = countedBy({ runs: [], days: pieces }, '2020-01-01', '2030-12-31', undefined)
    expect([...counted.keys()].sort(), JSON.stringify(span)).toEqual(everyDay(span.from, span.to))
    expect(new Set(counted.values())).toEqual(new Set([span.less ? -1 : 1]))
    for (const { grain, from: first, to: last } of pieces) if (grain === 'day') expect(first >= span.from && last <= span.to, JSON.stringify(span)).toBe(true)
  }
})
