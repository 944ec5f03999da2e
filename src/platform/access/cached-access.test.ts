import { expect, it } from 'vitest'
import { cacheAccess, isNear, nowBy } from './cached-access.ts'
import type { Session } from './sessions.ts'
import type { PersonAccess } from './venue-scope.ts'

const session = { sessionId: 's', userId: 1, userName: 'Ruth', displayName: 'Ruth', isAdmin: false, venueId: 1, employeeId: 2, impersonator: null } as Session
const access = (more: Partial<PersonAccess> = {}) =>
  ({
    at: new Date('2026-11-20T00:00:00Z'),
    active: true,
    registered: true,
    all_locations: false,
    tags: ['can_viewsales'],
    roles: [],
    locations: [],
    ...more,
  }) as unknown as PersonAccess

it('what an answer may depend on is compared, and the time it was read is not', () => {
  const { text } = cacheAccess(session, access())
  expect(cacheAccess(session, access({ at: new Date() })).text).toBe(text)
  expect(cacheAccess(session, access({ tags: [] })).text).not.toBe(text)
  expect(cacheAccess(session, access({ all_locations: true })).text).not.toBe(text)
  expect(cacheAccess({ ...session, userName: 'Max' }, access()).text).not.toBe(text)
})

it('the time goes on from when the access was read, by a clock nobody sets', () => {
  const known = cacheAccess(session, access())
  expect(nowBy({ ...known, readAt: performance.now() - 60_000 }).getTime() - known.access.at.getTime()).toBeGreaterThanOrEqual(60_000)
  expect(isNear(new Date('2026-11-20T00:00:00.900Z'), known)).toBe(true)
  expect(isNear(new Date('2026-11-20T00:00:01.100Z'), known)).toBe(false)
  expect(isNear(new Date('2026-11-19T23:59:58.900Z'), known)).toBe(false)
})
