import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { periodsOf } from '#tests/by-period.ts'
import { coversFrom, type GuestFilter, type GuestSale, guestsIn, readGuests, visitsFrom } from '#tests/guest-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { CoversAnswer } from './bistro-covers/bistro-covers.contract.ts'
import { bucketsOf } from './kit/period.rules.ts'
import type { VisitsAnswer } from './member-visits/member-visits.contract.ts'
import type { InvoiceList, Receipt } from './receipts/invoices.contract.ts'
import type { ReservationsAnswer } from './reservations/reservations.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const MINUTE = (21 - 5) * 60 + 4
/** Easter of 2025, the days that its own places in the calendar were left to, and days beside them. */
const LAST_EASTER = ['2025-04-01', '2025-04-05', '2025-04-09', '2025-04-15', '2025-04-18', '2025-04-21']
const DAYS = [
  ...LAST_EASTER,
  ...everyDay('2025-11-13', '2025-11-15'),
  '2025-12-31',
  ...['2026-04-04', '2026-10-03'],
  ...['2026-10-20', '2026-10-23', '2026-10-30'],
  ...everyDay('2026-11-06', '2026-11-20'),
]
/** Come in after their days were packed: those months are read from the sales again. */
const LATE = ['2026-11-10', '2026-10-23']
/** Nobody came before it is as late as it is now. */
const LATE_ONLY = '2025-06-03'
/** Counts by what its items stand for; the others by patrons. */
const BY_ITEM = 2

let app: StartedApp
let owner: Visitor
let sales: GuestSale[]

/** Mains stand for one cover, other food for a half; a third of the tables were booked; now and then a bill is a further one of its table. */
const furnished = (sale: WireSale, i: number): WireSale => ({
  ...sale,
  ...((sale.Covers ?? 0) > 0 && i % 11 === 0 ? { Covers: 0 } : {}),
  ...((sale.Covers ?? 0) > 0 && i % 3 === 0 ? { ReservationId: `R${i}` } : {}),
  Lines: sale.Lines?.map((line) => (line.Group === 'Food' ? { ...line, CoverUnits: line.ProductGroup === 'Mains' ? 1 : 0.5 } : line)),
})

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  const all = sampleTrade(DAYS, NOW).map(({ locationId, sales: trade }) => ({ locationId, sales: trade.map(furnished) }))
  const isLate = ({ ClosedAt }: { ClosedAt: string }) => LATE.includes(ClosedAt.slice(0, 10))
  const store = async (some: (sale: WireSale) => boolean) => {
    for (const { locationId, sales: trade } of all) await storeTrade(app.database, 1, locationId, trade.filter(some), NOW)
  }
  await store((sale) => !isLate(sale))
  await closeDaysOfVenue(app.database, 1, NOW)
  await store(isLate)
  const house = connectAsOwner(app.databaseUrl)
  await house`update location set cover_method = 'item' where venue_id = 1 and location_id = ${BY_ITEM}`
  await house.end()
  // Came in both weeks of Easter and again in the first: of last year's days those of one week do not follow one another.
  const member = ['2025-04-01', '2025-04-09', '2025-04-18', '2025-04-21'].map((day) => plainSale(`${day}T12:00:00+10:00`, 1100, { LoyaltyCard: 'EASTER' }))
  const late = plainSale(`${LATE_ONLY}T22:30:00+10:00`, 1100, { LoyaltyCard: 'LATE' })
  // Closed in the very minute that open days are compared up to.
  const lastMinute = plainSale('2026-11-13T21:04:40+11:00', 3300, { Covers: 3, Table: '4', LoyaltyCard: 'LAST' })
  await storeTrade(app.database, 1, 1, [...member, late, lastMinute], NOW)
  sales = await readGuests(app.databaseUrl, 1)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const ask = async <A>(path: string, query: Record<string, string>): Promise<A> => {
  const answer = await owner.call<A>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as A
}

