import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { operations } from '#app/operations.ts'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const RANGE = { FromDate: '2026-11-16', ToDate: '2026-11-20', TrendDate: '2026-11-20', Date: '2026-11-20' }

let app: StartedApp

interface Venue {
  visitor: Visitor
  aud: number
  yen: number
}

/** A venue with a location that trades in AUD, and one in JPY that sold at these moments. */
const venueWith = async (
  name: string,
  yenSold: readonly string[],
  audSold: readonly string[] = ['2026-11-18T02:00:00Z', '2026-11-20T02:00:00Z'],
): Promise<Venue> => {
  const { venueId, locationIds } = await makeVenue(app.database, name, ['Sydney', 'Tokyo'])
  const [aud = 0, yen = 0] = locationIds
  await app.database.inVenue(venueId, (sql) => sql`update location set currency = 'JPY' where venue_id = ${venueId} and location_id = ${yen}`)
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${venueId}`
  const sales = (moments: readonly string[], cents: number) => moments.map((at) => plainSale(at, cents))
  await storeTrade(app.database, venueId, aud, sales(audSold, 1250), NOW)
  await storeTrade(app.database, venueId, yen, sales(yenSold, 900), NOW)
  const who = await makePerson(app.database, name.replace(/\W+/g, '-').toLowerCase())
  await employ(app.database, who, venueId, REPORT_TAGS)
  return { visitor: await signedIn(app.url, who.userName, PASSWORD), aud, yen }
}

let quiet: Venue
let both: Venue
let fresh: Venue
let none: Venue

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  // Sold in yen once, before everything that is asked here, but for last year's.
  quiet = await venueWith('Quiet Tokyo', ['2025-11-19T02:00:00Z'])
  both = await venueWith('Busy Tokyo', ['2026-11-18T03:00:00Z', '2026-11-20T03:00:00Z'])
  fresh = await venueWith('New Tokyo', [])
  none = await venueWith('Nothing yet', [], [])
})
afterAll(() => app.close())

/** These are about the stock that is there, each location in its own currency, whatever was sold in a range. */
const OF_STOCK = ['/reports/plu-dayonhand', '/reports/plu-reorders']

const REPORTS = operations
  .map(({ operation }) => operation)
  .filter(({ table, path }) => table !== undefined && /^\/(sales|reports)\//.test(path) && !OF_STOCK.includes(path))
  .map(({ path, query, example }) => {
    const takes = Object.keys((query as z.ZodMiniObject).shape)
    const own = Object.entries((example as { query?: object }).query ?? {}).map(([name, value]) => [name, String(value)] as const)
    const isRange = takes.includes('FromDate') && takes.includes('ToDate') && path !== '/sales/trend'
    const dates = path === '/sales/trend' ? ['TrendDate'] : isRange ? ['FromDate', 'ToDate'] : []
    const right = {
      ...Object.fromEntries(own.filter(([name]) => !(name in RANGE) && name !== 'Locations')),
      ...Object.fromEntries(dates.map((name) => [name, RANGE[name as keyof typeof RANGE]])),
    }
    return [path, takes.includes('Compare') ? { ...right, Compare: 'same-weeks-last-year' } : right] as const
  })

/** These have totals for each currency. */
const BY_CURRENCY = ['/reports/media-summary', '/reports/bridge', '/reports/control-sheets', '/reports/journal', '/reports/payments', '/reports/payments/till']
/** Tyro has payments in Australian dollars alone, and tills of other currencies are not held beside them; a liquor return is of the locations in an Australian state. */
const IN_DOLLARS = ['/reports/card-terminals', '/reports/liquor-return']
/** These have totals of counted sheets, and nobody counted any here. */
const OF_COUNTS = ['/reports/variance', '/reports/variance/sheets']

/** These are about the locations of one currency at a time, the venue's own, and say which. */
const ONE_AT_A_TIME = ['/reports/plu-purchases', '/reports/excises', '/reports/stock-variance']

/** The currencies a report answers in: a list where it has totals for each, one or none where it does not. */
const currenciesOf = (path: string, list: readonly string[]): unknown =>
  OF_COUNTS.includes(path)
    ? []
    : IN_DOLLARS.includes(path) || ONE_AT_A_TIME.includes(path)
      ? 'AUD'
      : BY_CURRENCY.includes(path)
        ? list
        : list.length === 1
          ? list[0]
          : null

interface Told {
  AsAt: string
  Currency?: string | null
  Totals: { Currency: string | null; Net: number | null } | { Currency: string }[]
}

const currencyIn = ({ Totals, Currency }: Told): unknown =>
  Array.isArray(Totals) ? Totals.map((one) => one.Currency) : Currency !== undefined ? Currency : Totals.Currency

const ask = async ({ visitor }: Venue, path: string, query: Record<string, string>) => {
  const { status, body } = await visitor.call<Told>('GET', `${path}?${new URLSearchParams(query)}`)
  expect({ path, status }).toEqual({ path, status: 200 })
  return { ...body, AsAt: '' }
}

describe('a location without trade in the range', () => {
  it('there are reports to ask', () => expect(REPORTS.length).toBeGreaterThan(30))

  it.each(REPORTS)('in another currency changes nothing at %s, not what it is compared with either', async (path, query) => {
    for (const venue of [fresh, quiet]) {
      const [all, alone] = [await ask(venue, path, query), await ask(venue, path, { ...query, Locations: String(venue.aud) })]
      expect(currencyIn(all)).toEqual(currenciesOf(path, ['AUD']))
      expect(all).toEqual(alone)
    }
  })

  it('is still told where it is the only one asked for', async () => {
    const { Totals } = await ask(fresh, '/sales/day', { FromDate: RANGE.FromDate, ToDate: RANGE.ToDate, Locations: String(fresh.yen) })
    expect(Totals).toMatchObject({ Currency: 'JPY', Net: 0 })
  })

  it('leaves the venue its own currency where nobody sold anything', async () => {
    const { Totals } = await ask(none, '/sales/day', { FromDate: RANGE.FromDate, ToDate: RANGE.ToDate })
    expect(Totals).toMatchObject({ Currency: 'AUD', Net: 0 })
  })
})

describe('trade in two currencies', () => {
  it.each(REPORTS)('is not added up at %s', async (path, query) => {
    expect(currencyIn(await ask(both, path, query))).toEqual(currenciesOf(path, ['AUD', 'JPY']))
  })

  it.each(ONE_AT_A_TIME)('is told of one at a time at %s', async (path) => {
    const query = { FromDate: RANGE.FromDate, ToDate: RANGE.ToDate }
    expect(await ask(both, path, query)).toMatchObject({ Currency: 'AUD', Locations: [{ LocationId: both.aud }] })
    expect(await ask(both, path, { ...query, Locations: String(both.yen) })).toMatchObject({ Currency: 'JPY', Locations: [{ LocationId: both.yen }] })
  })

  it('is told of each currency', async () => {
    const days = { FromDate: RANGE.FromDate, ToDate: RANGE.ToDate }
    const currencies = async (venue: Venue, query: Record<string, string>) =>
      (await venue.visitor.call<{ Currencies: string[] }>('GET', `/reports/currencies?${new URLSearchParams(query)}`)).body.Currencies
    expect(await currencies(both, days)).toEqual(['AUD', 'JPY'])
    expect(await currencies(both, { ...days, Locations: String(both.yen) })).toEqual(['JPY'])
    expect(await currencies(quiet, days)).toEqual(['AUD'])
    expect(await currencies(quiet, { FromDate: '2025-11-01', ToDate: '2025-11-30' })).toEqual(['JPY'])
    expect(await currencies(none, days)).toEqual(['AUD'])
  })
})
