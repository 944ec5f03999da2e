import type { FoundReceipt } from '#features/find/find.contract.ts'
import { isNotUndone } from '#features/sums/undone-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import { kindName } from './receipt.rules.ts'

interface FoundRow {
  sale_id: string
  location_id: number
  receipt: string
  terminal: string | null
  kind: number
  business_date: string
  total: number
}

/**
 * The newest few receipts with this number at the holder's locations: tills may have the same ones. Of a receipt that was corrected the last
 * revision is found, never a reversal, and nothing of an undone import. The index that keeps numbers of a till apart begins with venue and number.
 */
export const findReceipts = async (scope: VenueScope, text: string, most: number): Promise<FoundReceipt[]> => {
  const { sql, venueId, locations } = scope
  const typed = text.normalize('NFKC').trim().replace(/^#/, '')
  const rows = await sql<FoundRow[]>`
    select r.sale_id::text, r.location_id, r.receipt, t.name as terminal, r.kind, r.business_date, r.total
    from (
      select distinct on (s.receipt, s.terminal_key, s.location_id) s.*
      from sale s
      where s.venue_id = ${venueId} and s.receipt = any(${[...new Set([typed, typed.toUpperCase()])]}::text[]) and s.kind <> ${TAKEN_BACK} and ${isNotUndone(scope)}
        and s.location_id = any(${locations.map(({ locationId }) => locationId)}::int[])
      order by s.receipt, s.terminal_key, s.location_id, s.round desc, s.revision desc, s.kind) r
    left join dimension_key t on t.venue_id = ${venueId} and t.key = r.terminal_key
    order by r.closed_at desc, r.sale_id desc limit ${most}`
  return rows.flatMap((row) => {
    const place = locations.find(({ locationId }) => locationId === row.location_id)
    if (!place) return []
    return [
      {
        SaleId: row.sale_id,
        Receipt: row.receipt,
        LocationId: place.locationId,
        Location: place.name,
        Terminal: row.terminal ?? '',
        Kind: kindName(row.kind),
        BusinessDate: row.business_date,
        Currency: place.currency,
        Takings: toMajor(row.total, place.currency),
      },
    ]
  })
}

const TAKEN_BACK = 5
