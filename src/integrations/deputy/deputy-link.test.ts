import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AttendanceAnswer } from '#features/rosters/time-attendance.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, isoWeekday } from '#shared/day.ts'
import { calendarOf, instantAtWall, tradingTime } from '#shared/trading-day.ts'
import { daysAgo as day, freshDeputy, DEPUTY_HOST as HOST, span } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { DeputyArea } from './deputy.contract.ts'
import type { DeputyBooks } from './deputy-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number
let books: DeputyBooks

beforeAll(async () => {
  house = await LinkHouse.open('Rostered House')
  ;[front = 0, back = 0] = house.room.locationIds
  await house.app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${house.room.venueId}`
  owner = await house.room.at('rosterer', ['can_linkdeputy', 'can_viewtimesheet', 'can_viewroster', 'can_editsettings', 'can_viewsales'])
})
afterAll(() => house.close())

beforeEach(async () => {
  books = await freshDeputy(house)
})

const areas = async () => (await owner.call<{ Areas: DeputyArea[] }>('GET', `/venue/${house.room.venueId}/deputyareas`)).body.Areas
const place = async (name: string, LocationId: number | null) => {
  const AreaId = (await areas()).find(({ Area }) => Area === name)?.AreaId
  const placed = await owner.call('POST', `/venue/${house.room.venueId}/deputyareas`, { body: { Areas: [{ AreaId, LocationId }] } })
  expect(placed.status).toBe(200)
  await house.work()
}
const rosters = async () => (await owner.call<{ Rosters: Record<string, unknown>[] }>('GET', `/Rosters?FromDate=${day(80)}&ToDate=${day(-20)}`)).body.Rosters
const timesheets = async () =>
  (await owner.call<{ Timesheets: Record<string, unknown>[] }>('GET', `/Timesheets?FromDate=${day(80)}&ToDate=${day(-20)}`)).body.Timesheets
const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/deputytokens`)).body.Links
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Deputy' } })
  await house.work()
}
const asked = (path: string) => house.deputy.standIn.log.filter((one) => one.path === path)

