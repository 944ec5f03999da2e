import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/pool.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Answered } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let owner: Awaited<ReturnType<StaffRoom['at']>>

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Copper Lantern')
  owner = await room.at('olive', [], 'all', ['Owner'])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

let hired = 0
const name = (word: string) => `${word}${++hired}`
const tag = (...tags: string[]) => tags.map((Tag) => ({ Tag }))

/** Everything about somebody's access, as it is kept. */
const kept = (employeeId: number) =>
  app.database.inVenue(
    room.venueId,
    (sql) => sql`
      select e.active, e.registered, e.tags, e.all_locations, e.access_version,
        array(select role_id from employee_role r where r.venue_id = e.venue_id and r.employee_id = e.employee_id order by 1) as roles,
        array(select location_id from employee_location l where l.venue_id = e.venue_id and l.employee_id = e.employee_id order by 1) as locations
      from employee e where e.venue_id = ${room.venueId} and e.employee_id = ${employeeId}`,
  )

/**
 * Sends a request, and lets something happen to the asker once it was let in and waits to save; answers what became of it. On one PostgreSQL
 * it is seen waiting; where the lock lies on another machine, by no answer coming.
 */
const meanwhile = async (ask: () => Promise<Answered>, happens: (sql: Transaction) => Promise<unknown>): Promise<Answered> => {
  const { asked } = await app.database.inVenue(room.venueId, async (sql) => {
    await sql`select from role where venue_id = ${room.venueId} order by role_id for update`
    let early: Answered | undefined
    const asked = ask().then((answer) => {
      early = answer
      return answer
    })
    for (let n = 0; n < 150; n += 1) {
      // Asked outside: within a transaction, activity is read once and stays as it was.
      const [waits] = await app.database.house`
        select from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted`
      if (waits || early) break
      await sleep(10)
    }
    if (early) throw new Error(`It did not wait: ${JSON.stringify(early)}`)
    await happens(sql)
    return { asked }
  })
  return asked
}

/** Each change of access, as somebody who holds what it asks for. */
const CHANGES = [
  ['permissions', { Permissions: tag('can_viewsales') }, 'can_register'],
  ['register', { Permissions: tag('can_viewsales'), Locations: [] }, 'can_register'],
  ['revoke', {}, 'can_revoke'],
] as const

describe.each(CHANGES)('between opening and saving: %s', (call, body, needs) => {
  const scene = async () => {
    const asker = await room.at(name('asker'), ['can_viewemp', 'can_register', 'can_revoke', 'can_viewsales'])
    const other = await room.hire(name('other'), [], room.locationIds)
    return { asker, other, before: await kept(other.employeeId), ask: () => asker.call('POST', `/employees/${other.employeeId}/${call}`, { body }) }
  }
  const change = (employeeId: number, set: 'active' | 'registered' | 'tags', needed?: string) => (sql: Transaction) =>
    set === 'tags'
      ? sql`update employee set tags = array_remove(tags, ${needed ?? ''}) where venue_id = ${room.venueId} and employee_id = ${employeeId}`
      : sql`update employee set ${sql(set)} = false where venue_id = ${room.venueId} and employee_id = ${employeeId}`

  it.each(['active', 'registered'] as const)('whoever is not %s any more changes nothing', async (lost) => {
    const { asker, other, before, ask } = await scene()
    expect(outcome(await meanwhile(ask, change(asker.colleague.employeeId, lost)))).toEqual([401, 'SessionEnded'])
    expect(await kept(other.employeeId)).toEqual(before)
  })

  it('whoever lost the tag for it changes nothing', async () => {
    const { asker, other, before, ask } = await scene()
    expect(outcome(await meanwhile(ask, change(asker.colleague.employeeId, 'tags', needs)))).toEqual([403, 'NotPermitted'])
    expect(await kept(other.employeeId)).toEqual(before)
  })

  it('whoever lost nothing is only kept waiting', async () => {
    const { other, before, ask } = await scene()
    expect((await meanwhile(ask, async () => undefined)).status).toBe(200)
    expect(await kept(other.employeeId)).not.toEqual(before)
  })
})

