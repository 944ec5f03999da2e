import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { STATUS_NAMES } from '#features/reports/kit/reservations.rules.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { type GuestSale, readGuests } from './guest-oracle.ts'
import { randomTrade } from './random-trade.ts'
import { chosen, figuresFrom, type OracleSale, readSales } from './sales-oracle.ts'
import { staffRoom } from './staff-room.ts'
import type { StartedApp } from './start-app.ts'
import { storeTrade } from './stored-trade.ts'
import type { Visitor } from './visitor.ts'

/** The moment at which the house is asked; its days begin a week before the week that is asked about. */
export const FIGURES_NOW = new Date('2026-11-20T10:04:00Z')
export const [FROM, TO] = ['2026-11-09', '2026-11-15']
export const RANGE = { FromDate: FROM, ToDate: TO }
export const WEEK = everyDay(FROM, TO)
const DAYS = everyDay('2026-11-02', '2026-11-19')
/** Told after its days were closed at the first place, which is read from rows and lines then; the second from running totals. */
const LATE = '2026-11-14'
const PLACES = [
  { timeZone: 'Australia/Sydney', winterHours: 10, offset: '+11:00' },
  { timeZone: 'Australia/Adelaide', winterHours: 9.5, offset: '+10:30' },
] as const

export type Cells = Record<string, unknown>

/** A venue with random trade at two places, which count covers by patrons and by items, and with tables booked. */
export interface FigureHouse {
  app: StartedApp
  sql: Sql
  owner: Visitor
  venueId: number
  /** The place that counts patrons, and the one that counts items. */
  ids: readonly [number, number]
  sales: OracleSale[]
  guests: GuestSale[]
  /** What lines, tenders and adjustments come to. */
  oracle(from: string, to: string, locations?: number[]): ReturnType<typeof figuresFrom>
  /** Sums of lines of the week under a name; nothing is 0. */
  bySql(key: string, sums: string, where: string): Promise<Cells[]>
  close(): Promise<void>
}

/** What is taken off and put on is told with its type, or without. */
const DISCOUNTS = [{ Id: 'D1' }, { Id: 'D2', Kind: 'Comp' }, { Id: 'D3', Kind: 'Member' }, { Id: 'D4', Kind: 'Comp' }] as const
const SURCHARGES = [{ Id: 'S1' }, { Id: 'S2', Kind: 'Weekend' }, { Id: 'S3', Kind: 'Card' }] as const
const kinds = <T extends object>(told: readonly object[], all: readonly T[] | undefined, i: number): T[] =>
  (all ?? []).map((one) => ({ ...one, ...told[i % told.length] }))

/** Mains stand for one cover, other food for a half; a third of the tables were booked; a dozen members come and go. */
const furnished = (sale: WireSale, i: number): WireSale => ({
  ...sale,
  ...((sale.Covers ?? 0) > 0 && i % 3 === 0 ? { ReservationId: `R${i}` } : {}),
  ...(sale.LoyaltyCard ? { LoyaltyCard: `9000${i % 12}` } : {}),
  Discounts: kinds(DISCOUNTS, sale.Discounts, i),
  Surcharges: kinds(SURCHARGES, sale.Surcharges, i),
  ...(sale.Lines ? { Lines: sale.Lines.map((line) => (line.Group === 'Food' ? { ...line, CoverUnits: line.ProductGroup === 'Mains' ? 1 : 0.5 } : line)) } : {}),
})

