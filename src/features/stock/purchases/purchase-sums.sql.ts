import type { Span } from '#features/reports/kit/period.rules.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import type { Fragment } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { dayOf } from '#shared/day.ts'
import { purchasePieces, wholeYearsOf } from './purchase-pieces.rules.ts'

/** What was bought of a product from a supplier over a range. Quantities in ten-thousandths of a unit, money in minor units. */
export interface Bought {
  productId: number
  supplierId: number
  lines: number
  qty: number
  cost: number
  freight: number
  tax: number
  lastReceived: string
}

/** One text, as in `readLatest`. */
export const boughtOver = async (scope: VenueScope, locationIds: readonly number[], span: Span): Promise<Bought[]> => {
  const { sql, venueId } = scope
  const ever = await boughtEver(scope)
  if (!ever) return []
  const { years, quarters, days } = purchasePieces(wholeYearsOf(span, ever))
  const here = sql`venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[])`
  const sums = (grain: string, periods: readonly string[]) => sql`
    select product_id, supplier_id, lines, qty, cost, freight, tax, last_received
    from purchase_sum where ${here} and grain = ${grain} and period = any(${texts(periods)}::date[])`
  const lines = days.map(
    ({ from, to }) => sql`
      select product_id, supplier_id, 1, qty, cost, freight, tax, received_on from purchase_line where ${here} and received_on between ${from} and ${to}`,
  )
  const pieces = [sums('year', years), sums('quarter', quarters), ...lines].reduce((all, one) => sql`${all} union all ${one}`)
  const [found] = await sql<{ rows: string | null }[]>`
    select string_agg(concat_ws(',', product_id, supplier_id, lines, qty, cost, freight, tax, last_received - date '1970-01-01'), ';' order by product_id, supplier_id) as rows
    from (
      select product_id, supplier_id, sum(lines) as lines, sum(qty::float8)::bigint as qty, sum(cost::float8)::bigint as cost, sum(freight::float8)::bigint as freight,
        sum(tax::float8)::bigint as tax, max(last_received) as last_received
      from (${pieces}) as piece group by 1, 2
    ) as bought`
  const bought: Bought[] = []
  eachRow({ sums: NUMBERS, texts: [found?.rows ?? ''] }, (row) => bought.push(boughtIn(row)))
  return bought
}

/** What the numbers of a row hold after its product and supplier. */
const NUMBERS = ['lines', 'qty', 'cost', 'freight', 'tax', 'lastReceived'] as const

const boughtIn = (row: Float64Array): Bought => {
  const at = (i: number) => row[i] as number
  return { productId: at(0), supplierId: at(1), lines: at(2), qty: at(3), cost: at(4), freight: at(5), tax: at(6), lastReceived: dayOf(at(7)) }
}

/** The first and the last day on which the venue bought anything; undefined where it never did. */
const boughtEver = async ({ sql, venueId }: VenueScope): Promise<Span | undefined> => {
  const day = (order: Fragment) => sql`(select received_on from purchase_line where venue_id = ${venueId} order by received_on ${order} limit 1)`
  const [ever] = await sql<{ from: string | null; to: string | null }[]>`select ${day(sql``)} as "from", ${day(sql`desc`)} as "to"`
  return ever?.from && ever.to ? { from: ever.from, to: ever.to } : undefined
}

/** Cost and quantity of the latest delivery up to a day, and of the one before it; null where there was none. */
export interface Deliveries {
  lastCost: number | null
  lastQty: number | null
  previousCost: number | null
  previousQty: number | null
  /** The pack of these that told one; null where none did. */
  packSize: number | null
}

/** The latest two deliveries up to a day of products from suppliers, in their order. */
export const latestDeliveries = async (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
  to: string,
  asked: readonly Pick<Bought, 'productId' | 'supplierId'>[],
): Promise<Deliveries[]> => {
  const [products, suppliers] = [numbers(asked.map(({ productId }) => productId)), numbers(asked.map(({ supplierId }) => supplierId))]
  return sql<Deliveries[]>`
    select k.costs[1] as "lastCost", k.qtys[1] as "lastQty", k.costs[2] as "previousCost", k.qtys[2] as "previousQty", k.pack_size as "packSize"
    from unnest(${products}::int[], ${suppliers}::int[]) with ordinality as b(product_id, supplier_id, place) cross join lateral (
      select array_agg(d.cost) as costs, array_agg(d.qty) as qtys, max(d.pack_size) as pack_size from (
        select p.cost, p.qty, p.pack_size from purchase_line p where p.venue_id = ${venueId} and p.product_id = b.product_id and p.supplier_id = b.supplier_id
          and p.received_on <= ${to} and p.location_id = any(${numbers(locationIds)}::int[]) and p.qty > 0 order by p.received_on desc, p.purchase_id desc limit 2) d
    ) k order by b.place`.execute()
}

/** An invoice of a supplier: what its lines at these locations come to, in minor units. */
export interface Invoice {
  supplierId: number
  supplier: string
  invoice: string
  locationId: number
  receivedOn: string
  lines: number
  cost: number
  freight: number
  tax: number
  /** supplier, till, file or screen. */
  source: string
}

interface InvoicesAsked {
  locationIds: readonly number[]
  span: Span
  supplierId: number | undefined
  /** Only invoices with a line of this product. */
  plu: string | undefined
}

/** Invoices by the day they were received, the newest first; of a product's invoices its own lines are added up alone. */
export const invoicesOver = async (scope: VenueScope, { locationIds, span, supplierId, plu }: InvoicesAsked, limit: number): Promise<Invoice[]> => {
  const { sql, venueId } = scope
  return sql<Invoice[]>`
    select l.supplier_id as "supplierId", s.name as supplier, l.invoice, l.location_id as "locationId", l.received_on as "receivedOn", count(*)::int as lines,
      sum(l.cost)::bigint as cost, sum(l.freight)::bigint as freight, sum(l.tax)::bigint as tax, max(l.source) as source
    from purchase_line l
    left join venue_supplier s on s.venue_id = ${venueId} and s.supplier_id = l.supplier_id
    left join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
    where l.venue_id = ${venueId} and l.received_on between ${span.from} and ${span.to} and l.location_id = any(${numbers(locationIds)}::int[])
      and ${supplierId === undefined ? sql`true` : sql`l.supplier_id = ${supplierId}`} and ${plu === undefined ? sql`true` : sql`p.plu = ${plu}`}
    group by 1, 2, 3, 4, 5 order by l.received_on desc, l.supplier_id, l.invoice limit ${limit}`
}

/** A line of an invoice with its product. */
export interface InvoiceLine {
  line: string
  plu: string
  name: string
  locationId: number
  receivedOn: string
  qty: number
  packSize: number | null
  cost: number
  freight: number
  tax: number
}

/** The lines of an invoice at these locations. */
export const linesOf = async (scope: VenueScope, locationIds: readonly number[], supplierId: number, invoice: string): Promise<InvoiceLine[]> => {
  const { sql, venueId } = scope
  return sql<InvoiceLine[]>`
    select l.line, p.plu, p.name, l.location_id as "locationId", l.received_on as "receivedOn", l.qty, l.pack_size as "packSize", l.cost, l.freight, l.tax
    from purchase_line l join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
    where l.venue_id = ${venueId} and l.supplier_id = ${supplierId} and l.invoice = ${invoice} and l.location_id = any(${numbers(locationIds)}::int[])
    order by l.received_on, length(l.line), l.line`
}
