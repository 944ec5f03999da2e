import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { lockCellar } from './intake/cellar-places.sql.ts'
import { keepFirstCounts } from './intake/first-counts.sql.ts'
import { keepLatestDeliveries, keepSinceCounts } from './intake/stock-latest.sql.ts'
import { MOVEMENT } from './movements.rules.ts'
import { keepPurchaseSums } from './purchases/keep-purchase-sums.sql.ts'
import { lineKey, type PurchaseFacts } from './purchases.rules.ts'
import { noteArrivals } from './reorders/orders.sql.ts'

/** Whose invoice it is, and who tells it: the supplier's own user, a till, a file, or a person by hand. */
export interface Poster {
  supplierId: number
  source: 'supplier' | 'till' | 'file' | 'screen'
  /** The supplier's user who posted it. */
  userId?: number | null
  /** The person who entered it. */
  notedBy?: number | null
}

/**
 * Stores invoice lines that are not there yet, with the stock they bring, and keeps the latest deliveries and first counts by them.
 * @returns the names of those that were stored now; of two posts at once only one stores a line
 */
export const storePurchases = async (scope: VenueScope, poster: Poster, lines: readonly PurchaseFacts[]): Promise<Set<string>> => {
  if (lines.length === 0) return new Set()
  await lockCellar(
    scope,
    lines.map(({ locationId }) => locationId),
    [poster.supplierId],
  )
  const stored = await addLines(scope, poster, lines)
  await keepPurchaseSums(scope, poster.supplierId, stored)
  const moved = stored.filter(({ qty }) => qty !== 0)
  await addMovements(scope, poster, moved)
  await keepLatestDeliveries(scope, moved)
  await keepFirstCounts(
    scope,
    moved.map(({ locationId, productId, receivedOn: day }) => ({ locationId, productId, day })),
  )
  await keepSinceCounts(scope, moved)
  for (const locationId of new Set(moved.map((line) => line.locationId))) {
    const delivered = moved.flatMap((line) => (line.locationId === locationId ? [{ productId: line.productId, day: line.receivedOn, qty: line.qty }] : []))
    await noteArrivals(scope, poster.supplierId, locationId, delivered)
  }
  return new Set(stored.map(lineKey))
}

type StoredLine = PurchaseFacts & { purchaseId: string }

const addLines = async (
  { sql, venueId }: VenueScope,
  { supplierId, source, userId = null, notedBy = null }: Poster,
  lines: readonly PurchaseFacts[],
): Promise<StoredLine[]> => {
  // In one order, so that two posts of the same lines do not wait for each other in a circle.
  const sorted = [...lines].sort((one, other) => (lineKey(one) < lineKey(other) ? -1 : 1))
  const all = (field: keyof PurchaseFacts) => numbers(sorted.map((line) => line[field]))
  const stored = await sql<{ purchase_id: string; invoice: string; line: string }[]>`
    insert into purchase_line (venue_id, purchase_id, supplier_id, invoice, line, location_id, product_id, received_on, qty, cost, freight, tax, posted_by, pack_size, source,
      noted_by)
    select ${venueId}::int, w.id, ${supplierId}::int, w.invoice, w.line, w.location_id, w.product_id, w.day, w.qty, w.cost, w.freight, w.tax, ${userId}::int,
      w.pack_size, ${source}, ${notedBy}::int
    from unnest(${numbers(sorted.map(() => newFactId()))}::bigint[], ${texts(sorted.map(({ invoice }) => invoice))}::text[],
      ${texts(sorted.map(({ line }) => line))}::text[], ${all('locationId')}::int[], ${all('productId')}::int[], ${all('receivedOn')}::date[],
      ${all('qty')}::bigint[], ${all('cost')}::bigint[], ${all('freight')}::bigint[], ${all('tax')}::bigint[],
      ${numbers(sorted.map(({ packSize }) => packSize))}::bigint[])
      as w(id, invoice, line, location_id, product_id, day, qty, cost, freight, tax, pack_size)
    on conflict (venue_id, supplier_id, invoice, line) do nothing
    returning purchase_id::text, invoice, line`
  const byKey = new Map(sorted.map((line) => [lineKey(line), line]))
  return stored.flatMap((row) => {
    const line = byKey.get(lineKey(row))
    return line ? [{ ...line, purchaseId: row.purchase_id }] : []
  })
}

