import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { isOrAdmin } from '#shared/endpoint.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { filesOf } from '#tests/report-files.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { beginHours } from './change-locations.sql.ts'
import type { Config, LocationConfig } from './venue-config.contract.ts'
import type { Location } from './venues.contract.ts'

// Noon of the 20th in Sydney.
const NOW = new Date('2026-11-20T01:00:00Z')

let app: StartedApp
let anchor: { venueId: number; locationIds: number[] }
let bell: { venueId: number; locationIds: number[] }
let editor: Visitor
let barHand: Visitor
let admin: Visitor
let barPerson: Person

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  anchor = await makeVenue(app.database, 'The Anchor', ['Bar', 'Garden', 'Cellar'])
  bell = await makeVenue(app.database, 'The Bell', ['Tower'])
  await employ(app.database, await makePerson(app.database, 'editor'), anchor.venueId, ['can_editsettings', 'can_viewemp', 'can_linkpayment', 'can_viewsales'])
  barPerson = await makePerson(app.database, 'barhand')
  await employ(app.database, barPerson, anchor.venueId, ['can_editsettings'], anchor.locationIds.slice(0, 1))
  await makePerson(app.database, 'boss', { isAdmin: true })
  editor = await signedIn(app.url, 'editor', PASSWORD)
  barHand = await signedIn(app.url, 'barhand', PASSWORD)
  admin = await signedIn(app.url, 'boss', PASSWORD)
})
afterAll(() => app.close())

const codeOf = (answer: { body: { ResponseStatus?: { ErrorCode: string } } }) => answer.body.ResponseStatus?.ErrorCode
const fieldsOf = (answer: { body: { ResponseStatus?: { Errors: { FieldName: string }[] } } }) =>
  answer.body.ResponseStatus?.Errors.map(({ FieldName }) => FieldName)
const at = (path: string, venueId = anchor.venueId) => `/venue/${venueId}${path}`
const audited = (venueId: number, action: string) =>
  app.database.inVenue(
    venueId,
    (sql) => sql<{ detail: Record<string, unknown> }[]>`select detail from audit_event where action = ${action} order by at, event_id`,
  )
const sold = (venueId: number, locationId: number, day = '2026-11-19', at = NOW) =>
  storeTrade(app.database, venueId, locationId, [plainSale(`${day}T12:00:00+11:00`, 1100)], at)

