import { afterAll, beforeAll, it } from 'vitest'
import { addDays } from '#shared/day.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { periodsOf } from '#tests/by-period.ts'
import { type Cells, FIGURES_NOW, type FigureHouse, FROM, figureHouse, RANGE, TO } from '#tests/figure-house.ts'
import { type Answer, eachPeriod, eachPlace, hundredths, inCents, type Proof, proveFigures, type Report } from '#tests/figure-proofs.ts'
import { coversFrom, guestsIn, visitsFrom } from '#tests/guest-oracle.ts'
import { chosen, figuresFrom } from '#tests/sales-oracle.ts'
import { startApp } from '#tests/start-app.ts'
import { bistroCovers } from './bistro-covers/bistro-covers.contract.ts'
import { memberVisits } from './member-visits/member-visits.contract.ts'
import { reservations } from './reservations/reservations.contract.ts'
import { trend } from './trend/trend.contract.ts'

/** Every figure of covers, member visits and reservations, and of the trend. */
let house: FigureHouse
beforeAll(async () => {
  house = await figureHouse(await startApp({ sample: false, now: () => FIGURES_NOW }))
}, 120_000)
afterAll(() => house.close())

type Over = (from: string, to: string, locations: readonly number[]) => Cells
/** A row for each place or period, beside what receipts and tables say of guests. */
const ofGuests = (operation: AnyOperation, View: 'summary' | 'detail', over: Over): Report => ({
  operation,
  query: { ...RANGE, Interval: 'day', View },
  rows: View === 'summary' ? eachPlace : eachPeriod,
  totals: ({ Totals }) => Totals,
  proofs: ({ Periods, Locations, Totals }) => [
    ['all', Totals, over(FROM, TO, house.ids)],
    ...periodsOf<Cells>({ Periods }, Totals).map((cell: Answer): Proof => [`all ${cell.Period}`, cell, over(cell.Period, cell.Period, house.ids)]),
    ...Locations.filter(({ LocationId }: Answer) => house.ids.includes(LocationId)).flatMap(({ LocationId, ByPeriod, ...whole }: Answer) => [
      [`${LocationId}`, whole, over(FROM, TO, [LocationId])],
      ...periodsOf<Cells>({ Periods }, { ByPeriod }).map(
        (cell: Answer): Proof => [`${LocationId} ${cell.Period}`, cell, over(cell.Period, cell.Period, [LocationId])],
      ),
    ]),
  ],
})

/** Each place by its own method; over both only what adds up. */
const covers: Over = (from, to, locations) => {
  const each = locations.map(
    (id) => coversFrom(guestsIn(house.guests, { from, to, locations: [id] }), id === house.ids[1] ? 'item' : 'patron') as Record<string, number>,
  )
  if (each.length === 1) return inCents(each[0] ?? {})
  const names = Object.keys(each[0] ?? {}).filter((name) => !name.includes('PerCover'))
  const sums = Object.fromEntries(names.map((name) => [name, each.reduce((sum, one) => sum + (one[name] ?? 0), 0)]))
  return inCents({ ...sums, ...((sums.Covers ?? 0) > 0 ? { PerCover: (sums.Net ?? 0) / (sums.Covers ?? 1) } : {}) })
}
const visits: Over = (from, to, locations) =>
  inCents(visitsFrom(guestsIn(house.guests, { from, to, locations }), guestsIn(house.guests, { from: '2000-01-01', to, locations })))

type Booked = { location: number; day: string } & Record<string, number>
let tables: Booked[]
beforeAll(async () => {
  tables = await house.sql<Booked[]>`
    select r.location_id as location, ((r.due_at at time zone l.time_zone) - interval '5 hours')::date::text as day, r.status, r.covers,
      coalesce(r.seated_covers, r.covers) as came, extract(epoch from r.due_at - r.cancelled_at)::float8 / 3600 as ahead,
      extract(epoch from r.left_at - r.seated_at)::float8 / 60 as stayed
    from reservation r join location l on l.venue_id = r.venue_id and l.location_id = r.location_id where r.venue_id = ${house.venueId}`
})