/** To the cent, and counts to a hundredth. */
const expectFigures = (actual: object, expected: object, what: string) => {
  const rounded = (figures: object) =>
    Object.fromEntries(Object.keys(expected).map((name) => [name, Math.round(((figures as Record<string, number>)[name] ?? Number.NaN) * 100 + 1e-6) + 0]))
  expect(rounded(actual), what).toEqual(rounded(expected))
}

const methodOf = (locationId: number) => (locationId === BY_ITEM ? 'item' : 'patron')

/** Covers of several places, each by its own method. */
const coversOver = (filter: GuestFilter) => {
  const each = filter.locations.map((locationId) => coversFrom(guestsIn(sales, { ...filter, locations: [locationId] }), methodOf(locationId)))
  const sum = Object.fromEntries(
    Object.keys(each[0] ?? {})
      .filter((name) => !name.includes('PerCover'))
      .map((name) => [name, each.reduce((total, one) => total + ((one as unknown as Record<string, number>)[name] ?? 0), 0)]),
  ) as Record<string, number>
  return (sum.Covers ?? 0) > 0 ? { ...sum, PerCover: (sum.Net ?? 0) / (sum.Covers ?? 1) } : sum
}

const visitsOver = (filter: GuestFilter) =>
  visitsFrom(guestsIn(sales, filter), guestsIn(sales, { ...filter, weekdays: undefined, days: undefined, from: '2000-01-01' }))

const random = randomFor(11, 'questions about guests')
const questions = Array.from({ length: 24 }, () => {
  const unit = random.pick(['day', 'week', 'month', 'year'] as const)
  const from = addDays(random.pick(['2025-11-01', '2026-03-20', '2026-09-20', '2026-10-20', '2026-11-02']), random.between(0, 18))
  const to = addDays(from, random.between(0, { day: 60, week: 300, month: 390, year: 400 }[unit]))
  const locations = random.chance(0.5) ? undefined : ([[1], [2, 3], [1, 3]][random.between(0, 2)] as number[])
  return { unit, from, to, locations, weekdays: random.chance(0.3) ? [5, 6, 7].slice(random.between(0, 2)) : undefined }
})

