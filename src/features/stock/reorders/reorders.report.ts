import { type Product, productRange } from '#features/reports/kit/products.sql.ts'
import { rateOf } from '#features/stock/on-hand/rate.rules.ts'
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
import { soldAsOf, takersOf } from './sold-as.rules.ts'
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
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const levelAt = new Map(levels.map((level) => [pairKey(level), level]))
  const orderedAt = new Map(ordered.map((one) => [pairKey(one), one.qty]))
  const placeOf = new Map(places.map((place) => [place.locationId, place]))
  const judged = stock.items.flatMap((item): Judged[] => {
    const [product, place, supply] = [products.get(item.productId), placeOf.get(item.locationId), supplies.get(item.productId)]
    const isDescribed = item.latest !== undefined || stock.specs.has(item.productId) || supply !== undefined
    // What is not kept in stock any more is sold out and not ordered again.
    const isKept = specOn(stock.specs, item.productId, stock.today).stocked
    if (!product || !place || !isDescribed || !isKept || (query.Supplier !== undefined && supply?.supplierId !== query.Supplier)) return []
    const at = pairKey(item)
    const level = levelAt.get(at)
    const outcome = suggestionOf({
      trade: item,
      windowFrom: stock.window.from,
      today: stock.today,
      usedToday: item.usedToday,
      onHand: item.onHand,
      onOrder: orderedAt.get(at) ?? 0,
      leadDays: supply?.leadDays ?? null,
      coverDays,
      packSize: supply?.packSize ?? null,
      orderMinimum: supply?.orderMinimum ?? 1,
      hasSupplier: supply !== undefined,
      least: level?.least ?? null,
      most: level?.most ?? null,
    })
    // What nothing is sold of needs no order, and nobody misses a suggestion.
    return typeof outcome === 'string' && Array.from(item.used).every((used) => used === 0) ? [] : [{ item, product, place, supply, level, outcome }]
  })
  const takers = takersOf(stock.specs, menu.products, stock.today)
  const nameOf = (supplierId: number) => suppliers.get(supplierId)?.name ?? ''
  const suggestions = judged
    .flatMap((one) =>
      typeof one.outcome === 'string' || one.outcome.packs === 0 || !one.supply ? [] : [suggestedOf(one, one.outcome, one.supply, stock, takers)],
    )
    .sort(
      (a, b) =>
        nameOf(a.SupplierId).localeCompare(nameOf(b.SupplierId)) || (a.RunsOutOn ?? '9').localeCompare(b.RunsOutOn ?? '9') || a.Plu.localeCompare(b.Plu),
    )
  const seen = new Set(menu.suppliers.map(({ supplierId }) => supplierId))
  return {
    FromDate: stock.window.from,
    ToDate: stock.window.to,
    Today: stock.today,
    CoverDays: coverDays,
    Locations: places.map((place) =>
      placeAnswer(
        place,
        judged.filter(({ item }) => item.locationId === place.locationId),
        stock,
      ),
    ),
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
    NoSuggestion: judged.flatMap(({ item, product, outcome, supply }) =>
      typeof outcome === 'string'
        ? [
            {
              LocationId: item.locationId,
              Plu: product.plu,
              Name: product.name,
              Unit: specOn(stock.specs, item.productId, stock.today).unit,
              Reason: outcome,
              OnHand: units(item.onHand),
              InStockDays: rateOf(item).inStockDays,
              SupplierId: supply?.supplierId ?? null,
            },
          ]
        : [],
    ),
    AsAt: scope.now.toISOString(),
  }
}

/** One number for a product at a location: both are below 2^31, and there are fewer than a million locations. */
const pairKey = ({ locationId, productId }: { locationId: number; productId: number }): number => locationId * 2 ** 32 + productId

/** Stock units from whole ten-thousandths. */
const units = <T extends number | null>(steps: T): T => (steps === null ? steps : ((Math.round(steps) / QUANTITY_STEPS) as T))

const suggestedOf = (
  { item, product, place, level }: Judged,
  suggestion: Suggestion,
  supply: Supply,
  { specs, today, window }: StockNow,
  takers: ReturnType<typeof takersOf>,
): Suggested => {
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
    CountedAt: item.latest?.counted?.at.toISOString() ?? null,
    OnOrder: units(suggestion.onOrder),
    PerDay: units(suggestion.perDay),
    InStockDays: suggestion.inStockDays,
    OpenDays: suggestion.openDays,
    Weekdays: weekdays.map(units),
    DaysOut: item.open.flatMap((isOpen, i) => (isOpen && !item.inStock[i] ? [addDays(window.from, i)] : [])),
    SoldAs: soldAsOf(takers.get(item.productId), suggestion.perDay),
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

const dayIn = (today: string, days: number | null): string | null => (days === null ? null : addDays(today, days))

const placeAnswer = (place: ScopeLocation, judged: readonly Judged[], { today }: StockNow): ReordersAnswer['Locations'][number] => {
  const enough = judged.filter(({ outcome }) => typeof outcome !== 'string' && outcome.packs === 0)
  const counted = judged.flatMap(({ item }) => (item.latest?.counted ? [item.latest.counted.at.getTime()] : []))
  let next: { product: Product; days: number } | undefined
  for (const { outcome, product } of enough) {
    const days = typeof outcome === 'string' ? null : daysUntilOut(outcome, today, next?.days)
    if (days !== null) next = { product, days }
  }
  return {
    LocationId: place.locationId,
    Name: place.name,
    Currency: place.currency,
    LastCountedAt: counted.length === 0 ? null : new Date(counted.reduce((last, at) => Math.max(last, at))).toISOString(),
    Enough: enough.length,
    NextOut: next ? { Plu: next.product.plu, Name: next.product.name, Day: addDays(today, next.days) } : null,
  }
}
