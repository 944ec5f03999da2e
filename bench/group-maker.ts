import { text } from 'node:stream/consumers'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { openDatabase } from '#platform/database/database.ts'
import { addDays } from '#shared/day.ts'
import { DAYS, FIRST_DAY, menuOf, salesOfDay, wastedOfDay } from './group.ts'
import type { Place } from './group-house.ts'

// Fills locations of the group, one after the other, some six hundred sales to a transaction: told on standard input.
const AT_ONCE = 600
const { url, seed, places } = JSON.parse(await text(process.stdin)) as { url: string; seed: number; places: Place[] }
const database = openDatabase(url, 2)
const now = new Date(`${addDays(FIRST_DAY, DAYS)}T03:00:00Z`)
const startedAt = Date.now()
let stored = 0
for (const [done, { venueId, locationId, place, venue }] of places.entries()) {
  const menu = menuOf(venue.products)
  let waiting: unknown[] = []
  for (let day = 0; day < DAYS; day += 1) {
    const date = addDays(FIRST_DAY, day)
    waiting.push(...salesOfDay(seed, venue, menu, locationId, place, date), ...wastedOfDay(seed, venue, menu, locationId, place, date))
    if (waiting.length < AT_ONCE && day < DAYS - 1) continue
    const sales = waiting
    waiting = []
    const outcomes = await workInVenue(database, venueId, now, (scope) => takeSales(scope, { locationId, batchId: null, source: 'bench', sales, anyAge: true }))
    const refused = outcomes.find(({ status }) => status !== 'accepted')
    if (refused) throw new Error(`A sale of the group was refused: ${JSON.stringify(refused)} ${JSON.stringify(sales[refused.index])}`)
    stored += sales.length
  }
  console.log(
    `${venue.name}, place ${place + 1} (${done + 1} of ${places.length}): ${stored.toLocaleString('en')} sales, ${Math.round((stored * 1000) / (Date.now() - startedAt))}/s`,
  )
}
await database.close()
