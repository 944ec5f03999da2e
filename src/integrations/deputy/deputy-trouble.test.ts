import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLinks } from '#integrations/link.sql.ts'
import { accessTokenOf } from '#integrations/link-tokens.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { daysAgo, freshDeputy, DEPUTY_HOST as HOST, span } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { outcome } from '#tests/staff-room.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import { renewTokens } from './deputy-api.adapter.ts'
import type { DeputyBooks } from './deputy-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: DeputyBooks

beforeAll(async () => {
  house = await LinkHouse.open('Troubled House')
  ;[front = 0] = house.room.locationIds
  await house.app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${house.room.venueId}`
  owner = await house.room.at('rosterer', ['can_linkdeputy', 'can_viewtimesheet', 'can_viewroster', 'can_editsettings', 'can_viewsales'])
})
afterAll(() => house.close())

beforeEach(async () => {
  books = await freshDeputy(house)
})

const RANGE = `FromDate=${daysAgo(85)}&ToDate=${daysAgo(-60)}`
const rosters = async (who = owner) => (await who.call<{ Rosters: Record<string, unknown>[] }>('GET', `/Rosters?${RANGE}`)).body.Rosters
const timesheets = async () => (await owner.call<{ Timesheets: Record<string, unknown>[] }>('GET', `/Timesheets?${RANGE}`)).body.Timesheets
const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/deputytokens`)).body.Links
const linked = async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
}
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Deputy' } })
  await house.work()
}
const hourly = async () => {
  await house.perform('links.hourly')
  await house.work()
}
const asked = (path: string) => house.deputy.standIn.log.filter((one) => one.path === path)
const place = async (name: string, LocationId: number) => {
  const path = `/venue/${house.room.venueId}/deputyareas`
  const { Areas } = (await owner.call<{ Areas: { AreaId: number; Area: string }[] }>('GET', path)).body
  await owner.call('POST', path, { body: { Areas: [{ AreaId: Areas.find(({ Area }) => Area === name)?.AreaId, LocationId }] } })
  await house.work()
}

describe('a sign-in at Deputy', () => {
  const begin = async () => {
    const body = { Provider: 'Deputy', LocationId: front, RedirectURI: `${house.app.settings.publicUrl}/deputy/connect` }
    return (await owner.call<{ AuthUrl: string; State: string }>('POST', '/oauth/start', { body })).body
  }
  const comeBack = (AutorizationCode: string, State: string) =>
    owner.call('POST', `/location/${front}/deputytokens`, { body: { LocationId: front, AutorizationCode, State } })

  it('consent denied: nothing is linked, and nothing was asked', async () => {
    const { AuthUrl, State } = await begin()
    const page = await (await fetch(AuthUrl)).text()
    const cancel = /<a href="([^"]+)">Cancel/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back = new URL((await fetch(house.deputy.standIn.url + cancel, { redirect: 'manual' })).headers.get('location') ?? '')
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual(['access_denied', State])
    expect(await links()).toEqual([])
    expect(asked('/my/oauth/access_token')).toEqual([])
  })

  it('state replayed, code twice: each works once', async () => {
    const redirectUri = `${house.app.settings.publicUrl}/deputy/connect`
    const [first, code] = [await begin(), house.deputy.code(HOST, redirectUri)]
    expect((await comeBack(code, first.State)).status).toBe(200)
    await owner.call('DELETE', `/location/${front}/deputytokens`)
    expect(outcome(await comeBack(house.deputy.code(HOST, redirectUri), first.State))).toEqual([409, 'NoPendingAuthorisation'])
    expect(outcome(await comeBack(code, (await begin()).State))).toEqual([409, 'NoPendingAuthorisation'])
    expect(asked('/my/oauth/access_token')).toHaveLength(1)
  })
})

