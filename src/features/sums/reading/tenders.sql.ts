import { coarsestFor, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { isUnit, type MediaBy, type TenderSums } from '#features/reports/media-summary/media-figures.rules.ts'
import { CODE_DIM, DIM, TENDER_MEASURES } from '#features/sums/rollup.rules.ts'
import { type Method, methodOf } from '#features/till/till.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayOf } from '#shared/day.ts'
import { atTimes, bucketOf, counted, type Fragment, rollupRows, type Slice } from './slice.sql.ts'

/** What was paid with a media in a group: a location, `location:terminal`, a local hour, or the first day of a period. */
export interface TakenRow extends TenderSums {
  group: string
  mediaKey: number
}

/**
 * Tenders added up; from the rollup where it keeps what is asked, else from the tenders themselves. `none` puts all into one group.
 */
export const tendersTaken = async (scope: VenueScope, slice: Slice, span: Span, by: MediaBy | 'none'): Promise<TakenRow[]> => {
  if (slice.locationIds.length === 0) return []
  const fromReceipts = by === 'terminal' || by === 'hour' || slice.hours !== undefined || slice.untilMinute !== undefined
  const { group, groupBy } = groupOf(scope, by, fromReceipts)
  const rows = fromReceipts ? tendersOf(scope, slice, span, group, groupBy) : kept(scope, slice, span, by, group, groupBy)
  const [found] = await scope.sql<
    { rows: string | null }[]
  >`select string_agg(concat_ws(',', "group", key, n, tendered, change, cash_out, refund, net, tip, surcharge), ';' order by "group", key) as rows
    from (${rows}) as one`
  return (found?.rows ?? '').split(';').flatMap((row) => (row === '' ? [] : [rowOf(row, by)]))
}

const rowOf = (text: string, by: MediaBy | 'none'): TakenRow => {
  const [group = '', ...numbers] = text.split(',')
  const [mediaKey = 0, n = 0, tendered = 0, change = 0, cashOut = 0, refund = 0, net = 0, tip = 0, surcharge = 0] = numbers.map(Number)
  const named = by !== 'none' && isUnit(by) ? dayOf(Number(group)) : group
  return { group: named, mediaKey, n, tendered, change, cashOut, refund, net, tip, surcharge }
}

const groupOf = (scope: VenueScope, by: MediaBy | 'none', fromReceipts: boolean): { group: Fragment; groupBy: Fragment } => {
  const { sql } = scope
  if (by === 'none') return { group: sql`'all'`, groupBy: sql`` }
  if (by === 'location')
    return fromReceipts ? { group: sql`s.location_id`, groupBy: sql`, s.location_id` } : { group: sql`location_id`, groupBy: sql`, location_id` }
  if (by === 'terminal') return { group: sql`s.location_id || ':' || s.terminal_key`, groupBy: sql`, s.location_id, s.terminal_key` }
  if (by === 'hour') return { group: sql`s.local_hour`, groupBy: sql`, s.local_hour` }
  const bucket = bucketOf(scope, fromReceipts ? 's.business_date' : 'period', by)
  return { group: sql`${bucket} - date '1970-01-01'`, groupBy: sql`, ${bucket}` }
}

const kept = (scope: VenueScope, slice: Slice, span: Span, by: MediaBy | 'none', group: Fragment, groupBy: Fragment): Fragment => {
  const { sql } = scope
  const unit = by !== 'none' && isUnit(by) ? by : 'none'
  const coarsest = coarsestFor(unit, slice.weekdays !== undefined)
  const rows = rollupRows(scope, slice, piecesOf(span, coarsest), {
    dim: DIM.media,
    columns: TENDER_MEASURES,
  })
  return sql`
    select ${group} as "group", key, sum(n)::bigint as n, sum(tendered)::bigint as tendered, sum(change)::bigint as change, sum(cash_out)::bigint as cash_out,
      sum(refund)::bigint as refund, sum(net)::bigint as net, sum(tip)::bigint as tip, sum(surcharge)::bigint as surcharge
    from (${rows}) as piece group by key ${groupBy} having sum(n) <> 0 or sum(tendered) <> 0 or sum(net) <> 0`
}

const tendersOf = (scope: VenueScope, slice: Slice, { from, to }: Span, group: Fragment, groupBy: Fragment): Fragment => {
  const { sql, venueId } = scope
  const sign = sql`case when s.kind = 5 then -1 else 1 end`
  return sql`
    select ${group} as "group", p.media_key as key, sum(${sign})::bigint as n, sum(p.tendered)::bigint as tendered, sum(p.change)::bigint as change,
      sum(p.cash_out)::bigint as cash_out, sum((${sign}) * greatest(-(${sign}) * p.net, 0))::bigint as refund, sum(p.net)::bigint as net,
      sum(p.tip)::bigint as tip, sum(p.surcharge)::bigint as surcharge
    from sale s join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')}
    group by p.media_key ${groupBy}`
}

/** Names of media and tills by their keys. */
export const tenderNames = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ key: number; name: string }[]>`
    select key, name from dimension_key where venue_id = ${venueId} and dim in (${CODE_DIM.media}, ${CODE_DIM.terminal})`
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** The method of each media by its key: several card schemes are one method. */
export const tenderMethods = async ({ sql, venueId }: VenueScope): Promise<Map<number, Method>> => {
  const rows = await sql<{ key: number; name: string | null }[]>`
    select key, detail ->> 'Method' as name from dimension_key where venue_id = ${venueId} and dim = ${CODE_DIM.media} order by key`
  return new Map(rows.map(({ key, name }) => [key, methodOf(name)]))
}
