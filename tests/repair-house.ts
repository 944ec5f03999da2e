import type { WireSale } from '#features/intake/sale.contract.ts'
import { recountDays } from '#features/intake/take-reservations.sql.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { randomTrade } from './random-trade.ts'
import { chosen, figuresFrom, readSales } from './sales-oracle.ts'
import { staffRoom } from './staff-room.ts'
import type { StartedApp } from './start-app.ts'
import { storeTrade } from './stored-trade.ts'
import type { Visitor } from './visitor.ts'

/** When the house is asked; two months are over by then. */
export const REPAIR_NOW = new Date('2026-11-20T10:04:00Z')
const DAYS = ['09', '10']
  .flatMap((month) => [`2026-${month}-03`, `2026-${month}-15`, `2026-${month}-16`, `2026-${month}-28`])
  .concat(everyDay('2026-11-16', '2026-11-18'))
const [FROM, TO] = ['2026-09-01', '2026-11-18']
const RANGE = { FromDate: FROM, ToDate: TO }
const PLACES = [
  { timeZone: 'Australia/Sydney', winterHours: 10 },
  { timeZone: 'Australia/Adelaide', winterHours: 9.5 },
] as const

/** Reports of every stored form there is, by what of it they read. */
const REPORTS: Readonly<Record<string, readonly [path: string, query: Record<string, string>]>> = {
  days: ['/sales/day', RANGE],
  weeks: ['/sales/week', RANGE],
  'items by day': ['/sales/selected/day', { ...RANGE, Items: '1001,2001' }],
  covers: ['/sales/bistrocovers', { ...RANGE, Interval: 'day' }],
  'visits by day': ['/sales/membervisits', { FromDate: FROM, ToDate: '2026-10-31', Interval: 'day' }],
  'visits by month': ['/sales/membervisits', { FromDate: FROM, ToDate: '2026-10-31', Interval: 'month' }],
  'visits by week': ['/sales/membervisits', { FromDate: FROM, ToDate: '2026-10-31', Interval: 'week' }],
  'products of all places': ['/reports/plu-sales', { FromDate: '2026-09-10', ToDate: TO }],
  clerks: ['/sales/employee', { FromDate: '2026-09-10', ToDate: '2026-11-17' }],
  discounts: ['/sales/discount', { FromDate: '2026-09-10', ToDate: '2026-11-17' }],
  wastage: ['/sales/wastage', { FromDate: '2026-09-10', ToDate: '2026-11-17' }],
  'hours and media': ['/sales/month', { FromDate: '2026-09-10', ToDate: '2026-11-17' }],
  'a week': ['/reports/weekly-summary', { FromDate: '2026-11-09', ToDate: '2026-11-15' }],
  reservations: ['/sales/reservations', RANGE],
}

/** A venue with trade of two places whose stored sums can be broken. */
export interface RepairVenue {
  venueId: number
  close(): Promise<void>
  /** What every report says now. */
  answers(): Promise<Record<string, unknown>>
  /** What its lines, tenders and adjustments come to, and what the Sales Summary says they do. */
  figures(): Promise<{ made: object; told: Record<string, unknown> }>
}

/** Mains stand for a cover; every third table was booked; a dozen members come and go. */
const furnished = (sale: WireSale, i: number): WireSale => ({
  ...sale,
  ...((sale.Covers ?? 0) > 0 && i % 3 === 0 ? { ReservationId: `R${i}` } : {}),
  ...(i % 2 === 0 ? { LoyaltyCard: `9000${i % 12}` } : {}),
  ...(sale.Lines ? { Lines: sale.Lines.map((line) => (line.Group === 'Food' ? { ...line, CoverUnits: 1 } : line)) } : {}),
})

export const repairVenue = async (app: StartedApp, sql: Sql, name: string): Promise<RepairVenue> => {
  const { venueId, at } = await staffRoom(app, name)
  const owner = await at(`owner of ${name}`, [], 'all', ['Owner'])
  // The bars the venue came with have no trade and are of another zone.
  const made = await sql<{ location_id: number }[]>`
    insert into location (venue_id, name, time_zone, currency) select ${venueId}, z, z, 'AUD' from unnest(${PLACES.map(({ timeZone }) => timeZone)}::text[]) z
    returning location_id`
  for (const [i, place] of PLACES.entries()) {
    const locationId = made[i]?.location_id as number
    const trade = randomTrade(20, { locationId, name: `${name} ${place.timeZone}`, ...place }, DAYS, 12).map(furnished)
    await storeTrade(app.database, venueId, locationId, trade, REPAIR_NOW)
    await bookTables(app, await createLocationKey(app.database.house, venueId, locationId, 'Bookings'))
  }
  const close = async () => {
    await closeDaysOfVenue(app.database, venueId, REPAIR_NOW)
    while ((await workInVenue(app.database, venueId, REPAIR_NOW, recountDays)) > 0);
  }
  await close()
  for (const [report, answer] of Object.entries(await answersOf(owner)))
    if ((answer as { failed?: unknown }).failed) throw new Error(`${report}: ${JSON.stringify(answer)}`)
  return { venueId, close, answers: () => answersOf(owner), figures: () => figuresOf(app, owner, venueId) }
}

const answersOf = async (owner: Visitor): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {}
  for (const [name, [path, query]] of Object.entries(REPORTS)) {
    const { status, body } = await owner.call('GET', `${path}?${new URLSearchParams(query)}`)
    answers[name] = status === 200 ? withoutTimes(body) : { failed: status, body }
  }
  return answers
}

/** Without when it was asked. */
const withoutTimes = (body: unknown): unknown => JSON.parse(JSON.stringify(body, (key, value) => (key === 'AsAt' ? undefined : value)))

const figuresOf = async (app: StartedApp, owner: Visitor, venueId: number) => {
  const made = figuresFrom(chosen(await readSales(app.databaseUrl, venueId), { from: FROM, to: TO }))
  const { body } = await owner.call('GET', `/sales/day?${new URLSearchParams(RANGE)}`)
  const { Totals } = body as { Totals: Record<string, unknown> }
  return { made, told: Object.fromEntries(Object.keys(made).map((figure) => [figure, Totals[figure]])) }
}

const bookTables = async ({ url }: StartedApp, key: string): Promise<void> => {
  const Reservations = DAYS.flatMap((day, i) =>
    ['Booked', 'NoShow', 'Completed'].map((Status) => ({
      ReservationId: `${day} ${Status}`,
      Revision: 1,
      Status,
      DueAt: `${day}T09:30:00Z`,
      BookedAt: '2026-07-01T00:00:00Z',
      Covers: 2 + (i % 5),
    })),
  )
  const answer = await fetch(`${url}/api/pos/v1/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ Reservations }),
  })
  const told = (await answer.json()) as { Accepted?: number }
  if (told.Accepted !== Reservations.length) throw new Error(`Not all tables were taken: ${JSON.stringify(told).slice(0, 500)}`)
}
