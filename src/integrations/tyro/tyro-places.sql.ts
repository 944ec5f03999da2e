import type { LinkTrouble } from '#integrations/link.contract.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { TyroPlaces } from './tyro.contract.ts'

interface Row {
  location_id: number
  status: 'connected' | 'attention'
  account_id: string
  account_name: string | null
  meta: { FirstDay?: string; SendToLocation?: boolean; Checked?: boolean }
  linked_at: Date
  linked_by: string | null
  last_ok_at: Date | null
  last_error: LinkTrouble | null
  last_error_at: Date | null
  fetched: number | null
}

const UNLINKED = {
  TyroId: null,
  SendToLocation: null,
  Checked: null,
  AccountName: null,
  Status: 'Not linked',
  Trouble: null,
  TroubleSince: null,
  LinkedAt: null,
  LinkedBy: null,
  LastSync: null,
  Fetched: null,
  FirstDay: null,
} as const

/** The locations of the holder, each with its link to Tyro. */
export const tyroPlaces = async ({ sql, venueId, locations }: VenueScope): Promise<TyroPlaces['Places']> => {
  const rows = await sql<Row[]>`
    select l.location_id, l.status, l.account_id, l.account_name, l.meta, l.linked_at, l.last_ok_at, l.last_error, l.last_error_at,
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = l.linked_by limit 1) as linked_by,
      (select floor(100 * avg(case when s.first_done_at is not null then 1 when s.at is null then 0
          else extract(epoch from s.until - s.at) / greatest(extract(epoch from s.until - s.since), 1) end))::int
        from link_sync s where s.venue_id = ${venueId} and s.link_id = l.link_id having bool_or(s.first_done_at is null)) as fetched
    from link l where l.venue_id = ${venueId} and l.provider = 'Tyro' and l.status in ('connected', 'attention')
      and l.location_id = any(${locations.map(({ locationId }) => locationId)}::int[])`
  return locations
    .filter(({ active, locationId }) => active || rows.some((row) => row.location_id === locationId))
    .map(({ locationId, name }) => {
      const row = rows.find((one) => one.location_id === locationId)
      return { LocationId: locationId, Location: name, ...(row ? shown(row) : UNLINKED) }
    })
}

const shown = (row: Row) => ({
  TyroId: row.account_id,
  SendToLocation: row.meta.SendToLocation ?? false,
  Checked: row.meta.Checked ?? false,
  AccountName: row.account_name,
  Status: row.status === 'connected' ? ('Linked' as const) : ('Needs attention' as const),
  Trouble: row.last_error,
  TroubleSince: row.last_error_at?.toISOString() ?? null,
  LinkedAt: row.linked_at.toISOString(),
  LinkedBy: row.linked_by,
  LastSync: row.last_ok_at?.toISOString() ?? null,
  Fetched: row.fetched,
  FirstDay: row.meta.FirstDay ?? null,
})
