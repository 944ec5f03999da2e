import { takePublished } from '#features/stock/excises/excise-rates.report.ts'
import { openingOf } from '#features/stock/intake/cellar-clock.rules.ts'
import { placesOf } from '#features/stock/intake/cellar-places.sql.ts'
import { storeCount } from '#features/stock/intake/store-count.sql.ts'
import { storeMovements } from '#features/stock/intake/store-movements.sql.ts'
import { takeProducts } from '#features/stock/intake/take-products.sql.ts'
import { MOVEMENT } from '#features/stock/movements.rules.ts'
import { expectedAt } from '#features/stock/on-hand/expected-at.report.ts'
import { usedOver } from '#features/stock/on-hand/used.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { storePurchases } from '#features/stock/purchases.sql.ts'
import { USE_STEPS } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { addDays, isoWeekday } from '#shared/day.ts'
import { CELLAR_SUPPLIERS, ITEMS, POURED, SOLD_WHOLE } from './cellar-list.ts'
import { randomFor } from './random.ts'

/** Whole weeks of deliveries behind the sample's stock. */
const WEEKS = 10
/** Half an hour before midnight: when the sample's people count. */
const COUNT_AFTER_OPENING_MS = 18.5 * 3_600_000

/**
 * Gives the sample a cellar once its history is there: suppliers, what its drinks are made of, ten weeks of deliveries, and a count at their beginning and last Sunday.
 * Everything has a number of its own, so that doing it again changes nothing.
 */
export const fillCellar = async (database: Database, venueId: number, today: string, seed: number, now: Date): Promise<void> => {
  const suppliers = await nameSuppliers(database)
  await workInVenue(database, venueId, now, async (scope) => {
    await keepSuppliers(scope, suppliers)
    await takeProducts(scope, [...ITEMS, ...SOLD_WHOLE, ...POURED], today)
    await takePublished(scope)
  })
  const lastSunday = addDays(today, -(isoWeekday(today) === 7 ? 7 : isoWeekday(today)))
  const locations = await workInVenue(database, venueId, now, async (scope) => scope.locations.map(({ locationId }) => locationId))
  for (const locationId of locations) {
    await workInVenue(database, venueId, now, (scope) => fillLocation(scope, { locationId, today, lastSunday, seed, suppliers }))
  }
}

type Suppliers = ReadonlyMap<string, number>

const nameSuppliers = async (database: Database): Promise<Suppliers> => {
  const ids = new Map<string, number>()
  for (const { name } of CELLAR_SUPPLIERS) {
    const [made] = await database.house<{ id: number }[]>`
      insert into supplier (name, name_key) values (${name}, ${name.toLowerCase()}) on conflict (name_key) do update set name = excluded.name returning supplier_id as id`
    ids.set(name, made?.id ?? 0)
  }
  return ids
}

const keepSuppliers = async ({ sql, venueId }: VenueScope, suppliers: Suppliers): Promise<void> => {
  for (const { name, email, leadDays, orderBy, minimum } of CELLAR_SUPPLIERS) {
    await sql`
      insert into venue_supplier (venue_id, supplier_id, name, order_email, lead_days, order_by, order_minimum)
      values (${venueId}, ${suppliers.get(name) ?? 0}, ${name}, ${email}, ${leadDays}, ${orderBy}, ${minimum})
      on conflict (venue_id, supplier_id) do update set order_email = excluded.order_email, lead_days = excluded.lead_days, order_by = excluded.order_by,
        order_minimum = excluded.order_minimum`
  }
}

interface Filling {
  locationId: number
  today: string
  lastSunday: string
  seed: number
  suppliers: Suppliers
}

