import { channelName } from '#integrations/online-orders/channel-names.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { toMajor } from '#shared/money.ts'

/** Keeps what the channels of a location are called; what they take stays as somebody said. */
export const keepChannels = async ({ sql, venueId }: VenueScope, locationId: number, channels: readonly { channel: number; name: string }[]): Promise<void> => {
  const names = [...new Map(channels.map(({ channel, name }) => [channel, name]))].sort(([a], [b]) => a - b)
  if (names.length === 0) return
  await sql`
    insert into channel_commission (venue_id, location_id, channel, name)
    select ${venueId}, ${locationId}, u.channel, u.name from unnest(${numbers(names.map(([channel]) => channel))}::int[], ${texts(names.map(([, name]) => name))}::text[])
      as u(channel, name) order by u.channel
    on conflict (venue_id, location_id, channel) do update set name = excluded.name returning 1`
}

/**
 * Says what channels take of the orders of a location, in per cent; null: nobody knows. It holds for orders from now on, and for those that came
 * while nobody had said anything.
 */
export const keepCommissions = async (
  venue: VenueScope,
  locationId: number,
  commissions: readonly { channel: number; percent: number | null }[],
): Promise<void> => {
  const { sql, venueId } = venue
  for (const { channel, percent } of commissions) {
    const [said] = await sql<{ name: string }[]>`
      insert into channel_commission (venue_id, location_id, channel, percent) values (${venueId}, ${locationId}, ${channel}, ${percent})
      on conflict (venue_id, location_id, channel) do update set percent = excluded.percent returning name`
    await sql`
      update deliverect_order set commission_percent = ${percent} where venue_id = ${venueId} and location_id = ${locationId} and channel = ${channel}
        and commission_percent is null and ${percent}::numeric is not null returning 1`
    await venue.audit({
      action: 'deliverect.commission',
      subject: channelName(channel, said?.name ?? ''),
      detail: { LocationId: locationId, Percent: percent },
    })
  }
}

/** What a channel sold for a location in the last 28 days, in major units, and what it kept of it. */
export interface ChannelShown {
  LocationId: number
  Channel: number
  Name: string
  CommissionPercent: number | null
  Orders: number
  Amount: number
  Fee: number
}

const SHOWN_DAYS = 28

export const channelsShown = async (venue: VenueScope, placesOf: readonly number[]): Promise<ChannelShown[]> => {
  const { sql, venueId, now, locations } = venue
  const rows = await sql<{ locationId: number; channel: number; name: string; percent: number | null; orders: number; amount: number; fee: number }[]>`
    select c.location_id as "locationId", c.channel, c.name, c.percent::float8 as percent, count(o.order_id)::int as orders,
      coalesce(sum(o.total), 0)::float8 as amount, coalesce(sum(o.commission), 0)::float8 as fee
    from channel_commission c left join deliverect_order o on o.venue_id = ${venueId} and o.location_id = c.location_id and o.channel = c.channel
      and o.is_known and not o.is_cancelled and not o.is_test and o.reasons = '[]' and o.placed_at >= ${new Date(now.getTime() - SHOWN_DAYS * 86_400_000)}
    where c.venue_id = ${venueId} and c.location_id = any(${numbers(placesOf)}::int[])
    group by c.location_id, c.channel, c.name, c.percent order by c.location_id, c.channel`
  const currencyOf = (id: number) => locations.find(({ locationId }) => locationId === id)?.currency ?? venue.venue.currency
  return rows.map(({ locationId, channel, name, percent, orders, amount, fee }) => ({
    LocationId: locationId,
    Channel: channel,
    Name: channelName(channel, name),
    CommissionPercent: percent,
    Orders: orders,
    Amount: toMajor(amount, currencyOf(locationId)),
    Fee: toMajor(fee, currencyOf(locationId)),
  }))
}