describe('locations', () => {
  it('are those granted, by every call alike', async () => {
    const all = (await editor.call<{ Locations: Location[] }>('GET', '/locations')).body.Locations
    expect(all.map(({ Name }) => Name)).toEqual(['Bar', 'Garden', 'Cellar'])
    expect((await editor.call('GET', at('/locations'))).body.Locations).toEqual(all)
    const own = (await barHand.call<{ Locations: Location[] }>('GET', '/locations')).body.Locations
    expect(own).toEqual(all.slice(0, 1))
    expect((await barHand.call('GET', at('/locations'))).body.Locations).toEqual(own)
    expect((await barHand.call('GET', '/userlocations')).body.Locations).toEqual(own)
    expect((await barHand.call('GET', `/locations/${anchor.locationIds[0]}`)).body).toEqual(own[0])
    expect((await barHand.call('GET', `/locations/${anchor.locationIds[1]}`)).status).toBe(404)
    expect((await barHand.call<{ Locations: number }>('GET', '/venueinfo')).body).toMatchObject({ Name: 'The Anchor', Locations: 1 })
  })

  it("of somebody else take can_viewemp, and are none of another venue's", async () => {
    expect((await editor.call('GET', `/userlocations?userid=${barPerson.userId}`)).body.Locations).toHaveLength(1)
    expect((await barHand.call('GET', `/userlocations?userid=${editor.userId}`)).status).toBe(404)
    expect((await editor.call('GET', `/userlocations?userid=${admin.userId}`)).status).toBe(404)
  })

  it('of somebody who works in other places alone, or no more, are not told', async () => {
    const [bar = 0, garden = 0] = anchor.locationIds
    const hire = async (name: string, places: number[]) => {
      const one = await makePerson(app.database, name)
      await employ(app.database, one, anchor.venueId, name === 'host' ? ['can_viewemp'] : [], places)
      return one
    }
    await hire('host', [bar])
    const host = await signedIn(app.url, 'host', PASSWORD)
    const seen = async ({ userId }: Person) => {
      const { status, body } = await host.call<{ Locations: Location[] }>('GET', `/userlocations?userid=${userId}`)
      return status === 200 ? body.Locations.map(({ LocationId }) => LocationId) : status
    }
    expect(await seen(await hire('gardener', [garden]))).toBe(404)
    const both = await hire('both', [bar, garden])
    expect(await seen(both)).toEqual([bar])
    await app.database.inVenue(anchor.venueId, (sql) => sql`update employee set active = false where venue_id = ${anchor.venueId} and user_id = ${both.userId}`)
    expect(await seen(both)).toBe(404)
  })

  it('are added by whoever holds all of them', async () => {
    const place = { Name: 'Roof', TimeZone: 'Australia/Perth' }
    expect((await barHand.call('POST', at('/locations'), { body: place })).status).toBe(403)
    const made = await editor.call<LocationConfig>('POST', at('/locations'), { body: place })
    expect(made.body).toMatchObject({ Name: 'Roof', DayStart: '05:00', Currency: 'AUD', HasSales: false })
    expect(fieldsOf(await editor.call('POST', at('/locations'), { body: { ...place, Name: 'ＲＯＯＦ' } }))).toEqual(['Name'])
    expect((await editor.call('PUT', at('/locations/config'), { body: { Locations: [{ LocationId: made.body.LocationId, Active: false }] } })).status).toBe(200)
  })

  it('are offered to be added to nobody who could not: all of them and the permission are needed', async () => {
    await employ(app.database, await makePerson(app.database, 'onlooker'), anchor.venueId, ['can_viewemp'])
    const onlooker = await signedIn(app.url, 'onlooker', PASSWORD)
    const mayAdd = async (who: Visitor) => (await who.call<{ MayAdd: boolean }>('GET', at('/locations/config'))).body.MayAdd
    expect([await mayAdd(editor), await mayAdd(admin), await mayAdd(barHand), await mayAdd(onlooker)]).toEqual([true, true, false, false])
  })

  it('that are not the holder’s are changed by nobody, nor those sent beside them', async () => {
    const [bar = 0, garden = 0] = anchor.locationIds
    const before = (await editor.call('GET', at('/locations/config'))).body
    for (const foreign of [garden, bell.locationIds[0] ?? 0, 2_147_483_647]) {
      const body = {
        Locations: [
          { LocationId: bar, Region: 'Mine' },
          { LocationId: foreign, Name: 'Bar' },
        ],
      }
      const refused = await barHand.call('PUT', at('/locations/config'), { body })
      expect([refused.status, codeOf(refused)]).toEqual([404, 'LocationNotFound'])
    }
    expect((await editor.call('GET', at('/locations/config'))).body).toEqual(before)
  })
})

it('suppliers are those a key of theirs was granted at, by the name the venue knows', async () => {
  expect((await editor.call('GET', at('/suppliers'))).body).toEqual({ Suppliers: [] })
  const User = { Name: 'Orders', SupplierName: 'Wharf Brewing', Scopes: ['purchases:read'], Venues: [anchor.venueId] }
  const { SupplierId } = (await admin.call<{ User: { SupplierId: number } }>('POST', '/patronapi2/keys', { body: { User } })).body.User
  expect((await editor.call('GET', at('/suppliers'))).body).toEqual({ Suppliers: [{ SupplierId, Name: 'Wharf Brewing' }] })
})

