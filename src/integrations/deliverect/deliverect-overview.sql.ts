import { linksShown, openLinks } from '#integrations/link.sql.ts'
import { channelName } from '#integrations/online-orders/channel-names.rules.ts'
import { isConnected } from '#platform/access/house-tokens.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { unlinkedBodies } from '#platform/web/webhook-store.ts'
import type { FieldError } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import type { DeliverectListed, DeliverectOverview } from './deliverect.contract.ts'
import { namedAccountOf } from './deliverect-accounts.rules.ts'
import { channelsShown } from './deliverect-channels.sql.ts'
import { registrations } from './deliverect-links.sql.ts'
import { DELIVERECT_TOKENS } from './deliverect-token.adapter.ts'

/** How the holder's locations are linked, what their channels take, and which orders somebody should look at. */
export const deliverectShown = async (venue: VenueScope): Promise<DeliverectOverview> => {
  const { sql, venueId, locations } = venue
  const ids = locations.map(({ locationId }) => locationId)
  const links = (await openLinks(venue, 'Deliverect')).filter(({ locationId }) => locationId !== null && ids.includes(locationId))
  const shown = await linksShown(venue, 'Deliverect')
  const proposals = await registrations(venue)
  const counts = await sql<{ locationId: number; untold: number; atTill: number }[]>`
    select location_id as "locationId", count(*) filter (where to_tell <> '[]')::int as untold, count(*) filter (where till in ('waiting', 'recalled'))::int as "atTill"
    from deliverect_order where venue_id = ${venueId} and location_id = any(${numbers(ids)}::int[]) and (to_tell <> '[]' or till in ('waiting', 'recalled'))
    group by location_id`
  const pauses = await sql<{ locationId: number; until: Date }[]>`
    select location_id as "locationId", paused_until as until from location_marketplace
    where venue_id = ${venueId} and location_id = any(${numbers(ids)}::int[]) and paused_until > ${venue.now}`
  // Of accounts that Deliverect said are ours: whoever names another's account learns nothing of it.
  const accounts = [...new Set(links.map(namedAccountOf).flatMap(({ isChecked, deliverectId }) => (isChecked ? [deliverectId] : [])))]
  const unlinked = venue.allLocations && accounts.length > 0 ? await unlinkedBodies(sql, 'Deliverect', accounts) : []
  return {
    Connected: await isConnected(sql, DELIVERECT_TOKENS),
    Locations: locations.map(({ locationId: LocationId, name, currency }) => {
      const link = links.find(({ locationId }) => locationId === LocationId)
      const named = link && namedAccountOf(link)
      const proposal = proposals.find(({ locationId }) => locationId === LocationId)
      const count = counts.find(({ locationId }) => locationId === LocationId)
      return {
        LocationId,
        Location: name,
        Currency: currency,
        Trouble: shown.find((one) => one.LocationId === LocationId)?.Trouble ?? null,
        DeliverectId: named?.deliverectId ?? null,
        DeliverectLocationId: named?.deliverectLocationId ?? null,
        SendToLocation: named?.sendToLocation ?? null,
        Checked: named?.isChecked ?? null,
        Name: named?.name || null,
        PausedUntil: pauses.find(({ locationId }) => locationId === LocationId)?.until.toISOString() ?? null,
        Registered: proposal
          ? {
              DeliverectId: proposal.deliverectId,
              DeliverectLocationId: proposal.deliverectLocationId,
              Name: proposal.name,
              At: proposal.registeredAt.toISOString(),
            }
          : null,
        Untold: count?.untold ?? 0,
        AtTill: count?.atTill ?? 0,
      }
    }),
    Channels: await channelsShown(venue, ids),
    Orders: await listedOrders(venue),
    Unlinked: unlinked.map(({ accountId, events, since }) => {
      const [DeliverectId = '', DeliverectLocationId = ''] = accountId.split('/')
      return { DeliverectId, DeliverectLocationId, Orders: events, Since: since.toISOString() }
    }),
  }
}

const MOST_LISTED = 200
const LISTED_DAYS = 28
const LATE_MINUTES = 10

interface ListedRow {
  orderId: string
  locationId: number
  name: string
  channel: number
  channelName: string
  placedAt: Date
  total: number
  fee: number | null
  why: DeliverectListed['Why']
  late: boolean
  reasons: FieldError[] | null
  tillReason: string | null
  unknown: string[]
  tellRefused: number | null
}

/** Orders of the last 28 days that wait for somebody or were refused, the newest first. */
const listedOrders = async (venue: VenueScope): Promise<DeliverectListed[]> => {
  const { sql, venueId, locations, now } = venue
  const late = new Date(now.getTime() - LATE_MINUTES * 60_000)
  const rows = await sql<ListedRow[]>`
    select * from (
      select o.order_id as "orderId", o.location_id as "locationId", coalesce(nullif(o.name, ''), o.order_id) as name, o.channel, coalesce(c.name, '') as "channelName",
        o.placed_at as "placedAt", o.total::float8 as total, o.commission::float8 as fee,
        case when s.state in ('waiting', 'refused') then 'refused'
          when o.till in ('waiting', 'recalled') then 'at-till'
          when o.till = 'refused' then 'refused-by-till'
          when o.till_sale is not null and not o.is_cancelled and o.till_since < ${late} and not exists (select from sale t
            join dimension_key d on d.venue_id = ${venueId} and d.key = t.terminal_key
            where t.venue_id = ${venueId} and t.location_id = o.location_id and t.receipt = o.till_sale and d.code = o.till_terminal) then 'till-sale-missing'
          when o.tell_refused is not null then 'not-told'
          when cardinality(o.unknown) > 0 and not o.is_cancelled then 'unknown-products' end as why,
        coalesce(o.till in ('waiting', 'recalled') and o.till_since < ${late}, false) as late, s.reasons, o.till_reason as "tillReason", o.unknown, o.tell_refused as "tellRefused"
      from deliverect_order o
      left join channel_commission c on c.venue_id = ${venueId} and c.location_id = o.location_id and c.channel = o.channel
      left join online_order s on s.venue_id = ${venueId} and s.provider = 'Deliverect' and s.order_id = o.order_id
      where o.venue_id = ${venueId} and o.location_id = any(${numbers(locations.map(({ locationId }) => locationId))}::int[])
        and o.placed_at >= ${new Date(now.getTime() - LISTED_DAYS * 86_400_000)}) listed
    where why is not null order by "placedAt" desc, "orderId" limit ${MOST_LISTED}`
  const currencyOf = (id: number) => locations.find(({ locationId }) => locationId === id)?.currency ?? venue.venue.currency
  return rows.map((row) => ({
    OrderId: row.orderId,
    LocationId: row.locationId,
    Name: row.name,
    Channel: channelName(row.channel, row.channelName),
    PlacedAt: row.placedAt.toISOString(),
    Amount: toMajor(row.total, currencyOf(row.locationId)),
    Fee: row.fee === null ? null : toMajor(row.fee, currencyOf(row.locationId)),
    Why: row.why,
    Late: row.late,
    Details: detailsOf(row),
  }))
}

const detailsOf = ({ why, reasons, tillReason, unknown, tellRefused }: ListedRow): string => {
  if (why === 'refused') return (reasons ?? []).map(({ Message }) => Message).join(' ')
  if (why === 'refused-by-till') return tillReason ?? ''
  if (why === 'unknown-products') return unknown.join(', ')
  return why === 'not-told' ? String(tellRefused) : ''
}
