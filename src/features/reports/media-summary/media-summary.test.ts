import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { bucketStart, type DayUnit } from '#features/reports/kit/period.rules.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, everyDay, isoWeekday } from '#shared/day.ts'
import { filesOf } from '#tests/report-files.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { MediaAnswer } from './media-summary.contract.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const MINUTE = (21 - 5) * 60 + 4
const DAYS = ['2025-11-14', '2026-10-30', '2026-10-31', ...everyDay('2026-11-06', '2026-11-20')]

/** Tenders as a till has them: a note too large, cash taken along, a tip, a bill paid two ways, money back. */
const TENDERS: WireSale[] = [
  plainSale('2026-11-18T12:00:00+11:00', 6000, { Tenders: [{ Method: 'Cash', Amount: 10_000, Change: 4000 }] }),
  plainSale('2026-11-18T12:05:00+11:00', 4500, { Tenders: [{ Method: 'Card', Amount: 9500, CashOut: 5000 }] }),
  plainSale('2026-11-18T12:10:00+11:00', 3000, {
    Tenders: [{ Method: 'Card', Amount: 3400, Tip: 400 }],
    Tips: [{ Amount: 400 }],
    Totals: { Total: 3400, Tax: 273, Tip: 400 },
  }),
  plainSale('2026-11-18T12:15:00+11:00', 5000, {
    Tenders: [
      { Method: 'GiftCard', Amount: 2000 },
      { Method: 'Cash', Amount: 3000 },
    ],
  }),
]

interface Tender {
  location: number
  terminal: number
  day: string
  hour: number
  minute: number
  kind: number
  media: number
  tendered: number
  change: number
  cash_out: number
  tip: number
  surcharge: number
  net: number
}

