import { productRange } from '#features/reports/kit/products.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import { searchText } from '#shared/search-text.ts'
import { stockValue, toMajorCost } from './average-cost.rules.ts'
import { type DaysOnHandAnswer, type DaysOnHandQuery, ON_HAND_COLUMNS, type OnHandColumn, USUAL_DAYS } from './days-on-hand.contract.ts'
import { DAY_CLASSES, type DayClass, DEAD_DAYS, dayClassOf, daysOnHand } from './rate.rules.ts'
import { type Latest, laterOf } from './stock-facts.rules.ts'
import type { StockItem } from './stock-items.rules.ts'
import { type StockNow, stockNow } from './stock-now.report.ts'
import { type Take, usedOver } from './used.sql.ts'

/** How long an item lasts, and what of it a row shows. There are tens of thousands, of which most are only counted. */
interface Lasting {
  locationId: number
  productId: number
  latest: Latest | undefined
  onHand: number
  averageCost: number | null
  perDay: number
  wasted: number
  inStockDays: number
  openDays: number
  /** null where nothing sells. */
  days: number | null
  dayClass: DayClass
  /** In minor units; null where no cost is known. */
  value: number | null
}

/**
 * PLU Days on Hand: how long what is there lasts, by product and location, the shortest first.
 * @throws LocationNotFound
 */
export const daysOnHandReport = async (scope: VenueScope, query: DaysOnHandQuery): Promise<DaysOnHandAnswer> => {
  keepPlans(scope)
  const places = scope.chosenLocations(query.Locations)
  const days = query.Days ?? USUAL_DAYS
  // All is asked at once, so that the database works on one answer while another is read.
  const [menu, stock] = await Promise.all([productRange(scope), stockNow(scope, places, days)])
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const placeOf = new Map(places.map((place) => [place.locationId, place]))
  const counting = new Map(places.map(({ locationId }): [number, Counting] => [locationId, { notCounted: 0, lastCounted: undefined }]))
  const byClass = new Map(DAY_CLASSES.map((one) => [one, [] as Lasting[]]))
  const unsold: Lasting[] = []
  for await (const items of stock.byPlace) {
    for (const item of items) {
      // What nobody counted, delivered or described is no stock anybody asks about: a burger of which no recipe is known.
      if (!products.has(item.productId) || (item.latest === undefined && !stock.specs.has(item.productId))) continue
      noteIn(counting.get(item.locationId), item)
      if (item.onHand === null) continue
      const one = lastingOf(item, item.onHand)
      if (isUnsold(item)) unsold.push(one)
      else byClass.get(one.dayClass)?.push(one)
    }
  }
  const soldLately = await soldBeforeWindow(scope, places, stock, new Set(unsold.map(({ productId }) => productId)))
  for (const one of unsold) {
    one.dayClass = dayClassOf(one.onHand, one.perDay, soldLately.get(one.locationId)?.has(one.productId) === true)
    byClass.get(one.dayClass)?.push(one)
  }
  const isAsked = askedIn(query, products)
  const currencies = new Set(places.map(({ currency }) => currency))
  const currency = currencies.size === 1 ? ([...currencies][0] as string) : null
  const major = (minor: number | null) => (minor === null || currency === null ? null : toMajor(minor, currency))
  const classes = [...byClass.values()]
  const matching = isAsked ? classes.map((own) => own.filter(isAsked)) : classes
  const rows = firstOf(matching, query.Take).map((one) => {
    const { locationId, productId, latest, onHand, perDay, days, dayClass } = one
    const product = products.get(productId)
    const cost = (steps: number | null | undefined) => toMajorCost(steps, placeOf.get(locationId)?.currency ?? 'AUD')
    const cells: Record<OnHandColumn, string | number | null> = {
      LocationId: locationId,
      Plu: product?.plu ?? '',
      Name: product?.name ?? '',
      Unit: specOn(stock.specs, productId, stock.today).unit,
      OnHand: onHand / QUANTITY_STEPS,
      PerDay: Math.round(perDay) / QUANTITY_STEPS,
      Wasted: one.wasted / QUANTITY_STEPS,
      DaysLeft: days,
      Class: dayClass,
      Value: one.value === null ? null : toMajor(one.value, placeOf.get(locationId)?.currency ?? 'AUD'),
      AverageCost: cost(one.averageCost),
      LastCost: cost(latest?.lastCost),
      CountedAt: latest?.count?.at.toISOString() ?? null,
      InStockDays: one.inStockDays,
      OpenDays: one.openDays,
      SupplierId: product?.supplierId ?? null,
    }
    return ON_HAND_COLUMNS.map((column) => cells[column])
  })
  return {
    FromDate: stock.window.from,
    ToDate: stock.window.to,
    Currency: currency,
    Count: sumOf(classes, countOf),
    Matching: sumOf(matching, countOf),
    MatchingValue: major(worthOf(matching.flat())),
    Columns: [...ON_HAND_COLUMNS],
    Rows: rows,
    Classes: [...byClass].map(([one, own]) => ({ Class: one, Products: own.length, Value: major(worthOf(own)) })),
    Value: major(worthOf(classes.flat())),
    WithoutCost: sumOf(classes, (own) => own.filter(({ value, onHand }) => value === null && onHand > 0).length),
    Suppliers: menu.suppliers.map(({ supplierId, name }) => ({ SupplierId: supplierId, Name: name })),
    Locations: places.map((place) => placeAnswer(place, counting.get(place.locationId))),
    UnknownUse: [...stock.unknown].flatMap((productId) => {
      const product = products.get(productId)
      return product ? [{ Plu: product.plu, Name: product.name }] : []
    }),
    AsAt: scope.now.toISOString(),
  }
}