describe.each([
  { path: '/sales/bistrocovers', over: coversOver },
  { path: '/sales/membervisits', over: visitsOver },
])('$path against the lines', ({ path, over }) => {
  it.each(questions)('$unit $from to $to, locations $locations, weekdays $weekdays', async ({ unit, from, to, locations, weekdays }) => {
    const answer = await ask<CoversAnswer | VisitsAnswer>(path, {
      FromDate: from,
      ToDate: to,
      Interval: unit,
      ...(locations ? { Locations: locations.join(',') } : {}),
      ...(weekdays ? { Weekdays: weekdays.join(',') } : {}),
    })
    const ids = locations ?? [1, 2, 3]
    const filter = { from, to, locations: ids, weekdays }
    const buckets = bucketsOf({ from, to }, unit, 1)
    expect(answer.Locations.map(({ LocationId }) => LocationId)).toEqual(ids)
    expect(answer.Periods.map(({ Period }) => Period)).toEqual(buckets.map(({ period }) => period))
    expectFigures(answer.Totals, over(filter), 'all')
    for (const [i, bucket] of buckets.entries())
      expectFigures(periodsOf<object>(answer, answer.Totals)[i] ?? {}, over({ ...filter, from: bucket.from, to: bucket.to }), bucket.period)
    for (const location of answer.Locations) {
      expectFigures(location, over({ ...filter, locations: [location.LocationId] }), location.Name)
      const last = buckets.length - 1
      const { from: first, to: end } = buckets[last] ?? { from, to }
      expectFigures(
        periodsOf<object>(answer, location)[last] ?? {},
        over({ ...filter, from: first, to: end, locations: [location.LocationId] }),
        `${location.Name}, last period`,
      )
    }
  })

  it.each(['same-days-last-week', 'four-week-average', 'same-weeks-last-year'])('today against %s: only up to this minute', async (Compare) => {
    const answer = await ask<CoversAnswer | VisitsAnswer>(path, { FromDate: '2026-11-20', ToDate: '2026-11-20', Compare })
    const backs = { 'same-days-last-week': [7], 'four-week-average': [7, 14, 21, 28], 'same-weeks-last-year': [364] }[Compare] ?? []
    const bases = backs.map((back) => {
      const day = addDays('2026-11-20', -back)
      return over({ from: day, to: day, locations: [1, 2, 3], untilMinute: MINUTE }) as Record<string, number>
    })
    const mean = (name: string) => bases.reduce((sum, base) => sum + (base[name] ?? 0), 0) / bases.length
    const names = path === '/sales/bistrocovers' ? ['Covers', 'Net', 'DinnerCovers', 'FoodNet'] : ['Visits', 'Amount', 'MemberSales', 'UniqueMembers']
    expect(answer.Compare?.SameElapsedPart).toBe(true)
    expectFigures(answer.Compare?.Totals ?? {}, Object.fromEntries(names.map((name) => [name, mean(name)])), Compare)
  })

  it('public holidays meet the same ones, as one range however it is cut', async () => {
    const query = { FromDate: '2026-03-30', ToDate: '2026-04-12', Interval: 'week', Compare: 'same-holidays-last-year' }
    const answer = await ask<CoversAnswer | VisitsAnswer>(path, query)
    const { Compare } = answer
    const easter = everyDay('2025-04-18', '2025-04-20')
    const weeks = [
      [...everyDay('2025-03-31', '2025-04-03'), ...easter],
      ['2025-04-21', ...everyDay('2025-04-08', '2025-04-13')],
    ]
    const on = (days: readonly string[], locations: readonly number[]) =>
      over({ from: '2025-03-31', to: [...days].sort().at(-1) as string, days, locations }) as Record<string, number>
    expect(Compare?.Ranges).toHaveLength(3)
    for (const [row, locations] of [[Compare?.Totals, [1, 2, 3]], ...(Compare?.Locations ?? []).map((row) => [row, [row.LocationId]])] as const) {
      expectFigures(row as object, on(weeks.flat(), locations as number[]), `Easter at ${locations}`)
      for (const [i, days] of weeks.entries())
        expectFigures(periodsOf<object>(answer, row as { ByPeriod: object })[i] ?? {}, on(days, locations as number[]), `week ${i} at ${locations}`)
    }
  })

  it('an empty range is zeros, not an error', async () => {
    const answer = await ask<CoversAnswer | VisitsAnswer>(path, { FromDate: '2026-06-01', ToDate: '2026-06-07' })
    expect(answer.Periods).toHaveLength(7)
    expectFigures(answer.Totals, path === '/sales/bistrocovers' ? { Covers: 0, Net: 0 } : { Visits: 0, UniqueMembers: 0, Amount: 0 }, 'nothing')
  })

  it('the same figures as CSV', async () => {
    const query = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
    const [json, csv] = await Promise.all([
      ask<CoversAnswer | VisitsAnswer>(path, query),
      owner.call<{ text: string }>('GET', `${path}?${new URLSearchParams({ ...query, format: 'csv' })}`),
    ])
    const lines = csv.body.text.split('\r\n')
    const [, ...names] = Object.keys(json.Totals).filter((name) => !['ByPeriod', 'Weekdays'].includes(name))
    const total = lines.find((line) => line.startsWith('All locations'))?.split(',') ?? []
    const told = names.map((name) => (json.Totals as unknown as Record<string, number | null>)[name])
    expect(total.slice(1).map((cell) => (cell === '' ? null : Number(cell)))).toEqual(told)
  })
})

it('a member counts once, wherever they went; a place counts its own', async () => {
  const { Locations, Totals } = await ask<VisitsAnswer>('/sales/membervisits', { FromDate: '2026-11-06', ToDate: '2026-11-19' })
  expect(Totals.UniqueMembers).toBeLessThan(Locations.reduce((sum, { UniqueMembers }) => sum + (UniqueMembers ?? 0), 0))
  expect(Totals.Visits).toBe(Totals.Weekdays.reduce((sum, { Visits }) => sum + Visits, 0))
})

