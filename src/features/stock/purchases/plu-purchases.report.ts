import { ofOneCurrency } from '#features/reports/kit/one-currency.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { COST_STEPS, toMajorCost } from '#features/stock/on-hand/average-cost.rules.ts'
import { type Take, usedOver } from '#features/stock/on-hand/used.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn, USE_STEPS } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { searchText } from '#shared/search-text.ts'
import {
  type InvoiceAnswer,
  type InvoicesAnswer,
  MOST_INVOICES,
  type PurchaseRow,
  type PurchasesAnswer,
  type PurchasesQuery,
} from './plu-purchases.contract.ts'
import { type Bought, boughtOver, type Deliveries, invoicesOver, latestDeliveries, linesOf } from './purchase-sums.sql.ts'

interface Amounts {
  cost: number
  freight: number
  tax: number
}

/**
 * PLU Purchases: what was bought of each product from each supplier.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const purchasesReport = async (scope: VenueScope, query: PurchasesQuery): Promise<PurchasesAnswer> => {
  const span = { from: query.FromDate, to: query.ToDate }
  checkRange(span, 'year')
  const places = ofOneCurrency(await placesAsked(scope, query.Locations, span), scope.venue.currency)
  const locationIds = places.map(({ locationId }) => locationId)
  const currency = places[0]?.currency ?? scope.venue.currency
  const [menu, bought, specs] = await Promise.all([productRange(scope), boughtOver(scope, locationIds, span), readSpecs(scope)])
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const wanted = query.Search === undefined ? undefined : searchText(query.Search).trim()
  const asked = bought.flatMap((one) => {
    const product = products.get(one.productId)
    if (!product || (query.Supplier !== undefined && one.supplierId !== query.Supplier)) return []
    return !wanted || searchText(`${product.plu} ${product.name}`).includes(wanted) ? [{ ...one, product }] : []
  })
  asked.sort((a, b) => b.cost + b.freight - a.cost - a.freight || a.product.plu.localeCompare(b.product.plu))
  const shown = asked.slice(0, query.Take)
  // Both at once, so that the database works on one answer while the other is read.
  const used = new Map<number, number>()
  const take: Take = (_, productId, use, { isWasted }) => {
    if (!isWasted) used.set(productId, (used.get(productId) ?? 0) + use)
  }
  const [deliveries] = await Promise.all([
    latestDeliveries(scope, locationIds, query.ToDate, asked),
    usedOver(scope, specs, locationIds, span, take, new Set(shown.map(({ productId }) => productId))),
  ])
  return {
    FromDate: query.FromDate,
    ToDate: query.ToDate,
    Currency: currency,
    Count: asked.length,
    Dearer: deliveries.filter((one) => (changeOf(one, currency) ?? 0) > 0).length,
    Rows: shown.map(({ product: { plu, name }, ...one }, i) => ({
      ...rowOf({ ...one, ...(deliveries[i] ?? NO_DELIVERIES) }, currency),
      Plu: plu,
      Name: name,
      Unit: specOn(specs, one.productId, query.ToDate).unit,
      Used: unitsUsed(used.get(one.productId)),
    })),
    Totals: { Lines: asked.reduce((sum, { lines }) => sum + lines, 0), ...amountsOf(added(asked), currency) },
    Suppliers: menu.suppliers.map(({ supplierId, name }) => ({ SupplierId: supplierId, Name: name })),
    Locations: places.map(({ locationId, name }) => ({ LocationId: locationId, Name: name })),
    AsAt: scope.now.toISOString(),
  }
}

const NO_DELIVERIES: Deliveries = { lastCost: null, lastQty: null, previousCost: null, previousQty: null, packSize: null }
const unitsUsed = (use = 0): number => Math.round(use / USE_STEPS) / QUANTITY_STEPS

const rowOf = (one: Bought & Deliveries, currency: string): Omit<PurchaseRow, 'Plu' | 'Name' | 'Unit' | 'Used'> => {
  return {
    SupplierId: one.supplierId,
    Lines: one.lines,
    Quantity: one.qty / QUANTITY_STEPS,
    Packs: one.packSize === null ? null : Math.round((one.qty / one.packSize) * 10_000) / 10_000,
    PackSize: one.packSize === null ? null : one.packSize / QUANTITY_STEPS,
    ...amountsOf(one, currency),
    UnitCost: unitCost(one.cost + one.freight, one.qty, currency),
    LastCost: unitCost(one.lastCost, one.lastQty, currency),
    PreviousCost: unitCost(one.previousCost, one.previousQty, currency),
    Change: changeOf(one, currency),
    LastReceived: one.lastReceived,
  }
}

/** Percent from the delivery before to the last; null where there is nothing to compare. */
const changeOf = ({ lastCost, lastQty, previousCost, previousQty }: Deliveries, currency: string): number | null => {
  const [last, previous] = [unitCost(lastCost, lastQty, currency), unitCost(previousCost, previousQty, currency)]
  return last === null || previous === null || previous === 0 ? null : Math.round(((last - previous) / previous) * 1000) / 10
}

