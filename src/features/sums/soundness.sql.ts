import type { VenueScope } from '#platform/access/venue-scope.ts'

/** A sale whose parts do not make the whole; it can only be looked into, since nothing stored is ever changed. */
export interface UnsoundSale {
  saleId: string
  why: 'lines' | 'payments' | 'no-sale'
}

const MOST = 200

/**
 * Sales whose lines or payments do not add up to them, lines whose amount is not made of its parts, and lines, payments and adjustments without a sale. No foreign key
 * watches over these, so this does.
 * @param since the first fact id looked at; ids are in the order of time
 */
export const unsoundSales = ({ sql, venueId }: VenueScope, since: string): Promise<UnsoundSale[]> => {
  const from = sql`venue_id = ${venueId} and sale_id >= ${since}::bigint`
  return sql<UnsoundSale[]>`
    with lines as (
      select sale_id, sum(case when counts then amount when kind = 2 and not voided then surcharge else 0 end) as amount,
        sum(case when kind = 2 and not voided then amount - surcharge else 0 end) as non_sales, sum(case when counts then qty else 0 end) as qty,
        sum(case when counts or kind = 2 and not voided then surcharge_tax else 0 end) as surcharge_tax,
        bool_or(counts and amount <> gross - promotion - discount - refund + surcharge) as is_odd
      from sale_line where ${from} group by sale_id
    ), payments as (
      select sale_id, sum(net) as net from sale_payment where ${from} group by sale_id
    ), sales as (
      select sale_id, kind, amount, non_sales, qty, surcharge_tax, total from sale where ${from}
    )
    select coalesce(s.sale_id, l.sale_id)::text as "saleId", case when s.sale_id is null then 'no-sale' else 'lines' end as why
    from sales s full join lines l on l.sale_id = s.sale_id
    where s.sale_id is null
      or (s.kind in (1, 2, 5) and (s.amount, s.non_sales, s.qty, s.surcharge_tax)
        is distinct from (coalesce(l.amount, 0), coalesce(l.non_sales, 0), coalesce(l.qty, 0), coalesce(l.surcharge_tax, 0)))
      or l.is_odd
    union all
    select coalesce(s.sale_id, p.sale_id)::text, case when s.sale_id is null then 'no-sale' else 'payments' end
    from sales s full join payments p on p.sale_id = s.sale_id
    where s.sale_id is null or (s.kind in (1, 2, 5) and s.total <> coalesce(p.net, 0))
    union all
    select a.sale_id::text, 'no-sale' from sale_adjustment a
    where a.venue_id = ${venueId} and a.sale_id >= ${since}::bigint and not exists (select from sales s where s.sale_id = a.sale_id)
    order by 1, 2 limit ${MOST}`
}