it('a day is compared up to this minute also where nobody had come by then', async () => {
  const query = { FromDate: '2026-11-20', ToDate: '2026-11-20', Compare: 'custom', CompareFrom: LATE_ONLY, CompareTo: LATE_ONLY }
  const { Compare } = await ask<VisitsAnswer>('/sales/membervisits', query)
  expect([Compare?.SameElapsedPart, Compare?.Totals.Visits, Compare?.Totals.UniqueMembers]).toEqual([true, 0, 0])
  const whole = await ask<VisitsAnswer>('/sales/membervisits', { FromDate: LATE_ONLY, ToDate: LATE_ONLY })
  expect([whole.Totals.Visits, whole.Totals.NewMembers]).toEqual([1, 1])
})

it('the receipts with a card add up to what members spent, and how often', async () => {
  const range = { FromDate: '2026-11-06', ToDate: '2026-11-19' }
  const places: Record<string, string>[] = [{}, { Locations: '2' }]
  for (const place of places) {
    const { Totals } = await ask<VisitsAnswer>('/sales/membervisits', { ...range, ...place })
    const behind = async (Figure: string) => (await ask<{ Total: number }>('/sales/invoices', { ...range, ...place, Figure })).Total
    expect([await behind('LoyaltySales'), await behind('LoyaltyCount')]).toEqual([Totals.Amount, Totals.MemberSales])
  }
})

describe('the receipts that covers are counted from', () => {
  const range = { FromDate: '2026-11-06', ToDate: '2026-11-19' }
  const behind = async (place: Record<string, string>, Figure: string) =>
    await ask<InvoiceList>('/sales/invoices', { ...range, ...place, Covers: '1', Figure, Limit: '500' })

  it.each([
    ['patrons', { Locations: '1,3' }],
    ['items', { Locations: String(BY_ITEM) }],
    ['each place in its own way', {}],
    ['items, on some weekdays', { Locations: String(BY_ITEM), Weekdays: '5,6' }],
  ])('counted by %s, add up to them and to what they spent', async (_how, place: Record<string, string>) => {
    const { Totals } = await ask<CoversAnswer>('/sales/bistrocovers', { ...range, ...place })
    const [covers, net] = [await behind(place, 'Covers'), await behind(place, 'Net')]
    expect([covers.Total, net.Total]).toEqual([Totals.Covers, Totals.Net])
    expect(Totals.Covers).toBeGreaterThan(0)
    const meals = (['lunch', 'dinner'] as const).flatMap((Meal) => ['Covers', 'Net'].map(async (Figure) => (await behind({ ...place, Meal }, Figure)).Total))
    expect(await Promise.all(meals)).toEqual([Totals.LunchCovers, Totals.LunchNet, Totals.DinnerCovers, Totals.DinnerNet])
    expect(Math.min(Totals.LunchCovers ?? 0, Totals.DinnerCovers ?? 0)).toBeGreaterThan(0)
  })

  it('by items are those with such items on them, each with what its items stand for', async () => {
    const day = '2026-11-13'
    const { Count, Invoices } = await behind({ FromDate: day, ToDate: day, Locations: String(BY_ITEM) }, 'Covers')
    const standing = guestsIn(sales, { from: day, to: day, locations: [BY_ITEM] }).filter(({ units }) => units !== 0)
    expect([Count, Invoices.map(({ Value }) => Value).sort()]).toEqual([standing.length, standing.map(({ units }) => units).sort()])
    const [one] = Invoices
    const { Lines } = await ask<Receipt>(`/sales/invoices/${one?.SaleId}`, {})
    expect(Lines.reduce((sum, { Covers }) => sum + Covers, 0)).toBe(one?.Value)
  })

  it('are asked for by the figure alone as well, and as a file have the covers underneath', async () => {
    const query = { ...range, Locations: String(BY_ITEM), Figure: 'Covers' }
    const { Total } = await ask<InvoiceList>('/sales/invoices', query)
    expect(Total).toBe((await behind({ Locations: String(BY_ITEM) }, 'Covers')).Total)
    const csv = await owner.call<{ text: string }>('GET', `/sales/invoices?${new URLSearchParams({ ...query, format: 'csv' })}`)
    expect(csv.body.text.trim().split('\r\n').at(-1)?.split(',').at(-1)).toBe(String(Total))
  })

  it('what was given back is taken off, and parts of covers are told in hundredths', async () => {
    const day = '2026-09-02'
    const third = { LineId: '1', Kind: 'Sale' as const, Plu: 'TAPAS', Name: 'Tapas', CoverUnits: 0.3333 }
    const cleared = { ...third, LineId: '2', Quantity: '7', Gross: 700, Net: 700, Tax: 64, Voided: true }
    const sold = (net: number, Quantity: string, more: Partial<WireSale> = {}) =>
      plainSale(`${day}T12:00:00+10:00`, net, { Lines: [{ ...third, Quantity, Gross: net, Net: net, Tax: net / 11 }, cleared], ...more })
    await storeTrade(app.database, 1, BY_ITEM, [sold(3300, '3'), sold(2200, '2'), sold(-1100, '-1', { Type: 'Refund' })], NOW)
    const place = { FromDate: day, ToDate: day, Locations: String(BY_ITEM) }
    const { Invoices, Total } = await behind(place, 'Covers')
    expect([Invoices.map(({ Value }) => Value).sort(), Total]).toEqual([[-0.3333, 0.6666, 0.9999], 1.33])
    expect((await ask<CoversAnswer>('/sales/bistrocovers', place)).Totals.Covers).toBe(Total)
  })
})

