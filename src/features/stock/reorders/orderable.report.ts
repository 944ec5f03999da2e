import { readLatest } from '#features/stock/on-hand/latest.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import { packCostOf } from './pack-cost.rules.ts'
import { type Supply, suppliesOf } from './supply.sql.ts'

/** A product with how many packs of it are wanted. */
export interface WantedLine {
  Plu: string
  Packs: number
}

/** A line that can be ordered. */
export interface OrderableLine {
  productId: number
  packs: number
  supply: Supply & { packSize: number }
  packCost: number | null
}

/**
 * What is wanted, by the supplier it is ordered from.
 * @throws ValidationFailed naming each line that cannot be ordered
 */
export const orderable = async (scope: VenueScope, locationId: number, lines: readonly WantedLine[]): Promise<Map<number, OrderableLine[]>> => {
  const { sql, venueId } = scope
  const plus = lines.map(({ Plu }) => Plu)
  const known = await sql<{ id: number; plu: string }[]>`select product_id as id, plu from product where venue_id = ${venueId} and plu = any(${plus}::text[])`
  const ids = new Map(known.map(({ plu, id }) => [plu, id]))
  const supplies = await suppliesOf(scope)
  const costs = new Map((await readLatest(scope, [locationId], [...ids.values()])).map(({ productId, lastCost }) => [productId, lastCost]))
  refuse(lines, ids, supplies)
  const bySupplier = new Map<number, OrderableLine[]>()
  for (const { Plu, Packs } of lines) {
    const productId = ids.get(Plu) as number
    const supply = supplies.get(productId) as OrderableLine['supply']
    const line = { productId, packs: Packs, supply, packCost: packCostOf(supply, costs.get(productId) ?? null) }
    bySupplier.set(supply.supplierId, [...(bySupplier.get(supply.supplierId) ?? []), line])
  }
  return bySupplier
}

/** Every line that cannot be ordered, each in a sentence. */
const refuse = (lines: readonly WantedLine[], ids: ReadonlyMap<string, number>, supplies: ReadonlyMap<number, Supply>): void => {
  const wrong: FieldError[] = []
  const complain = (Message: string, ErrorCode: string) => wrong.push({ FieldName: 'Lines', ErrorCode, Message })
  const seen = new Set<string>()
  for (const { Plu } of lines) {
    const id = ids.get(Plu)
    const supply = id === undefined ? undefined : supplies.get(id)
    if (seen.has(Plu)) complain(`The product with the PLU ${Plu} is in the order twice.`, 'Twice')
    else if (id === undefined) complain(`This venue has no product with the PLU ${Plu}.`, 'ProductNotFound')
    else if (!supply) complain(`The product with the PLU ${Plu} has no supplier. Choose one in Products.`, 'NoSupplier')
    else if (supply.packSize === null) complain(`The product with the PLU ${Plu} has no pack size. Enter it in Products.`, 'NoPack')
    seen.add(Plu)
  }
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
}
