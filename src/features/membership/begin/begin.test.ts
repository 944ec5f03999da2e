import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSampleVenue } from '#db/demo/venue.ts'
import { makeVenue } from '#platform/access/new-venue.ts'
import { PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'
import { linkToBegin } from './begin.sql.ts'

let app: StartedApp
let hours = 0

beforeEach(async () => {
  hours = 0
  app = await startApp({ sample: false, now: () => new Date(Date.now() + hours * 3_600_000) })
})
afterEach(() => app.close())

const link = () => linkToBegin(app.database.house, 'https://daybook.example', new Date())
const tokenOf = (address: string | undefined) => address?.split('#')[1] ?? ''

const body = (Token: string, changes: Record<string, unknown> = {}) => ({
  ...{ Token, FirstName: 'Noa', Surname: 'Tide', Email: 'noa@tidewater.example', UserName: 'noa', Password: PASSWORD },
  Venue: { Name: 'Tidewater Kitchen', Currency: 'AUD', WeekStart: 1, FinancialYearStart: '07-01' },
  ...changes,
})
const begin = (sent: unknown) => new Visitor(app.url).call('POST', '/begin', { body: sent })

it('whoever has the link of the console begins the house: an Owner and their venue, and nobody else after', async () => {
  const address = await link()
  expect(address).toMatch(/^https:\/\/daybook\.example\/membership\/begin#/)
  expect((await begin(body(tokenOf(address)))).status).toBe(204)
  const owner = await signedIn(app.url, 'noa', PASSWORD)
  const { body: user } = await owner.call<{ Roles: string[]; Config: Record<string, unknown> }>('GET', `/users/${owner.userId}`)
  expect(user).toMatchObject({
    Roles: ['Owner'],
    DisplayName: 'Noa Tide',
    Config: { VenueName: 'Tidewater Kitchen', Currency: 'AUD', Sample: false, FirstRun: true },
  })
  const [kept] = await app.database.inVenue(
    owner.venueId ?? 0,
    (sql) => sql<{ by: string }[]>`select detail->>'By' as by from audit_event where action = 'venue.made'`,
  )
  expect(kept?.by).toBe('first person')

  expect(await link()).toBeUndefined()
  const again = await begin(body(tokenOf(address), { UserName: 'mallory', Email: 'mallory@example.com', Venue: { Name: 'Second House', Currency: 'AUD' } }))
  expect({ status: again.status, code: again.body.ResponseStatus?.ErrorCode }).toEqual({ status: 404, code: 'LinkNotValid' })
})

it('a venue in Japan starts as is usual there, and so does its first location', async () => {
  expect((await begin(body(tokenOf(await link()), { Venue: { Name: '潮風食堂', Country: 'JP' } }))).status).toBe(204)
  const owner = await signedIn(app.url, 'noa', PASSWORD)
  const at = (path: string) => `/venue/${owner.venueId}${path}`
  const { body: config } = await owner.call('GET', at('/config'))
  expect(config).toMatchObject({
    Config: { Country: 'JP', Currency: 'JPY', Language: 'jp', WeekStart: 1, FinancialYearStart: '04-01', TaxName: '消費税', SignOffLimit: 2000 },
  })
  const { body: accounts } = await owner.call('GET', at('/config/journalaccounts'))
  expect(accounts).toMatchObject({ Accounts: { Kinds: { Tax: { Name: '仮受消費税', TaxRate: '対象外' }, OverShort: { Name: '現金過不足' } } } })
  const { body: bar } = await owner.call('POST', at('/locations'), { body: { Name: '本店' } })
  expect(bar).toMatchObject({ TimeZone: 'Asia/Tokyo', Currency: 'JPY', DayStart: '05:00' })
  const { body: fraud } = await owner.call('GET', at('/config/fraudrules'))
  expect(fraud).toMatchObject({ Rules: { LargeSale: 40_000 } })
})

it('of two who begin at once one does', async () => {
  const token = tokenOf(await link())
  const both = await Promise.all(
    ['noa', 'ben'].map((UserName) =>
      begin(body(token, { UserName, Email: `${UserName}@tidewater.example`, Venue: { Name: `House of ${UserName}`, Currency: 'AUD' } })),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
  expect(await app.database.house`select user_id from app_user`).toHaveLength(1)
})

it.each(['', 'nonsense', '99999999999.nonsense', '99999999999'])('no link is good that no server printed: "%s"', async (token) => {
  expect((await begin(body(token))).status).toBe(token === '' ? 400 : 404)
  expect(await app.database.house`select user_id from app_user`).toHaveLength(0)
})

it('a moment that somebody else wrote into it makes the link worthless, and so does a day', async () => {
  const token = tokenOf(await link())
  const [seconds = '', signature = ''] = token.split('.')
  expect((await begin(body(`${Number(seconds) + 1}.${signature}`))).status).toBe(404)
  hours = 25
  expect((await begin(body(token))).status).toBe(404)
  hours = 23
  expect((await begin(body(token))).status).toBe(204)
})

it('what is refused leaves the link as it was', async () => {
  const token = tokenOf(await link())
  const short = await begin(body(token, { Password: 'short' }))
  expect(short.body.ResponseStatus?.ErrorCode).toBe('PasswordTooShort')
  expect((await begin(body(token, { Password: 'tidewater kitchen 1' }))).body.ResponseStatus?.ErrorCode).toBe('PasswordTooCommon')
  const wrong = await begin(body(token, { UserName: 'no spaces', Venue: { Name: 'Tidewater', Currency: 'XXQ' } }))
  expect(wrong.status).toBe(400)
  expect((await begin(body(token))).status).toBe(204)
})

it("people of the sample are nobody's owner: beside them the link is good until somebody real is here", async () => {
  await createSampleVenue(app.databaseUrl)
  expect((await begin(body(tokenOf(await link())))).status).toBe(204)
  expect(await link()).toBeUndefined()
  const owner = await signedIn(app.url, 'noa', PASSWORD)
  const { body: offered } = await owner.call<{ Venues: { Name: string }[] }>('GET', `/users/${owner.userId}/venues`)
  expect(offered.Venues.map(({ Name }) => Name)).toEqual(['Tidewater Kitchen'])
})

it('a venue of that name, made on the command line, is told apart by its field', async () => {
  await makeVenue(app.database, { name: 'Tidewater Kitchen', currency: 'AUD' })
  const token = tokenOf(await link())
  const taken = await begin(body(token))
  expect({ status: taken.status, errors: taken.body.ResponseStatus?.Errors }).toMatchObject({
    status: 400,
    errors: [{ FieldName: 'Venue.Name', ErrorCode: 'Taken' }],
  })
  expect(await app.database.house`select user_id from app_user`).toHaveLength(0)
  expect((await begin(body(token, { Venue: { Name: 'Tidewater Bar', Currency: 'AUD' } }))).status).toBe(204)
})
