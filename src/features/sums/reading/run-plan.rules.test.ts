import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { addDays, daysIn, everyDay, isoWeekday, monthStart } from '#shared/day.ts'
import { type RunPlan, runPlans } from './run-plan.rules.ts'

const random = randomFor(24, 'ways to make a range')

/** How often each day of a location's trade is counted by a plan. */
const countedBy = ({ runs, month, days }: RunPlan, first: string, last: string, weekdays: readonly number[] | undefined): Map<string, number> => {
  const counted = new Map<string, number>()
  const count = (from: string, to: string, sign: number, only: readonly number[] | undefined) => {
    for (const day of everyDay(from < first ? first : from, to > last ? last : to)) {
      if (!only || only.includes(isoWeekday(day))) counted.set(day, (counted.get(day) ?? 0) + sign)
    }
  }
  for (const { day, kind, sign } of runs) count(kind === 8 ? monthStart(day) : first, day, sign, kind > 0 && kind < 8 ? [kind] : undefined)
  if (month) count(month, last, 1, undefined)
  for (const { from, to } of days) count(from, to, 1, weekdays)
  return new Map([...counted].filter(([, times]) => times !== 0))
}

it('every way counts each day of the range once and no other, wherever both end', () => {
  for (let round = 0; round < 3000; round += 1) {
    const first = addDays('2023-11-22', random.between(0, 60))
    const last = addDays(first, random.between(0, 200))
    const from = addDays(first, random.between(-40, 220))
    const to = addDays(from, random.pick([0, 1, 9, random.between(0, 120)]))
    const weekdays = random.chance(0.3) ? [random.between(1, 4), random.between(5, 7)] : undefined
    const [begin, end] = [from < first ? first : from, to > last ? last : to]
    const wanted = begin > end ? [] : everyDay(begin, end).filter((day) => !weekdays || weekdays.includes(isoWeekday(day)))
    const plans = runPlans({ first, last }, { from, to }, weekdays)
    if (begin > end) expect(plans).toEqual([])
    for (const plan of plans) {
      const counted = countedBy(plan, first, last, weekdays)
      expect([...counted.keys()].sort(), JSON.stringify({ first, last, from, to, weekdays, plan })).toEqual(wanted)
      expect(new Set(counted.values())).toEqual(new Set(wanted.length > 0 ? [1] : []))
    }
  }
})

it('is at most four rows of running totals, however long; without weekdays no day is read by itself', () => {
  for (const to of ['2024-05-31', '2024-06-14', '2026-11-20']) {
    const [plan] = runPlans({ first: '2023-11-22', last: '2026-11-25' }, { from: '2024-02-10', to }, undefined)
    expect(plan?.runs.length).toBeLessThanOrEqual(4)
    expect([plan?.days, daysIn('2024-02-10', to) > 100]).toEqual([[], true])
  }
})

it('a range that ends with the last day traded has the open month to go by', () => {
  const plans = runPlans({ first: '2023-11-22', last: '2026-11-20' }, { from: '2026-10-05', to: '2026-11-22' }, undefined)
  expect(plans.at(-1)).toMatchObject({ month: '2026-11-01' })
  expect(runPlans({ first: '2023-11-22', last: '2026-11-25' }, { from: '2026-10-05', to: '2026-11-22' }, undefined).every(({ month }) => !month)).toBe(true)
})
