import { describe, expect, it, test } from 'vitest'
import type { Tag } from '#shared/permissions.ts'
import {
  beyond,
  differenceOf,
  effectiveTags,
  isEmpty,
  isFitFor,
  isOneAddress,
  mayHandOut,
  NOTHING,
  type Role,
  type Standing,
  statusOf,
  userNameComplaint,
} from './employees.rules.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const HOUR = 3_600_000
const standing: Standing = { active: true, registered: true, locked: false, hasPassword: true, invitedAt: null }
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

describe('the status of somebody', () => {
  it.each<[string, Partial<Standing>, string]>([
    ['access and a password', {}, 'Active'],
    ['tried too many passwords', { locked: true }, 'Locked'],
    ['access taken', { active: false }, 'Revoked'],
    ['access taken while they were locked', { active: false, locked: true }, 'Revoked'],
    ['access taken before they chose a password', { active: false, hasPassword: false, invitedAt: hoursAgo(1) }, 'Revoked'],
    ['sent the link for a first password just now', { hasPassword: false, invitedAt: hoursAgo(0) }, 'Invited'],
    ['sent the link for a first password, still good', { hasPassword: false, invitedAt: hoursAgo(71.9) }, 'Invited'],
    ['sent the link for a first password, run out this moment', { hasPassword: false, invitedAt: hoursAgo(72) }, 'Registered'],
    ['sent the link for a first password long ago', { hasPassword: false, invitedAt: hoursAgo(720) }, 'Registered'],
    ['invited just now', { registered: false, hasPassword: false, invitedAt: hoursAgo(0) }, 'Invited'],
    ['invited, and there is still time to accept', { registered: false, hasPassword: false, invitedAt: hoursAgo(14 * 24 - 0.1) }, 'Invited'],
    ['invited, the time to accept over this moment', { registered: false, hasPassword: false, invitedAt: hoursAgo(14 * 24) }, 'Registered'],
    ['invited, whatever there is to know of a login', { registered: false, locked: true, invitedAt: hoursAgo(1) }, 'Invited'],
    ['let in before any link was sent', { hasPassword: false }, 'Registered'],
    ['on the books alone', { registered: false, hasPassword: false }, 'Registered'],
    ['on the books, with a password of another venue', { registered: false }, 'Registered'],
  ])('%s', (_what, changes, status) => {
    expect(statusOf({ ...standing, ...changes }, NOW)).toBe(status)
  })
})

test('a list for a purpose has those it can be done with, and never oneself where it is about access', () => {
  const [here, gone, entered] = [
    { active: true, registered: true },
    { active: false, registered: true },
    { active: true, registered: false },
  ] as const
  const listed = (purpose: Parameters<typeof isFitFor>[0], isSelf: boolean) => [here, gone, entered].map((one) => isFitFor(purpose, one, isSelf))
  expect(listed(undefined, true)).toEqual([true, true, true])
  expect(listed('register', false)).toEqual([false, true, true])
  expect(listed('register', true)).toEqual([false, false, false])
  expect(listed('revoke', false)).toEqual([true, false, false])
  expect(listed('revoke', true)).toEqual([false, false, false])
  expect(listed('requestpassword', false)).toEqual([true, false, false])
  expect(listed('requestpassword', true)).toEqual([true, false, false])
})

const role = (name: string, ...tags: Tag[]): Role => ({ roleId: name.length, name, nameKey: name.toLowerCase(), tags, version: 1 })

