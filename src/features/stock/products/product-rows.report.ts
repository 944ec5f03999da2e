import { hash } from 'node:crypto'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { drinkClasses } from '#features/stock/drink-classes.rules.ts'
import { dutiable, standardDrinks } from '#features/stock/excises/counted.rules.ts'
import { COST_STEPS, toMajorCost } from '#features/stock/on-hand/average-cost.rules.ts'
import { readLatest } from '#features/stock/on-hand/latest.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { type Level, levelsOf, type Supply, suppliersOf, suppliesOf } from '#features/stock/reorders/supply.sql.ts'
import { MILLILITRE, type Part, type Spec, type Specs, specOn, USE_STEPS, usesOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { isAmongSeen } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import { missingOf } from './missing.rules.ts'
import type { ProductRow } from './products.contract.ts'

/** Every product the holder may see, as it is on a day. Between which quantities it is kept is told where all the locations asked for agree. */
export const productRows = async (scope: VenueScope, on: string, locationId: number | undefined): Promise<ProductRow[]> => {
  const { sql, venueId } = scope
  const places = scope.chosenLocations(locationId === undefined ? undefined : [locationId])
  const ids = places.map((place) => place.locationId)
  const [menu, specs, supplies, suppliers, levels, latest, prices] = await Promise.all([
    productRange(scope),
    readSpecs(scope),
    suppliesOf(scope),
    suppliersOf(scope),
    levelsOf(scope, ids),
    readLatest(scope, ids),
    sql<{ id: number; price: number | null }[]>`
      select p.product_id as id, p.list_price as price from product p where p.venue_id = ${venueId} and ${isAmongSeen(scope, sql`p.product_id`)}`,
  ])
  const priceOf = new Map(prices.map(({ id, price }) => [id, price]))
  const levelOf = agreed(levels, ids.length)
  const takers = takersOf(specs, menu.products, on)
  const costOf = new Map(latest.flatMap(({ productId, lastCost }) => (lastCost === null ? [] : [[productId, lastCost] as const])))
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const drinks = drinkClasses(menu.products, specs, on)
  const { currency } = scope.venue
  const part = partAnswer({ specs, on, products, costOf, currency })
  return menu.products
    .filter(({ productId }) => priceOf.has(productId))
    .map(({ productId, plu, name, classId }) => {
      const spec = specOn(specs, productId, on)
      const supply = supplies.get(productId)
      const level = levelOf.get(productId)
      const price = priceOf.get(productId) ?? null
      const row: Omit<ProductRow, 'Version' | 'Missing'> = {
        Plu: plu,
        Name: name,
        ProductGroup: menu.classes.get(classId)?.productGroup ?? '',
        Supplier: supply ? (suppliers.get(supply.supplierId)?.name ?? '') : '',
        ...supplyOf(supply, currency),
        Least: units(level?.least ?? null),
        Most: units(level?.most ?? null),
        ListPrice: price === null ? null : toMajor(price, currency),
        ...specAnswer(spec),
        Parts: spec.parts.map(part),
        UsedBy: (takers.get(productId) ?? []).flatMap((taker) => {
          const made = specOn(specs, taker, on)
          const product = products.get(taker)
          return product ? [{ Plu: product.plu, Name: product.name, Parts: made.parts.map(part) }] : []
        }),
        LastCost: toMajorCost(costOf.get(productId), currency),
        Since: specs.has(productId) ? spec.fromDay : null,
        ServeCost: serveCost(specs, productId, on, costOf, currency),
        StandardDrinks: drinksIn(specs, productId, on),
      }
      return {
        ...row,
        Version: hash('sha256', JSON.stringify([row.Supplier, supply ?? null, row.Least, row.Most, price, spec])).slice(0, 16),
        Missing: missingOf(row, drinks.has(classId)),
      }
    })
}

const units = (steps: number | null): number | null => (steps === null ? null : steps / QUANTITY_STEPS)

const supplyOf = (supply: Supply | undefined, currency: string) => ({
  SupplierCode: supply?.supplierCode ?? '',
  PackSize: units(supply?.packSize ?? null),
  OrderMinimum: supply?.orderMinimum ?? null,
  LeadDays: supply?.leadDays ?? null,
  PackCost: supply?.packCost === null || supply === undefined ? null : toMajor(supply.packCost, currency),
})

const specAnswer = (spec: Spec) => ({
  Unit: spec.unit,
  Stocked: spec.stocked,
  VolumeMl: spec.volume === null ? null : spec.volume / MILLILITRE,
  Abv: spec.abv === null ? null : spec.abv / 100,
  Beverage: spec.beverage,
  Container: spec.container,
  Draught: spec.draught,
  TariffItem: spec.tariffItem,
  Sticks: spec.sticks,
  TobaccoGrams: spec.tobacco === null ? null : spec.tobacco / 1000,
})

interface PartFacts {
  specs: Specs
  on: string
  products: ReadonlyMap<number, { plu: string; name: string }>
  costOf: ReadonlyMap<number, number>
  currency: string
}

/** A part with what its stock item measures and costs. */
const partAnswer =
  ({ specs, on, products, costOf, currency }: PartFacts) =>
  ({ productId, volume, qty, loss }: Part) => {
    const item = specOn(specs, productId, on)
    return {
      Plu: products.get(productId)?.plu ?? '',
      Name: products.get(productId)?.name ?? '',
      VolumeMl: volume === null ? null : volume / MILLILITRE,
      Quantity: units(qty),
      Loss: loss / 100,
      ItemMl: item.volume === null ? null : item.volume / MILLILITRE,
      ItemAbv: item.abv === null ? null : item.abv / 100,
      ItemCost: toMajorCost(costOf.get(productId), currency),
    }
  }

/** Which products take something of each stock item on a day, other than the item itself. */
const takersOf = (specs: Specs, products: readonly { productId: number }[], on: string): Map<number, number[]> => {
  const takers = new Map<number, number[]>()
  for (const { productId } of products)
    for (const part of specOn(specs, productId, on).parts)
      if (part.productId !== productId) takers.set(part.productId, [...(takers.get(part.productId) ?? []), productId])
  return takers
}

/** Levels of products about which all of so many locations say the same. */
const agreed = (levels: readonly Level[], places: number): Map<number, Level> => {
  const byProduct = new Map<number, Level[]>()
  for (const level of levels) byProduct.set(level.productId, [...(byProduct.get(level.productId) ?? []), level])
  return new Map(
    [...byProduct].flatMap(([productId, all]) => {
      const [first] = all
      return first && all.length === places && all.every(({ least, most }) => least === first.least && most === first.most) ? [[productId, first] as const] : []
    }),
  )
}

/** What one sale takes from stock, at the last cost of each item; null where one is not known. */
const serveCost = (specs: Specs, productId: number, on: string, costs: ReadonlyMap<number, number>, currency: string): number | null => {
  let sum = 0
  const uses = usesOn(specs, productId, on)
  for (const { productId: stockId, perSale } of uses) {
    const cost = costs.get(stockId)
    if (cost === undefined || perSale === null) return null
    sum += (cost * perSale) / USE_STEPS
  }
  return uses.length === 0 ? null : toMajor(sum / COST_STEPS, currency)
}

/** Standard drinks in one sale; null where a strength or volume is missing, or where it has no alcohol. */
const drinksIn = (specs: Specs, productId: number, on: string): number | null => {
  const { parts, volume, abv } = specOn(specs, productId, on)
  if (parts.length === 0) return volume === null || !abv ? null : standardDrinks(dutiable({ volume, abv }, 0, QUANTITY_STEPS))
  let pure = 0n
  for (const part of parts) {
    const item = specOn(specs, part.productId, on)
    const taken = part.volume ?? (item.volume === null || part.qty === null ? null : Math.round((item.volume * part.qty) / QUANTITY_STEPS))
    if (taken === null || item.abv === null) return null
    pure += dutiable({ volume: taken, abv: item.abv }, 0, QUANTITY_STEPS)
  }
  return pure === 0n ? null : standardDrinks(pure)
}
