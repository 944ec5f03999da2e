import { expect, it } from 'vitest'
import { hasSharedRows, nextView, readSteps, showsItems, withinQuery, writeSteps } from './breakdown-screen.rules.ts'

it('keeps the way down in the address, as far as it makes sense', () => {
  const steps = readSteps('group:12/department:15')
  expect(steps).toEqual([
    { level: 'group', key: 12 },
    { level: 'department', key: 15 },
  ])
  expect(writeSteps(steps)).toBe('group:12/department:15')
  expect(withinQuery(steps)).toEqual({ Group: '12', Department: '15' })
  expect(readSteps('group:12/colour:1/department:15')).toEqual([{ level: 'group', key: 12 }])
  expect([readSteps(undefined), readSteps('group:x'), writeSteps([])]).toEqual([[], [], undefined])
})

it('goes from group to department, product group and item, and from category to item', () => {
  expect(nextView('group', [])).toEqual({ view: 'department', level: 'group' })
  expect(nextView('department', readSteps('group:1'))).toEqual({ view: 'productgroup', level: 'department' })
  expect(nextView('productgroup', readSteps('group:1/department:2'))).toEqual({ view: 'productgroup', level: 'productgroup' })
  const items = readSteps('group:1/department:2/productgroup:3')
  expect([showsItems(items), nextView('productgroup', items)]).toEqual([true, undefined])
  expect(nextView('category', [])).toEqual({ view: 'category', level: 'category' })
  expect([nextView('employee', []), nextView('gpmargins', [])]).toEqual([undefined, undefined])
})

it('knows a row that is made of several locations from one that only one of them has', () => {
  const answer = (...locations: number[][]) =>
    ({
      Totals: { Rows: [...new Set(locations.flat())].map((Key) => ({ Key })) },
      Locations: locations.map((keys) => ({ Rows: keys.map((Key) => ({ Key })) })),
    }) as unknown as Parameters<typeof hasSharedRows>[0]
  expect([hasSharedRows(answer([1, 2], [3])), hasSharedRows(answer([1, 2], [2, 3])), hasSharedRows(answer([1, 2]))]).toEqual([false, true, false])
})
