import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Part, Spec, Specs } from './spec.rules.ts'

interface Row extends Omit<Spec, 'parts'> {
  productId: number
  parts: { product: number; volume?: number; qty?: number; loss?: number }[]
}

/** What every product of the venue is and was, by the day from which it holds. One text: thousands of rows of a dozen values are slow to take from the wire. */
export const readSpecs = async ({ sql, venueId }: VenueScope): Promise<Specs> => {
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_object('productId', product_id, 'fromDay', from_day, 'unit', unit, 'stocked', stocked, 'volume', volume, 'abv', abv,
      'beverage', beverage, 'container', container, 'draught', draught, 'tariffItem', tariff_item, 'sticks', sticks, 'tobacco', tobacco, 'parts', parts) order by product_id, from_day)::text as rows
    from product_spec where venue_id = ${venueId}`
  const specs = new Map<number, Spec[]>()
  for (const { productId, parts, ...row } of JSON.parse(found?.rows ?? '[]') as Row[]) {
    const spec: Spec = { ...row, parts: parts.map(partOf) }
    const rows = specs.get(productId)
    if (rows) rows.push(spec)
    else specs.set(productId, [spec])
  }
  return specs
}

const partOf = ({ product, volume, qty, loss }: Row['parts'][number]): Part => ({
  productId: product,
  volume: volume ?? null,
  qty: qty ?? null,
  loss: loss ?? 0,
})