const addMovements = async ({ sql, venueId }: VenueScope, { source, notedBy = null }: Poster, lines: readonly StoredLine[]): Promise<void> => {
  if (lines.length === 0) return
  const all = (field: keyof PurchaseFacts) => numbers(lines.map((line) => line[field]))
  await sql`
    insert into stock_movement (venue_id, movement_id, location_id, product_id, day, kind, qty, cost, purchase_id, source, noted_by)
    select ${venueId}::int, w.id, w.location_id, w.product_id, w.day, ${MOVEMENT.purchase}::smallint, w.qty, w.cost, w.purchase_id, ${source}, ${notedBy}::int
    from unnest(${numbers(lines.map(() => newFactId()))}::bigint[], ${all('locationId')}::int[], ${all('productId')}::int[], ${all('receivedOn')}::date[],
      ${all('qty')}::bigint[], ${numbers(lines.map(({ cost, freight }) => cost + freight))}::bigint[], ${numbers(lines.map(({ purchaseId }) => purchaseId))}::bigint[])
      as w(id, location_id, product_id, day, qty, cost, purchase_id)
    returning 1`
}

/** The lines of a supplier that are there under these names. */
export const purchasesNamed = async (
  { sql, venueId }: VenueScope,
  supplierId: number,
  names: readonly { invoice: string; line: string }[],
): Promise<PurchaseFacts[]> => sql<PurchaseFacts[]>`
  select p.invoice, p.line, p.location_id as "locationId", p.product_id as "productId", p.received_on as "receivedOn", p.qty, p.cost, p.freight, p.tax, p.pack_size as "packSize"
  from unnest(${texts(names.map(({ invoice }) => invoice))}::text[], ${texts(names.map(({ line }) => line))}::text[]) as w(invoice, line)
  join purchase_line p on p.venue_id = ${venueId} and p.supplier_id = ${supplierId} and p.invoice = w.invoice and p.line = w.line`

/** Every line of these invoices of a supplier, at whichever location. */
export const invoicesNamed = async ({ sql, venueId }: VenueScope, supplierId: number, invoices: readonly string[]): Promise<PurchaseFacts[]> => sql<
  PurchaseFacts[]
>`
  select p.invoice, p.line, p.location_id as "locationId", p.product_id as "productId", p.received_on as "receivedOn", p.qty, p.cost, p.freight, p.tax, p.pack_size as "packSize"
  from purchase_line p where p.venue_id = ${venueId} and p.supplier_id = ${supplierId} and p.invoice = any(${texts(invoices)}::text[])`

/** A supplier's invoice line with the product's code and name. */
export interface ListedPurchase extends PurchaseFacts {
  plu: string
  name: string
}

/** A supplier's invoice lines received in a span, by day, invoice and line. */
export const purchasesIn = async (
  { sql, venueId }: VenueScope,
  supplierId: number,
  locationIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<ListedPurchase[]> => sql<ListedPurchase[]>`
  select l.invoice, l.line, l.location_id as "locationId", l.product_id as "productId", l.received_on as "receivedOn", l.qty, l.cost, l.freight, l.tax, l.pack_size as "packSize", p.plu, p.name
  from purchase_line l join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
  where l.venue_id = ${venueId} and l.supplier_id = ${supplierId} and l.location_id = any(${locationIds as number[]}::int[])
    and l.received_on between ${from} and ${to}
  order by l.received_on, l.invoice, l.line`
