import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { STARTING_ROLES, Tag } from '#shared/permissions.ts'
import { type Held, minus, pairsOf } from '#tests/grant-pairs.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let room: StaffRoom
let giver: Awaited<ReturnType<StaffRoom['at']>>
let person: Awaited<ReturnType<StaffRoom['hire']>>

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Roulette')
  giver = await room.at('giver', ['can_viewemp', 'can_register'])
  person = await room.hire('person')
})
afterAll(() => app.close())

interface Stored extends Held {
  roles: readonly (keyof typeof STARTING_ROLES)[]
  active: boolean
}

/** Writes what somebody holds past every rule. */
const store = (employeeId: number, { tags, roles, locations, allLocations, active }: Stored) =>
  app.database.inVenue(room.venueId, async (sql) => {
    await sql`
      update employee set tags = ${[...tags]}, all_locations = ${allLocations}, active = ${active}
      where venue_id = ${room.venueId} and employee_id = ${employeeId}`
    await sql`delete from employee_role where venue_id = ${room.venueId} and employee_id = ${employeeId}`
    await sql`delete from employee_location where venue_id = ${room.venueId} and employee_id = ${employeeId}`
    for (const role of roles)
      await sql`insert into employee_role (venue_id, employee_id, role_id)
        select ${room.venueId}, ${employeeId}, role_id from role where venue_id = ${room.venueId} and name = ${role} returning 1`
    for (const locationId of locations)
      await sql`insert into employee_location (venue_id, employee_id, location_id) values (${room.venueId}, ${employeeId}, ${locationId})`
  })

/** What somebody may do where by what is stored; nothing without access. */
const heldPairs = (employeeId: number): Promise<Set<string>> =>
  app.database.readVenue(room.venueId, async (sql) => {
    const [row] = await sql<{ active: boolean; tags: string[]; all_locations: boolean; locations: number[] }[]>`
      select e.active and e.registered as active, e.all_locations,
        e.tags || coalesce((select array_agg(t) from employee_role er join role r on r.venue_id = er.venue_id and r.role_id = er.role_id, unnest(r.tags) as t
          where er.venue_id = ${room.venueId} and er.employee_id = ${employeeId}), '{}') as tags,
        coalesce((select array_agg(el.location_id) from employee_location el
          where el.venue_id = ${room.venueId} and el.employee_id = ${employeeId}), '{}') as locations
      from employee e where e.venue_id = ${room.venueId} and e.employee_id = ${employeeId}`
    if (!row?.active) return new Set()
    return pairsOf({ tags: row.tags, locations: row.locations, allLocations: row.all_locations }, room.locationIds)
  })

const sometimes = fc.nat(4).map((n) => n === 0)
const TAGS_USED: Tag[] = ['can_viewsales', 'can_viewroster', 'can_viewloyalty', 'can_viewaudit']
const stored = (at: readonly number[]): fc.Arbitrary<Stored> =>
  fc.record({
    tags: fc.subarray(TAGS_USED),
    roles: fc.subarray<Stored['roles'][number]>(['Supervisor', 'Staff']),
    locations: fc.subarray([...at]),
    allLocations: sometimes,
    active: sometimes.map((revoked) => !revoked),
  })

const calls = ['permissions', 'register'] as const
const families = ['plain', 'venue'] as const

it('no change that is accepted gives somebody a permission at a place that was not theirs there and is not the giver’s', async () => {
  let [accepted, refused] = [0, 0]
  const anything = stored(room.locationIds)
  await fc.assert(
    fc.asyncProperty(anything, anything, anything, fc.constantFrom(...calls), fc.constantFrom(...families), async (own, before, wanted, call, family) => {
      await app.database.house`delete from limit_counter`
      await store(giver.colleague.employeeId, { ...own, tags: ['can_viewemp', 'can_register', ...own.tags], active: true })
      await store(person.employeeId, before)
      const [mine, theirs] = [await heldPairs(giver.colleague.employeeId), await heldPairs(person.employeeId)]
      const path = family === 'plain' ? '' : `/venue/${room.venueId}`
      const Locations = wanted.locations.filter((id) => own.allLocations || own.locations.includes(id))
      const body = { Permissions: wanted.tags.map((Tag) => ({ Tag })), Roles: wanted.roles, Locations, AllLocations: wanted.allLocations }
      const { status } = await giver.call('POST', `${path}/employees/${person.employeeId}/${call}`, { body })
      const after = await heldPairs(person.employeeId)
      if (status === 200) accepted += 1
      else refused += 1
      expect([200, 403, 404]).toContain(status)
      if (status !== 200) expect(after).toEqual(theirs)
      expect(minus(after, new Set([...theirs, ...mine])), 'given').toEqual([])
      expect(minus(theirs, new Set([...after, ...mine])), 'taken').toEqual([])
      expect(await heldPairs(giver.colleague.employeeId), 'the giver’s own').toEqual(mine)
    }),
    { numRuns: 150 },
  )
  expect(Math.min(accepted, refused), 'both come up often enough to mean something').toBeGreaterThan(15)
})
