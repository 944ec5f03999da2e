import { describe, expect, test } from 'vitest'
import { TAGS } from '#shared/permissions.ts'
import { isFitFor, type Purpose } from './employees.rules.ts'
import { alike, type Listed, possibleActs, sortedPeople, tally, wantedPeople } from './people-list.rules.ts'
import { effectiveTags, GROUPED_TAGS } from './tag-groups.rules.ts'

const person = (EmployeeId: number, fields: Partial<Listed>): Listed => ({
  EmployeeId,
  FirstName: 'Leo',
  Surname: 'Marsh',
  Nickname: '',
  DisplayName: '',
  UserName: `user${EmployeeId}`,
  Email: '',
  Status: 'Active',
  Roles: [],
  Locations: [],
  AllLocations: false,
  ...fields,
})
const leo = person(1, { Roles: ['Staff'], Locations: [{ LocationId: 3 }], LastSignIn: '2026-11-20T01:00:00Z' })
const hana = person(2, { FirstName: '花', Surname: '佐藤', DisplayName: '佐藤 花', Nickname: 'ハナ', Status: 'Invited', AllLocations: true })
const ines = person(3, { FirstName: 'Ines', Surname: 'Carvalho', UserName: 'ines.c', Email: 'Ines@Example.com', Status: 'Locked' })
const everyone = [leo, hana, ines]
const wanted = (changes: Partial<Parameters<typeof wantedPeople>[1]>) =>
  wantedPeople(everyone, { search: '', status: '', location: '', role: '', ...changes }).map(({ EmployeeId }) => EmployeeId)

describe('the list', () => {
  test('is searched by every word, in names, user name and address, whatever the width of the letters', () => {
    expect(wanted({ search: 'marsh LEO' })).toEqual([1])
    expect(wanted({ search: 'ｉｎｅｓ＠ｅｘａｍｐｌｅ' })).toEqual([3])
    expect(wanted({ search: 'ﾊﾅ' })).toEqual([2])
    expect(wanted({ search: 'leo carvalho' })).toEqual([])
  })

  test('is filtered by state, role and location; all locations are every location', () => {
    expect(wanted({ status: 'Locked' })).toEqual([3])
    expect(wanted({ role: 'Staff' })).toEqual([1])
    expect(wanted({ location: '3' })).toEqual([1, 2])
  })

  test('is in order by one column, then by name', () => {
    const compare = new Intl.Collator('en').compare
    const ids = (people: Listed[]) => people.map(({ EmployeeId }) => EmployeeId)
    expect(ids(sortedPeople(everyone, 'status', false, compare))).toEqual([1, 2, 3])
    expect(ids(sortedPeople(everyone, 'seen', true, compare))[0]).toBe(1)
    expect(ids(sortedPeople([leo, ines], 'name', false, compare))).toEqual([3, 1])
  })

  test('is counted by state, none for what nobody is in', () => {
    expect(tally(everyone)).toEqual([
      { status: 'Active', n: 1 },
      { status: 'Invited', n: 1 },
      { status: 'Locked', n: 1 },
    ])
  })
})

test('a new person is compared with those who are here, by user name, address and full name', () => {
  const draft = { FirstName: '', Surname: '', UserName: '', Email: '' }
  const found = (changes: Partial<typeof draft>) => alike(everyone, { ...draft, ...changes }).map(({ EmployeeId }) => EmployeeId)
  expect(found({})).toEqual([])
  expect(found({ FirstName: 'leo', Surname: 'MARSH' })).toEqual([1])
  expect(found({ FirstName: 'leo' })).toEqual([])
  expect(found({ Email: 'ines@example.com ' })).toEqual([3])
  expect(found({ UserName: 'INES.C' })).toEqual([3])
})

test('nobody locked out by hand gets a link, and only who can sign in is acted as', () => {
  expect(possibleActs('Revoked')).toMatchObject({ enable: true, requestPassword: false, revoke: false, impersonate: false })
  expect(possibleActs('Locked')).toMatchObject({ unlock: true, impersonate: false })
})

describe('permissions', () => {
  test('are each in one group', () => {
    expect([...GROUPED_TAGS].sort()).toEqual([...TAGS].sort())
  })

  test('come from the person and from their roles', () => {
    const roles = [{ Name: 'Bar', Tags: ['can_viewsales', 'can_viewplu'] }]
    expect(effectiveTags(['can_viewemp'], ['Bar'], roles)).toEqual(['can_viewsales', 'can_viewemp', 'can_viewplu'])
  })
})

test('a list for a purpose has only those it can be done with, and nobody for their own access', () => {
  const working = { active: true, registered: true }
  const revoked = { active: false, registered: true }
  const fresh = { active: true, registered: false }
  const whoFits = (purpose: Purpose | undefined, isSelf = false) => [working, revoked, fresh].map((person) => isFitFor(purpose, person, isSelf))
  expect(whoFits(undefined)).toEqual([true, true, true])
  expect(whoFits('register')).toEqual([false, true, true])
  expect(whoFits('revoke')).toEqual([true, false, false])
  expect(whoFits('requestpassword')).toEqual([true, false, false])
  expect(whoFits('register', true)).toEqual([false, false, false])
  expect(whoFits('revoke', true)).toEqual([false, false, false])
  expect(whoFits('requestpassword', true)).toEqual([true, false, false])
})
