import type { ItemOutcome } from '#features/intake/item-results.rules.ts'
import { isSameLine, lineKey } from '#features/stock/purchases.rules.ts'
import { invoicesNamed, type Poster, storePurchases } from '#features/stock/purchases.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { lockCellar } from './cellar-places.sql.ts'
import { type ItemJudge, type JudgedInvoice, judgedCount, judgedInvoice, judgedMovement } from './judged-items.rules.ts'
import { isWrong, type Judged, nameKey, outcomeOf } from './read-items.rules.ts'
import { productIdsOf, type StockPlace, suppliersByName, tillPlaceOf } from './read-items.sql.ts'
import type { StockMove } from './stock-moves.rules.ts'
import type { ExpectedAt } from './store-count.sql.ts'
import { storeCount } from './store-count.sql.ts'
import { type MovementTeller, storeMovements } from './store-movements.sql.ts'
import type { WireCount, WireInvoice, WireMovement } from './till-stock.contract.ts'

const OTHER_LINES = 'An invoice with this number is already stored with other lines. To correct it, send a credit and then a new invoice.'
const OTHER_COUNT = 'A count with this CountId is already stored with other contents. Send a new count with a new CountId.'
const OTHER_MOVE =
  'A movement with this MovementId is already stored with other contents. To correct it, send a movement that takes it back, with a new MovementId.'

/** Where invoices were received, and who tells them. */
export interface Receiving {
  place: StockPlace
  poster: Omit<Poster, 'supplierId'>
}

/** Takes invoices in: each whole or not at all, all in the scope's transaction. */
export const takeInvoices = async (scope: VenueScope, read: readonly Judged<WireInvoice>[], receiving: Receiving): Promise<ItemOutcome[]> => {
  const { outcomes, store } = await judgeInvoices(scope, read, receiving)
  await store()
  return outcomes
}

/** What would become of invoices, and storing those that are new; others write neither them nor the stock of the place until the transaction ends. */
export const judgeInvoices = async (
  scope: VenueScope,
  read: readonly Judged<WireInvoice>[],
  { place, poster }: Receiving,
): Promise<{ outcomes: ItemOutcome[]; store: () => Promise<void> }> => {
  const judge = await judgeOf(
    scope,
    read.flatMap((one) => (isWrong(one) ? [] : one.Lines.map(({ Plu }) => Plu))),
    place,
  )
  const judged = read.map((one) => (isWrong(one) ? one : judgedInvoice(one, judge)))
  const right = judged.flatMap((one) => (isWrong(one) ? [] : [one]))
  const suppliers = [...new Set(right.map(({ supplierId }) => supplierId))]
  await lockCellar(scope, [judge.place.locationId], suppliers)
  const there = new Map<string, JudgedInvoice>()
  for (const supplierId of suppliers) await addKnown(scope, supplierId, right, there)
  const fresh = new Map<number, JudgedInvoice[]>()
  const outcomes = judged.map((one): ItemOutcome => {
    if (isWrong(one)) return { status: 'rejected', errors: one }
    const before = there.get(invoiceKey(one))
    if (before) return outcomeOf(isSameInvoice(before, one) ? 'duplicate' : 'conflict', OTHER_LINES, 'Invoice')
    there.set(invoiceKey(one), one)
    fresh.set(one.supplierId, [...(fresh.get(one.supplierId) ?? []), one])
    return { status: 'accepted', errors: [] }
  })
  const store = async () => {
    for (const [supplierId, invoices] of fresh)
      await storePurchases(
        scope,
        { ...poster, supplierId },
        invoices.flatMap(({ lines }) => lines),
      )
  }
  return { outcomes, store }
}

const invoiceKey = ({ supplierId, invoice }: JudgedInvoice): string => `${supplierId} ${invoice}`

/** What is stored of these invoices: the lines of this location, or of another one where its number stands there alone or shares a line. */
const addKnown = async (scope: VenueScope, supplierId: number, right: readonly JudgedInvoice[], there: Map<string, JudgedInvoice>): Promise<void> => {
  const theirs = right.filter((one) => one.supplierId === supplierId)
  const stored = await invoicesNamed(scope, supplierId, [...new Set(theirs.map(({ invoice }) => invoice))])
  for (const one of theirs) {
    const names = new Set(one.lines.map(lineKey))
    const here = one.lines[0]?.locationId
    const lines = stored.filter((line) => line.invoice === one.invoice && (line.locationId === here || names.has(lineKey(line))))
    if (lines.length > 0) there.set(invoiceKey(one), { supplierId, invoice: one.invoice, lines })
  }
}

/** Whether two say the same, in whichever order their lines stand. */
const isSameInvoice = (one: JudgedInvoice, other: JudgedInvoice): boolean => {
  const left = [...one.lines]
  return (
    one.lines.length === other.lines.length &&
    other.lines.every((line) => {
      const at = left.findIndex((candidate) => isSameLine(candidate, line))
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
  )
}

/** Takes counts in: each whole or not at all, all in the scope's transaction. */
export const takeCounts = async (scope: VenueScope, read: readonly Judged<WireCount>[], expectedAt: ExpectedAt): Promise<ItemOutcome[]> => {
  const judge = await judgeOf(
    scope,
    read.flatMap((one) => (isWrong(one) ? [] : one.Lines.map(({ Plu }) => Plu))),
  )
  const outcomes: ItemOutcome[] = []
  for (const one of read.map((count) => (isWrong(count) ? count : judgedCount(count, judge)))) {
    if (isWrong(one)) outcomes.push({ status: 'rejected', errors: one })
    else {
      const { status } = await storeCount(scope, { ...one, locationId: judge.place.locationId, source: 'till', committedBy: null }, expectedAt)
      outcomes.push(outcomeOf(status, OTHER_COUNT, 'CountId'))
    }
  }
  return outcomes
}

/** Takes movements in: each by itself, a transfer with both its ends, all in the scope's transaction. */
export const takeMovements = async (
  scope: VenueScope,
  read: readonly Judged<WireMovement>[],
  expectedAt: ExpectedAt,
  { place = tillPlaceOf(scope), teller = { source: 'till' } }: { place?: StockPlace; teller?: MovementTeller } = {},
): Promise<ItemOutcome[]> => {
  const judge = await judgeOf(
    scope,
    read.flatMap((one) => (isWrong(one) ? [] : [one.Plu])),
    place,
  )
  const judged = read.map((one): Judged<StockMove> => (isWrong(one) ? one : judgedMovement(one, judge)))
  const right = judged.flatMap((one) => (isWrong(one) ? [] : [one]))
  const statuses = await storeMovements(scope, teller, right, expectedAt)
  const byMove = new Map(right.map((move, i) => [move, statuses[i] ?? 'accepted']))
  return judged.map((one) => (isWrong(one) ? { status: 'rejected', errors: one } : outcomeOf(byMove.get(one) ?? 'accepted', OTHER_MOVE, 'MovementId')))
}

const judgeOf = async (scope: VenueScope, plus: readonly string[], place = tillPlaceOf(scope)): Promise<ItemJudge> => {
  const { sql, venueId } = scope
  const products = await productIdsOf(scope, plus)
  const suppliers = await suppliersByName(scope)
  const locations = await sql<
    { id: number; currency: string }[]
  >`select l.location_id as id, l.currency from location l where l.venue_id = ${venueId} and l.active`
  return { place, products, supplierOf: (name) => suppliers.get(nameKey(name)), locations: new Map(locations.map(({ id, currency }) => [id, currency])) }
}