const tablesBooked: Over = (from, to, locations) => {
  const own = tables.filter(({ location, day }) => day >= from && day <= to && locations.includes(location))
  const [booked, seated, noShows, cancelled] = [[1, 2, 3, 4, 5, 6], [3, 4], [5], [6]].map((states) =>
    own.filter(({ status }) => states.includes(status as number)),
  ) as [Booked[], Booked[], Booked[], Booked[]]
  const [expected, walkIns] = [own.filter(({ status }) => status === 1 || status === 2), own.filter(({ status }) => status === 7)]
  const sum = (some: readonly Booked[], name: string) => some.reduce((all, one) => all + (one[name] ?? 0), 0)
  const stayed = own.filter((one) => one.stayed !== null)
  const sat = guestsIn(house.guests, { from, to, locations })
  const at = (reserved: boolean) => sat.filter((sale) => sale.isTable && sale.reserved === reserved)
  const net = (reserved: boolean) => at(reserved).reduce((all, sale) => all + sale.net, 0) / 100
  const heads = (reserved: boolean) => at(reserved).reduce((all, sale) => all + (sale.kind === 2 || sale.n === 0 ? 0 : sale.covers), 0)
  const came = seated.length + noShows.length
  return inCents({
    Reservations: booked.length,
    ReservedCovers: sum(booked, 'covers'),
    Seated: seated.length,
    SeatedCovers: sum(seated, 'came'),
    NoShows: noShows.length,
    NoShowCovers: sum(noShows, 'covers'),
    NoShowBase: came,
    ...(came > 0 ? { NoShowPercent: Math.round((noShows.length / came) * 1000) / 10 } : {}),
    CancelledEarly: cancelled.filter(({ ahead }) => (ahead as number) >= 24).length,
    CancelledLate: cancelled.filter(({ ahead }) => (ahead as number) < 24).length,
    CancelledCovers: sum(cancelled, 'covers'),
    Expected: expected.length,
    ExpectedCovers: sum(expected, 'covers'),
    WalkIns: walkIns.length,
    WalkInGuests: sum(walkIns, 'came'),
    Waitlisted: own.filter(({ status }) => status === 8).length,
    ...(stayed.length > 0 ? { TurnMinutes: sum(stayed, 'stayed') / stayed.length } : {}),
    ReservedSales: at(true).reduce((all, { n }) => all + n, 0),
    WalkInSales: at(false).reduce((all, { n }) => all + n, 0),
    ReservedNet: net(true),
    WalkInNet: net(false),
    ...(heads(true) > 0 ? { ReservedPerHead: net(true) / heads(true) } : {}),
    ...(heads(false) > 0 ? { WalkInPerHead: net(false) / heads(false) } : {}),
  })
}

const DAY = '2026-11-19'
const net = (from: string, to: string, locations: readonly number[] = house.ids) => figuresFrom(chosen(house.sales, { from, to, locations })).Net
/** A day that is over against those before it, whole. */
const dayTold = (locations: readonly number[]): Cells => {
  const back = (days: number) => net(addDays(DAY, -days), addDays(DAY, -days), locations)
  const [LastWeek, FourWeekAverage] = [back(7), hundredths([7, 14, 21, 28].reduce((sum, days) => sum + back(days), 0) / 4)]
  const { Sales, Net } = figuresFrom(chosen(house.sales, { from: DAY, to: DAY, locations }))
  return { Sales, Net, LastWeek, LastWeekDay: LastWeek, FourWeekAverage, FourWeekAverageDay: FourWeekAverage, LastYear: 0, LastYearDay: 0 }
}
/** Moving averages are over the last points that traded. */
const averaged = (points: readonly Answer[], of: number): Proof[] =>
  points.map(({ Period, Average }, i): Proof => {
    const last = points
      .slice(0, i + 1)
      .filter(({ Net }) => Net !== null)
      .slice(-of)
    // Before the first that traded there is none to tell.
    const mean = last.length === 0 || Average === null ? null : hundredths(last.reduce((sum, { Net }) => sum + Net, 0) / last.length)
    return [`average ${Period}`, { Average }, { Average: mean }]
  })