/** Of a unit in major units, to four more places than the currency has; null where there is no quantity. */
const unitCost = (cost: number | null, qty: number | null, currency: string): number | null =>
  cost === null || qty === null || qty <= 0 ? null : toMajorCost((cost * QUANTITY_STEPS * COST_STEPS) / qty, currency)

const added = (all: readonly Amounts[]): Amounts => ({
  cost: all.reduce((sum, { cost }) => sum + cost, 0),
  freight: all.reduce((sum, { freight }) => sum + freight, 0),
  tax: all.reduce((sum, { tax }) => sum + tax, 0),
})

const amountsOf = ({ cost, freight, tax }: Amounts, currency: string) => ({
  Cost: toMajor(cost, currency),
  Freight: toMajor(freight, currency),
  Tax: toMajor(tax, currency),
  Total: toMajor(cost + freight, currency),
  TotalWithTax: toMajor(cost + freight + tax, currency),
})

interface InvoicesQuery extends Pick<PurchasesQuery, 'FromDate' | 'ToDate' | 'Locations' | 'Supplier'> {
  Plu?: string | undefined
}

/**
 * The invoices behind a figure.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const supplierInvoices = async (scope: VenueScope, query: InvoicesQuery): Promise<InvoicesAnswer> => {
  const span = { from: query.FromDate, to: query.ToDate }
  checkRange(span, 'year')
  const places = scope.chosenLocations(query.Locations)
  const currencyOf = new Map(places.map(({ locationId, currency }) => [locationId, currency]))
  const asked = { locationIds: [...currencyOf.keys()], span, supplierId: query.Supplier, plu: query.Plu }
  const invoices = (await invoicesOver(scope, asked, MOST_INVOICES + 1)).map((one) => ({
    ...one,
    currency: currencyOf.get(one.locationId) ?? scope.venue.currency,
  }))
  const told = invoices.slice(0, MOST_INVOICES)
  return {
    Invoices: told.map(({ supplierId, supplier, invoice, locationId, receivedOn, lines, source, currency, ...money }) => ({
      SupplierId: supplierId,
      Supplier: supplier,
      Invoice: invoice,
      LocationId: locationId,
      ReceivedOn: receivedOn,
      Currency: currency,
      Source: source as 'supplier',
      Lines: lines,
      ...amountsOf(money, currency),
    })),
    Totals: [...new Set(told.map(({ currency }) => currency))].map((currency) => {
      const own = told.filter((one) => one.currency === currency)
      return { Currency: currency, Invoices: own.length, Lines: own.reduce((sum, { lines }) => sum + lines, 0), ...amountsOf(added(own), currency) }
    }),
    IsCut: invoices.length > told.length,
  }
}

/**
 * One invoice with its lines.
 * @throws NotFound, also for one whose lines are all at locations that are not the holder's
 */
export const supplierInvoice = async (scope: VenueScope, { Supplier, Invoice }: { Supplier: number; Invoice: string }): Promise<InvoiceAnswer> => {
  const lines = await linesOf(
    scope,
    scope.locations.map(({ locationId }) => locationId),
    Supplier,
    Invoice,
  )
  const [first] = lines
  if (!first) throw failure('NotFound')
  const { sql, venueId } = scope
  const [supplier] = await sql<{ name: string }[]>`select name from venue_supplier where venue_id = ${venueId} and supplier_id = ${Supplier}`
  const specs = await readSpecs(scope)
  const ids = new Map((await productRange(scope)).products.map(({ plu, productId }) => [plu, productId]))
  const currency = scope.locations.find(({ locationId }) => locationId === first.locationId)?.currency ?? scope.venue.currency
  return {
    SupplierId: Supplier,
    Supplier: supplier?.name ?? '',
    Invoice,
    Currency: currency,
    Lines: lines.map(({ line, plu, name, locationId, receivedOn, qty, packSize, ...money }) => ({
      Line: line,
      Plu: plu,
      Name: name,
      Unit: specOn(specs, ids.get(plu) ?? 0, receivedOn).unit,
      LocationId: locationId,
      ReceivedOn: receivedOn,
      Quantity: qty / QUANTITY_STEPS,
      Packs: packSize === null ? null : Math.round((qty / packSize) * 10_000) / 10_000,
      UnitCost: unitCost(money.cost, qty, currency),
      ...amountsOf(money, currency),
    })),
    Totals: { Lines: lines.length, ...amountsOf(added(lines), currency) },
  }
}
