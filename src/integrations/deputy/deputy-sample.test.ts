import { expect, it } from 'vitest'
import { DeputyBooks } from './deputy-books.fake.ts'
import { fillSampleRosters } from './deputy-sample.fake.ts'

it('what a newcomer links has nights, the night on which the clocks change, drafts, open shifts, leave and somebody at work', () => {
  const now = new Date('2026-11-25T02:00:00Z')
  const books = new DeputyBooks(() => now.getTime() / 1000)
  fillSampleRosters(books, '2026-11-25', now)
  const [rosters, sheets] = [[...books.things.Roster.values()], [...books.things.Timesheet.values()]]
  const hoursFrom = (start: string) => rosters.filter(({ StartTime }) => StartTime === Date.parse(start) / 1000).map(({ TotalTime }) => TotalTime)
  expect(hoursFrom('2026-10-03T19:00:00+10:00')).toEqual([7, 7])
  expect(hoursFrom('2026-10-10T19:00:00+11:00')).toEqual([8, 8])
  const count = (list: typeof sheets, wanted: Record<string, unknown>) =>
    list.filter((one) => Object.entries(wanted).every(([name, value]) => one[name] === value)).length
  expect(count(rosters, { Open: true })).toBeGreaterThan(5)
  expect(count(rosters, { Published: false })).toBeGreaterThan(0)
  expect([{ IsInProgress: true }, { IsLeave: true }, { Discarded: true }].map((wanted) => count(sheets, wanted))).toEqual([1, 1, 1])
})
