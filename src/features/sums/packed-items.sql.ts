import type { VenueScope } from '#platform/access/venue-scope.ts'
import { packNumbers } from '#platform/database/packed-numbers.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { ITEM_FORMAT, MONTH_FORMAT } from './packed-month.rules.ts'
import type { UnpackedMonth } from './packed-months.sql.ts'
import { DIM, GRAIN, ITEM_MEASURES } from './rollup.rules.ts'

type Fragment = Query<readonly unknown[]>

/** Packed months whose products are not packed, or in another format, of those whose days are all added up by product. */
export const unpackedItems = ({ sql, venueId }: VenueScope): Promise<UnpackedMonth[]> => sql<UnpackedMonth[]>`
  select location_id as "locationId", month from packed_month m where venue_id = ${venueId} and format = ${MONTH_FORMAT} and items_format <> ${ITEM_FORMAT} and ${isSummed(sql, venueId)} order by 1, 2`

/** So many rows of some two kilobytes are written at a time, and others get their turn between. */
const AT_ONCE = 500

/**
 * Packs the days of each product of a packed month, from their rows of the rollup. Whoever changes a day of that month meanwhile waits for its row, for a
 * few tenths of a second of a large place, and then takes it away; tills that sell today do not.
 */
export const packItems = async (scope: VenueScope, { locationId, month }: UnpackedMonth): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const marked = await sql`
    update packed_month m set items_format = ${ITEM_FORMAT}
    where venue_id = ${venueId} and location_id = ${locationId} and month = ${month} and format = ${MONTH_FORMAT} and items_format <> ${ITEM_FORMAT}
      and ${isSummed(sql, venueId)}`
  if (marked.count === 0) return
  await sql`delete from packed_item where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  const items = await sql<{ productId: number; days: string }[]>`${itemDays(scope, locationId, month)} order by key`
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE)
    await sql`
      insert into packed_item (venue_id, location_id, product_id, month, day_sums)
      select ${venueId}, ${locationId}, u.product_id, ${month}, u.day_sums
      from unnest(${numbers(some.map(({ productId }) => productId))}::int[], ${texts(some.map(({ days }) => packed(days)))}::text[]) as u(product_id, day_sums) returning 1`
  }
}

/** Takes the word of a packed month back that its products are packed, where one of them says something else than the rows of its days. */
export const dropWrongItems = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const isPacked = sql`exists (select from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}
    and format = ${MONTH_FORMAT} and items_format = ${ITEM_FORMAT})`
  // In one statement and so at one moment: a sale may come, and the month be packed again.
  const rows = await sql<{ kept: string | null; days: string | null }[]>`
    select kept.day_sums as kept, fresh.days
    from (select product_id, day_sums from packed_item where venue_id = ${venueId} and location_id = ${locationId} and month = ${month} and ${isPacked}) as kept
    full join (select * from (${itemDays(scope, locationId, month)}) as made where ${isPacked}) as fresh on fresh."productId" = kept.product_id`
  if (rows.every(({ kept, days }) => kept !== null && days !== null && kept === packed(days))) return false
  await sql`update packed_month set items_format = '' where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  return true
}

const packed = (days: string): string => packNumbers(days.split(',').map(Number))

/** Whether the days of a packed month `m` are all added up by product. */
const isSummed = (sql: VenueScope['sql'], venueId: number): Fragment => sql`
  not exists (select from trading_day_state t where t.venue_id = ${venueId} and t.location_id = m.location_id and t.day >= m.month
    and t.day < m.month + interval '1 month' and t.products_at_change is distinct from t.changes)`

/** The days of each product of a month as one text: days since 1970-01-01 and the measures of items, separated by commas. */
const itemDays = ({ sql, venueId }: VenueScope, locationId: number, month: string): Fragment => {
  const measures = ITEM_MEASURES.map((name) => sql`${sql(name)}`).reduce((all, next) => sql`${all}, ${next}`)
  return sql`
    select key as "productId", string_agg(concat_ws(',', period - date '1970-01-01', ${measures}), ',' order by period) as days from rollup
    where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${DIM.product} and location_id = ${locationId}
      and period >= ${month}::date and period < ${month}::date + interval '1 month' group by key`
}