describe('what Deputy gave out', () => {
  it('two workers refreshing: Deputy is asked once, both have the new token, and the old one to renew by is refused', async () => {
    await linked()
    const { settings } = house.app
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update link_secret set expires_at = now()`
    await sql.end()
    const used: string[] = []
    const token = () =>
      workInVenue(house.app.database, house.room.venueId, new Date(), async (venue) =>
        accessTokenOf(venue, (await openLinks(venue, 'Deputy'))[0]?.linkId ?? '', settings.providers.tokenKeys, (refresh) => {
          used.push(refresh)
          return renewTokens(settings.providers, HOST, 'http://any', refresh)
        }),
      )
    house.deputy.standIn.failNext({ route: `/${HOST}/oauth/access_token`, delayMs: 300 })
    const [one, other] = await Promise.all([token(), token()])
    expect(one).toBeTruthy()
    expect(one).toBe(other)
    expect(asked(`/${HOST}/oauth/access_token`)).toHaveLength(1)
    await expect(renewTokens(settings.providers, HOST, 'http://any', used[0] ?? '')).rejects.toThrow('revoked-there')
    expect(house.deputy.install(HOST).access.has(one ?? '')).toBe(true)
  })

  it('shows in no answer, no row of the database and no line of the trail', async () => {
    books.roster(11, 21, span(1, '10:00', '15:00'))
    await linked()
    const { access, refresh } = house.deputy.install(HOST)
    const secrets = [...access.keys(), ...refresh]
    expect(secrets).toHaveLength(2)
    const shown = [JSON.stringify([await links(), await rosters()])]
    const sql = connectAsOwner(house.app.databaseUrl)
    const tables = await sql<{ name: string }[]>`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ text: string | null }[]>(`select string_agg(t::text, ' ') as text from "${name}" t`)
      shown.push(row?.text ?? '')
    }
    await sql.end()
    for (const secret of [...secrets, ...secrets.map((one) => Buffer.from(one).toString('hex'))])
      expect(shown.some((text) => text.includes(secret))).toBe(false)
  })

  it('disconnect while down: it has ended here at once, and nothing of what Deputy gave out is kept', async () => {
    await linked()
    for (let n = 0; n < 5; n += 1) house.deputy.standIn.failNext({ route: '/', dropConnection: true })
    expect((await owner.call('DELETE', `/venue/${house.room.venueId}/deputytokens`)).status).toBe(204)
    await house.work()
    expect(await links()).toEqual([])
    expect(await house.room.audit('link.closed')).toHaveLength(1)
    const sql = connectAsOwner(house.app.databaseUrl)
    expect(await sql`select 1 from link_secret`).toHaveLength(0)
    await sql.end()
  })
})

describe('a link whose Deputy does not show everything', () => {
  it('needs somebody once, until it shows it: the trail and the mail tell of it one time', async () => {
    house.deputy.install(HOST).denied.add('Timesheet')
    await linked()
    await hourly()
    await hourly()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'refused' }])
    expect(await house.room.audit('link.trouble')).toHaveLength(1)
    expect(await house.room.audit('link.works')).toHaveLength(0)
    house.deputy.install(HOST).denied.clear()
    await hourly()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    expect(await house.room.audit('link.works')).toHaveLength(1)
  })

  it('keeps reading where Deputy does not take sales, and says so where they are switched on', async () => {
    const sales = `/venue/${house.room.venueId}/deputysales`
    await storeTrade(house.app.database, house.room.venueId, front, [plainSale(`${daysAgo(2)}T18:15:00+11:00`, 2345)], new Date())
    await linked()
    await place('Bar', front)
    const refuse = () => house.deputy.standIn.failNext({ route: `/${HOST}/api/v2/metrics`, status: 403 })
    refuse()
    await owner.call('POST', sales, { body: { On: true } })
    await house.work()
    books.roster(11, 21, span(1, '10:00', '15:00'))
    refuse()
    await hourly()
    expect(await rosters()).toHaveLength(1)
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    expect((await owner.call('GET', sales)).body).toMatchObject({ Links: [{ On: true, ToldAt: null, RefusedAt: expect.any(String) }] })
    await hourly()
    expect((await owner.call('GET', sales)).body).toMatchObject({ Links: [{ On: true, ToldAt: expect.any(String), RefusedAt: null }] })
  })

  it('registers its webhooks once, however often it is linked', async () => {
    await linked()
    await owner.call('DELETE', `/venue/${house.room.venueId}/deputytokens`)
    await house.work()
    await linked()
    expect(
      house.deputy
        .install(HOST)
        .webhooks.map(({ Topic }) => Topic)
        .sort(),
    ).toEqual(['Roster.Delete', 'Roster.Save', 'Timesheet.Delete', 'Timesheet.Save'])
  })
})

