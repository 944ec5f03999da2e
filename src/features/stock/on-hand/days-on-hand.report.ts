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
import { laterOf } from './stock-facts.rules.ts'
import type { StockItem } from './stock-items.rules.ts'
import { type StockNow, stockNow } from './stock-now.report.ts'
import { type Take, usedOver } from './used.sql.ts'

/** An item with how long it lasts. */
interface Lasting {
  item: StockItem
  onHand: number
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
  // What nobody counted, delivered or described is no stock anybody asks about: a burger of which no recipe is known.
  const known: StockItem[] = []
  const unsold = new Set<number>()
  for (const item of stock.items) {
    if (!products.has(item.productId) || (item.latest === undefined && !stock.specs.has(item.productId))) continue
    known.push(item)
    if (isUnsold(item)) unsold.add(item.productId)
  }
  const soldLately = unsold.size > 0 ? await soldBeforeWindow(scope, places, stock, unsold) : NOTHING_SOLD
  const byClass = new Map(DAY_CLASSES.map((one) => [one, [] as Lasting[]]))
  for (const item of known) {
    if (item.onHand === null) continue
    const one = lastingOf(item, item.onHand, soldLately)
    byClass.get(one.dayClass)?.push(one)
  }
  const isAsked = askedIn(query, products)
  const currencies = new Set(places.map(({ currency }) => currency))
  const currency = currencies.size === 1 ? ([...currencies][0] as string) : null
  const major = (minor: number | null) => (minor === null || currency === null ? null : toMajor(minor, currency))
  const classes = [...byClass.values()]
  const matching = isAsked ? classes.map((own) => own.filter(isAsked)) : classes
  const rows = firstOf(matching, query.Take).map((one) => {
    const { item, onHand, days, dayClass } = one
    const { perDay, inStockDays, openDays } = item.rate
    const product = products.get(item.productId)
    const cost = (steps: number | null | undefined) => toMajorCost(steps, placeOf.get(item.locationId)?.currency ?? 'AUD')
    const cells: Record<OnHandColumn, string | number | null> = {
      LocationId: item.locationId,
      Plu: product?.plu ?? '',
      Name: product?.name ?? '',
      Unit: specOn(stock.specs, item.productId, stock.today).unit,
      OnHand: onHand / QUANTITY_STEPS,
      PerDay: Math.round(perDay) / QUANTITY_STEPS,
      DaysLeft: days === null ? null : Math.round(days * 10) / 10,
      Class: dayClass,
      Value: one.value === null ? null : toMajor(one.value, placeOf.get(item.locationId)?.currency ?? 'AUD'),
      AverageCost: cost(item.averageCost),
      LastCost: cost(item.latest?.lastCost),
      CountedAt: item.latest?.counted?.at.toISOString() ?? null,
      InStockDays: inStockDays,
      OpenDays: openDays,
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
    MatchingValue: major(sumOf(matching, worthOf)),
    Columns: [...ON_HAND_COLUMNS],
    Rows: rows,
    Classes: [...byClass].map(([one, own]) => ({ Class: one, Products: own.length, Value: major(worthOf(own)) })),
    Value: major(sumOf(classes, worthOf)),
    WithoutCost: sumOf(classes, (own) => own.filter(({ value, onHand }) => value === null && onHand > 0).length),
    Suppliers: menu.suppliers.map(({ supplierId, name }) => ({ SupplierId: supplierId, Name: name })),
    Locations: places.map((place) => placeAnswer(place, known)),
    UnknownUse: [...stock.unknown].flatMap((productId) => {
      const product = products.get(productId)
      return product ? [{ Plu: product.plu, Name: product.name }] : []
    }),
    AsAt: scope.now.toISOString(),
  }
}

/** There is some, and nothing was sold of it in the window: it may be dead. */
const isUnsold = (item: StockItem): boolean => (item.onHand ?? 0) > 0 && item.usedToday <= 0 && item.rate.perDay === 0

const lastingOf = (item: StockItem, onHand: number, soldLately: SoldLately): Lasting => {
  const { perDay } = item.rate
  const days = daysOnHand(onHand, perDay)
  const isSold = perDay > 0 || item.usedToday > 0 || soldLately.get(item.locationId)?.has(item.productId) === true
  const dayClass = dayClassOf(onHand, perDay, isSold)
  const value = item.averageCost === null ? null : stockValue(onHand, item.averageCost)
  return { item, onHand, days, dayClass, value }
}

const shortestFirst = (one: Lasting, other: Lasting): number =>
  (one.days ?? Number.MAX_VALUE) - (other.days ?? Number.MAX_VALUE) ||
  (other.value ?? 0) - (one.value ?? 0) ||
  one.item.locationId - other.item.locationId ||
  one.item.productId - other.item.productId

/** The shortest first. The classes are in order already, so those after the last row shown need none of their own. */
const firstOf = (classes: readonly Lasting[][], take = Number.POSITIVE_INFINITY): Lasting[] => {
  let rows: Lasting[] = []
  for (const own of classes) if (rows.length < take) rows = rows.concat(own.sort(shortestFirst).slice(0, take - rows.length))
  return rows
}

const sumOf = (classes: readonly Lasting[][], of: (own: readonly Lasting[]) => number): number => classes.reduce((sum, own) => sum + of(own), 0)
const countOf = (own: readonly Lasting[]): number => own.length
const worthOf = (own: readonly Lasting[]): number => own.reduce((sum, { value }) => sum + (value ?? 0), 0)

/** Whether an item is asked for; undefined where all are. */
const askedIn = (
  { Below, Class, Supplier, Search }: DaysOnHandQuery,
  products: ReadonlyMap<number, { plu: string; name: string; supplierId: number | null }>,
) => {
  const wanted = Search === undefined ? undefined : searchText(Search).trim()
  if (Below === undefined && Class === undefined && Supplier === undefined && !wanted) return undefined
  return ({ item, days, dayClass }: Lasting): boolean => {
    const product = products.get(item.productId)
    if (Below !== undefined && (days === null || days >= Below)) return false
    if (Class !== undefined && dayClass !== Class) return false
    if (Supplier !== undefined && product?.supplierId !== Supplier) return false
    return !wanted || searchText(`${product?.plu} ${product?.name}`).includes(wanted)
  }
}

const placeAnswer = ({ locationId, name, currency }: ScopeLocation, items: readonly StockItem[]): DaysOnHandAnswer['Locations'][number] => {
  let [notCounted, lastCounted]: [number, Date | undefined] = [0, undefined]
  for (const item of items) {
    if (item.locationId !== locationId) continue
    if (item.onHand === null) notCounted += 1
    lastCounted = laterOf(lastCounted, item.latest?.counted?.at)
  }
  return { LocationId: locationId, Name: name, Currency: currency, NotCounted: notCounted, LastCountedAt: lastCounted?.toISOString() ?? null }
}

/** Products by location. */
type SoldLately = ReadonlyMap<number, ReadonlySet<number>>
const NOTHING_SOLD: SoldLately = new Map()

/** What sold in the days before the window that still keep stock from being dead. */
const soldBeforeWindow = async (
  scope: VenueScope,
  places: readonly ScopeLocation[],
  { window, today, specs }: StockNow,
  of: ReadonlySet<number>,
): Promise<SoldLately> => {
  const sold = new Map(places.map(({ locationId }) => [locationId, new Set<number>()]))
  const span = { from: addDays(today, -DEAD_DAYS), to: addDays(window.from, -1) }
  const locationIds = places.map(({ locationId }) => locationId)
  const take: Take = (locationId, productId, use) => {
    if (use > 0) sold.get(locationId)?.add(productId)
  }
  await usedOver(scope, specs, locationIds, span, take, of)
  return sold
}
