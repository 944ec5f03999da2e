import { judgedProducts } from '#features/stock/intake/take-products.sql.ts'
import type { WireProduct } from '#features/stock/intake/till-stock.contract.ts'
import { lockSpecs } from '#features/stock/store-spec.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { type FieldError, failure, fieldFailure } from '#shared/failure.ts'
import { isPrintable } from '#shared/fields.ts'
import { text } from '#shared/messages.ts'
import { decimalsOf } from '#shared/money.ts'
import { meantText, wrongNumber } from './cell-check.rules.ts'
import { CELLS, type Cell, cellOf, isSameCell, NUMBERS } from './cells.rules.ts'
import { keepLevels, keepPackCosts, lastChange } from './keep-products.sql.ts'
import { productRows } from './product-rows.report.ts'
import type { ProductChange, ProductRow } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import { todayOf } from './products.report.ts'

/** Nobody kept a cellar in Daybook before it. */
const FIRST_DAY = '2000-01-01'
const LATEST_DAYS = 366
const MOST_NAMED = 50

export interface WantedProducts {
  From?: string | undefined
  LocationId?: number | undefined
  Products: readonly ProductChange[]
}

/** What becomes of changes: what is wrong with each, in their order, and storing those that are right. */
export interface JudgedChanges {
  /** The products as they stood before, by PLU. */
  before: ReadonlyMap<string, ProductRow>
  wrong: readonly (readonly FieldError[])[]
  store: () => Promise<void>
}

/**
 * Changes products, all or none.
 * @throws ValidationFailed naming each wrong cell, WholeVenueOnly where something of the whole venue is changed by whoever sees a part of it, and Conflict naming each cell
 *   that somebody else changed meanwhile
 */
export const changeProducts = async (scope: VenueScope, wanted: WantedProducts): Promise<number> => {
  const { before, wrong, store } = await judgedChanges(scope, wanted)
  await refuseStale(scope, wanted.Products, before)
  const all = wrong.flatMap((errors, i) => errors.map((one) => ({ ...one, FieldName: `Products.${i}.${one.FieldName}` })))
  if (all.length > 0) throw failure('ValidationFailed', {}, all)
  await store()
  return wanted.Products.length
}

/**
 * What becomes of changes to products.
 * @throws ValidationFailed for a day that is out of reach, LocationNotFound, WholeVenueOnly
 */
export const judgedChanges = async (scope: VenueScope, { From, LocationId, Products }: WantedProducts): Promise<JudgedChanges> => {
  const places = scope.chosenLocations(LocationId === undefined ? undefined : [LocationId]).map((place) => place.locationId)
  const today = todayOf(scope)
  const from = From ?? today
  if (from < FIRST_DAY) throw fieldFailure('From', `Changes can apply from ${FIRST_DAY} at the earliest.`)
  if (from > addDays(today, LATEST_DAYS)) throw fieldFailure('From', `Changes can apply from ${addDays(today, LATEST_DAYS)} at the latest, a year ahead.`)
  if (!scope.allLocations && Products.some(isOfVenue)) throw failure('WholeVenueOnly')
  await lockSpecs(scope)
  const before = new Map((await productRows(scope, from, LocationId)).map((row) => [row.Plu, row]))
  const first = firstOf(Products)
  const own = Products.map((change, i) => (first.get(change.Plu) === i ? wrongCells(change, before.get(change.Plu), scope.venue.currency) : [repeated(change)]))
  const wire = Products.map((change, i) => ((own[i]?.length ?? 0) > 0 ? (own[i] as FieldError[]) : wireOf(change, scope.venue.currency, from)))
  const judged = await judgedProducts(scope, wire, { today, mayMove: true })
  const wrong = judged.outcomes.map(({ errors }) => errors)
  const right = Products.filter((_, i) => (wrong[i]?.length ?? 0) === 0)
  return {
    before,
    wrong,
    store: async () => {
      await judged.store()
      await keepLevels(scope, places, right)
      await keepPackCosts(scope, right)
      if (right.length === 0) return
      const Plus = right.map(({ Plu }) => Plu)
      await scope.audit({
        action: 'stock.products',
        subject: right.length === 1 ? (Plus[0] ?? '') : `${right.length}`,
        detail: { Products: right.length, Plus: Plus.slice(0, MOST_NAMED), AppliesFrom: from },
      })
    },
  }
}

/** Whether a change is about what holds at every location. */
const isOfVenue = (change: ProductChange): boolean =>
  Object.entries(change).some(([name, value]) => value !== undefined && !['Plu', 'Was', 'Version', 'Least', 'Most'].includes(name))

const firstOf = (changes: readonly ProductChange[]): Map<string, number> => {
  const first = new Map<string, number>()
  changes.forEach(({ Plu }, i) => void (first.has(Plu) || first.set(Plu, i)))
  return first
}