describe('what Deputy says in its own way', () => {
  it('a shift that is given no length goes, and one without an area is kept at no location', async () => {
    const { Id } = books.roster(11, 21, span(2, '10:00', '15:00'))
    books.roster(11, 22, span(2, '10:00', '13:00'), { OperationalUnit: null })
    await linked()
    expect((await rosters()).map(({ Hours, Area }) => [Hours, Area])).toEqual([
      [5, 'Bar'],
      [3, null],
    ])
    books.roster(11, 21, span(2, '10:00', '10:00'), { Id })
    await again()
    expect((await rosters()).map(({ Hours }) => Hours)).toEqual([3])
  })

  it('a timesheet that ended is over, also where it has no length', async () => {
    books.timesheet(11, 21, span(2, '10:00', '10:00'))
    await linked()
    expect(await timesheets()).toMatchObject([{ State: 'Submitted', Claimed: 0 }])
  })
})

describe('a webhook', () => {
  const sentAt = () => house.deputy.standIn.seconds
  const tell = async (topic: string, Id: number) => {
    expect(await house.deputy.tell(HOST, topic, { Id }, sentAt())).toEqual([200])
    await house.work()
  }

  it('of something deleted long ago or far ahead has it looked at by itself, and is not believed', async () => {
    const [old, far, kept] = [books.roster(11, 21, span(60, '10:00', '15:00')), books.roster(11, 22, span(-50, '10:00', '14:00')), span(61, '09:00', '11:00')]
    const stays = books.roster(11, 23, kept)
    const sheet = books.timesheet(11, 21, span(60, '10:00', '15:00'))
    await linked()
    books.delete('Roster', old.Id)
    books.delete('Roster', far.Id)
    books.delete('Timesheet', sheet.Id)
    await again()
    expect(await rosters()).toHaveLength(3)
    await tell('Roster.Delete', old.Id)
    await tell('Roster.Delete', far.Id)
    await tell('Roster.Delete', stays.Id)
    await tell('Timesheet.Delete', sheet.Id)
    expect((await rosters()).map(({ Hours }) => Hours)).toEqual([2])
    expect(await timesheets()).toMatchObject([{ State: 'Discarded' }])
    const sql = connectAsOwner(house.app.databaseUrl)
    expect(await sql`select distinct state from webhook_event where provider = 'Deputy'`).toEqual([{ state: 'done' }])
    await sql.end()
  })

  it('has what changed read, and not all the days around today once more', async () => {
    for (let n = 0; n < 450; n += 1) books.roster(11, 21 + (n % 3), span(n % 10, '10:00', '11:00'))
    await linked()
    house.deputy.standIn.moveClock(2 * 3600)
    const { Id } = books.roster(11, 21, span(1, '12:00', '14:00'))
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update link_sync set since = now()`
    await sql.end()
    const query = `/${HOST}/api/v1/resource/Roster/QUERY`
    const before = asked(query).length
    await tell('Roster.Save', Id)
    expect(await rosters()).toHaveLength(451)
    expect(asked(query).length - before).toBe(1)
  })

  it("for another venue's link changes nothing of this one", async () => {
    const elsewhere = await house.another('Elsewhere')
    const there = await elsewhere.at('rosterer-there', ['can_linkdeputy', 'can_viewroster'])
    const other = 'other.eu.deputy.com'
    house.deputy.install(other, 'Other').books.put('OperationalUnit', { Id: 11, Company: 1, OperationalUnitName: 'Bar', Active: true })
    await linked()
    await house.linkDeputy(there, other)
    await house.work()
    const { Id } = books.roster(11, 21, span(1, '10:00', '15:00'))
    const before = asked(`/${HOST}/api/v1/resource/Roster/QUERY`).length
    expect(await house.deputy.tell(other, 'Roster.Save', { Id }, sentAt())).toEqual([200])
    await house.work()
    expect(asked(`/${HOST}/api/v1/resource/Roster/QUERY`)).toHaveLength(before)
    expect(await rosters()).toEqual([])
    await there.call('DELETE', `/venue/${elsewhere.venueId}/deputytokens`)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked' }])
  })
})

it('an hour whose sales are corrected to another hour is told as nothing', async () => {
  const at = `${daysAgo(2)}T19:15:00+11:00`
  const sale = plainSale(at, 4200)
  await storeTrade(house.app.database, house.room.venueId, front, [sale], new Date())
  await linked()
  await place('Bar', front)
  await owner.call('POST', `/venue/${house.room.venueId}/deputysales`, { body: { On: true } })
  await house.work()
  const told = (hour = 19) => house.deputy.install(HOST).metrics.get(`${front}:${daysAgo(2)}:${hour}`)?.value
  expect(told()).toBe(42)
  await storeTrade(house.app.database, house.room.venueId, front, [{ ...sale, Revision: 2, ClosedAt: at.replace('19:15', '21:15') }], new Date())
  await again()
  expect([told(), told(21)]).toEqual([0, 42])
})

it('whatever order webhooks and catch-ups come in, and however often, what is kept is what Deputy has', async () => {
  await linked()
  await place('Bar', front)
  let seed = 20_261_125
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const told: [string, number, number][] = []
  const deputy = house.deputy
  for (let step = 0; step < 60; step += 1) {
    const kind = random(2) === 0 ? ('Roster' as const) : ('Timesheet' as const)
    const ids = [...books.things[kind].keys()]
    const id = random(2) === 0 ? undefined : ids[random(ids.length)]
    const when = span(random(80) - 20, '08:00', `${10 + random(10)}:30`)
    const area = 11 + random(2)
    if (id !== undefined && random(3) === 0) {
      books.delete(kind, id)
      told.push([`${kind}.Delete`, id, deputy.standIn.seconds + step])
    } else {
      const given = id === undefined ? {} : { Id: id }
      const made =
        kind === 'Roster'
          ? books.roster(area, random(4) === 0 ? 0 : 21 + random(3), when, given)
          : books.timesheet(area, 21 + random(3), random(6) === 0 ? [when[0], null] : when, { ...given, Discarded: random(5) === 0, IsLeave: random(5) === 0 })
      told.push([`${kind}.Save`, made.Id, deputy.standIn.seconds + step])
    }
    for (let n = random(4); n > 0; n -= 1) {
      const [topic, Id, at] = told[random(told.length)] as (typeof told)[number]
      await deputy.tell(HOST, topic, { Id }, at)
    }
    if (random(3) === 0) await house.work()
    if (random(6) === 0) await hourly()
  }
  for (const [topic, Id, at] of told.sort(() => random(3) - 1)) await deputy.tell(HOST, topic, { Id }, at)
  await house.work()
  const shifts = (await rosters()).map(({ Start, End, Hours, Open }) => [Date.parse(String(Start)), Date.parse(String(End)), Hours, Open])
  const theirs = [...books.things.Roster.values()].map((one) => [Number(one.StartTime) * 1000, Number(one.EndTime) * 1000, one.TotalTime, one.Employee === 0])
  expect(shifts.sort()).toEqual(theirs.sort())
  const kept = (await timesheets())
    .filter(({ State }) => State !== 'Discarded')
    .map(({ Start, End, Claimed }) => [Date.parse(String(Start)), End === null, Claimed])
  const worked = [...books.things.Timesheet.values()]
    .filter(({ Discarded, IsLeave }) => !Discarded && !IsLeave)
    .map((one) => [Number(one.StartTime) * 1000, one.EndTime === null, one.EndTime === null ? null : one.TotalTime])
  expect(kept.sort()).toEqual(worked.sort())
})
