import { expect, it } from 'vitest'
import { nextView, readSteps, showsItems, withinQuery, writeSteps } from './breakdown-screen.rules.ts'

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
