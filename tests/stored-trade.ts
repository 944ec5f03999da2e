import { type Shop, tradeOfDay } from '#db/demo/trade.ts'
import { PLACES } from '#db/demo/trading.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { type Counter, draftOf } from '#features/intake/sale.rules.ts'
import { storeSales } from '#features/intake/store-sales.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner, type Database } from '#platform/database/database.ts'
import type { StartedApp } from './start-app.ts'

/** The sample's three places as tills know them. */
const SHOPS: readonly Shop[] = PLACES.map((place, i) => ({ place, locationId: i + 1, timeZone: 'Australia/Sydney' }))

/** Believable trade of the sample's places on these days, up to a moment. */
export const sampleTrade = (days: readonly string[], until: Date, seed = 20_261_120): { locationId: number; sales: WireSale[] }[] =>
  SHOPS.map((shop) => ({
    locationId: shop.locationId,
    sales: days
      .flatMap((day) => tradeOfDay(seed, shop, day))
      .filter(({ ClosedAt, Type }) => Type !== 'NoSale' && Date.parse(ClosedAt) <= until.getTime()) as WireSale[],
  }))

/** Takes sales in as intake does, a few hundred to a transaction. One that is not accepted is an error with its reasons. */
export const storeTrade = async (database: Database, venueId: number, locationId: number, sales: readonly WireSale[], now: Date): Promise<void> => {
  for (let at = 0; at < sales.length; at += 400) {
    await database.inVenue(venueId, async (sql) => {
      const scope = await VenueScope.forJob(sql, venueId, now)
      const counter = counterAt(scope, locationId)
      const incoming = sales.slice(at, at + 400).map((sale, index) => {
        const draft = draftOf(sale, counter)
        if (Array.isArray(draft)) throw new Error(`${sale.SaleId}: ${JSON.stringify(draft)}`)
        return { index, sale, draft }
      })
      const outcomes = (await storeSales(scope, locationId, [{ batchId: null, source: 'test', arrivedAt: now, sales: incoming, refused: [] }])).flat()
      const refused = outcomes.find(({ errors }) => errors.length > 0)
      if (refused) throw new Error(JSON.stringify(refused))
    })
  }
}

const counterAt = (scope: VenueScope, locationId: number): Counter => {
  const place = scope.locations.find((location) => location.locationId === locationId)
  if (!place) throw new Error(`There is no location ${locationId}.`)
  const dayStartMinutes = Number(place.dayStart.slice(0, 2)) * 60 + Number(place.dayStart.slice(3, 5))
  const calendar = [{ fromDay: '2000-01-01', timeZone: place.timeZone, dayStartMinutes }]
  return { locationId, currency: place.currency, calendar, oldest: 0, latest: Number.POSITIVE_INFINITY }
}

let receipts = 0

/** A plain sale of one item, to be changed where a test is about something. */
export const plainSale = (closedAt: string, cents: number, changes: Partial<WireSale> = {}): WireSale => ({
  SaleId: `plain-${++receipts}`,
  Revision: 1,
  Type: 'Sale',
  TerminalId: 'T1',
  ClerkId: '9',
  ClerkName: 'Robin Vale',
  ClosedAt: closedAt,
  Lines: [
    {
      LineId: '1',
      Kind: 'Sale',
      Plu: 'P1',
      Name: 'House pour',
      Quantity: '1',
      UnitPrice: cents,
      Gross: cents,
      DiscountTotal: 0,
      Net: cents,
      Tax: Math.round(cents / 11),
      Cost: Math.round(cents / 4),
    },
  ],
  Tenders: [{ Method: 'Cash', Amount: cents }],
  Totals: { Total: cents, Tax: Math.round(cents / 11) },
  ...changes,
})

/**
 * The same at a clock of the test's own: each of the sales says that it was received then. Otherwise they say when the test ran, as rows of facts take the moment from the
 * database itself.
 */
export const storeTradeAt = async (
  { database, databaseUrl }: StartedApp,
  venueId: number,
  locationId: number,
  sales: readonly WireSale[],
  now: Date,
): Promise<void> => {
  const owner = connectAsOwner(databaseUrl)
  try {
    const [before] = await owner<{ at: Date }[]>`select clock_timestamp() as at`
    await storeTrade(database, venueId, locationId, sales, now)
    await owner`update sale set received_at = ${now} where venue_id = ${venueId} and received_at >= ${before?.at ?? now}`
  } finally {
    await owner.end()
  }
}