describe('between opening and saving: what is given', () => {
  const asked = async (tags: string[], Locations = room.locationIds) => {
    const asker = await room.at(name('asker'), ['can_viewemp', 'can_register', 'can_viewsales'], room.locationIds)
    const other = await room.hire(name('other'), [], [])
    const ask = () => asker.call('POST', `/employees/${other.employeeId}/permissions`, { body: { Permissions: tag(...tags), Locations } })
    return { asker: asker.colleague.employeeId, other, ask }
  }

  it('a tag lost meanwhile is not handed on', async () => {
    const { asker, other, ask } = await asked(['can_viewsales'])
    const lost = await meanwhile(
      ask,
      (sql) => sql`update employee set tags = array_remove(tags, 'can_viewsales') where venue_id = ${room.venueId} and employee_id = ${asker}`,
    )
    expect(outcome(lost)).toEqual([403, 'BeyondOwnAccess'])
    expect(await kept(other.employeeId)).toMatchObject([{ tags: [] }])
  })

  it('nor a tag of a role lost meanwhile', async () => {
    const asker = await room.at(name('asker'), ['can_viewemp', 'can_register'], 'all', ['Supervisor'])
    const other = await room.hire(name('other'))
    const ask = () => asker.call('POST', `/employees/${other.employeeId}/permissions`, { body: { Permissions: tag('can_viewplu') } })
    const lost = await meanwhile(ask, (sql) => sql`delete from employee_role where venue_id = ${room.venueId} and employee_id = ${asker.colleague.employeeId}`)
    expect(outcome(lost)).toEqual([403, 'BeyondOwnAccess'])
  })

  it('nor a location', async () => {
    const { asker, ask } = await asked([])
    const [front = 0] = room.locationIds
    const lost = await meanwhile(
      ask,
      (sql) => sql`delete from employee_location where venue_id = ${room.venueId} and employee_id = ${asker} and location_id <> ${front}`,
    )
    expect(outcome(lost)).toEqual([404, 'LocationNotFound'])
  })

  it('nor all of them', async () => {
    const asker = await room.at(name('asker'), ['can_viewemp', 'can_register'])
    const other = await room.hire(name('other'), [], [])
    const ask = () => asker.call('POST', `/employees/${other.employeeId}/permissions`, { body: { Permissions: [], AllLocations: true } })
    const lost = await meanwhile(
      ask,
      (sql) => sql`update employee set all_locations = false where venue_id = ${room.venueId} and employee_id = ${asker.colleague.employeeId}`,
    )
    expect(outcome(lost)).toEqual([403, 'BeyondOwnAccess'])
  })
})

const shown = async (employeeId: number) =>
  (await owner.call<{ Employees: { Status: string }[] }>('GET', `/venue/${room.venueId}/employees/${employeeId}`)).body.Employees[0]?.Status

describe('the status that is shown', () => {
  it('of an invitation that ran out is Registered, until the next one is sent', async () => {
    const { body } = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Ines', Email: 'ines@people.example' } })
    const id = body.EmployeeId
    expect((await owner.call('POST', `/employees/${id}/register`, { body: { Locations: [], Permissions: [] } })).body).toMatchObject({ Status: 'Invited' })
    expect(await shown(id)).toBe('Invited')
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`update employee set invited_at = now() - interval '14 days' where venue_id = ${room.venueId} and employee_id = ${id}`,
    )
    expect(await shown(id)).toBe('Registered')
    expect((await owner.call<{ Total: number }>('GET', '/employees?Status=Invited')).body.Total).toBe(0)
    expect((await owner.call('POST', `/employees/${id}/requestpassword`, { body: {} })).status).toBe(204)
    expect(await shown(id)).toBe('Invited')
  })

  it('of somebody revoked while they were locked is Revoked', async () => {
    const { employeeId, userId } = await room.hire(name('locked'))
    await app.database.house`update app_user set locked_until = now() + interval '5 minutes' where user_id = ${userId}`
    expect(await shown(employeeId)).toBe('Locked')
    expect((await owner.call('POST', `/employees/${employeeId}/revoke`, { body: {} })).status).toBe(200)
    expect(await shown(employeeId)).toBe('Revoked')
  })
})

