import { takePublished } from '#features/stock/excises/excise-rates.report.ts'
import { storeCount } from '#features/stock/intake/store-count.sql.ts'
import { takeProducts } from '#features/stock/intake/take-products.sql.ts'
import type { WireProduct } from '#features/stock/intake/till-stock.contract.ts'
import { expectedAt } from '#features/stock/on-hand/expected-at.report.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { storePurchases } from '#features/stock/purchases.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { addDays } from '#shared/day.ts'

/** How large the cellar is that stock reports are measured in. */
export interface CellarHouse {
  products: number
  places: number
  days: number
  last: string
}

/** One product in five is a glass poured from the one before it. */
const POURED_EVERY = 5
const SUPPLIERS = 12
const CLASSES = 25
const DAYS_BETWEEN_DELIVERIES = 28
const PACK = 24
/** How many of a request's products go in at once, as a till sends them. */
const AT_ONCE = 500

const isPoured = (no: number): boolean => no % POURED_EVERY === 0
const beverageOf = (no: number) => (['beer', 'wine', 'spirits'] as const)[no % 3] ?? 'beer'

/** Products with their classes and the suppliers of the house, before there are sales. */
export const nameCellar = async (sql: Transaction, { products }: CellarHouse): Promise<void> => {
  await sql`
    insert into product_class (venue_id, sales_group, department, product_group, category)
    select 1, 'Beverage', 'Bar', 'Group ' || n, '' from generate_series(1, ${CLASSES}::int) n`
  await sql`
    insert into product (venue_id, product_id, plu, name, class_id)
    select 1, no, no::text, 'Drink ' || no, c.class_id from generate_series(1, ${products}::int) no
    join (select class_id, row_number() over (order by class_id) as nth from product_class where venue_id = 1) c on c.nth = 1 + no % ${CLASSES}::int`
  for (let no = 1; no <= SUPPLIERS; no += 1) {
    await sql`insert into supplier (name, name_key) values (${`Supplier ${no}`}, ${`supplier ${no}`})`
    await sql`
      insert into venue_supplier (venue_id, supplier_id, name, order_email, lead_days)
      select 1, supplier_id, name, '', ${1 + (no % 4)}::int from supplier where name_key = ${`supplier ${no}`}`
  }
}

const productOf = (no: number): WireProduct => {
  const told = { Plu: String(no), Name: `Drink ${no}`, Beverage: beverageOf(no) }
  if (isPoured(no)) return { ...told, Unit: 'glass', Parts: [{ Plu: String(no - 1), VolumeMl: 30 }] }
  const bought = { Supplier: `Supplier ${1 + (no % SUPPLIERS)}`, SupplierCode: `S${no}`, PackSize: String(PACK), PackCost: '48.00' }
  return { ...told, Unit: 'bottle', VolumeMl: 700, Abv: 4 + (no % 36), Container: 'bottle', Stocked: true, ...bought }
}

/** What products are made of, bought as and contain; the published rates of duty; a count three years ago, a delivery every four weeks and a count last Sunday. */
export const fillCellarHouse = async (inVenue: <T>(work: (scope: VenueScope) => Promise<T>) => Promise<T>, house: CellarHouse): Promise<void> => {
  const first = addDays(house.last, 1 - house.days)
  const stocked = Array.from({ length: house.products }, (_, i) => i + 1).filter((no) => !isPoured(no))
  for (let from = 1; from <= house.products; from += AT_ONCE) {
    const products = Array.from({ length: Math.min(AT_ONCE, house.products - from + 1) }, (_, i) => productOf(from + i))
    const outcomes = await inVenue((scope) => takeProducts(scope, products, house.last))
    const refused = outcomes.find(({ status }) => status === 'rejected')
    if (refused) throw new Error(`A product was refused: ${JSON.stringify(refused)}`)
  }
  await inVenue(takePublished)
  const suppliers = await inVenue(({ sql }) => sql<{ id: number; name: string }[]>`select supplier_id as id, name from supplier order by supplier_id`)
  for (let locationId = 1; locationId <= house.places; locationId += 1) {
    const count = (day: string, qty: number) => inVenue((scope) => countAll(scope, { locationId, day, stocked, qty }))
    await count(first, 500 * QUANTITY_STEPS)
    for (let day = addDays(first, 3); day <= house.last; day = addDays(day, DAYS_BETWEEN_DELIVERIES)) {
      await inVenue(async (scope) => {
        for (const { id, name } of suppliers)
          await storePurchases(
            scope,
            { supplierId: id, source: 'supplier' },
            stocked.filter((no) => `Supplier ${1 + (no % SUPPLIERS)}` === name).map((no) => delivered(no, locationId, day)),
          )
      })
    }
    await count(addDays(house.last, -10), 90 * QUANTITY_STEPS)
  }
}

const delivered = (no: number, locationId: number, day: string) => {
  const packs = 2 + (no % 3)
  const cost = packs * (4000 + (no % 37) * 100)
  const money = { cost, freight: Math.round(cost / 60), tax: Math.round(cost / 10), packSize: PACK * QUANTITY_STEPS }
  return {
    invoice: `I${no % SUPPLIERS}-${day}-${locationId}`,
    line: String(no),
    locationId,
    productId: no,
    receivedOn: day,
    qty: packs * PACK * QUANTITY_STEPS,
    ...money,
  }
}

const countAll = async (
  scope: VenueScope,
  { locationId, day, stocked, qty }: { locationId: number; day: string; stocked: readonly number[]; qty: number },
): Promise<void> => {
  const lines = stocked.map((productId) => ({ productId, qty: qty - (productId % 50) * QUANTITY_STEPS }))
  const facts = { locationId, section: 'Cellar', countedAt: new Date(`${day}T12:00:00Z`), day, source: 'screen' as const, toldId: `bench-${day}`, note: '' }
  await storeCount(scope, { ...facts, committedBy: null, lines }, expectedAt)
}