describe('a link with Deputy', () => {
  it('is made by signing in there, for the venue or a location, and is ended here', async () => {
    const begun = await owner.call<{ AuthUrl: string; State: string }>('POST', '/oauth/start', {
      body: { Provider: 'Deputy', LocationId: front, RedirectURI: `${house.app.settings.publicUrl}/deputy/connect` },
    })
    expect(Object.fromEntries(new URL(begun.body.AuthUrl).searchParams)).toEqual({
      client_id: 'deputy-standin',
      redirect_uri: `${house.app.settings.publicUrl}/deputy/connect`,
      response_type: 'code',
      scope: 'longlife_refresh_token',
      state: begun.body.State,
    })
    const linked = await house.linkDeputy(owner, HOST, front)
    expect(linked).toMatchObject({ status: 200, body: { Link: { LocationId: front, Status: 'Linked', AccountName: 'Acme Hospitality', AccountEnds: HOST } } })
    expect((await owner.call('DELETE', `/location/${front}/deputytokens`)).status).toBe(204)
    await house.work()
    expect(await links()).toEqual([])
    const [kept] = await house.app.database.inVenue(house.room.venueId, (sql) => sql`select count(*)::int as n from link_secret`)
    expect(kept).toEqual({ n: 0 })
  })

  it('keeps no token of the link before where the same account is linked anew while that one ends', async () => {
    const kept = () => house.app.database.inVenue(house.room.venueId, (sql) => sql`select count(*)::int as n from link_secret`)
    await house.linkDeputy(owner, HOST, front)
    await owner.call('DELETE', `/location/${front}/deputytokens`)
    expect((await house.linkDeputy(owner, HOST, front)).status).toBe(200)
    expect([...(await kept())]).toEqual([{ n: 1 }])
    await house.work()
    expect([...(await kept())]).toEqual([{ n: 1 }])
  })

  it('is refused where a code is used twice, is another address than it was asked for, or the server named is none of Deputy’s', async () => {
    const RedirectURI = `${house.app.settings.publicUrl}/deputy/connect`
    const start = () => owner.call('POST', '/oauth/start', { body: { Provider: 'Deputy', RedirectURI } })
    const give = (AuthorizationCode: string) => owner.call('POST', `/venue/${house.room.venueId}/deputytokens`, { body: { AuthorizationCode } })
    await start()
    expect(await give(house.deputy.code(HOST, 'https://elsewhere.example/'))).toMatchObject({
      status: 409,
      body: { ResponseStatus: { ErrorCode: 'AuthorisationRefused' } },
    })
    for (const endpoint of [
      'evil.com',
      'acme.au.deputy.com.evil.com',
      'https://user@acme.au.deputy.com',
      'acme.au.deputy.com:8080',
      '127.0.0.1',
      'аcme.au.deputy.com',
    ]) {
      await start()
      const granted = { access_token: 'a', refresh_token: 'r', expires_in: 86_400, endpoint }
      house.deputy.standIn.failNext({ route: '/my/oauth/access_token', status: 200, body: JSON.stringify(granted) })
      const before = house.deputy.standIn.log.length
      expect(await give(`code ${endpoint}`)).toMatchObject({ body: { ResponseStatus: { ErrorCode: 'LinkUnknown' } } })
      expect(house.deputy.standIn.log.length).toBe(before + 1)
    }
    expect(await links()).toEqual([])
  })

  it('tells in words when the answer is lost or a page, and does not send the code again', async () => {
    const RedirectURI = `${house.app.settings.publicUrl}/deputy/connect`
    for (const failing of [{ dropConnection: true }, { status: 200, body: '<html>Maintenance</html>' }]) {
      await owner.call('POST', '/oauth/start', { body: { Provider: 'Deputy', RedirectURI } })
      house.deputy.standIn.failNext({ route: '/my/oauth/access_token', ...failing })
      const before = asked('/my/oauth/access_token').length
      const body = { AuthorizationCode: house.deputy.code(HOST, RedirectURI) }
      expect(await owner.call('POST', `/venue/${house.room.venueId}/deputytokens`, { body })).toMatchObject({
        body: { ResponseStatus: { ErrorCode: 'LinkUnknown' } },
      })
      expect(asked('/my/oauth/access_token')).toHaveLength(before + 1)
    }
  })

  it('renews its token once a day, by the one that works once', async () => {
    await house.linkDeputy(owner, HOST)
    await house.work()
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update link_secret set expires_at = now()`
    await sql.end()
    house.deputy.standIn.moveClock(90_000)
    await again()
    expect(asked(`/${HOST}/oauth/access_token`)).toMatchObject([{ status: 200 }])
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    await again()
    expect(asked(`/${HOST}/oauth/access_token`)).toHaveLength(1)
  })

  it('renews a token that is refused before its end', async () => {
    await house.linkDeputy(owner, HOST)
    await house.work()
    house.deputy.install(HOST).access.clear()
    await again()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    expect(asked(`/${HOST}/oauth/access_token`)).toHaveLength(1)
  })

  it('needs somebody once the consent is taken back there or the server is gone, and works again after linking anew', async () => {
    await house.linkDeputy(owner, HOST)
    await house.work()
    house.deputy.revoke(HOST)
    await again()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
    expect((await house.linkDeputy(owner, HOST)).status).toBe(200)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    house.deputy.installs.delete(HOST)
    await again()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
  })
})

it('a renewal that names another server is not believed', async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`update link_secret set expires_at = now()`
  await sql.end()
  const granted = { access_token: 'a', refresh_token: 'r', expires_in: 86_400, endpoint: 'other.au.deputy.com' }
  house.deputy.standIn.failNext({ route: `/${HOST}/oauth/access_token`, status: 200, body: JSON.stringify(granted) })
  await again()
  expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'refused' }])
  expect(house.deputy.standIn.log.some(({ path }) => path.startsWith('/other.au'))).toBe(false)
})

describe('rosters and timesheets of Deputy', () => {
  it('arrive with the link: nights, breaks, drafts, open shifts, who is at work, what was approved, leave and what was discarded', async () => {
    books.roster(11, 21, span(3, '17:00', '01:30', 1), { Mealbreak: '2026-11-20T00:30:00+11:00', TotalTime: 8, Cost: 240.5 })
    books.roster(11, 0, span(2, '10:00', '14:00'))
    books.roster(11, 22, span(2, '10:00', '14:00'), { Published: false })
    books.timesheet(11, 21, span(3, '17:05', '01:45', 1), { TimeApproved: true, TimeApprover: 22, TotalTime: 8.25, Cost: 250 })
    books.timesheet(11, 22, [span(0, '00:10', '00:20')[0], null])
    books.timesheet(11, 23, span(1, '09:00', '17:00'), { IsLeave: true })
    books.timesheet(11, 23, span(4, '09:00', '12:00'), { Discarded: true })
    await house.linkDeputy(owner, HOST)
    await house.work()
    await place('Bar', front)
    expect(await rosters()).toMatchObject([
      {
        EmployeeName: 'Ana Ruiz',
        Area: 'Bar',
        LocationId: front,
        Date: day(3),
        BreakMinutes: 30,
        Hours: 8,
        Cost: 240.5,
        Published: true,
        Open: false,
        Source: 'Deputy',
      },
      { EmployeeName: null, Hours: 4, Published: true, Open: true },
      { EmployeeName: 'Ben Cole', Published: false, Open: false },
    ])
    const sheets = await timesheets()
    expect(sheets.find(({ EmployeeName }) => EmployeeName === 'Ana Ruiz')).toMatchObject({
      Claimed: 8.25,
      Approved: 8.25,
      Hours: 8.25,
      Cost: 250,
      State: 'Approved',
    })
    expect(sheets.find(({ EmployeeName }) => EmployeeName === 'Ben Cole')).toMatchObject({ End: null, State: 'Open' })
    expect(sheets.find(({ State }) => State === 'Discarded')).toMatchObject({ EmployeeName: 'Kim Sato' })
  })

  it('count at no location until somebody says where an area is, and at its location from then on', async () => {
    books.roster(11, 21, span(3, '10:00', '15:00'))
    books.roster(12, 22, span(3, '10:00', '12:00'))
    await house.linkDeputy(owner, HOST)
    await house.work()
    expect(await areas()).toMatchObject([
      { Company: 'Front Bar', Area: 'Bar', LocationId: null, Suggested: front, RosterHours: 5 },
      { Company: 'The Cellar', Area: 'Floor', LocationId: null, Suggested: null, RosterHours: 2 },
    ])
    expect((await rosters()).map(({ LocationId }) => LocationId)).toEqual([null, null])
    await place('Bar', front)
    await place('Floor', back)
    const { body } = await owner.call<AttendanceAnswer>('GET', `/reports/time-attendance?FromDate=${day(3)}&ToDate=${day(3)}`)
    expect(JSON.stringify(body)).toContain('Ana Ruiz')
    expect(new Set((await rosters()).map(({ LocationId }) => LocationId))).toEqual(new Set([front, back]))
    await place('Floor', null)
    expect(new Set((await rosters()).map(({ LocationId }) => LocationId))).toEqual(new Set([front, null]))
  })

  it('are read from the first trading day of the link on, which stays when areas are placed later', async () => {
    const first = addDays(tradingTime(Date.now(), calendarOf({ timeZone: 'Australia/Sydney', dayStart: '05:00' })).businessDate, -89)
    const at = (date: string, from: string, to: string): [string, string] => [`${date}T${from}:00+10:00`, `${date}T${to}:00+10:00`]
    books.roster(11, 21, at(addDays(first, -1), '17:00', '23:00'))
    books.roster(11, 21, at(first, '09:00', '12:00'))
    books.roster(11, 22, at(addDays(first, 1), '01:00', '03:00'))
    await house.linkDeputy(owner, HOST)
    await house.work()
    await place('Bar', front)
    expect(await links()).toMatchObject([{ FirstDay: first, Fetched: null }])
    const { body } = await owner.call<{ Rosters: { Date: string; Hours: number }[] }>('GET', `/Rosters?FromDate=${addDays(first, -3)}&ToDate=${day(0)}`)
    expect(body.Rosters.map((shift) => [shift.Date, shift.Hours])).toEqual([
      [first, 3],
      [first, 2],
    ])
  })

  it('before the start of the trading day count on the day before, once the place is known; leave counts as leave', async () => {
    books.roster(11, 21, span(2, '02:00', '04:00'))
    books.timesheet(11, 23, span(1, '09:00', '17:00'), { IsLeave: true })
    await house.linkDeputy(owner, HOST)
    await house.work()
    expect(await rosters()).toMatchObject([{ Date: day(2) }])
    await place('Bar', front)
    expect(await rosters()).toMatchObject([{ Date: day(3) }])
    const { body } = await owner.call<AttendanceAnswer>('GET', `/reports/time-attendance?FromDate=${day(3)}&ToDate=${day(1)}`)
    expect(body.Totals).toMatchObject({ Leave: 8, Roster: 2 })
  })

  it('tell the clocked time of those that were clocked, as it was before somebody approved another length', async () => {
    await house.linkDeputy(owner, HOST)
    const { Id } = books.timesheet(11, 21, span(2, '10:00', '16:00'), { RealTime: true })
    books.timesheet(11, 22, span(2, '10:00', '14:00'))
    await again()
    expect((await timesheets()).map(({ Claimed, Actual }) => [Claimed, Actual])).toEqual([
      [6, 6],
      [4, null],
    ])
    books.timesheet(11, 21, span(2, '10:00', '15:00'), { Id, RealTime: true, TimeApproved: true })
    await again()
    expect((await timesheets()).find(({ State }) => State === 'Approved')).toMatchObject({ Claimed: 6, Actual: 6, Hours: 5 })
  })

  it('show the templates they are made of, each weekday as the newest shift of it is', async () => {
    const templates = async () =>
      (await owner.call<{ RosterTemplates: Record<string, unknown>[] }>('GET', `/RosterTemplates?FromDate=${day(20)}&ToDate=${day(0)}`)).body.RosterTemplates
    const wall = (back: number, hour: number) =>
      new Date(instantAtWall(Date.parse(`${day(back)}T00:00:00Z`) + hour * 3_600_000, 'Australia/Sydney')).toISOString()
    books.roster(11, 21, [wall(6, 10), wall(6, 15.5)], { ShiftTemplate: 7, Mealbreak: '2026-01-01T00:30:00+11:00' })
    books.roster(11, 21, [wall(13, 9), wall(13, 15)], { ShiftTemplate: 7 })
    books.roster(11, 22, [wall(5, 17), wall(5, 25.5)], { ShiftTemplate: 7 })
    books.roster(11, 22, [wall(4, 17), wall(4, 22)], { ShiftTemplate: 0 })
    await house.linkDeputy(owner, HOST)
    await house.work()
    expect(await templates()).toEqual([])
    await place('Bar', front)
    const weekday = (back: number) => isoWeekday(day(back))
    const told = (await templates()).map(({ Weekday, Start, End, BreakMinutes, LocationId, Area }) => ({ Weekday, Start, End, BreakMinutes, LocationId, Area }))
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        { Weekday: weekday(6), Start: '10:00', End: '15:30', BreakMinutes: 30, LocationId: front, Area: 'Bar' },
        { Weekday: weekday(5), Start: '17:00', End: '01:30', BreakMinutes: 0, LocationId: front, Area: 'Bar' },
      ]),
    )
  })

  it('keep what was claimed when it is approved with another length', async () => {
    const { Id } = books.timesheet(11, 21, span(2, '10:00', '16:00'))
    await house.linkDeputy(owner, HOST)
    await house.work()
    books.timesheet(11, 21, span(2, '10:00', '15:00'), { Id, TimeApproved: true })
    await again()
    expect(await timesheets()).toMatchObject([{ Claimed: 6, Hours: 5, State: 'Approved' }])
  })

  it('go when they are deleted there, and come back when they are there again', async () => {
    const { Id } = books.roster(11, 21, span(1, '10:00', '15:00'))
    const sheet = books.timesheet(11, 21, span(1, '10:00', '15:00'))
    await house.linkDeputy(owner, HOST)
    await house.work()
    const kept = { ...books.things.Roster.get(Id) }
    books.delete('Roster', Id)
    books.delete('Timesheet', sheet.Id)
    await again()
    expect(await rosters()).toEqual([])
    expect(await timesheets()).toMatchObject([{ State: 'Discarded' }])
    books.put('Roster', kept)
    await again()
    expect(await rosters()).toHaveLength(1)
  })

  it('arrive whole over many pages, also when reading breaks off in the middle', async () => {
    for (let n = 0; n < 1201; n += 1) books.roster(11, 21 + (n % 3), span(1 + (n % 60), '10:00', '10:30'))
    await house.linkDeputy(owner, HOST)
    house.deputy.standIn.failNext({ route: `/${HOST}/api/v1/resource/Roster/QUERY`, status: 500 })
    await house.work()
    expect(await links()).toMatchObject([{ Trouble: 'silent', Status: 'Linked' }])
    await house.work({ evenLater: true })
    expect(await rosters()).toHaveLength(1201)
    expect(await links()).toMatchObject([{ Trouble: null, Fetched: null }])
  })

  it('stop at a list that does not end, and wait as long as Deputy asks for', async () => {
    await house.linkDeputy(owner, HOST)
    await house.work()
    const page = JSON.stringify(Array.from({ length: 500 }, () => ({ Id: 5 })))
    for (let n = 0; n < 3; n += 1) house.deputy.standIn.failNext({ route: `/${HOST}/api/v1/resource/Company/QUERY`, status: 200, body: page })
    await again()
    expect(await links()).toMatchObject([{ Trouble: 'endless' }])
    house.deputy.standIn.failNext({ route: `/${HOST}/api/v1/resource/Company/QUERY`, status: 429, headers: { 'retry-after': '120' } })
    await fetch(`${house.deputy.standIn.url}/__sim/log`)
    await again()
    expect(await links()).toMatchObject([{ Trouble: 'busy' }])
  })
})

describe('a webhook of Deputy', () => {
  const waiting = async () => {
    const sql = connectAsOwner(house.app.databaseUrl)
    const rows = await sql`select state from webhook_event where provider = 'Deputy'`
    await sql.end()
    return rows.map(({ state }) => state)
  }

  it('has what changed read at once, and the same again does nothing', async () => {
    await house.linkDeputy(owner, HOST)
    await house.work()
    await house.work()
    const { Id } = books.roster(11, 21, span(1, '10:00', '15:00'))
    const at = house.deputy.standIn.seconds
    expect(await house.deputy.tell(HOST, 'Roster.Save', { Id }, at)).toEqual([200])
    expect(await waiting()).toEqual(['waiting'])
    await house.work()
    expect(await rosters()).toHaveLength(1)
    expect(await waiting()).toEqual(['done'])
    await house.deputy.tell(HOST, 'Roster.Save', { Id }, at)
    expect(await waiting()).toEqual(['done'])
    expect(await house.work()).toBe(0)
  })

  it('is refused without our secret, with that of another server, and as no JSON; one of a server nobody linked changes nothing', async () => {
    await house.linkDeputy(owner, HOST)
    await house.work()
    const [own] = house.deputy.install(HOST).webhooks
    const send = async (server: string, headers: Record<string, string>, body = '{"topic":"Roster.Save","data":{"Id":1}}') =>
      (await fetch(`${house.app.url}/api/webhooks/deputy/${server}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }))
        .status
    const secret = own?.Headers.trim().split(': ')[1] ?? ''
    expect(await send(HOST, {})).toBe(400)
    expect(await send(HOST, { 'x-daybook-secret': secret.replace(/^./, 'g') })).toBe(400)
    expect(await send('other.au.deputy.com', { 'x-daybook-secret': secret })).toBe(400)
    expect(await send('evil.com', { 'x-daybook-secret': secret })).toBe(400)
    expect(await send(HOST, { 'x-daybook-secret': secret }, 'no JSON')).toBe(400)
    expect(await waiting()).toEqual([])
    await owner.call('DELETE', `/venue/${house.room.venueId}/deputytokens`)
    expect(await send(HOST, { 'x-daybook-secret': secret })).toBe(200)
    expect(await waiting()).toEqual(['ignored'])
  })

  it('is done without where the role of who allowed us may not register it', async () => {
    house.deputy.install(HOST).denied.add('Webhook')
    books.roster(11, 21, span(1, '10:00', '15:00'))
    await house.linkDeputy(owner, HOST)
    await house.work()
    expect(await rosters()).toHaveLength(1)
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    books.roster(11, 22, span(1, '10:00', '15:00'))
    await house.perform('links.hourly')
    await house.work()
    expect(await rosters()).toHaveLength(2)
  })
})

