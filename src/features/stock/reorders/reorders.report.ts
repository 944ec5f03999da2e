import { type Product, productRange } from '#features/reports/kit/products.sql.ts'
import { laterOf } from '#features/stock/on-hand/stock-facts.rules.ts'
import type { StockItem } from '#features/stock/on-hand/stock-items.rules.ts'
import { type StockNow, stockNow } from '#features/stock/on-hand/stock-now.report.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import { packCostOf } from './pack-cost.rules.ts'
import { type ReordersAnswer, type ReordersQuery, type Suggested, USUAL_COVER_DAYS } from './reorders.contract.ts'
import { daysUntilOut, type NoSuggestion, type Suggestion, suggestionOf } from './suggestion.rules.ts'
import { type Level, levelsOf, onOrder, type Supply, suppliersOf, suppliesOf } from './supply.sql.ts'

/** Days the rate is made of. */
const RATE_DAYS = 28

/** An item with what is to be ordered of it, or why that cannot be told. */
interface Judged {
  item: StockItem
  product: Product
  place: ScopeLocation
  supply: Supply | undefined
  level: Level | undefined
  outcome: Suggestion | NoSuggestion
}

/**
 * PLU Reorders: what to order, by location and supplier.
 * @throws LocationNotFound
 */
export const reordersReport = async (scope: VenueScope, query: ReordersQuery): Promise<ReordersAnswer> => {
  keepPlans(scope)
  const places = scope.chosenLocations(query.Locations)
  const locationIds = places.map(({ locationId }) => locationId)
  const [menu, supplies, suppliers, levels, ordered, stock] = await Promise.all([
    productRange(scope),
    suppliesOf(scope),
    suppliersOf(scope),
    levelsOf(scope, locationIds),
    onOrder(scope, locationIds),
    stockNow(scope, places, RATE_DAYS),
  ])
  const coverDays = query.CoverDays ?? USUAL_COVER_DAYS
  const kept = keptOf(menu.products, supplies, stock, query.Supplier)
  const [levelAt, orderedAt] = [byPlace(levels), byPlace(ordered)]
  const tallies = new Map(places.map((place): [number, Tally] => [place.locationId, { place, lastCounted: undefined, enough: 0, next: undefined }]))
  const judged: Judged[] = []
  const judge = (item: StockItem): void => {
    const [one, tally] = [kept.get(item.productId), tallies.get(item.locationId)]
    if (!one || !tally || !(one.isDescribed || item.latest)) return
    const { product, supply } = one
    const level = levelAt.get(item.locationId)?.get(item.productId)
    const outcome = suggestionOf({
      trade: item,
      rate: item.rate,
      windowFrom: stock.window.from,
      today: stock.today,
      usedToday: item.usedToday,
      onHand: item.onHand,
      onOrder: orderedAt.get(item.locationId)?.get(item.productId)?.qty ?? 0,
      leadDays: supply?.leadDays ?? null,
      coverDays,
      packSize: supply?.packSize ?? null,
      orderMinimum: supply?.orderMinimum ?? 1,
      hasSupplier: supply !== undefined,
      least: level?.least ?? null,
      most: level?.most ?? null,
    })
    // What nothing is sold of needs no order, and nobody misses a suggestion.
    if (typeof outcome === 'string' && !item.isUsed) return
    noteIn(tally, item, product, outcome, stock.today)
    // Of what there is enough of nothing more is told, and nearly all is that.
    if (typeof outcome === 'string' || outcome.packs !== 0) judged.push({ item, product, place: tally.place, supply, level, outcome })
  }
  for await (const items of stock.byPlace) for (const item of items) judge(item)
  const nameOf = (supplierId: number) => suppliers.get(supplierId)?.name ?? ''
  const suggestions: Suggested[] = []
  for (const one of judged)
    if (typeof one.outcome !== 'string' && one.outcome.packs !== 0 && one.supply) suggestions.push(suggestedOf(one, one.outcome, one.supply, stock))
  suggestions.sort(
    (a, b) => nameOf(a.SupplierId).localeCompare(nameOf(b.SupplierId)) || (a.RunsOutOn ?? '9').localeCompare(b.RunsOutOn ?? '9') || a.Plu.localeCompare(b.Plu),
  )
  const seen = new Set(menu.suppliers.map(({ supplierId }) => supplierId))
  return {
    FromDate: stock.window.from,
    ToDate: stock.window.to,
    Today: stock.today,
    CoverDays: coverDays,
    Locations: [...tallies.values()].map((tally) => placeAnswer(tally, stock.today)),
    Suppliers: [...suppliers.values()]
      .filter(({ supplierId }) => seen.has(supplierId))
      .map(({ supplierId, name, email, leadDays, orderBy, orderMinimum }) => ({
        SupplierId: supplierId,
        Name: name,
        Email: email,
        LeadDays: leadDays,
        OrderBy: orderBy,
        OrderMinimum: orderMinimum === null ? null : toMajor(orderMinimum, scope.venue.currency),
      })),
    Suggestions: suggestions,
    NoSuggestion: missingOf(judged, stock),
    AsAt: scope.now.toISOString(),
  }
}

