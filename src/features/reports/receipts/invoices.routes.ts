import { ClassTree, type Within } from '#features/reports/kit/class-tree.rules.ts'
import { hoursAsked, rangeAsked } from '#features/reports/kit/filter.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { guestBasis } from '#features/sums/guest-pack.rules.ts'
import { classesOf, keysOfReason, typesOf } from '#features/sums/reading/breakdown-rows.sql.ts'
import { placesCountingItems } from '#features/sums/reading/guests.sql.ts'
import { itemsNamed } from '#features/sums/reading/item-sales.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { type InvoiceList, type InvoiceQuery, invoices, type Receipt } from './invoices.contract.ts'
import { byPart, FILE_PAGE, LARGEST_FILE, readPosition, USUAL_PAGE, writePosition } from './invoices.rules.ts'
import { atMost, invoicePage, invoiceSums, type Wanted } from './invoices.sql.ts'
import { invoiceAnswer, receiptAnswer, sumsAnswer, totalOf } from './receipt.rules.ts'
import { adjustmentsOfReceipt, linesOfReceipt, receiptById, relatedReceipts, tendersOfReceipt } from './receipt.sql.ts'

export const invoicesImplementation = implement(invoices, {
  list: ({ venue, query }) => invoicesBehind(venue, query),
  receipt: ({ venue, params }) => oneReceipt(venue, params.id),
})

/** The receipts behind a figure, page by page; sums are over all of them. */
const invoicesBehind = async (venue: VenueScope, query: InvoiceQuery): Promise<InvoiceList> => {
  const places = await placesAsked(venue, query.Locations, rangeAsked(query))
  const items = query.Items && (await itemsNamed(venue, query.Items))
  const wanted = await wantedOf(venue, query, places, items?.productIds)
  const isFile = query.format === 'csv' || query.format === 'xlsx'
  const limit = isFile ? FILE_PAGE : (query.Limit ?? USUAL_PAGE)
  const after = query.After === undefined ? undefined : readPosition(query.After)
  if (isFile && !after) await refuseLargeFile(venue, wanted)
  const page = await invoicePage(venue, wanted, after, limit + 1)
  // The sum of a file of several pages is that of the rows it has: adding up a million receipts first would keep its reader waiting.
  const sums = isFile && (after || page.length > limit) ? undefined : await invoiceSums(venue, wanted)
  const shown = page.slice(0, limit)
  const last = shown.at(-1)
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const currency = currencies.length > 1 ? null : (currencies[0] ?? venue.venue.currency)
  return {
    Figure: wanted.figure,
    Currency: currency,
    Count: sums?.count ?? page.length,
    Total: currency === null || !sums ? null : totalOf(wanted, sums.value, currency),
    Sums: !sums || currency === null || byPart(wanted) ? null : sumsAnswer(sums, currency),
    Invoices: shown.map((row) => invoiceAnswer(row, placeOf(places, row.location_id), wanted)),
    UnknownItems: items?.unknown ?? [],
    Next: last && page.length > limit ? writePosition({ date: last.business_date, closedAtMicros: last.closed_micros, saleId: last.sale_id }) : null,
    AsAt: venue.now.toISOString(),
  }
}

/** @throws RangeTooLong where there are more receipts than a file has */
const refuseLargeFile = async (venue: VenueScope, wanted: Wanted): Promise<void> => {
  if ((await atMost(venue, wanted, LARGEST_FILE + 1)) <= LARGEST_FILE) return
  const { count } = await invoiceSums(venue, wanted)
  if (count > LARGEST_FILE) throw failure('RangeTooLong', { limit: '1,000,000 receipts in one file' })
}

const wantedOf = async (
  venue: VenueScope,
  query: InvoiceQuery,
  places: readonly ScopeLocation[],
  productIds: readonly number[] | undefined,
): Promise<Wanted> => {
  const range = rangeAsked(query)
  checkRange(range, 'year')
  return {
    ...range,
    locationIds: places.map(({ locationId }) => locationId),
    weekdays: query.Weekdays,
    hours: hoursWanted(venue, query),
    hour: query.Hour,
    mediaKey: query.Media,
    productIds,
    classIds: await classesAsked(venue, query),
    clerkKey: query.Employee,
    orderType: query.OrderType,
    terminalKey: query.Terminal,
    adjustment: await adjustmentAsked(venue, query),
    wastage: query.Wastage === '1' || query.WastageReason !== undefined,
    wastageReasons: query.WastageReason === undefined ? undefined : await keysOfReason(venue, query.WastageReason),
    covers: query.Covers === '1' || query.Figure === 'Covers' ? { byItem: placesCountingItems(venue) } : undefined,
    booked: query.Booked,
    undone: query.Undone === 'true',
    figure: query.Figure ?? 'Net',
  }
}

/** The hours of the daypart, of the meal, or those in both. */
const hoursWanted = ({ venue: { dayparts } }: VenueScope, { Daypart, Meal }: InvoiceQuery): readonly number[] | undefined => {
  const hours = hoursAsked(Daypart, dayparts)
  const ofMeal = Meal && guestBasis(dayparts)[Meal]
  return hours && ofMeal ? hours.filter((hour) => ofMeal.includes(hour)) : (ofMeal ?? hours)
}

/** The classes within rows of a breakdown; undefined for all. */
const classesAsked = async (venue: VenueScope, query: InvoiceQuery): Promise<number[] | undefined> => {
  const asked: [keyof Within, number | undefined][] = [
    ['group', query.Group],
    ['department', query.Department],
    ['productgroup', query.ProductGroup],
    ['category', query.Category],
  ]
  const within = Object.fromEntries(asked.filter(([, key]) => key !== undefined))
  return Object.keys(within).length === 0 ? undefined : new ClassTree(await classesOf(venue)).within(within)
}

/** One thing taken off or put on, or all of its type. */
const adjustmentAsked = async (venue: VenueScope, query: InvoiceQuery): Promise<Wanted['adjustment']> => {
  const { Promotion, Discount, Surcharge, DiscountType, SurchargeType } = query
  const ofType = async (dimension: 'discount' | 'surcharge', wanted: number) =>
    [...(await typesOf(venue, dimension))].flatMap(([key, type]) => (type === wanted ? [key] : []))
  if (Promotion !== undefined) return { kind: 1, keys: [Promotion] }
  if (Discount !== undefined) return { kind: 2, keys: [Discount] }
  if (Surcharge !== undefined) return { kind: 3, keys: [Surcharge] }
  if (DiscountType !== undefined) return { kind: 2, keys: await ofType('discount', DiscountType) }
  return SurchargeType === undefined ? undefined : { kind: 3, keys: await ofType('surcharge', SurchargeType) }
}

const oneReceipt = async (venue: VenueScope, saleId: string): Promise<Receipt> => {
  keepPlans(venue)
  const row = await receiptById(venue, saleId)
  if (!row) throw failure('NotFound')
  const [lines, adjustments, tenders, related] = await Promise.all([
    linesOfReceipt(venue, saleId),
    adjustmentsOfReceipt(venue, saleId),
    tendersOfReceipt(venue, saleId),
    relatedReceipts(venue, row),
  ])
  return receiptAnswer({
    row,
    place: placeOf(venue.locations, row.location_id),
    lines,
    adjustments,
    tenders,
    related,
    seesLoyalty: venue.tags.includes('can_viewloyalty'),
  })
}

const placeOf = (places: readonly ScopeLocation[], locationId: number): ScopeLocation => {
  const place = places.find((one) => one.locationId === locationId)
  if (!place) throw failure('LocationNotFound')
  return place
}