const fillLocation = async (scope: VenueScope, { locationId, today, lastSunday, seed, suppliers }: Filling): Promise<void> => {
  const { sql, venueId } = scope
  const rows = await sql<{ plu: string; id: number }[]>`select plu, product_id as id from product where venue_id = ${venueId}`
  const ids = new Map(rows.map(({ plu, id }) => [plu, id]))
  const random = randomFor(seed, `cellar ${locationId}`)
  const items = [...ITEMS, ...SOLD_WHOLE].map((item) => ({ ...item, id: ids.get(item.Plu) ?? 0, pack: Math.round(Number(item.PackSize) * QUANTITY_STEPS) }))
  const weeks = await usedByWeek(scope, locationId, lastSunday)
  const stocked = items.filter(({ id }) => weeks.some((week) => (week.get(id) ?? 0) > 0))
  if (stocked.length === 0) return
  const first = addDays(lastSunday, -7 * WEEKS)
  const calendar = (await placesOf(scope, [locationId])).get(locationId)?.calendar ?? []
  const countAt = (day: string) => new Date(openingOf(day, calendar) + COUNT_AFTER_OPENING_MS)
  const weekly = (id: number) => Math.max(...weeks.map((week) => week.get(id) ?? 0))
  const begun = stocked.map(({ id }) => ({ productId: id, qty: Math.round((weekly(id) * random.between(60, 140)) / 100 / 1000) * 1000 }))
  const levels = new Map(begun.map(({ productId, qty }) => [productId, qty]))
  await count(scope, { locationId, day: first, at: countAt(first), lines: begun, name: `sample-${first}` })
  const deliver = (day: string, packsOf: (item: (typeof stocked)[number]) => number, isDearer: boolean) =>
    deliverAll(scope, { locationId, day, suppliers }, stocked, packsOf, isDearer)
  for (const [i, week] of weeks.entries()) {
    const packsOf = (item: (typeof stocked)[number]): number => {
      const level = levels.get(item.id) ?? 0
      const packs = packsFor(level, weekly(item.id), item.pack)
      levels.set(item.id, level + packs * item.pack - Math.round(week.get(item.id) ?? 0))
      return packs
    }
    // Prices rise once, in the fourth week.
    await deliver(addDays(first, 7 * i + 2), packsOf, i >= 4)
  }
  const kegs = stocked.filter(({ Container }) => Container === 'keg')
  await storeMovements(
    scope,
    { source: 'screen' },
    kegs.map(({ id, Plu }) => ({
      kind: MOVEMENT.wastage,
      locationId,
      productId: id,
      day: addDays(lastSunday, -6),
      at: null,
      qty: -1500,
      reason: 'Line cleaning',
      toldId: `sample-${Plu}-${addDays(lastSunday, -6)}`,
      otherLocationId: null,
    })),
    expectedAt,
  )
  const at = countAt(lastSunday)
  const expected = await expectedAt(
    scope,
    { locationId, day: lastSunday, at },
    stocked.map(({ id }) => id),
  )
  // A little less than expected, as everywhere; and one product of each location run out.
  const counted = stocked.map(({ id }, i) => {
    const there = Math.max(0, expected.get(id)?.qty ?? 0)
    const kept = i === 2 ? 0 : (there * random.between(93, 100)) / 100
    return { productId: id, qty: Math.round(kept / 1000) * 1000 }
  })
  await count(scope, { locationId, day: lastSunday, at, lines: counted, name: `sample-${lastSunday}` })
  const there = new Map(counted.map(({ productId, qty }) => [productId, qty]))
  const tuesday = addDays(lastSunday, 2)
  // The wine that has run out comes with the next order.
  if (tuesday < today)
    await deliver(tuesday, (item) => (there.get(item.id) === 0 ? 0 : packsFor(there.get(item.id) ?? 0, weekly(item.id) * 0.6, item.pack)), true)
}

type Stocked = { id: number; pack: number; packCost: number; Supplier?: string | undefined }

/** The invoices of a day, one of each supplier that brings anything. */
const deliverAll = async <T extends Stocked>(
  scope: VenueScope,
  { locationId, day, suppliers }: { locationId: number; day: string; suppliers: Suppliers },
  stocked: readonly T[],
  packsOf: (item: T) => number,
  isDearer: boolean,
): Promise<void> => {
  for (const { name } of CELLAR_SUPPLIERS) {
    const lines = stocked
      .filter((item) => item.Supplier === name)
      .flatMap((item, line) => {
        const packs = packsOf(item)
        const cost = packs * Math.round(item.packCost * (isDearer ? 1 : 0.97))
        const invoice = `${name.slice(0, 2).toUpperCase()}-${day.replaceAll('-', '')}-${locationId}`
        const money = { qty: packs * item.pack, cost, freight: Math.round(cost * 0.015), tax: Math.round(cost * 0.1), packSize: item.pack }
        return packs === 0 ? [] : [{ invoice, line: String(line + 1), locationId, productId: item.id, receivedOn: day, ...money }]
      })
    await storePurchases(scope, { supplierId: suppliers.get(name) ?? 0, source: 'supplier' }, lines)
  }
}

/** What is ordered for a week: nothing while there is more than a week's use, else up to a week and a half. */
const packsFor = (level: number, weekly: number, pack: number): number => (level > weekly ? 0 : Math.ceil((weekly * 1.5 - level) / pack))

interface Counting {
  locationId: number
  day: string
  at: Date
  lines: { productId: number; qty: number }[]
  name: string
}

const count = async (scope: VenueScope, { locationId, day, at, lines, name }: Counting): Promise<void> => {
  const facts = { locationId, section: 'Cellar', countedAt: at, day, source: 'screen' as const, toldId: name, note: '', committedBy: null, lines }
  await storeCount(scope, facts, expectedAt)
}

/** What sales took of each stock item in each of the weeks, in ten-thousandths of a unit. */
const usedByWeek = async (scope: VenueScope, locationId: number, lastSunday: string): Promise<Map<number, number>[]> => {
  const specs = await readSpecs(scope)
  const weeks: Map<number, number>[] = []
  for (let i = 0; i < WEEKS; i += 1) {
    const from = addDays(lastSunday, -7 * (WEEKS - i) + 1)
    const week = new Map<number, number>()
    await usedOver(scope, specs, [locationId], { from, to: addDays(from, 6) }, (_, productId, use) =>
      week.set(productId, (week.get(productId) ?? 0) + use / USE_STEPS),
    )
    weeks.push(week)
  }
  return weeks
}