describe('sales that Deputy is told', () => {
  const told = () => [...house.deputy.install(HOST).metrics.values()].map(({ reference, area, value }) => `${reference} ${area} ${value}`)
  const sold = (hour: string, cents: number, at = front) =>
    storeTrade(house.app.database, house.room.venueId, at, [plainSale(`${day(2)}T${hour}:15:00+11:00`, cents)], new Date())
  const turn = (On: boolean, LocationId?: number) =>
    owner.call('POST', `/venue/${house.room.venueId}/deputysales`, { body: { On, ...(LocationId === undefined ? {} : { LocationId }) } })

  it('are none until somebody switches it on, then those of each hour, and again only those that changed', async () => {
    await sold('18', 2345)
    await sold('18', 1000)
    await sold('20', 5000)
    await house.linkDeputy(owner, HOST)
    await house.work()
    await place('Bar', front)
    expect(told()).toEqual([])
    expect((await turn(true, back)).status).toBe(404)
    expect(await turn(true)).toMatchObject({ status: 200, body: { Links: [{ LocationId: null, On: true, Areas: [{ LocationId: front, Area: 'Bar' }] }] } })
    await house.work()
    expect(told().sort()).toEqual([`${front}:${day(2)}:18 11 33.45`, `${front}:${day(2)}:20 11 50`])
    const atSix = [...house.deputy.install(HOST).metrics.values()].find(({ reference }) => reference === `${front}:${day(2)}:18`)
    expect(new Date(Number(atSix?.timestamp) * 1000).toISOString()).toBe(`${day(2)}T07:00:00.000Z`)
    const before = asked(`/${HOST}/api/v2/metrics`).length
    await again()
    expect(asked(`/${HOST}/api/v2/metrics`)).toHaveLength(before)
    await sold('20', 125)
    await again()
    expect(asked(`/${HOST}/api/v2/metrics`)).toHaveLength(before + 1)
    expect(told()).toContain(`${front}:${day(2)}:20 11 51.25`)
    await turn(false)
    await sold('21', 900)
    await again()
    expect(told()).toHaveLength(2)
  })
})

it('whatever order things change in, what is kept is what Deputy has', async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
  await place('Bar', front)
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let step = 0; step < 40; step += 1) {
    const what = random(4)
    const ids = [...books.things.Roster.keys()]
    const id = ids[random(Math.max(ids.length, 1))]
    if (what < 2 || id === undefined)
      books.roster(11 + random(2), random(2) === 0 ? 0 : 21 + random(3), span(random(10), '08:00', `${10 + random(9)}:00`), { Published: random(3) > 0 })
    else if (what === 2) books.delete('Roster', id)
    else books.roster(11, 21 + random(3), span(random(10), '09:00', `${11 + random(8)}:30`), { Id: id })
    if (random(3) === 0) await again()
  }
  await again()
  const kept = (await rosters()).map(({ Date: date, Hours, Published, Open }) => `${date} ${Hours} ${Published} ${Open}`).sort()
  const theirs = [...books.things.Roster.values()]
    .map((one) => `${String(one.Date).slice(0, 10)} ${one.TotalTime} ${one.Published} ${one.Employee === 0}`)
    .sort()
  expect(kept).toEqual(theirs)
})
