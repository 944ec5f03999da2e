import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'

interface TerminalStatus {
  TerminalId: string
  LastSaleId: string
  LastSaleAt: string
  LastSequence: number | null
  Missing: { From: number; To: number }[]
}

const LOOK_BACK_DAYS = 7

/** What has arrived of a location: when it last sold and was last heard, and by till the last receipt and the numbers missing. */
export const syncStatus = async ({ sql, venueId, locations, now }: VenueScope, locationId: number) => {
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000)
  const [[last], terminals, gaps] = await Promise.all([
    sql<{ last_sale_at: Date | null; last_received_at: Date | null }[]>`
      select max(last_sale_at) as last_sale_at, max(last_received_at) as last_received_at from trading_day_state where venue_id = ${venueId} and location_id = ${locationId}`,
    sql<{ terminal_key: number; code: string; receipt: string; closed_at: Date; sequence: number | null }[]>`
      select distinct on (s.terminal_key) s.terminal_key, d.code, s.receipt, s.closed_at, max(s.sequence) over (partition by s.terminal_key) as sequence
      from sale s join dimension_key d on d.venue_id = ${venueId} and d.key = s.terminal_key
      where s.venue_id = ${venueId} and s.location_id = ${locationId} and s.business_date >= ${since.toISOString().slice(0, 10)} and s.kind <> 5
        and not (d.code = s.source and s.source = any(${texts(ORDER_PROVIDERS)}::text[]))
      order by s.terminal_key, s.closed_at desc, s.sale_id desc`,
    sql<{ terminal_key: number; previous: number; sequence: number }[]>`
      select terminal_key, previous, sequence from (
        select terminal_key, sequence, lag(sequence) over (partition by terminal_key order by sequence) as previous
        from sale where venue_id = ${venueId} and location_id = ${locationId} and business_date >= ${since.toISOString().slice(0, 10)} and sequence is not null
      ) as counted where sequence - previous > 1 order by terminal_key, sequence limit 200`,
  ])
  return {
    LocationId: locationId,
    Name: locations.find((location) => location.locationId === locationId)?.name ?? '',
    LastSaleAt: last?.last_sale_at?.toISOString() ?? null,
    LastReceivedAt: last?.last_received_at?.toISOString() ?? null,
    Terminals: terminals.map(
      (terminal): TerminalStatus => ({
        TerminalId: terminal.code,
        LastSaleId: terminal.receipt,
        LastSaleAt: terminal.closed_at.toISOString(),
        LastSequence: terminal.sequence,
        Missing: gaps.filter((gap) => gap.terminal_key === terminal.terminal_key).map(({ previous, sequence }) => ({ From: previous + 1, To: sequence - 1 })),
      }),
    ),
  }
}