describe('a new zone or cut-off', () => {
  const change = (part: object, who = editor) =>
    who.call<{ Locations: LocationConfig[] }>('PUT', at('/locations/config'), { body: { Locations: [{ LocationId: anchor.locationIds[1], ...part }] } })
  const garden = ({ Locations }: { Locations: LocationConfig[] }) => Locations.find(({ LocationId }) => LocationId === anchor.locationIds[1])

  it('holds from the first day on where nothing was sold, and from tomorrow on where something was', async () => {
    const before = garden((await change({ DayStart: '04:00' })).body)
    expect(before).toMatchObject({ DayStart: '04:00', Today: '2026-11-20', Calendar: [{ FromDay: '2000-01-01', DayStart: '04:00' }] })
    await sold(anchor.venueId, anchor.locationIds[1] ?? 0)
    expect(fieldsOf(await change({ DayStart: '06:00', FromDay: '2026-11-20' }))).toEqual(['Locations.0.FromDay'])
    const after = garden((await change({ DayStart: '06:00', TimeZone: 'Australia/Perth' })).body)
    expect(after).toMatchObject({ DayStart: '04:00', TimeZone: 'Australia/Sydney' })
    expect(after?.Calendar.at(-1)).toEqual({ FromDay: '2026-11-21', TimeZone: 'Australia/Perth', DayStart: '06:00' })
    await workInVenue(app.database, anchor.venueId, new Date('2026-11-20T21:59:00Z'), beginHours)
    expect((await editor.call<Location>('GET', `/locations/${anchor.locationIds[1]}`)).body.DayStart).toBe('04:00')
    await workInVenue(app.database, anchor.venueId, new Date('2026-11-20T22:01:00Z'), beginHours)
    expect((await editor.call<Location>('GET', `/locations/${anchor.locationIds[1]}`)).body).toMatchObject({ DayStart: '06:00', TimeZone: 'Australia/Perth' })
    expect(await audited(anchor.venueId, 'venue.hours-began')).toHaveLength(1)
  })

  it('refuses other currencies after sales, names that are taken, and places that are not granted', async () => {
    expect(fieldsOf(await change({ Currency: 'NZD' }))).toEqual(['Locations.0.Currency'])
    expect(fieldsOf(await change({ Name: 'bar' }))).toEqual(['Locations.0.Name'])
    expect(codeOf(await change({ Name: 'Mine now' }, barHand))).toBe('LocationNotFound')
    expect(fieldsOf(await change({ TimeZone: 'Mars/Olympus', DayStart: '13:00', Nonsense: 1 }))).toContain('Locations.0.TimeZone')
  })
})

