import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { booleans, numbers, texts } from '#platform/database/sql-arrays.ts'
import { decimalsOf } from '#shared/money.ts'

interface Leveled {
  Plu: string
  Least?: number | null | undefined
  Most?: number | null | undefined
}

const steps = (units: number | null | undefined): number | null => (units === null || units === undefined ? null : Math.round(units * QUANTITY_STEPS))

/** Says between which quantities locations keep products; what is left out stays. */
export const keepLevels = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], products: readonly Leveled[]): Promise<void> => {
  const told = products.filter(({ Least, Most }) => Least !== undefined || Most !== undefined)
  if (told.length === 0) return
  await sql`
    insert into stock_level as k (venue_id, location_id, product_id, least, most)
    select ${venueId}::int, l.id, p.product_id, case when w.says_least then w.least else o.least end, case when w.says_most then w.most else o.most end
    from unnest(${texts(told.map(({ Plu }) => Plu))}::text[], ${numbers(told.map(({ Least }) => steps(Least)))}::bigint[], ${numbers(told.map(({ Most }) => steps(Most)))}::bigint[],
        ${booleans(told.map(({ Least }) => Least !== undefined))}::boolean[], ${booleans(told.map(({ Most }) => Most !== undefined))}::boolean[])
      as w(plu, least, most, says_least, says_most)
    join product p on p.venue_id = ${venueId} and p.plu = w.plu cross join unnest(${numbers(locationIds)}::int[]) as l(id)
    left join stock_level o on o.venue_id = ${venueId} and o.location_id = l.id and o.product_id = p.product_id
    order by l.id, p.product_id
    on conflict (venue_id, location_id, product_id) do update set least = excluded.least, most = excluded.most returning 1`
}

/** Says what a pack is listed at, of products that somebody supplies. */
export const keepPackCosts = async (
  { sql, venueId, venue }: VenueScope,
  products: readonly { Plu: string; PackCost?: number | null | undefined }[],
): Promise<void> => {
  const told = products.filter(({ PackCost }) => PackCost !== undefined)
  if (told.length === 0) return
  const minor = told.map(({ PackCost }) => (PackCost == null ? null : Math.round(PackCost * 10 ** decimalsOf(venue.currency))))
  await sql`
    update product_supplier x set pack_cost = w.cost
    from unnest(${texts(told.map(({ Plu }) => Plu))}::text[], ${numbers(minor)}::bigint[]) as w(plu, cost)
    join product p on p.venue_id = ${venueId} and p.plu = w.plu
    where x.venue_id = ${venueId} and x.product_id = p.product_id`
}

interface Terms {
  Email: string
  LeadDays: number | null
  OrderBy: string | null
  OrderMinimum: number | null
}

/** How a supplier delivers. @returns its name; undefined where the venue has no such supplier */
export const keepTerms = async (
  { sql, venueId }: VenueScope,
  supplierId: number,
  { Email, LeadDays, OrderBy, OrderMinimum }: Terms,
): Promise<string | undefined> => {
  const [kept] = await sql<{ name: string }[]>`
    update venue_supplier set order_email = ${Email}, lead_days = ${LeadDays}::smallint, order_by = ${OrderBy}::time, order_minimum = ${OrderMinimum}::bigint
    where venue_id = ${venueId} and supplier_id = ${supplierId} returning name`
  return kept?.name
}

/** Who last changed a product on this screen, and when; undefined where nobody did. */
export const lastChange = async ({ sql, venueId }: VenueScope, plu: string): Promise<{ by: string | null; at: Date } | undefined> => {
  const [row] = await sql<{ by: string | null; at: Date }[]>`
    select e.display_name as by, a.at from audit_event a left join employee e on e.venue_id = ${venueId} and e.user_id = a.actor_user_id
    where a.venue_id = ${venueId} and a.action = 'stock.products' and a.detail @> jsonb_build_object('Plus', jsonb_build_array(${plu}::text))
    order by a.at desc limit 1`
  return row
}