/** There is some, and nothing was sold of it in the window: it may be dead. */
const isUnsold = (item: StockItem): boolean => (item.onHand ?? 0) > 0 && item.usedToday <= 0 && item.rate.perDay === 0

const lastingOf = ({ locationId, productId, latest, averageCost, usedToday, wasted, rate }: StockItem, onHand: number): Lasting => {
  const { perDay, inStockDays, openDays } = rate
  const days = daysOnHand(onHand, perDay)
  const dayClass = dayClassOf(onHand, perDay, perDay > 0 || usedToday > 0)
  const value = averageCost === null ? null : stockValue(onHand, averageCost)
  return { locationId, productId, latest, onHand, averageCost, perDay, wasted, inStockDays, openDays, days, dayClass, value }
}

const shortestFirst = (one: Lasting, other: Lasting): number =>
  (one.days ?? Number.MAX_VALUE) - (other.days ?? Number.MAX_VALUE) ||
  (other.value ?? 0) - (one.value ?? 0) ||
  one.locationId - other.locationId ||
  one.productId - other.productId

/** The shortest first. The classes are in order already, so those after the last row shown need none of their own. */
const firstOf = (classes: readonly Lasting[][], take = Number.POSITIVE_INFINITY): Lasting[] => {
  let rows: Lasting[] = []
  for (const own of classes) if (rows.length < take) rows = rows.concat(own.sort(shortestFirst).slice(0, take - rows.length))
  return rows
}

const sumOf = (classes: readonly Lasting[][], of: (own: readonly Lasting[]) => number): number => classes.reduce((sum, own) => sum + of(own), 0)
const countOf = (own: readonly Lasting[]): number => own.length
/** The value of the items whose cost is known; null where there are items and none has a cost. */
const worthOf = (own: readonly Lasting[]): number | null => {
  const known = own.map(({ value }) => value).filter((value) => value !== null)
  return known.length === 0 && own.length > 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Whether an item is asked for; undefined where all are. */
const askedIn = (
  { Below, Class, Supplier, Search }: DaysOnHandQuery,
  products: ReadonlyMap<number, { plu: string; name: string; supplierId: number | null }>,
) => {
  const wanted = Search === undefined ? undefined : searchText(Search).trim()
  if (Below === undefined && Class === undefined && Supplier === undefined && !wanted) return undefined
  return ({ productId, days, dayClass }: Lasting): boolean => {
    const product = products.get(productId)
    if (Below !== undefined && (days === null || days >= Below)) return false
    if (Class !== undefined && dayClass !== Class) return false
    if (Supplier !== undefined && product?.supplierId !== Supplier) return false
    return !wanted || searchText(`${product?.plu} ${product?.name}`).includes(wanted)
  }
}

/** How many of a location's items were never counted, and when one was last. */
interface Counting {
  notCounted: number
  lastCounted: Date | undefined
}

const noteIn = (counting: Counting | undefined, { onHand, latest }: StockItem): void => {
  if (!counting) return
  if (onHand === null) counting.notCounted += 1
  counting.lastCounted = laterOf(counting.lastCounted, latest?.count?.at)
}

const placeAnswer = ({ locationId, name, currency }: ScopeLocation, counting: Counting | undefined): DaysOnHandAnswer['Locations'][number] => ({
  LocationId: locationId,
  Name: name,
  Currency: currency,
  NotCounted: counting?.notCounted ?? 0,
  LastCountedAt: counting?.lastCounted?.toISOString() ?? null,
})

/** Products by location. */
type SoldLately = ReadonlyMap<number, ReadonlySet<number>>

/** What sold in the days before the window that still keep stock from being dead. */
const soldBeforeWindow = async (
  scope: VenueScope,
  places: readonly ScopeLocation[],
  { window, today, specs }: StockNow,
  of: ReadonlySet<number>,
): Promise<SoldLately> => {
  const sold = new Map(places.map(({ locationId }) => [locationId, new Set<number>()]))
  if (of.size === 0) return sold
  const span = { from: addDays(today, -DEAD_DAYS), to: addDays(window.from, -1) }
  const locationIds = places.map(({ locationId }) => locationId)
  const take: Take = (locationId, productId, use, { isWasted }) => {
    if (use > 0 && !isWasted) sold.get(locationId)?.add(productId)
  }
  await usedOver(scope, specs, locationIds, span, take, of)
  return sold
}