describe('what may be given', () => {
  const giver = { tags: ['can_register', 'can_viewsales'] as Tag[], locations: [1, 2], allLocations: false }
  const holding = (held: Partial<typeof NOTHING>) => ({ ...NOTHING, ...held })
  const tagBeyond = (name: Tag, short: 'tag' | 'all' | 'elsewhere') => ({ kind: 'tag', name, short })

  it('is what one holds oneself, and taking it needs as much as giving it', () => {
    for (const given of [true, false]) {
      const of = (held: Partial<typeof NOTHING>) => (given ? beyond(NOTHING, holding(held), giver) : beyond(holding(held), NOTHING, giver))
      expect(of({ tags: ['can_viewsales'], locations: [1] })).toEqual([])
      expect(of({ tags: ['can_viewaudit', 'can_viewsales'] })).toEqual([tagBeyond('can_viewaudit', 'tag')])
      expect(of({ roles: [role('Books', 'can_viewaudit')] })).toEqual([{ kind: 'role', name: 'Books', short: 'tag' }])
      expect(of({ roles: [role('Tills', 'can_viewsales')] })).toEqual([])
      expect(of({ tags: ['can_viewsales'], locations: [2, 3] })).toEqual([{ kind: 'places', name: '', short: 'elsewhere' }])
      expect(of({ allLocations: true })).toEqual([{ kind: 'places', name: '', short: 'all' }])
    }
    expect(beyond(NOTHING, holding({ locations: [3], allLocations: true }), { ...giver, allLocations: true })).toEqual([])
  })

  it('is a permission everywhere the person works, and a place with everything the person keeps there', () => {
    const change = (from: Partial<typeof NOTHING>, to: Partial<typeof NOTHING>) => beyond(holding(from), holding({ ...from, ...to }), giver)
    expect(change({ locations: [1, 3] }, { tags: ['can_viewsales'] })).toEqual([tagBeyond('can_viewsales', 'elsewhere')])
    expect(change({ allLocations: true }, { tags: ['can_viewsales'] })).toEqual([tagBeyond('can_viewsales', 'all')])
    expect(change({ tags: ['can_viewaudit'] }, { locations: [1] })).toEqual([tagBeyond('can_viewaudit', 'tag')])
    expect(change({ roles: [role('Books', 'can_viewaudit')] }, { locations: [1] })).toEqual([{ kind: 'role', name: 'Books', short: 'tag' }])
    expect(change({ tags: ['can_viewsales'], locations: [1, 3] }, { locations: [3] })).toEqual([])
    expect(change({ tags: ['can_viewaudit'], locations: [1, 3] }, {})).toEqual([])
  })

  it('a role is handed out with every tag of it, and one that reads like Admin never', () => {
    expect(mayHandOut(role('Tills', 'can_viewsales', 'can_register'), giver)).toBe(true)
    expect(mayHandOut(role('Tills', 'can_viewsales', 'can_viewaudit'), giver)).toBe(false)
    for (const name of ['Admin', 'ａｄｍｉｎ', 'Ad\u200bmin']) expect(mayHandOut(role(name), giver), name).toBe(false)
  })

  it('nothing changed is an empty difference, and anything at all is none', () => {
    const held = { tags: ['can_viewsales'] as Tag[], roles: [role('Tills')], locations: [1], allLocations: false }
    expect(isEmpty(differenceOf(held, held))).toBe(true)
    for (const other of [{ tags: [] }, { roles: [] }, { locations: [] }, { allLocations: true }])
      expect(isEmpty(differenceOf(held, { ...held, ...other }))).toBe(false)
  })

  it('somebody may do what their own tags and their roles say', () => {
    expect(effectiveTags({ tags: ['can_viewsales'], roles: [role('Tills', 'can_viewsales', 'can_register')] })).toEqual(['can_register', 'can_viewsales'])
  })
})

test.each(['', 'a', 'a@b', '@b.example', 'a@b.', 'a@b.example.', 'a b@c.example', 'a@b.example,c@d.example', 'A <a@b.example>', `${'x'.repeat(65)}@b.example`])(
  '%j is not one address',
  (email) => expect(isOneAddress(email)).toBe(false),
)

test('a user name is visible, in one piece, and nobody else’s address', () => {
  expect(userNameComplaint('noor.h', undefined)).toBeUndefined()
  expect(userNameComplaint('Noor@Bar.example', 'noor@bar.example')).toBeUndefined()
  for (const name of ['\u200b', 'noor h', 'noor\u3000h', 'olive@bar.example']) expect(userNameComplaint(name, 'noor@bar.example'), name).toBeTypeOf('string')
  expect(userNameComplaint('noor@bar.example', undefined)).toBeTypeOf('string')
})
