import { expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { type Access, type AnyOperation, isOrAdmin, isSupplierKeyAccess } from '#shared/endpoint.ts'
import { satisfies, TAGS } from '#shared/permissions.ts'
import { expectedAccess, verdictOn } from './expected.ts'

const callOf = ({ method, path }: AnyOperation) => `${method} ${path}`

/** No tag, all tags, each tag alone, and all but each: a rule with one tag too few or too many fails for one of them. */
const HELD: readonly (readonly string[])[] = [[], TAGS, ...TAGS.map((tag) => [tag]), ...TAGS.map((tag) => TAGS.filter((other) => other !== tag))]

/** Calls whose handler decides the tag by the request. The declared rule is wider; the access matrix tests the handler. */
const DECIDED_WITHIN = [
  'POST /reports/views',
  'POST /reports/schedules',
  'PUT /reports/schedules/:scheduleId',
  'POST /reports/schedules/preview',
  'GET /reports/schedules/people',
  'POST /oauth/check',
  'POST /oauth/start',
  'GET /venue/:id/links/history',
  'GET /venue/:id/onlineplaces',
  'POST /venue/:id/onlineplaces',
  'GET /venue/:id/onlineorders',
  'PUT /DashboardsConfig',
]

/** Whether declared access admits a user with these tags; undefined for access that is not by tags. */
const letsIn = (access: Access, held: readonly string[]): boolean | undefined => {
  const rule = isOrAdmin(access) ? access.people : access
  return typeof rule === 'string' || isSupplierKeyAccess(rule) ? undefined : satisfies(rule, held)
}

/** Returns the tag sets for which declared and expected access differ. */
const differing = ({ access, ...operation }: AnyOperation, who: string): string[] => {
  const mayBeWider = DECIDED_WITHIN.includes(callOf({ access, ...operation }))
  const wrong = HELD.filter((tags) => {
    const declared = letsIn(access, tags)
    const expected = verdictOn(who, { kind: 'person', tags }) === 'in'
    return declared !== undefined && (mayBeWider ? expected && !declared : declared !== expected)
  })
  return wrong.map((tags) => (tags.length > 1 ? `all but ${TAGS.filter((tag) => !tags.includes(tag))}` : tags.join()))
}

it('each call declares the tags that the expectation gives it, and no other opens it', () => {
  const expected = expectedAccess()
  const wrong = operations.flatMap(({ operation }) => {
    const tags = differing(operation, expected.get(callOf(operation))?.who ?? '')
    return tags.length === 0 ? [] : [`${callOf(operation)}: ${tags.join('; ')}`]
  })
  expect(wrong).toEqual([])
})

it("each call of a supplier's key declares the scope that the expectation gives it", () => {
  const expected = expectedAccess()
  const declared = operations.flatMap(({ operation }) => {
    const { access } = operation
    if (!isSupplierKeyAccess(access)) return []
    return [[callOf(operation), access.supplierScope === 'any' ? 'supplier-key' : `supplier-key ${access.supplierScope}`]]
  })
  expect(declared.length).toBeGreaterThan(0)
  expect(declared).toEqual(declared.map(([call = '']) => [call, expected.get(call)?.who]))
})

it('a tag too few, too many, or either instead of both is seen', () => {
  const call = (access: Access) => ({ method: 'GET', path: '/somewhere', access }) as unknown as AnyOperation
  expect(differing(call(['can_viewsales']), 'can_viewsales')).toEqual([])
  expect(differing(call({ anyOf: ['can_viewsales', 'can_viewplu'] }), 'can_viewsales')).toEqual(['can_viewplu', 'all but can_viewsales'])
  expect(differing(call(['can_viewsales']), 'can_viewsales and can_viewplu')).toEqual(['can_viewsales', 'all but can_viewplu'])
  expect(differing(call(['can_viewsales', 'can_viewplu']), 'can_viewsales')).toEqual(['can_viewsales', 'all but can_viewplu'])
})
