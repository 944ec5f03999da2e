import type { OrderSale } from '#integrations/online-orders/order-sales.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { TaxRates } from './deliverect-tax.rules.ts'

/** Keeps what tax Deliverect has of the products of a location, in place of what was kept; products of no tax are left out. */
export const keepTaxRates = async ({ sql, venueId }: VenueScope, locationId: number, products: readonly { plu: string; rates: TaxRates }[]): Promise<void> => {
  await sql`delete from deliverect_tax_rate where venue_id = ${venueId} and location_id = ${locationId} returning 1`
  const taxed = [...new Map(products.map((one) => [one.plu, one])).values()].filter(
    ({ rates: { delivery, takeaway, eatIn } }) => delivery + takeaway + eatIn > 0,
  )
  if (taxed.length === 0) return
  const column = (kind: keyof TaxRates) => numbers(taxed.map(({ rates }) => rates[kind]))
  await sql`
    insert into deliverect_tax_rate (venue_id, location_id, plu, delivery, takeaway, eat_in)
    select ${venueId}, ${locationId}, u.plu, u.delivery, u.takeaway, u.eat_in from unnest(${texts(taxed.map(({ plu }) => plu))}::text[], ${column('delivery')}::int[],
      ${column('takeaway')}::int[], ${column('eatIn')}::int[]) as u(plu, delivery, takeaway, eat_in)
    order by u.plu returning 1`
}

/** What tax Deliverect has of what these sales are made of, by PLU. */
export const taxRatesOf = async (
  { sql, venueId }: VenueScope,
  locationId: number,
  sales: readonly (OrderSale | undefined)[],
): Promise<Map<string, TaxRates>> => {
  const plus = new Set(sales.flatMap((sale) => sale?.Lines ?? []).flatMap(({ Plu }) => (Plu ? [Plu] : [])))
  if (plus.size === 0) return new Map()
  const rows = await sql<({ plu: string } & TaxRates)[]>`
    select plu, delivery, takeaway, eat_in as "eatIn" from deliverect_tax_rate
    where venue_id = ${venueId} and location_id = ${locationId} and plu = any(${texts([...plus])}::text[])`
  return new Map(rows.map(({ plu, ...rates }) => [plu, rates]))
}
