import { expect, test } from 'vitest'
import { type Changes, differences, isChanged, sizeOf, willHold, withChange } from './access-change.rules.ts'

const leo = { EmployeeId: 1, Permissions: ['can_viewsales', 'can_viewplu'], Roles: ['Staff'] }
const pia = { EmployeeId: 12, Permissions: [], Roles: [] }

test('what is ticked and unticked again is no change', () => {
  const once = withChange(leo, 'tag', 'can_viewstock', true, {})
  expect(willHold(leo, 'tag', 'can_viewstock', once)).toBe(true)
  expect(isChanged(leo, 'tag', 'can_viewstock', once)).toBe(true)
  expect(withChange(leo, 'tag', 'can_viewstock', false, once)).toEqual({})
})

test('the difference names what is gained and lost, and what is held afterwards', () => {
  let changes: Changes = withChange(leo, 'tag', 'can_viewstock', true, {})
  changes = withChange(leo, 'tag', 'can_viewsales', false, changes)
  changes = withChange(leo, 'role', 'Manager', true, changes)
  changes = withChange(pia, 'tag', 'can_viewsales', true, changes)
  const [first, second] = differences([leo, pia], changes)
  expect(first).toEqual({
    employeeId: 1,
    addedTags: ['can_viewstock'],
    removedTags: ['can_viewsales'],
    addedRoles: ['Manager'],
    removedRoles: [],
    Permissions: ['can_viewplu', 'can_viewstock'],
    Roles: ['Staff', 'Manager'],
  })
  expect(second?.addedTags).toEqual(['can_viewsales'])
  expect(first && sizeOf(first)).toBe(3)
})

test('what somebody else changed to the same meanwhile is no difference any more, and the rest is laid over what holds now', () => {
  const changes = withChange(pia, 'tag', 'can_viewplu', true, withChange(pia, 'tag', 'can_viewsales', true, {}))
  const now = { ...pia, Permissions: ['can_viewsales', 'can_viewmedia'] }
  expect(differences([now], changes)).toMatchObject([{ addedTags: ['can_viewplu'], Permissions: ['can_viewsales', 'can_viewmedia', 'can_viewplu'] }])
})

test('a person whose number begins with another’s number is left alone', () => {
  expect(differences([leo], withChange(pia, 'tag', 'can_viewstock', true, {}))).toEqual([])
})
