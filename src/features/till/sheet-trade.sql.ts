import type { VenueScope } from '#platform/access/venue-scope.ts'
import { salesOfSheet } from './sheet-receipts.sql.ts'
import type { SheetKey, SheetTrade } from './sheet-rows.rules.ts'

/** What was sold on a sheet, added up from its receipts. */
export const tradeOfSheet = async (scope: VenueScope, key: SheetKey): Promise<SheetTrade> => {
  const { sql, venueId } = scope
  const sold = sql`${salesOfSheet(scope, key)} and s.kind in (1, 2, 5)`
  const [departments, sums] = await Promise.all([
    sql<SheetTrade['departments']>`
      select c.department as name, sum(case when l.counts then l.amount else l.surcharge end)::bigint as amount,
        sum(case when l.counts then l.qty else 0 end)::bigint as quantity
      from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
        join product_class c on c.venue_id = ${venueId} and c.class_id = l.class_id
      where ${sold} and (l.counts or l.kind = 2 and not l.voided)
      group by c.department having sum(case when l.counts then l.amount else l.surcharge end) <> 0 or sum(case when l.counts then l.qty else 0 end) <> 0
      order by 2 desc, 1`,
    sql<SheetTrade['sums'][]>`
      select coalesce(sum(s.gross), 0)::bigint as gross, coalesce(sum(s.promotion), 0)::bigint as promotions, coalesce(sum(s.discount), 0)::bigint as discounts,
        coalesce(sum(s.refund), 0)::bigint as refunds, coalesce(sum(s.surcharge), 0)::bigint as surcharges, coalesce(sum(s.amount), 0)::bigint as amount,
        coalesce(sum(s.tax), 0)::bigint as tax, coalesce(sum(s.non_sales), 0)::bigint as "nonSales", coalesce(sum(s.tips), 0)::bigint as tips,
        coalesce(sum(s.rounding), 0)::bigint as rounding, coalesce(sum(s.total), 0)::bigint as takings
      from sale s where ${sold}`,
  ])
  const [all] = sums
  if (!all) throw new Error('Sums have one row.')
  return { departments: [...departments], sums: all }
}