const trendOf = (View: string, rows: Report['rows'], totals?: Report['totals']): Report => ({
  operation: trend.trend,
  query: { TrendDate: DAY, View },
  rows,
  ...(totals ? { totals } : {}),
  proofs: ({ Totals, Locations }) => [
    ['all', Totals, dayTold(house.ids)],
    ...Locations.filter(({ LocationId }: Answer) => house.ids.includes(LocationId)).map(
      ({ LocationId, ...own }: Answer): Proof => [`${LocationId}`, own, dayTold([LocationId])],
    ),
    ...Totals.Periods.map(({ Period, Net, Cumulative, LastWeek }: Answer, i: number): Proof => {
      const hours = Totals.Periods.slice(0, i + 1).map((hour: Answer) => Number(hour.Period.slice(0, 2)))
      const at = (day: string, some: number[]) => figuresFrom(chosen(house.sales, { from: day, to: day, hours: some })).Net
      return [Period, { Net, Cumulative, LastWeek }, { Net: at(DAY, hours.slice(-1)), Cumulative: at(DAY, hours), LastWeek: at('2026-11-12', hours) }]
    }),
    ...Totals.ToDate.map(
      ({ Of, FromDate, ToDate, Net, PreviousFrom, PreviousTo, Previous }: Answer): Proof => [
        Of,
        { Net, Previous },
        { Net: net(FromDate, ToDate), Previous: net(PreviousFrom, PreviousTo) },
      ],
    ),
    ...Totals.Days.map(({ Period, Net }: Answer): Proof => [Period, { Net }, { Net: net(Period, Period) }]),
    ...Totals.Weeks.map(
      ({ Period, Net }: Answer): Proof => [`week ${Period}`, { Net }, { Net: net(Period, addDays(Period, 6) < DAY ? addDays(Period, 6) : DAY) }],
    ),
    ...averaged(Totals.Days, 7),
    ...averaged(Totals.Weeks, 4),
  ],
})
const trendCells = ({ ToDate, Name, ...row }: Answer): Cells => ({
  ...row,
  ...(Name === undefined ? {} : { Location: Name }),
  ...Object.fromEntries(
    ToDate.flatMap(({ Of, Net, Previous, LastYear }: Answer) => [
      [Of, Net],
      [`${Of}:previous`, Previous],
      [`${Of}:year`, LastYear],
    ]),
  ),
})

const REPORTS: Record<string, () => Report> = {
  covers: () => ofGuests(bistroCovers.bistroCovers, 'summary', covers),
  'covers by day': () => ofGuests(bistroCovers.bistroCovers, 'detail', covers),
  'member visits': () => ofGuests(memberVisits.memberVisits, 'summary', visits),
  'member visits by day': () => ofGuests(memberVisits.memberVisits, 'detail', visits),
  reservations: () => ofGuests(reservations.reservations, 'summary', tablesBooked),
  'reservations by day': () => ofGuests(reservations.reservations, 'detail', tablesBooked),
  'trend by place': () =>
    trendOf(
      'summary',
      ({ Locations }) => Locations.map(trendCells),
      ({ Totals }) => trendCells(Totals),
    ),
  'trend by hour': () => trendOf('hours', ({ Totals }) => Totals.Periods),
  'trend by day': () => trendOf('days', ({ Totals }) => Totals.Days),
  'trend by week': () => trendOf('weeks', ({ Totals }) => Totals.Weeks),
}

it.each(Object.keys(REPORTS))('%s: the answer, CSV, XLSX and the lines say the same', async (name) => {
  await proveFigures(house, (REPORTS[name] as () => Report)())
})
