import { eachRow, unboxed } from '#features/sums/reading/readings.rules.ts'
import { type Fragment, listed, number } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayOf } from '#shared/day.ts'
import type { Part, Spec, Specs } from './spec.rules.ts'

interface ToldPart {
  product: number
  volume?: number
  qty?: number
  loss?: number
}

/** What many products have in common, and the numbers of each. */
interface Alike extends Pick<Spec, 'unit' | 'stocked' | 'beverage' | 'container' | 'draught' | 'tariffItem'> {
  /** Product, the day from which it holds, and NUMBERS. */
  rows: string
}

/** None of them is ever below zero, so NONE says that nobody told one. */
const NUMBERS = ['volume', 'abv', 'sticks', 'tobacco'] as const
const NONE = -1

/**
 * What every product of the venue is and was, by the day from which it holds. Thousands of rows of a dozen values are slow to write and to read, and in all but their
 * numbers most products are like many others: what they have in common comes once. What they are made of comes for those alone that are made of something.
 */
export const readSpecs = async (scope: VenueScope): Promise<Specs> => {
  const { sql, venueId } = scope
  const numbers = NUMBERS.map((name): Fragment => sql`coalesce(${sql(name)}, ${number(scope, NONE)})`)
  const [parts, alike] = await Promise.all([
    readParts(scope),
    sql<Alike[]>`
      select unit, stocked, beverage, container, draught, tariff_item as "tariffItem",
        string_agg(concat_ws(',', product_id, from_day - date '1970-01-01', ${listed(scope, numbers)}), ';') as rows
      from product_spec where venue_id = ${venueId} group by unit, stocked, beverage, container, draught, tariff_item`,
  ])
  const specs = new Map<number, Spec[]>()
  for (const { rows, unit, stocked, beverage, container, draught, tariffItem } of alike) {
    eachRow({ sums: NUMBERS, texts: [rows] }, (row) => {
      const [productId, day] = [unboxed(row[0] as number), row[1] as number]
      const told = (at: number) => (row[at] === NONE ? null : unboxed(row[at] as number))
      const made = parts.get(productId)?.get(day) ?? NO_PARTS
      const [fromDay, volume, abv, sticks, tobacco] = [dayOf(day), told(2), told(3), told(4), told(5)]
      const spec: Spec = { fromDay, unit, stocked, volume, abv, beverage, container, draught, tariffItem, sticks, tobacco, parts: made }
      const known = specs.get(productId)
      if (known) known.push(spec)
      else specs.set(productId, [spec])
    })
  }
  for (const rows of specs.values()) if (rows.length > 1) rows.sort((one, other) => (one.fromDay < other.fromDay ? -1 : 1))
  return specs
}

const NO_PARTS: readonly Part[] = []

/** What products are made of, by product and the day from which that holds; without those that are made of nothing. */
const readParts = async ({ sql, venueId }: VenueScope): Promise<Map<number, Map<number, Part[]>>> => {
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_array(product_id, from_day - date '1970-01-01', parts))::text as rows from product_spec
    where venue_id = ${venueId} and parts <> '[]'`
  const made = new Map<number, Map<number, Part[]>>()
  for (const [productId, day, parts] of JSON.parse(found?.rows ?? '[]') as [number, number, ToldPart[]][])
    made.set(productId, (made.get(productId) ?? new Map<number, Part[]>()).set(day, parts.map(partOf)))
  return made
}

const partOf = ({ product, volume, qty, loss }: ToldPart): Part => ({ productId: product, volume: volume ?? null, qty: qty ?? null, loss: loss ?? 0 })
