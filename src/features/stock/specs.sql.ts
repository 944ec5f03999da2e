import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Part, Spec, Specs } from './spec.rules.ts'

interface ToldPart {
  product: number
  volume?: number
  qty?: number
  loss?: number
}

type Row = [
  productId: number,
  fromDay: string,
  unit: string,
  stocked: boolean,
  volume: number | null,
  abv: number | null,
  beverage: Spec['beverage'],
  container: Spec['container'],
  draught: boolean,
  tariffItem: string,
  sticks: number | null,
  tobacco: number | null,
  parts: ToldPart[],
]

/** What every product of the venue is and was, by the day from which it holds. One text: thousands of rows of a dozen values are slow to take from the wire. */
export const readSpecs = async ({ sql, venueId }: VenueScope): Promise<Specs> => {
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_array(product_id, from_day, unit, stocked, volume, abv, beverage, container, draught, tariff_item, sticks, tobacco, parts)
      order by product_id, from_day)::text as rows from product_spec where venue_id = ${venueId}`
  const specs = new Map<number, Spec[]>()
  for (const row of JSON.parse(found?.rows ?? '[]') as Row[]) {
    const [productId, fromDay, unit, stocked, volume, abv, beverage, container, draught, tariffItem, sticks, tobacco, parts] = row
    const spec: Spec = { fromDay, unit, stocked, volume, abv, beverage, container, draught, tariffItem, sticks, tobacco, parts: parts.map(partOf) }
    const rows = specs.get(productId)
    if (rows) rows.push(spec)
    else specs.set(productId, [spec])
  }
  return specs
}

const partOf = ({ product, volume, qty, loss }: ToldPart): Part => ({ productId: product, volume: volume ?? null, qty: qty ?? null, loss: loss ?? 0 })
