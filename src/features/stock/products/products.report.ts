import { hash } from 'node:crypto'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { drinkClasses } from '#features/stock/drink-classes.rules.ts'
import { dutiable, standardDrinks } from '#features/stock/excises/excise.rules.ts'
import { takeProducts } from '#features/stock/intake/take-products.sql.ts'
import type { WireProduct } from '#features/stock/intake/till-stock.contract.ts'
import { COST_STEPS } from '#features/stock/on-hand/average-cost.rules.ts'
import { readLatest } from '#features/stock/on-hand/latest.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { levelsOf, type Supply, suppliersOf, suppliesOf } from '#features/stock/reorders/supply.sql.ts'
import { MILLILITRE, type Spec, type Specs, specOn, USE_STEPS, usesOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { isAmongSeen } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { tradingMoment } from '#shared/day.ts'
import { type FieldError, failure, fieldFailure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { keepLevels, keepPackCosts, keepTerms } from './keep-products.sql.ts'
import { missingOf } from './missing.rules.ts'
import { PRODUCTS_AT_ONCE, type ProductChange, type ProductRow, type ProductsAnswer, type ProductsQuery } from './products.contract.ts'

/** Products with what they are made of, measure and are bought as, those of which something is missing first. */
export const productsReport = async (scope: VenueScope, query: ProductsQuery): Promise<ProductsAnswer> => {
  const on = query.On ?? todayOf(scope)
  const rows = await allRows(scope, on, query.LocationId)
  const is = {
    all: () => true,
    missing: ({ Missing }: ProductRow) => Missing.length > 0,
    kegs: ({ Container }: ProductRow) => Container === 'keg',
    recipes: ({ Parts }: ProductRow) => Parts.length > 0,
  }
  const words = plain(query.Search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found = rows
    .filter(is[query.Show ?? 'all'])
    .filter((row) => words.every((word) => plain(`${row.Name} ${row.Plu} ${row.Supplier} ${row.SupplierCode}`).includes(word)))
    .sort(
      (a, b) =>
        Number(b.Missing.length > 0) - Number(a.Missing.length > 0) ||
        Number(isDescribed(b)) - Number(isDescribed(a)) ||
        a.Name.localeCompare(b.Name) ||
        a.Plu.localeCompare(b.Plu),
    )
  const isFile = query.format === 'csv' || query.format === 'xlsx'
  const skip = query.Skip ?? 0
  const count = (which: keyof typeof is) => rows.filter(is[which]).length
  return {
    On: on,
    Products: isFile ? found : found.slice(skip, skip + PRODUCTS_AT_ONCE),
    Total: found.length,
    Counts: { All: rows.length, Missing: count('missing'), Kegs: count('kegs'), Recipes: count('recipes') },
    Suppliers: [...(await suppliersOf(scope)).values()].map(({ supplierId, name, email, leadDays, orderBy, orderMinimum }) => ({
      SupplierId: supplierId,
      Name: name,
      Email: email,
      LeadDays: leadDays,
      OrderBy: orderBy,
      OrderMinimum: orderMinimum === null ? null : toMajor(orderMinimum, scope.venue.currency),
    })),
    Currency: scope.venue.currency,
  }
}

/** Somebody said what it is or who supplies it. */
const isDescribed = ({ Since, Supplier }: ProductRow): boolean => Since !== null || Supplier !== ''

/** As people type it: wide and narrow, capital and small letters are the same. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

const todayOf = ({ now, locations }: VenueScope): string => {
  const [place] = locations
  return place ? tradingMoment(now, place.timeZone, place.dayStart).day : now.toISOString().slice(0, 10)
}

const allRows = async (scope: VenueScope, on: string, locationId: number | undefined): Promise<ProductRow[]> => {
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
  const levelOf = new Map(levels.map((level) => [level.productId, level]))
  const costOf = new Map(latest.flatMap(({ productId, lastCost }) => (lastCost === null ? [] : [[productId, lastCost] as const])))
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const drinks = drinkClasses(menu.products, specs, on)
  const { currency } = scope.venue
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
        ...specAnswer(spec, products),
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

const specAnswer = (spec: Spec, products: ReadonlyMap<number, { plu: string; name: string }>) => ({
  Unit: spec.unit,
  Stocked: spec.stocked,
  VolumeMl: spec.volume === null ? null : spec.volume / MILLILITRE,
  Abv: spec.abv === null ? null : spec.abv / 100,
  Beverage: spec.beverage,
  Container: spec.container,
  Draught: spec.draught,
  Parts: spec.parts.map(({ productId, volume, qty, loss }) => ({
    Plu: products.get(productId)?.plu ?? '',
    Name: products.get(productId)?.name ?? '',
    VolumeMl: volume === null ? null : volume / MILLILITRE,
    Quantity: units(qty),
    Loss: loss / 100,
  })),
})

/** What one sale takes from stock, at the last cost of each item; null where one is not known. */
const serveCost = (specs: Specs, productId: number, on: string, costs: ReadonlyMap<number, number>, currency: string): number | null => {
  let sum = 0
  const uses = usesOn(specs, productId, on)
  for (const { productId: stockId, perSale } of uses) {
    const cost = costs.get(stockId)
    if (cost === undefined || perSale === null) return null
    sum += (cost * perSale) / USE_STEPS
  }
  return uses.length === 0 ? null : toMajor(Math.round(sum / COST_STEPS), currency)
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

interface Wanted {
  From?: string | undefined
  LocationId?: number | undefined
  Products: readonly ProductChange[]
}

/**
 * Changes products, all or none.
 * @throws ValidationFailed naming each wrong cell, NotPermitted where something of the whole venue is changed by whoever sees a part of it, and Conflict where somebody else
 *   changed a product meanwhile
 */
export const changeProducts = async (scope: VenueScope, { From, LocationId, Products }: Wanted): Promise<number> => {
  const places = scope.chosenLocations(LocationId === undefined ? undefined : [LocationId])
  const wire = Products.map((change) => wireOf(change, scope.venue.currency, From))
  const isMore =
    wire.some((one) => Object.keys(one).some((key) => key !== 'Plu' && key !== 'EffectiveFrom')) || Products.some(({ PackCost }) => PackCost !== undefined)
  if (isMore && !scope.allLocations) throw failure('NotPermitted')
  await refuseStale(scope, From, LocationId, Products)
  const outcomes = isMore ? await takeProducts(scope, wire, todayOf(scope)) : []
  const wrong = outcomes.flatMap(({ errors }, i) => errors.map((one): FieldError => ({ ...one, FieldName: `Products.${i}.${one.FieldName}` })))
  Products.forEach(({ Least, Most }, i) => {
    if (Least != null && Most != null && Least > Most)
      wrong.push({ FieldName: `Products.${i}.Most`, ErrorCode: 'Invalid', Message: 'The most is not less than the least.' })
  })
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
  await keepLevels(
    scope,
    places.map((place) => place.locationId),
    Products,
  )
  await keepPackCosts(scope, Products)
  await scope.audit({
    action: 'stock.products',
    subject: Products.length === 1 ? (Products[0]?.Plu ?? '') : `${Products.length}`,
    detail: { Products: Products.length },
  })
  return Products.length
}

/** The same as a till would tell it. */
const wireOf = (
  { Version: _v, PackCost: _c, Least: _l, Most: _m, PackSize, ListPrice, ...told }: ProductChange,
  currency: string,
  from: string | undefined,
): WireProduct => ({
  ...told,
  ...(PackSize === undefined ? {} : { PackSize: PackSize === null ? null : String(PackSize) }),
  ...(ListPrice === undefined ? {} : { ListPrice: ListPrice === null ? null : Math.round(ListPrice * 10 ** decimalsOf(currency)) }),
  ...(from === undefined ? {} : { EffectiveFrom: from }),
})

const refuseStale = async (scope: VenueScope, from: string | undefined, locationId: number | undefined, changes: readonly ProductChange[]): Promise<void> => {
  if (changes.every(({ Version }) => Version === undefined)) return
  const now = new Map((await allRows(scope, from ?? todayOf(scope), locationId)).map((row) => [row.Plu, row]))
  const stale = changes.find(({ Plu, Version }) => Version !== undefined && now.get(Plu)?.Version !== Version)
  if (stale)
    throw fieldFailure('Version', `Somebody else changed ${now.get(stale.Plu)?.Name ?? stale.Plu} meanwhile. Load it again, then change it.`, 'Conflict')
}

/** How a supplier takes orders and delivers. @throws NotFound, NotPermitted */
export const changeTerms = async (
  scope: VenueScope,
  supplierId: number,
  terms: { Email: string; LeadDays: number | null; OrderBy: string | null; OrderMinimum: number | null },
): Promise<void> => {
  if (!(await suppliersOf(scope)).has(supplierId)) throw failure('NotFound')
  if (!scope.allLocations) throw failure('NotPermitted')
  if (terms.Email !== '' && !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(terms.Email)) throw fieldFailure('Email', 'Email must be an e-mail address.')
  const name = await keepTerms(scope, supplierId, {
    ...terms,
    OrderMinimum: terms.OrderMinimum === null ? null : Math.round(terms.OrderMinimum * 10 ** decimalsOf(scope.venue.currency)),
  })
  if (name === undefined) throw failure('NotFound')
  await scope.audit({ action: 'supplier.terms', subject: name, detail: { SupplierId: supplierId } })
}
