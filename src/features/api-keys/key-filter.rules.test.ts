import { expect, it } from 'vitest'
import type { KeyUser } from './api-keys.contract.ts'
import { matching } from './key-filter.rules.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')
const user = (Name: string, more: Partial<KeyUser>) =>
  ({ Name, Venues: [{ VenueId: 1, Name: 'One' }], Status: 'Active', Created: '2026-01-01T00:00:00Z', LastUsed: null, ...more }) as KeyUser
const users = [
  user('used', { LastUsed: '2026-11-19T00:00:00Z' }),
  user('forgotten', { LastUsed: '2026-08-01T00:00:00Z' }),
  user('new', { Created: '2026-11-01T00:00:00Z' }),
  user('never', {}),
  user('revoked', { Status: 'Revoked' }),
  user('elsewhere', { Venues: [] }),
]
const names = (venueId: number, unused: boolean) => matching(users, { venueId, unused }, NOW).map(({ Name }) => Name)

it('narrows to a venue, and to keys that work and were not used for 90 days', () => {
  expect(names(0, false)).toHaveLength(6)
  expect(names(1, false)).not.toContain('elsewhere')
  expect(names(0, true)).toEqual(['forgotten', 'never', 'elsewhere'])
  expect(names(1, true)).toEqual(['forgotten', 'never'])
})