let app: StartedApp
let owner: Visitor
let tenders: Tender[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  await storeTrade(app.database, 1, 1, TENDERS, NOW)
  const db = connectAsOwner(app.databaseUrl)
  tenders = (await db`
    select s.location_id as location, s.terminal_key as terminal, s.business_date::text as day, s.local_hour % 100 as hour, s.local_minute as minute, s.kind,
      p.media_key as media, p.tendered, p.change, p.cash_out, p.tip, p.surcharge, p.net
    from sale_payment p join sale s on s.venue_id = p.venue_id and s.sale_id = p.sale_id where s.venue_id = 1 and s.kind in (1, 2, 5)`) as unknown as Tender[]
  await db.end()
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const ask = async (query: Record<string, string>): Promise<MediaAnswer> => {
  const answer = await owner.call<MediaAnswer>('GET', `/reports/media-summary?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as MediaAnswer
}

interface Filter {
  from: string
  to: string
  locations?: number[] | undefined
  weekdays?: number[] | undefined
  hours?: number[] | undefined
}

const chosen = ({ from, to, locations, weekdays, hours }: Filter) =>
  tenders.filter(
    ({ day, location, hour }) =>
      day >= from &&
      day <= to &&
      (!locations || locations.includes(location)) &&
      (!weekdays || weekdays.includes(isoWeekday(day))) &&
      (!hours || hours.includes(hour)),
  )

const grouped = <K>(some: readonly Tender[], keyOf: (tender: Tender) => K): Map<K, Tender[]> => {
  const groups = new Map<K, Tender[]>()
  for (const tender of some) groups.set(keyOf(tender), [...(groups.get(keyOf(tender)) ?? []), tender])
  return groups
}
const sum = (some: readonly Tender[], of: (tender: Tender) => number) => some.reduce((total, tender) => total + of(tender), 0)
const figures = (some: readonly Tender[]) => ({
  Count: sum(some, ({ kind }) => (kind === 5 ? -1 : 1)),
  Tendered: sum(some, ({ tendered }) => tendered) / 100,
  Change: sum(some, ({ change }) => change) / 100,
  CashOut: sum(some, ({ cash_out }) => cash_out) / 100,
  // Money back on a refund is negative; a sale that is taken back takes nothing back from anybody.
  Refunds: sum(some, ({ kind, net }) => (kind === 5 ? -Math.max(net, 0) : Math.max(-net, 0))) / 100,
  Net: sum(some, ({ net }) => net) / 100,
  Tips: sum(some, ({ tip }) => tip) / 100,
  Surcharges: sum(some, ({ surcharge }) => surcharge) / 100,
})
const NAMES = Object.keys(figures([]))
const picked = (from: object) => Object.fromEntries(NAMES.map((name) => [name, (from as Record<string, number>)[name]]))

const groupOf = (by: MediaAnswer['By'], { location, terminal, day }: Tender): string =>
  by === 'location' ? String(location) : by === 'terminal' ? `${location}:${terminal}` : bucketStart(day, by as DayUnit, 1)

describe('every figure against the tenders, to the cent', () => {
  const random = randomFor(5, 'media')
  const questions = (['location', 'terminal', 'day', 'week', 'month', 'year'] as const).flatMap((by) =>
    Array.from({ length: 3 }, () => {
      const from = addDays('2026-10-28', random.between(0, 18))
      const hours = random.chance(0.3) ? [17, 18, 19, 20] : undefined
      return {
        by,
        from,
        to: addDays(from, random.between(0, by === 'terminal' || hours ? 14 : 30)),
        locations: random.chance(0.5) ? undefined : ([[1], [2, 3]][random.between(0, 1)] as number[]),
        weekdays: random.chance(0.3) ? [5, 6] : undefined,
        hours,
      }
    }),
  )
  it.each(questions)('by $by, $from to $to, locations $locations, weekdays $weekdays, hours $hours', async ({ by, ...filter }) => {
    const answer = await ask({
      By: by,
      FromDate: filter.from,
      ToDate: filter.to,
      ...(filter.locations ? { Locations: filter.locations.join(',') } : {}),
      ...(filter.weekdays ? { Weekdays: filter.weekdays.join(',') } : {}),
      ...(filter.hours ? { Daypart: 'Dinner' } : {}),
    })
    const some = chosen(filter)
    const [total] = answer.Totals
    expect(picked(total ?? {})).toEqual(figures(some))
    expect([total?.Takings, total?.Difference]).toEqual([total?.Net, 0])
    const byMedia = grouped(some, ({ media }) => media)
    expect(new Map(answer.Media.map((one) => [one.MediaKey, picked(one)]))).toEqual(new Map([...byMedia].map(([key, own]) => [key, figures(own)])))
    const groups = grouped(some, (tender) => groupOf(by, tender))
    expect(new Map(answer.Groups.map((one) => [one.Key, picked(one)]))).toEqual(new Map([...groups].map(([key, own]) => [key, figures(own)])))
    for (const group of answer.Groups) {
      const own = grouped(groups.get(group.Key) ?? [], ({ media }) => media)
      expect(new Map(group.Media.map((one) => [one.MediaKey, picked(one)]))).toEqual(new Map([...own].map(([key, one]) => [key, figures(one)])))
    }
  })

  it('change, cash-out, tips and a bill paid two ways are told apart', async () => {
    const { Media } = await ask({ FromDate: '2026-11-18', ToDate: '2026-11-18', Locations: '1' })
    const all = chosen({ from: '2026-11-18', to: '2026-11-18', locations: [1] })
    expect(sum(all, ({ change }) => change)).toBeGreaterThanOrEqual(4000)
    expect(sum(all, ({ cash_out }) => cash_out)).toBeGreaterThanOrEqual(5000)
    expect(sum(all, ({ tip }) => tip)).toBeGreaterThanOrEqual(400)
    for (const { Tendered, Change, CashOut, Net } of Media)
      expect(Math.round(((Tendered ?? 0) - (Change ?? 0) - (CashOut ?? 0)) * 100)).toBe(Math.round((Net ?? 0) * 100))
  })

  it('what the rollup keeps of tenders is what the tenders say', async () => {
    expect(await reconcileVenue(app.database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [], unsound: [] })
  })

  it('shares are of all takings', async () => {
    const { Media, Totals } = await ask({ FromDate: '2026-11-09', ToDate: '2026-11-15' })
    for (const { Net, Share } of Media) expect(Share).toBe(Math.round(((Net ?? 0) / (Totals[0]?.Net ?? 1)) * 1000) / 10)
  })
})

describe('comparison', () => {
  it('the same days last week, the open day cut at the same minute', async () => {
    const answer = await ask({ FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week' })
    const then = tenders.filter(({ day, minute }) => (day >= '2026-11-09' && day <= '2026-11-12') || (day === '2026-11-13' && minute <= MINUTE))
    expect(answer.Compare).toMatchObject({ Kind: 'same-days-last-week', SameElapsedPart: true })
    expect(answer.Totals[0]?.Compared).toBe(figures(then).Net)
    for (const { MediaKey, Compared } of answer.Media) expect(Compared).toBe(figures(then.filter(({ media }) => media === MediaKey)).Net)
  })

  it('the average of four weeks is the average of the four', async () => {
    const { Totals } = await ask({ FromDate: '2026-11-20', ToDate: '2026-11-20', Compare: 'four-week-average' })
    const four = ['2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23']
    const then = tenders.filter(({ day, minute }) => four.includes(day) && minute <= MINUTE)
    expect(Totals[0]?.Compared).toBe(Math.round(figures(then).Net * 25) / 100)
  })
})

describe('files and refusals', () => {
  it.each(['summary', 'detail'])('CSV and XLSX have the rows of the answer: %s', async (View) => {
    const query = { FromDate: '2026-11-09', ToDate: '2026-11-15', View, By: 'day' }
    const answer = await ask(query)
    const { csv, xlsx } = await filesOf(app.url, owner, '/reports/media-summary', query)
    expect(xlsx).toEqual(csv)
    const [header = [], ...rows] = csv
    const net = header.indexOf('Net')
    const expected =
      View === 'summary'
        ? answer.Media.map((one) => [one.Name, String(one.Net)])
        : answer.Groups.flatMap((group) => [...group.Media.map((one) => [group.Key, one.Name, String(one.Net)]), [group.Key, 'All media', String(group.Net)]])
    expect(rows.slice(0, expected.length).map((row) => [...(View === 'detail' ? [row[0], row[1]] : [row[0]]), row[net]])).toEqual(expected)
    expect(rows[expected.length]?.[net]).toBe(String(answer.Totals[0]?.Net))
  })

  it('what was paid at a till with a media is proven by the receipts of that till', async () => {
    const range = { FromDate: '2026-11-13', ToDate: '2026-11-15' }
    const { Groups } = await ask({ ...range, By: 'terminal' })
    expect(Groups.length).toBeGreaterThan(3)
    for (const { Key, Media } of Groups) {
      const [Locations = '', Terminal = ''] = Key.split(':')
      for (const { MediaKey, Net } of Media) {
        const query = new URLSearchParams({ ...range, Locations, Terminal, Media: String(MediaKey), Figure: 'Takings' })
        expect((await owner.call<{ Total: number }>('GET', `/sales/invoices?${query}`)).body.Total, `${Key} ${MediaKey}`).toBe(Net)
      }
    }
  })

  it('what was paid in an hour with a media is proven by the receipts of that hour, in the order they are traded', async () => {
    const range = { FromDate: '2026-11-13', ToDate: '2026-11-15' }
    const { Groups } = await ask({ ...range, By: 'hour' })
    const hours = Groups.map(({ Key }) => Number(Key))
    expect(hours.length).toBeGreaterThan(5)
    expect(hours).toEqual([...hours].sort((a, b) => ((a + 19) % 24) - ((b + 19) % 24)))
    for (const { Key, Net, Media } of Groups.filter((_, i) => i % 3 === 0)) {
      const query = (more: object) => new URLSearchParams({ ...range, Hour: Key, Figure: 'Takings', ...more })
      expect((await owner.call<{ Total: number }>('GET', `/sales/invoices?${query({})}`)).body.Total, Key).toBe(Net)
      const [one] = Media
      expect((await owner.call<{ Total: number }>('GET', `/sales/invoices?${query({ Media: String(one?.MediaKey) })}`)).body.Total, Key).toBe(one?.Net)
    }
  })

  it('nothing taken is no rows, not an error', async () => {
    expect(await ask({ FromDate: '2024-02-28', ToDate: '2024-03-01' })).toMatchObject({
      Media: [],
      Groups: [],
      Totals: [{ Net: 0, Takings: 0, Difference: 0, Share: null }],
    })
  })

  it.each([
    ['hours of half a year', { FromDate: '2026-01-01', ToDate: '2026-06-30', By: 'hour' }, 'for a time of day for at most 31 days'],
    ['tills of half a year', { FromDate: '2026-01-01', ToDate: '2026-06-30', By: 'terminal' }, 'by till for at most 31 days'],
    ['dinner of half a year', { FromDate: '2026-01-01', ToDate: '2026-06-30', Daypart: 'Dinner' }, 'for a time of day for at most 31 days'],
    [
      'dinner of a week against half a year',
      { FromDate: '2026-06-01', ToDate: '2026-06-07', Daypart: 'Dinner', Compare: 'custom', CompareFrom: '2025-01-01', CompareTo: '2025-06-30' },
      'The same limit holds for the comparison',
    ],
    ['days of two years', { FromDate: '2025-01-01', ToDate: '2026-06-30', By: 'day' }, 'by day or week for at most 366 days'],
    ['what media are not told by', { FromDate: '2026-01-01', ToDate: '2026-01-30', By: 'clerk' }, 'By'],
    [
      'a comparison backwards',
      { FromDate: '2026-01-01', ToDate: '2026-01-30', Compare: 'custom', CompareFrom: '2025-02-01', CompareTo: '2025-01-01' },
      'CompareTo',
    ],
  ])('%s are refused in words', async (_what, query, words) => {
    const answer = await owner.call('GET', `/reports/media-summary?${new URLSearchParams(query as Record<string, string>)}`)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(words)
  })

  it('can_viewsales alone does not open it', async () => {
    const staff = await signedIn(app.url, 'staff', 'harbour-and-vine')
    expect((await staff.call('GET', '/reports/media-summary?FromDate=2026-11-09&ToDate=2026-11-15')).status).toBe(403)
  })
})