describe('config', () => {
  const save = (Config: object, Version?: number, who = editor) =>
    who.call<{ Config: Config; Version: number }>('POST', at('/config'), { body: { Config, Version } })

  it('changes what was sent, keeps the rest, and tells the audit the difference', async () => {
    const { body: before } = await editor.call<{ Config: Config; Version: number }>('GET', at('/config'))
    const { body: after } = await save({ LoyaltyName: ' Mates ', WeekStart: 7 })
    expect(after).toEqual({ Config: { ...before.Config, LoyaltyName: 'Mates', WeekStart: 7 }, Version: before.Version + 1 })
    expect((await audited(anchor.venueId, 'venue.config-changed')).at(-1)?.detail).toEqual({ LoyaltyName: ['', 'Mates'], WeekStart: ['1', '7'] })
    expect((await save({ LoyaltyName: 'Mates' })).body.Version).toBe(after.Version)
    expect((await editor.call<{ Config: { LoyaltyName: string } }>('GET', `/users/${editor.userId}`)).body.Config.LoyaltyName).toBe('Mates')
  })

  it('the tax has the name the venue gave it, in the user record and in the headings of files, else the usual one of its currency', async () => {
    const known = async () => (await editor.call<{ Config: { TaxName: string } }>('GET', `/users/${editor.userId}`)).body.Config.TaxName
    const sales = (Language: string) => filesOf(app.url, editor, '/reports/daily-sales', { FromDate: '2026-11-19', ToDate: '2026-11-19', Language })
    const headings = async (Language: string) => {
      const { csv, xlsx } = await sales(Language)
      expect(xlsx).toEqual(csv)
      return csv[0]
    }
    expect(await known()).toBe('GST')
    const { body: renamed } = await save({ TaxName: ' Moms ' })
    expect(renamed.Config.TaxName).toBe('Moms')
    expect((await audited(anchor.venueId, 'venue.config-changed')).at(-1)?.detail).toEqual({ TaxName: ['GST', 'Moms'] })
    expect(await known()).toBe('Moms')
    expect(await headings('en')).toContain('Moms')
    expect(await headings('jp')).toContain('Moms')
    expect((await save({ TaxName: '' })).body.Config.TaxName).toBe('GST')
    expect(await headings('en')).toContain('GST')
  })

  it('a name of the tax that nobody chose follows the currency, also where it was posted back', async () => {
    const post = (Config: object) => admin.call<{ Config: Config }>('POST', at('/config', bell.venueId), { body: { Config } })
    const { body: before } = await post({})
    expect(before.Config).toMatchObject({ Currency: 'AUD', TaxName: 'GST' })
    expect((await post({ ...before.Config, Currency: 'JPY' })).body.Config).toMatchObject({ Currency: 'JPY', TaxName: '消費税' })
    expect((await post({ Currency: 'AUD' })).body.Config.TaxName).toBe('GST')
  })

  it.each([
    ['/config', { Config: { LoyaltyName: 'Mine' } }],
    ['/config/shows', { Config: { ShowExcise: true } }],
    ['/config/connections', { Config: { Providers: [] } }],
    ['/config/settings', { Settings: { SessionHours: 8 } }],
    ['/config/fraudrules', { Rules: { UsesPerDay: 6 } }],
    ['/config/journalaccounts', { Accounts: {} }],
  ])('%s is changed only with the permission at all locations', async (path, body) => {
    const { status, body: refused } = await barHand.call('POST', at(path), { body })
    expect([status, refused.ResponseStatus?.ErrorCode]).toEqual([403, 'AllLocationsNeeded'])
    expect((await editor.call('POST', at(path), { body })).status).toBe(200)
  })

  it('of two who change the same version one is told of the other', async () => {
    const { Version } = (await save({})).body
    const both = await Promise.all([save({ LoyaltyName: 'One' }, Version), save({ LoyaltyName: 'Two' }, Version, admin)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.map(codeOf)).toContain('Conflict')
  })

  it.each([
    [{ LoyaltyName: 'x'.repeat(41) }, 'Config.LoyaltyName'],
    [{ LoyaltyName: 'a\u202eb' }, 'Config.LoyaltyName'],
    [{ TaxName: 'x'.repeat(21) }, 'Config.TaxName'],
    [{ TaxName: 'a\nb' }, 'Config.TaxName'],
    [{ FinancialYearStart: '02-29' }, 'Config.FinancialYearStart'],
    [{ Currency: 'ZZZ' }, 'Config.Currency'],
    [{ VoucherPoints: { 20: 0, 25: 1, 50: 1, 100: 1 } }, 'Config.VoucherPoints.20'],
  ])('%j is refused at %s', async (sent, field) => expect(fieldsOf(await save(sent))).toEqual([field]))

  it('the currency stays once there are sales', async () => {
    await sold(anchor.venueId, anchor.locationIds[2] ?? 0)
    expect(fieldsOf(await save({ Currency: 'NZD' }))).toEqual(['Config.Currency'])
  })

  it('shows, connections and settings keep their own versions', async () => {
    const shows = await editor.call<{ Config: object; Version: number }>('POST', at('/config/shows'), { body: { Config: { ShowExcise: false }, Version: 0 } })
    expect(shows.body).toMatchObject({ Config: { ShowExcise: false, ShowControlSheet: true }, Version: 1 })
    const body = { Config: { Providers: [{ Provider: 'Deputy', Scope: 'location' }] } }
    expect((await editor.call('POST', at('/config/connections'), { body })).status).toBe(200)
    const wrong = { Config: { Providers: [{ Provider: 'Tyro', Scope: 'venue' }] } }
    expect(fieldsOf(await editor.call('POST', at('/config/connections'), { body: wrong }))).toEqual(['Config.Providers.0.Scope'])
    const { body: told } = await editor.call<{ Config: { Providers: { Provider: string; Scope: string; Status: string }[] } }>('GET', at('/config/connections'))
    expect(told.Config.Providers.find(({ Provider }) => Provider === 'Deputy')).toMatchObject({ Scope: 'location', Status: 'Not linked' })
    expect((await editor.call('POST', at('/config/connections'), { body: { Config: told.Config } })).status).toBe(200)
  })

  it('sessions opened after it end as soon as the venue wants', async () => {
    const Settings = { SessionIdleMinutes: 5, SessionHours: 1, ReportRecipients: ['A@b.example', 'a@b.example'] }
    const { body } = await editor.call<{ Settings: object }>('POST', at('/config/settings'), { body: { Settings } })
    expect(body.Settings).toMatchObject({ ReportRecipients: ['a@b.example'], SessionIdleMinutes: 5 })
    expect((await editor.call('POST', at('/config/settings'), { body: { Settings: { SessionIdleMinutes: 31 } } })).status).toBe(400)
    const next = await signedIn(app.url, 'barhand', PASSWORD)
    const { body: clock } = await next.call<{ IdleUntil: string; AbsoluteUntil: string }>('GET', '/auth/session')
    expect(Date.parse(clock.IdleUntil) - Date.now()).toBeLessThanOrEqual(5 * 60_000 + 2000)
    expect(Date.parse(clock.AbsoluteUntil) - Date.now()).toBeLessThanOrEqual(60 * 60_000 + 2000)
  })
})

describe('Admin', () => {
  it('works in any venue by the path; its people and others do not', async () => {
    const body = { Config: { LoyaltyName: 'Ringers' } }
    expect((await admin.call('POST', at('/config', bell.venueId), { body })).status).toBe(200)
    expect((await editor.call('POST', at('/config', bell.venueId), { body })).status).toBe(404)
    const [row] = await app.database.inVenue(bell.venueId, (sql) => sql`select actor_user_id from audit_event where action = 'venue.config-changed'`)
    expect(row?.actor_user_id).toBe(admin.userId)
  })

  it('sets fees, to the smallest part of the currency and no further', async () => {
    const path = at('/config/paymentinfo')
    const put = (fees: object) => admin.call('PUT', path, { body: fees })
    expect((await editor.call('GET', path)).status).toBe(403)
    expect((await put({ VenueId: anchor.venueId, PercentageFee: 1.75, FixedFee: 0.3 })).body).toMatchObject({ PercentageFee: 1.75, FixedFee: 0.3 })
    expect(codeOf(await put({ VenueId: bell.venueId, PercentageFee: 1, FixedFee: 0 }))).toBe('PathBodyDisagree')
    expect(fieldsOf(await put({ PercentageFee: 1.755, FixedFee: 0 }))).toEqual(['PercentageFee'])
    expect(fieldsOf(await put({ PercentageFee: 1, FixedFee: 0.305 }))).toEqual(['FixedFee'])
    expect(fieldsOf(await put({ PercentageFee: 101, FixedFee: -1 }))).toEqual(['PercentageFee', 'FixedFee'])
  })

  it('makes a venue with a location and an Owner who is invited', async () => {
    const Location = { Name: 'Front Bar', TimeZone: 'Australia/Hobart' }
    const body = { Name: 'Copper Lantern', Currency: 'AUD', Location, Owner: { Email: 'mia@copper.example', FirstName: 'Mia', Surname: 'Tanaka' } }
    const made = await admin.call<{ VenueId: number; OwnerUserId: number; Invited: boolean }>('POST', '/venues', { body })
    expect(made.body).toMatchObject({ Invited: true })
    const { VenueId, OwnerUserId } = made.body
    expect((await admin.call('GET', at('/locations', VenueId))).body.Locations).toMatchObject([{ Name: 'Front Bar', TimeZone: 'Australia/Hobart' }])
    const [held] = await app.database.inVenue(
      VenueId,
      (sql) => sql`select all_locations, invited_at is not null as invited from employee where user_id = ${OwnerUserId}`,
    )
    expect(held).toEqual({ all_locations: true, invited: true })
    const { body: list } = await admin.call<{ Venues: { VenueId: number; Locations: number; Users: number }[] }>('GET', '/venues')
    expect(list.Venues.find((venue) => venue.VenueId === VenueId)).toMatchObject({ Locations: 1, Users: 1 })
    expect(fieldsOf(await admin.call('POST', '/venues', { body: { ...body, Name: 'copper lantern' } }))).toEqual(['Name'])
  })

  it('a new venue follows its country, or that of its currency; what is not a country is refused', async () => {
    const make = (body: object) => admin.call<{ VenueId: number }>('POST', '/venues', { body: { Location: { Name: 'Bar' }, ...body } })
    const startsWith = async (body: object) => {
      const { VenueId } = (await make(body)).body
      const { Config } = (await admin.call<{ Config: Record<string, unknown> }>('GET', at('/config', VenueId))).body
      const [bar] = (await admin.call<{ Locations: { TimeZone: string }[] }>('GET', at('/locations', VenueId))).body.Locations
      return [Config.Country, Config.Currency, Config.FinancialYearStart, Config.TaxName, Config.SignOffLimit, bar?.TimeZone]
    }
    expect(await startsWith({ Name: 'Yen Inn', Currency: 'JPY' })).toEqual(['JP', 'JPY', '04-01', '消費税', 2000, 'Asia/Tokyo'])
    expect(await startsWith({ Name: 'Leeds Inn', Country: 'GB' })).toEqual(['GB', 'GBP', '04-06', 'VAT', 20, 'Europe/London'])
    expect(await startsWith({ Name: 'Quito Inn', Country: 'EC' })).toEqual(['EC', 'USD', '01-01', 'VAT', 20, 'America/Guayaquil'])
    expect(await startsWith({ Name: 'Euro Inn', Currency: 'EUR' })).toEqual(['', 'EUR', '01-01', 'VAT', 20, 'UTC'])
    expect(fieldsOf(await make({ Name: 'Nowhere Inn', Country: 'ZZ' }))).toEqual(['Country'])
    expect(fieldsOf(await make({ Name: 'Nowhere Inn' }))).toEqual(['Country'])
  })

  it('a limit that was never chosen follows the currency, a chosen one stays', async () => {
    const { VenueId } = (await admin.call<{ VenueId: number }>('POST', '/venues', { body: { Name: 'Moving Inn', Country: 'AU' } })).body
    const change = async (Config: object) => (await admin.call<{ Config: object }>('POST', at('/config', VenueId), { body: { Config } })).body.Config
    expect(await change({ Country: 'JP', Currency: 'JPY' })).toMatchObject({ SignOffLimit: 2000, TaxName: '消費税' })
    expect(await change({ Country: 'KW', Currency: 'KWD' })).toMatchObject({ SignOffLimit: 5, TaxName: 'VAT' })
    expect(await change({ SignOffLimit: 500 })).toMatchObject({ SignOffLimit: 500 })
    expect(await change({ Country: 'AU', Currency: 'AUD' })).toMatchObject({ SignOffLimit: 500, TaxName: 'GST' })
  })

  it('a second location starts as the first one is', async () => {
    const { VenueId } = (
      await admin.call<{ VenueId: number }>('POST', '/venues', {
        body: { Name: 'West Inn', Country: 'AU', Location: { Name: 'Bar', TimeZone: 'Australia/Perth', DayStart: '04:00' } },
      })
    ).body
    const second = await admin.call<LocationConfig>('POST', at('/locations', VenueId), { body: { Name: 'Deck' } })
    expect(second.body).toMatchObject({ TimeZone: 'Australia/Perth', DayStart: '04:00', Currency: 'AUD' })
  })

  it('sees which venues hear their tills, and where one fell silent', async () => {
    const inn = await makeVenue(app.database, 'The Heard Inn', ['Bar', 'Cellar', 'Loft', 'Shut'])
    const [bar, cellar, , shut] = inn.locationIds
    const tills = async () => {
      const { body } = await admin.call<{ Venues: { VenueId: number; Tills: object; Links: object }[] }>('GET', '/venues')
      return body.Venues.find(({ VenueId }) => VenueId === inn.venueId)
    }
    expect(await tills()).toMatchObject({ Tills: { Heard: 0, Silent: 0 }, Links: { Linked: 0, NeedAttention: 0, Providers: [] } })
    const heard = (locationId: number | undefined, day: string, hoursAgo: number) =>
      sold(inn.venueId, locationId ?? 0, day, new Date(Date.now() - hoursAgo * 3_600_000))
    await heard(bar, '2026-11-18', 50)
    await heard(bar, '2026-11-19', 23)
    await heard(cellar, '2026-11-18', 25)
    await heard(shut, '2026-11-18', 400)
    await app.database.inVenue(inn.venueId, (sql) => sql`update location set active = false where venue_id = ${inn.venueId} and location_id = ${shut ?? 0}`)
    expect(await tills()).toMatchObject({ Tills: { Heard: 1, Silent: 1 } })
  })

  it('sees whose links work, and whose need somebody or were not read for a day', async () => {
    const inn = await makeVenue(app.database, 'The Linked Inn', ['Bar', 'Cellar'])
    const [bar = 0, cellar = 0] = inn.locationIds
    const link = (id: number, provider: string, place: number, status: string, error: string | null, hoursAgo: number) =>
      app.database.inVenue(
        inn.venueId,
        (sql) => sql`
          insert into link (venue_id, link_id, provider, location_id, status, account_id, is_live, linked_at, last_error, last_error_at)
          values (${inn.venueId}, ${id}, ${provider}, ${place}, ${status}, ${`a${id}`}, false, now(), ${error}, now() - ${`${hoursAgo} hours`}::interval) returning 1`,
      )
    const links = async () =>
      (await admin.call<{ Venues: { VenueId: number; Links: object }[] }>('GET', '/venues')).body.Venues.find(({ VenueId }) => VenueId === inn.venueId)?.Links
    await link(1, 'Stripe', bar, 'connected', null, 90)
    await link(2, 'Deputy', bar, 'connected', 'silent', 23)
    await link(3, 'Stripe', cellar, 'revoked', 'refused', 90)
    await link(4, 'Shopify', bar, 'disconnecting', 'refused', 90)
    expect(await links()).toEqual({ Linked: 2, NeedAttention: 0, Providers: [] })
    await link(5, 'Deputy', cellar, 'connected', 'silent', 25)
    await link(6, 'Stripe', cellar, 'attention', 'refused', 1)
    await link(7, 'Tyro', bar, 'connected', 'endless', 1)
    expect(await links()).toEqual({ Linked: 2, NeedAttention: 3, Providers: ['Deputy', 'Stripe', 'Tyro'] })
  })

  it.each([
    [{ UserName: 'boss' }, 'Owner.UserName'],
    [{ UserName: 'nobody.here' }, 'Owner.UserName'],
    [{ Email: 'new@copper.example' }, 'Owner.FirstName'],
    [{ UserName: 'editor', Email: 'editor@people.example' }, 'Owner'],
  ])('refuses the Owner %j', async (Owner, field) => {
    const refused = await admin.call('POST', '/venues', { body: { Name: 'Never Made', Currency: 'AUD', Owner } })
    expect(fieldsOf(refused)).toEqual([field])
    expect(await app.database.house`select from venue where name = 'Never Made'`).toHaveLength(0)
  })
})

describe('Admin and the tags to link', () => {
  // What asks for the tag beside one of a report is work in that report, which Admin has no part in.
  const linked = operations
    .map(({ operation }) => operation)
    .filter(({ access }) => JSON.stringify(access).includes('can_link') && !JSON.stringify(access).includes('can_viewpayments'))

  it('lets Admin in wherever a user of the venue needs such a tag and the path names venue or location', () => {
    expect(linked.map(({ path }) => path)).toContain('/venue/:id/registerdomains')
    expect([...new Set(linked.filter(({ access }) => !isOrAdmin(access)).map(({ path }) => path))]).toEqual(['/paymenttokens'])
  })

  it('holds for the venue in the path, and stands in its trail', async () => {
    for (const { venueId } of [anchor, bell]) {
      expect((await admin.call('POST', at('/registerdomains', venueId), { body: { Domain: 'https://admin.example.com/' } })).status).toBe(200)
      const [row] = await app.database.inVenue(
        venueId,
        (sql) => sql`select u.user_name as who, subject from audit_event a join app_user u on u.user_id = a.actor_user_id
          where a.venue_id = ${venueId} and action = 'venue.domain-registered'`,
      )
      expect(row).toEqual({ who: 'boss', subject: 'admin.example.com' })
      await app.database.inVenue(venueId, (sql) => sql`delete from venue_domain where venue_id = ${venueId}`)
    }
    expect((await admin.call('GET', '/info/stripe')).body).toEqual({ StripeClientId: 'ca_standin' })
    expect((await barHand.call('GET', '/info/stripe')).status).toBe(403)
  })
})

it('a domain is kept once, in the letters of the network', async () => {
  const register = (Domain: string, who = editor) => who.call<{ Domain: string; Status: string }>('POST', at('/registerdomains'), { body: { Domain } })
  expect((await register('Bücher.de')).body).toMatchObject({ Domain: 'xn--bcher-kva.de', Status: 'Kept' })
  expect((await register('bücher.de')).status).toBe(200)
  expect((await register('https://bücher.de/shop?of=it')).body).toMatchObject({ Domain: 'xn--bcher-kva.de', Status: 'Kept' })
  expect(fieldsOf(await register('https://bücher.de:8443'))).toEqual(['Domain'])
  expect((await register('other.com', barHand)).status).toBe(403)
  expect(await audited(anchor.venueId, 'venue.domain-registered')).toHaveLength(2)
  expect((await register('https://Shop.example.com/pay')).body).toMatchObject({ Domain: 'shop.example.com' })
  const kept = await editor.call<{ Config: { Domains: { Shown: string }[] } }>('GET', at('/config/connections'))
  expect(kept.body.Config.Domains.map(({ Shown }) => Shown)).toEqual(['Bücher.de', 'Shop.example.com'])
})
