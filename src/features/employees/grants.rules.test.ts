import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tag } from '#shared/permissions.ts'
import { minus, pairsOf } from '#tests/grant-pairs.ts'
import { beyond, effectiveTags, type Holdings, NOTHING, type Role } from './employees.rules.ts'
import { type Giver, type Places, shortOf } from './grants.rules.ts'

const PLACES = [1, 2, 3, 4]
const SOME_TAGS: Tag[] = ['can_register', 'can_viewsales', 'can_viewemp', 'can_viewaudit']
const role = (roleId: number, ...tags: Tag[]): Role => ({ roleId, name: `role ${roleId}`, nameKey: `role ${roleId}`, tags, version: 1 })
const ROLES = [role(1, 'can_register', 'can_viewemp'), role(2, 'can_viewsales'), role(3, 'can_viewsales', 'can_viewaudit'), role(4)]

const places = { locations: fc.subarray(PLACES), allLocations: fc.boolean() }
const holdings: fc.Arbitrary<Holdings> = fc.oneof(fc.record({ tags: fc.subarray(SOME_TAGS), roles: fc.subarray(ROLES), ...places }), fc.constant(NOTHING))
const givers: fc.Arbitrary<Giver> = fc.record({ tags: fc.subarray(SOME_TAGS), ...places })
const change = fc.record({ from: holdings, to: holdings, giver: givers })

/** Each grant by itself: where it comes from, which tag, at which place. A role without tags is something held, too. */
const grantsOf = ({ tags, roles, locations, allLocations }: Holdings): Set<string> => {
  const sources = [
    ['here', 'signed in'],
    ...tags.map((tag) => ['own', tag]),
    ...roles.flatMap(({ roleId, tags: its }) => ['signed in', ...its].map((tag) => [`role ${roleId}`, tag])),
  ]
  const where = ['the venue', ...locations, ...(allLocations ? ['those still to come'] : [])]
  return new Set(sources.flatMap(([source, tag]) => where.map((place) => `${source}|${tag}|${place}`)))
}

/** The tag and the place of a grant. */
const pairOf = (grant: string) => grant.slice(grant.indexOf('|') + 1)

/** A change may be made where each grant that is new or gone is one the giver holds. */
const mayByTheBook = (from: Holdings, to: Holdings, giver: Giver): boolean => {
  const own = pairsOf(giver, PLACES)
  const [before, after] = [grantsOf(from), grantsOf(to)]
  return [...minus(after, before), ...minus(before, after)].every((grant) => own.has(pairOf(grant)))
}

describe('whatever is given and taken, by whomever', () => {
  it('is allowed exactly where the giver holds every permission that is new or gone, at every place where it is', () => {
    let [allowed, refused] = [0, 0]
    fc.assert(
      fc.property(change, ({ from, to, giver }) => {
        const may = mayByTheBook(from, to, giver)
        if (may) allowed += 1
        else refused += 1
        expect(beyond(from, to, giver).length === 0).toBe(may)
      }),
      { numRuns: 20_000 },
    )
    expect(Math.min(allowed, refused), 'both come up often enough to mean something').toBeGreaterThan(500)
  })

  it('gives nobody a permission at a place that was not theirs there and is not the giver’s', () => {
    fc.assert(
      fc.property(change, ({ from, to, giver }) => {
        fc.pre(beyond(from, to, giver).length === 0)
        const own = pairsOf(giver, PLACES)
        const [before, after] = [from, to].map((held) => pairsOf({ ...held, tags: effectiveTags(held) }, PLACES)) as [Set<string>, Set<string>]
        expect(minus(after, new Set([...before, ...own]))).toEqual([])
        expect(minus(before, new Set([...after, ...own]))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('taking never needs more than what is taken', () => {
    fc.assert(
      fc.property(holdings, fc.nat(), fc.nat(), (from, tagAt, placeAt) => {
        const [tag] = from.tags.slice(tagAt % Math.max(1, from.tags.length))
        const [place] = from.locations.slice(placeAt % Math.max(1, from.locations.length))
        const everywhere = { locations: from.locations, allLocations: from.allLocations }
        if (tag) expect(beyond(from, { ...from, tags: from.tags.filter((one) => one !== tag) }, { tags: [tag], ...everywhere })).toEqual([])
        const locations = from.locations.filter((one) => one !== place)
        if (place) expect(beyond(from, { ...from, locations }, { tags: effectiveTags(from), locations: [place], allLocations: false })).toEqual([])
      }),
    )
  })
})

describe('what the screens offer', () => {
  const giver = { tags: ['can_viewsales', 'can_viewplu'], locations: [1, 2], allLocations: false }
  const here = { locations: [1], allLocations: false }

  it('is a role only with every permission of it', () => {
    expect(shortOf(['can_viewsales', 'can_viewplu'], here, giver)).toBeUndefined()
    expect(shortOf(['can_viewsales', 'can_viewaudit'], here, giver)).toBe('tag')
  })

  it.each<[string, Partial<Places>, string | undefined]>([
    ['at one of the reader’s locations', {}, undefined],
    ['at a location that is not the reader’s', { locations: [1, 3] }, 'elsewhere'],
    ['somewhere the reader cannot see', { elsewhere: true }, 'elsewhere'],
    ['at all locations', { allLocations: true }, 'all'],
    ['nowhere yet', { locations: [] }, undefined],
  ])('for somebody who works %s', (_where, places, short) => {
    expect(shortOf(['can_viewsales'], { ...here, ...places }, giver)).toBe(short)
    expect(shortOf(['can_viewsales'], { ...here, ...places }, { ...giver, allLocations: true })).toBeUndefined()
  })
})