it('what is packed says what the sales say', async () => {
  await closeDaysOfVenue(app.database, 1, NOW)
  const range = { from: '2026-10-20', to: '2026-11-20' }
  const query = { FromDate: range.from, ToDate: range.to }
  const filter = { ...range, locations: [1, 2, 3] }
  expectFigures((await ask<CoversAnswer>('/sales/bistrocovers', query)).Totals, coversOver(filter), 'packed covers')
  expectFigures((await ask<VisitsAnswer>('/sales/membervisits', query)).Totals, visitsOver(filter), 'packed visits')
  expect(await reconcileVenue(app.database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [] })
})

it('sales and spend of those who booked against those who walked in', async () => {
  const { Totals } = await ask<ReservationsAnswer>('/sales/reservations', { FromDate: '2026-11-09', ToDate: '2026-11-15' })
  const tables = guestsIn(sales, { from: '2026-11-09', to: '2026-11-15', locations: [1, 2, 3] }).filter(({ isTable }) => isTable)
  for (const [is, net, head] of [
    [true, 'ReservedNet', 'ReservedPerHead'],
    [false, 'WalkInNet', 'WalkInPerHead'],
  ] as const) {
    const some = tables.filter(({ reserved }) => reserved === is)
    const sold = some.reduce((sum, sale) => sum + sale.net, 0) / 100
    expectFigures(Totals, { [net]: sold, [head]: sold / some.reduce((sum, sale) => sum + sale.covers, 0) }, net)
  }
})

it('the receipts of those who booked, and of those who walked in, add up to what each spent', async () => {
  const range = { FromDate: '2026-11-06', ToDate: '2026-11-19' }
  const places: Record<string, string>[] = [{}, { Locations: '1' }, { Locations: String(BY_ITEM), Weekdays: '5,6' }]
  for (const place of places) {
    const { Totals } = await ask<ReservationsAnswer>('/sales/reservations', { ...range, ...place })
    const behind = async (Booked: string, Figure: string) => (await ask<InvoiceList>('/sales/invoices', { ...range, ...place, Booked, Figure })).Total
    const told = [Totals.ReservedNet, Totals.ReservedSales, Totals.WalkInNet, Totals.WalkInSales]
    expect([await behind('reserved', 'Net'), await behind('reserved', 'Sales'), await behind('walk-in', 'Net'), await behind('walk-in', 'Sales')]).toEqual(told)
    expect(Math.min(...told.map(Number))).toBeGreaterThan(0)
  }
  expect((await owner.call('GET', `/sales/invoices?${new URLSearchParams({ ...range, Booked: 'by-chance' })}`)).status).toBe(400)
})