const repeated = ({ Plu }: ProductChange): FieldError => ({
  FieldName: 'Plu',
  ErrorCode: 'Repeated',
  Message: `PLU ${Plu} is in the list twice. Change it once.`,
})

/** What is wrong with the cells of a change by themselves. */
const wrongCells = (change: ProductChange, row: ProductRow | undefined, currency: string): FieldError[] => {
  const of = `PLU ${change.Plu}`
  if (!row && change.Name === undefined)
    return [{ FieldName: 'Plu', ErrorCode: 'ProductNotFound', Message: `This venue has no product with the PLU ${change.Plu}. Send its Name to add it.` }]
  if (!row && !isPrintable(change.Plu)) return [{ FieldName: 'Plu', ErrorCode: 'Invalid', Message: 'Plu contains characters that cannot be printed.' }]
  const numbers = NUMBERS.flatMap((cell): FieldError[] => {
    const found = wrongNumber(cell, change[cell] ?? null)
    if (!found) return []
    const meant = found.meant === undefined ? '' : ` ${text(productWords, 'en', 'didYouMean', { n: meantText(cell, found.meant) })}`
    return [{ FieldName: cell, ErrorCode: 'Invalid', Message: `${of}: ${text(productWords, 'en', found.key)}${meant}` }]
  })
  if (isFinerThan(currency, change.ListPrice ?? 0)) {
    const sentence = text(productWords, 'en', 'wrong.priceDecimals', { n: decimalsOf(currency), currency })
    numbers.push({ FieldName: 'ListPrice', ErrorCode: 'Invalid', Message: `${of}: ${sentence}` })
  }
  const least = change.Least === undefined ? row?.Least : change.Least
  const most = change.Most === undefined ? row?.Most : change.Most
  const isTurned = (change.Least !== undefined || change.Most !== undefined) && least != null && most != null && least > most
  return isTurned
    ? [
        ...numbers,
        { FieldName: change.Most === undefined ? 'Least' : 'Most', ErrorCode: 'Invalid', Message: `${of}: ${text(productWords, 'en', 'wrong.minAboveMax')}` },
      ]
    : numbers
}

/** Whether an amount has more decimals than its currency. */
const isFinerThan = (currency: string, amount: number): boolean => {
  const scale = 10 ** decimalsOf(currency)
  return Math.abs(Math.round(amount * scale) / scale - amount) > 1e-9
}

/** The same as a till would tell it. */
const wireOf = (change: ProductChange, currency: string, from: string): WireProduct => {
  const { Was: _w, Version: _v, PackCost: _c, Least: _l, Most: _m, PackSize, ListPrice, ...told } = change
  return {
    ...told,
    ...(PackSize === undefined ? {} : { PackSize: PackSize === null ? null : PackSize.toFixed(4) }),
    ...(ListPrice === undefined ? {} : { ListPrice: ListPrice === null ? null : Math.round(ListPrice * 10 ** decimalsOf(currency)) }),
    EffectiveFrom: from,
  }
}

const refuseStale = async (scope: VenueScope, changes: readonly ProductChange[], now: ReadonlyMap<string, ProductRow>): Promise<void> => {
  const stale: FieldError[] = []
  for (const [i, change] of changes.entries()) {
    const row = now.get(change.Plu)
    if (change.Version !== undefined && row?.Version !== change.Version)
      throw fieldFailure('Version', `Someone else has changed ${row?.Name ?? change.Plu}. Load it again, then change it.`, 'Conflict')
    const cells = row ? CELLS.filter((cell) => isStale(change, row, cell)) : []
    if (!row || cells.length === 0) continue
    const who = await whoChanged(scope, row)
    for (const cell of cells)
      stale.push({
        FieldName: `Products.${i}.${cell}`,
        ErrorCode: 'Changed',
        Message: `${who} changed ${row.Name}, ${text(productWords, 'en', cell)}${nowText(row, cell)}.`,
      })
  }
  if (stale.length > 0) throw failure('Conflict', {}, stale)
}

/** Whether a cell stands otherwise than when it was read, and otherwise than it is to stand. */
const isStale = (change: ProductChange, row: ProductRow, cell: Cell): boolean => {
  const { Was } = change
  if (!Was || !Object.hasOwn(Was, cell)) return false
  return !isSameCell(Was[cell], cellOf(row, cell)) && !isSameCell(change[cell], cellOf(row, cell))
}

const nowText = (row: ProductRow, cell: Cell): string => {
  const value = cellOf(row, cell)
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? ` to ${value}` : ''
}

const whoChanged = async (scope: VenueScope, { Plu }: ProductRow): Promise<string> => {
  const last = await lastChange(scope, Plu)
  const zone = scope.locations[0]?.timeZone ?? 'UTC'
  return last ? `At ${instantIn(last.at, zone).slice(11, 16)} ${last.by ?? 'someone'}` : 'Someone else'
}