export const figureHouse = async (app: StartedApp): Promise<FigureHouse> => {
  const sql = connectAsOwner(app.databaseUrl)
  const { venueId, at } = await staffRoom(app, 'Every Figure')
  const owner = await at('owner-of-figures', [], 'all', ['Owner'])
  const made = await sql<{ location_id: number }[]>`
    insert into location (venue_id, name, time_zone, currency) select ${venueId}, z, z, 'AUD' from unnest(${PLACES.map(({ timeZone }) => timeZone)}::text[]) z
    returning location_id`
  const ids = made.map(({ location_id }) => location_id) as unknown as readonly [number, number]
  await sql`update location set cover_method = 'item' where venue_id = ${venueId} and location_id = ${ids[1]}`
  const late: (() => Promise<unknown>)[] = []
  for (const [i, { timeZone, winterHours, offset }] of PLACES.entries()) {
    const locationId = ids[i] as number
    const trade = randomTrade(7, { locationId, name: timeZone, timeZone, winterHours }, DAYS, 16).map(furnished)
    const isLate = ({ SaleId }: WireSale) => i === 0 && SaleId.startsWith(LATE)
    const store = (some: WireSale[]) => storeTrade(app.database, venueId, locationId, some, FIGURES_NOW)
    await store(trade.filter((sale) => !isLate(sale)))
    late.push(() => store(trade.filter(isLate)))
    await bookTables(app, await createLocationKey(app.database.house, venueId, locationId, 'Bookings'), timeZone, offset)
  }
  await closeDaysOfVenue(app.database, venueId, FIGURES_NOW)
  for (const store of late) await store()
  const sales = await readSales(app.databaseUrl, venueId)
  return {
    app,
    sql,
    owner,
    venueId,
    ids,
    sales,
    guests: await readGuests(app.databaseUrl, venueId),
    oracle: (from, to, locations) => figuresFrom(chosen(sales, { from, to, locations })),
    bySql: async (key, sums, where) => {
      const rows = await sql.unsafe<Cells[]>(`
        select ${key} as key, ${sums} from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id
        join product p on p.venue_id = l.venue_id and p.product_id = l.product_id join product_class c on c.venue_id = l.venue_id and c.class_id = l.class_id
        left join dimension_key d on d.venue_id = s.venue_id and d.key = s.clerk_key
        where s.venue_id = ${venueId} and s.kind in (1, 2, 5) and s.business_date between '${FROM}' and '${TO}' and (${where}) group by 1`)
      return rows.map(({ key: name, ...figures }) => ({ key: name, ...numbersOf(figures) }))
    },
    close: async () => {
      await sql.end()
      await app.close()
    },
  }
}

const numbersOf = (figures: Cells): Cells => Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value ?? 0)]))

/** Tables of every state, for lunch, dinner and after midnight, booked from hours to weeks ahead. */
const bookTables = async ({ url }: StartedApp, key: string, name: string, offset: string): Promise<void> => {
  const random = randomFor(7, `tables of ${name}`)
  const Reservations = DAYS.flatMap((day, d) =>
    Array.from({ length: 6 }, (_, i) => {
      const Status = STATUS_NAMES[(d * 6 + i + random.between(0, 2)) % STATUS_NAMES.length] as string
      const due = Date.parse(`${day}T${random.pick(['12:00', '19:30', '00:30'])}:00${offset}`)
      const later = (minutes: number) => new Date(due + minutes * 60_000).toISOString()
      const came = Status === 'Seated' || Status === 'Completed' || Status === 'WalkIn'
      return {
        ReservationId: `${day} ${i}`,
        Revision: 1,
        Status,
        DueAt: later(0),
        BookedAt: later(-60 * random.pick([3, 13, 30, 100, 200, 400, 900])),
        Covers: random.between(1, 8),
        ...(came ? { SeatedAt: later(5), LeftAt: later(random.between(40, 150)), SeatedCovers: random.between(1, 8) } : {}),
        ...(Status === 'Cancelled' ? { CancelledAt: later(-60 * random.pick([1, 23, 25, 72])) } : {}),
      }
    }),
  )
  const answer = await fetch(`${url}/api/pos/v1/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ Reservations }),
  })
  const told = (await answer.json()) as { Accepted: number }
  if (told.Accepted !== Reservations.length) throw new Error(`Not all tables were taken: ${JSON.stringify(told).slice(0, 500)}`)
}
