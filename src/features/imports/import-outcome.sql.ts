import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { ImportCounts } from './import-tally.rules.ts'

type Brought = Pick<ImportCounts, 'accepted' | 'lines' | 'locations' | 'totals' | 'firstDay' | 'lastDay' | 'months'>

const MOST_NAMES = 100

/**
 * What a run brought, counted from its sales as they lie stored: however often it was begun again after its process died, each counts once.
 * Entries that take sales back are none, and neither is what counts again because something later was undone.
 */
export const broughtBy = async (scope: VenueScope, runId: string): Promise<Brought> => {
  const { sql, venueId, locations } = scope
  await sql.withoutTimeLimit()
  const parts = await sql<Part[]>`
    select s.location_id as "locationId", to_char(s.business_date, 'YYYY-MM') as month, count(*)::int as sales, sum(s.total)::bigint as total,
      min(s.business_date) as "firstDay", max(s.business_date) as "lastDay"
    from sale s where s.venue_id = ${venueId} and s.source = 'Import' and s.batch_id = ${runId} and s.kind <> 5 and not s.undoes
    group by 1, 2 order by min(s.sale_id)`
  const [row] = await sql<{ lines: number }[]>`
    select count(*)::int as lines from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
    where s.venue_id = ${venueId} and s.source = 'Import' and s.batch_id = ${runId} and s.kind <> 5 and not s.undoes`
  const brought: Brought = { accepted: 0, lines: row?.lines ?? 0, locations: [], totals: {}, firstDay: null, lastDay: null, months: {} }
  for (const part of parts) {
    const place = locations.find(({ locationId }) => locationId === part.locationId)
    if (place) addPart(brought, part, place)
  }
  return brought
}

interface Part {
  locationId: number
  month: string
  sales: number
  total: number
  firstDay: string
  lastDay: string
}

const addPart = (brought: Brought, { month, sales, total, firstDay, lastDay }: Part, { name, currency }: { name: string; currency: string }): void => {
  brought.accepted += sales
  brought.totals[currency] = (brought.totals[currency] ?? 0) + total
  if (!brought.locations.includes(name) && brought.locations.length < MOST_NAMES) brought.locations.push(name)
  if (brought.firstDay === null || firstDay < brought.firstDay) brought.firstDay = firstDay
  if (brought.lastDay === null || lastDay > brought.lastDay) brought.lastDay = lastDay
  const known = brought.months[month] ?? { sales: 0, totals: {} }
  brought.months[month] = known
  known.sales += sales
  known.totals[currency] = (known.totals[currency] ?? 0) + total
}