describe('Admin on the books of a venue', () => {
  const asAdmin = async () => {
    const person = await room.hire(name('ada'))
    await app.database.house`update app_user set is_admin = true where user_id = ${person.userId}`
    return person
  }

  it('is given no access there, and no venue', async () => {
    const { employeeId } = await asAdmin()
    const before = await kept(employeeId)
    const body = { Permissions: tag('can_viewsales'), Locations: room.locationIds }
    expect(outcome(await owner.call('POST', `/employees/${employeeId}/register`, { body }))).toEqual([403, 'NotPermitted'])
    expect(outcome(await owner.call('POST', `/venues/${room.venueId}/employees/${employeeId}/assign`, { body: { Venues: [room.venueId] } }))).toEqual([
      409,
      'NoAccess',
    ])
    expect(await kept(employeeId)).toEqual(before)
  })

  it('is not let in as an employee by another venue either', async () => {
    const { employeeId, userId } = await asAdmin()
    const second = await staffRoom(app, name('Second '))
    const admin = await adminAt(app, second.venueId)
    const answer = await admin.call('POST', `/venues/${room.venueId}/employees/${employeeId}/assign`, { body: { Venues: [room.venueId, second.venueId] } })
    expect(outcome(answer)).toEqual([409, 'NoAccess'])
    expect(await app.database.house`select from user_venue where user_id = ${userId} and venue_id = ${second.venueId}`).toHaveLength(0)
  })

  it('is nobody’s second login by an address written otherwise', async () => {
    const { email } = await asAdmin()
    const made = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Ada' } })
    const body = { Email: email.toUpperCase(), Locations: [], Permissions: [] }
    expect(outcome(await owner.call('POST', `/employees/${made.body.EmployeeId}/register`, { body }))).toEqual([400, 'ValidationFailed'])
  })
})

it('whoever comes back without a word about roles holds none of those from before', async () => {
  const manager = await room.at(name('manager'), [], 'all', ['Manager'])
  const former = await room.hire(name('former'), [], 'all', ['Owner'])
  expect((await owner.call('POST', `/employees/${former.employeeId}/revoke`, { body: {} })).status).toBe(200)
  const again = await manager.call('POST', `/employees/${former.employeeId}/register`, { body: { Permissions: [], Locations: [] } })
  expect(again.status).toBe(200)
  expect(await kept(former.employeeId)).toMatchObject([{ active: true, tags: [], roles: [], all_locations: false }])
})

it.each(['permissions', 'register', 'revoke', 'requestpassword', 'unlock'])('%s: the body names nobody but the path', async (call) => {
  const [one, other] = [await room.hire(name('one')), await room.hire(name('other'))]
  const before = [await kept(one.employeeId), await kept(other.employeeId)]
  const rest = call === 'permissions' ? { Permissions: [] } : call === 'register' ? { Permissions: [], Locations: [] } : {}
  const post = (path: string, body: object) => owner.call('POST', path, { body: { ...rest, ...body } })
  expect(outcome(await post(`/employees/${one.employeeId}/${call}`, { EmployeeId: other.employeeId }))).toEqual([400, 'PathBodyDisagree'])
  const at = `/venue/${room.venueId}/employees/${one.employeeId}/${call}`
  expect(outcome(await post(at, { EmployeeId: other.employeeId }))).toEqual([400, 'PathBodyDisagree'])
  expect(outcome(await post(at, { VenueId: room.venueId + 1 }))).toEqual([400, 'PathBodyDisagree'])
  expect([await kept(one.employeeId), await kept(other.employeeId)]).toEqual(before)
})