/** A product that is ordered, whichever location it is for. */
interface Kept {
  product: Product
  supply: Supply | undefined
  /** What nobody counted, delivered or described needs no order: a burger of which no recipe is known. */
  isDescribed: boolean
}

/** What is kept in stock, of one supplier where one is asked for. What is not kept any more is sold out and not ordered again. */
const keptOf = (products: readonly Product[], supplies: ReadonlyMap<number, Supply>, { specs, today }: StockNow, supplierId: number | undefined) => {
  const kept = new Map<number, Kept>()
  for (const product of products) {
    const { productId } = product
    const supply = supplies.get(productId)
    if (supplierId !== undefined && supply?.supplierId !== supplierId) continue
    if (specOn(specs, productId, today).stocked) kept.set(productId, { product, supply, isDescribed: specs.has(productId) || supply !== undefined })
  }
  return kept
}

/** By location and then by product. */
const byPlace = <T extends { locationId: number; productId: number }>(all: readonly T[]): Map<number, Map<number, T>> => {
  const places = new Map<number, Map<number, T>>()
  for (const one of all) places.set(one.locationId, (places.get(one.locationId) ?? new Map<number, T>()).set(one.productId, one))
  return places
}

/** Stock units from whole ten-thousandths. */
const units = <T extends number | null>(steps: T): T => (steps === null ? steps : ((Math.round(steps) / QUANTITY_STEPS) as T))

const suggestedOf = ({ item, product, place, level }: Judged, suggestion: Suggestion, supply: Supply, { specs, today, window }: StockNow): Suggested => {
  const packSize = supply.packSize ?? QUANTITY_STEPS
  const packCost = packCostOf(supply, item.latest?.lastCost ?? null)
  const { weekdays } = suggestion
  return {
    LocationId: item.locationId,
    SupplierId: supply.supplierId,
    Plu: product.plu,
    Name: product.name,
    SupplierCode: supply.supplierCode,
    Unit: specOn(specs, item.productId, today).unit,
    OnHand: units(suggestion.onHand),
    CountedAt: item.latest?.count?.at.toISOString() ?? null,
    OnOrder: units(suggestion.onOrder),
    PerDay: units(suggestion.perDay),
    InStockDays: suggestion.inStockDays,
    OpenDays: suggestion.openDays,
    Weekdays: weekdays.map(units),
    DaysOut: item.open.flatMap((isOpen, i) => (isOpen && !item.inStock[i] ? [addDays(window.from, i)] : [])),
    LeadDays: supply.leadDays ?? 0,
    Days: suggestion.days,
    Forecast: units(suggestion.forecast),
    Spare: units(suggestion.spare),
    Least: units(level?.least ?? null),
    Most: units(level?.most ?? null),
    ByLevels: suggestion.byLevels,
    Short: units(suggestion.short),
    PackSize: units(packSize),
    OrderMinimum: supply.orderMinimum,
    Packs: suggestion.packs,
    PackCost: packCost === null ? null : toMajor(packCost, place.currency),
    Cost: packCost === null ? null : toMajor(packCost * suggestion.packs, place.currency),
    RunsOutOn: dayIn(today, daysUntilOut(suggestion, today)),
  }
}

/** Of what nothing can be suggested, and why: the products of each location by their codes. */
const missingOf = (judged: readonly Judged[], { specs, today }: StockNow): ReordersAnswer['NoSuggestion'] =>
  judged
    .flatMap(({ item, product, outcome, supply }) =>
      typeof outcome === 'string'
        ? [
            {
              LocationId: item.locationId,
              Plu: product.plu,
              Name: product.name,
              Unit: specOn(specs, item.productId, today).unit,
              Reason: outcome,
              OnHand: units(item.onHand),
              InStockDays: item.rate.inStockDays,
              SupplierId: supply?.supplierId ?? null,
            },
          ]
        : [],
    )
    .sort((one, other) => one.LocationId - other.LocationId || (one.Plu < other.Plu ? -1 : 1))

const dayIn = (today: string, days: number | null): string | null => (days === null ? null : addDays(today, days))

/** What is told of a location beside its products: of how many there is enough, and which of those runs out first, after how many days. */
interface Tally {
  place: ScopeLocation
  lastCounted: Date | undefined
  enough: number
  next: { product: Product; days: number } | undefined
}
const noteIn = (tally: Tally, { latest }: StockItem, product: Product, outcome: Judged['outcome'], today: string): void => {
  tally.lastCounted = laterOf(tally.lastCounted, latest?.count?.at)
  if (typeof outcome === 'string' || outcome.packs !== 0) return
  tally.enough += 1
  const days = daysUntilOut(outcome, today, tally.next?.days)
  if (days !== null) tally.next = { product, days }
}

const placeAnswer = ({ place, lastCounted, enough, next }: Tally, today: string): ReordersAnswer['Locations'][number] => ({
  LocationId: place.locationId,
  Name: place.name,
  Currency: place.currency,
  LastCountedAt: lastCounted?.toISOString() ?? null,
  Enough: enough,
  NextOut: next ? { Plu: next.product.plu, Name: next.product.name, Day: addDays(today, next.days) } : null,
})
