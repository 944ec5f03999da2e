import { takeSales } from '#features/intake/take-sales.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { openDatabase } from '#platform/database/database.ts'
import { addDays } from '#shared/day.ts'
import { DAYS, FIRST_DAY, groupOf, menuOf, wastedOfDay } from './group.ts'
import { closeDays, groupSize, startGroup } from './group-house.ts'
import { report } from './results.ts'

/**
 * Writes off what the largest venue of a group (LINES) wasted in its three years, where the group was made before it wasted anything; as
 * much as one of OF lines. Once: written off again it is the same receipts, and nothing changes.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const OF = Number(process.env.OF ?? LINES)
const VENUE = 1
const AT_ONCE = 600

const [venue] = groupOf(OF)
if (!venue) throw new Error('The group has no venue.')
const startedAt = performance.now()
let lines = 0
const postgres = await startGroup(LINES)
const database = openDatabase(postgres.url, 2)
try {
  const now = new Date(`${addDays(FIRST_DAY, DAYS)}T03:00:00Z`)
  const menu = menuOf(venue.products)
  const places = await database.inVenue(VENUE, (sql) => sql<{ id: number }[]>`select location_id as id from location where venue_id = ${VENUE} order by 1`)
  for (const [place, { id: locationId }] of places.entries()) {
    const wasted = Array.from({ length: DAYS }, (_, day) => wastedOfDay(groupSize(LINES).seed, venue, menu, locationId, place, addDays(FIRST_DAY, day))).flat()
    for (let at = 0; at < wasted.length; at += AT_ONCE) {
      const sales = wasted.slice(at, at + AT_ONCE)
      const outcomes = await workInVenue(database, VENUE, now, (scope) => takeSales(scope, { locationId, batchId: null, source: 'bench', sales, anyAge: true }))
      const refused = outcomes.find(({ status }) => status !== 'accepted' && status !== 'duplicate')
      if (refused) throw new Error(`It was refused: ${JSON.stringify(refused)}`)
    }
    lines += wasted.length
    console.log(`place ${place + 1} of ${places.length}: ${wasted.length.toLocaleString('en')} written off`)
  }
  await closeDays(postgres.url)
  const figures = [
    { what: 'receipts written off', value: lines, unit: '' },
    { what: 'migrated, written off and closed', value: (performance.now() - startedAt) / 1000, unit: 's' },
  ]
  report('wastage', figures, { lines: LINES, of: OF })
} finally {
  await database.close()
  await postgres.stop()
}
