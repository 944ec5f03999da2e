import { expect, it } from 'vitest'
import { restatedDays } from './restated.rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
const mail = (scheduleId: string, hour: number, more: object = {}) => ({
  ...{ scheduleId, name: `Schedule ${scheduleId}`, at: at(hour), from: '2026-11-20', to: '2026-11-20', locationIds: undefined },
  ...more,
})
const arrival = (hour: number, amount: number, more: object = {}) => ({ locationId: 1, day: '2026-11-20', at: at(hour), changes: 1, amount, ...more })

it('a day is restated by what came after the last mail about it, and not any more once it was mailed again', () => {
  const arrived = [arrival(2, 500), arrival(4, 700), arrival(5, -200)]
  expect(restatedDays([mail('a', 3)], arrived)).toMatchObject([{ locationId: 1, day: '2026-11-20', changes: 2, amount: 500, lastAt: at(5) }])
  expect(restatedDays([mail('a', 6), mail('a', 3)], arrived)).toEqual([])
})

it('of several schedules the one is told that most came after; others about other days or locations say nothing', () => {
  const arrived = [arrival(2, 500), arrival(4, 700)]
  expect(restatedDays([mail('a', 3), mail('b', 1)], arrived)).toMatchObject([{ mail: { scheduleId: 'b' }, changes: 2, amount: 1200 }])
  expect(restatedDays([mail('a', 1, { from: '2026-11-19', to: '2026-11-19' }), mail('b', 1, { locationIds: [2] })], arrived)).toEqual([])
})
