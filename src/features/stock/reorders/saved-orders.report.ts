import { readLatest } from '#features/stock/on-hand/latest.sql.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { tradingMoment } from '#shared/day.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { orderable, type WantedLine } from './orderable.report.ts'
import { packCostOf } from './pack-cost.rules.ts'
import type { SavedOrder } from './saved-orders.contract.ts'
import { deleteSaved, lockOrders, type SavedList, savedAt, savedLinesAt, storeSaved } from './saved-orders.sql.ts'
import { suppliesOf } from './supply.sql.ts'

/** A saved list that somebody goes on from, as they knew it. */
export interface KnownList {
  SavedId: string
  Version: number
}

/**
 * Saved lists of the granted locations.
 * @throws LocationNotFound
 */
export const savedOrders = async (scope: VenueScope, named: readonly number[] | undefined): Promise<SavedOrder[]> => {
  const places = scope.chosenLocations(named)
  const locationIds = places.map(({ locationId }) => locationId)
  const lists = await savedAt(scope, locationIds)
  if (lists.length === 0) return []
  const [lines, supplies, specs] = [await savedLinesAt(scope, locationIds), await suppliesOf(scope), await readSpecs(scope)]
  const latest = await readLatest(scope, locationIds, [...new Set(lines.map(({ productId }) => productId))])
  const costs = new Map(latest.map(({ locationId, productId, lastCost }) => [`${locationId} ${productId}`, lastCost]))
  return lists.map((list) => {
    const place = places.find(({ locationId }) => locationId === list.locationId) as ScopeLocation
    const { day } = tradingMoment(scope.now, place.timeZone, place.dayStart)
    const own = lines.filter(({ savedId }) => savedId === list.savedId)
    const told = own.map(({ productId, packs, plu, name }) => {
      const supply = supplies.get(productId)
      const packCost = supply ? packCostOf(supply, costs.get(`${list.locationId} ${productId}`) ?? null) : null
      return {
        plu,
        name,
        packs,
        packSize: supply?.packSize ?? null,
        packCost,
        supplierCode: supply?.supplierCode ?? '',
        unit: specOn(specs, productId, day).unit,
      }
    })
    const ordered = told.filter(({ packs }) => packs > 0)
    const cost = ordered.some(({ packCost }) => packCost === null) ? null : ordered.reduce((sum, one) => sum + one.packs * (one.packCost ?? 0), 0)
    return {
      SavedId: list.savedId,
      Version: list.version,
      LocationId: list.locationId,
      SupplierId: list.supplierId,
      Supplier: list.supplier,
      Note: list.note,
      SavedAt: list.savedAt.toISOString(),
      SavedBy: list.savedBy,
      Currency: place.currency,
      Packs: ordered.reduce((sum, { packs }) => sum + packs, 0),
      Cost: cost === null ? null : toMajor(cost, place.currency),
      Lines: told.map((line) => ({
        Plu: line.plu,
        Name: line.name,
        SupplierCode: line.supplierCode,
        Unit: line.unit,
        Packs: line.packs,
        PackSize: line.packSize === null ? null : line.packSize / QUANTITY_STEPS,
        PackCost: line.packCost === null ? null : toMajor(line.packCost, place.currency),
      })),
    }
  })
}

interface ToSave {
  LocationId: number
  Lines: readonly WantedLine[]
  Notes?: readonly { SupplierId: number; Note: string }[] | undefined
  Known?: readonly KnownList[] | undefined
}

/**
 * Saves a list for each supplier of the products named, in place of the one it has at the location.
 * @throws LocationNotFound, ValidationFailed naming each line that cannot be ordered, and Conflict where somebody else saved, changed, made or threw away a list meanwhile;
 *   then none is saved
 */
export const saveOrders = async (scope: VenueScope, { LocationId, Lines, Notes = [], Known = [] }: ToSave): Promise<SavedOrder[]> => {
  if (scope.chosenLocations([LocationId]).length === 0) throw failure('LocationNotFound')
  const bySupplier = await orderable(scope, LocationId, Lines)
  await lockOrders(scope)
  const there = await savedAt(scope, [LocationId])
  const stale = Known.flatMap((known) => staleList(known, there))
  for (const { supplierId, savedId, supplier, savedBy } of there)
    if (bySupplier.has(supplierId) && !Known.some(({ SavedId }) => SavedId === savedId))
      stale.push(conflict(`${savedBy ?? 'Someone else'} already saved a list for ${supplier}. Continue that list, or delete it first.`, 'SavedAlready'))
  if (stale.length > 0) throw failure('Conflict', {}, stale)
  const { holder } = scope
  const savedBy = holder.kind === 'person' ? holder.userId : null
  const notes = new Map(Notes.map(({ SupplierId, Note }) => [SupplierId, Note]))
  for (const [supplierId, lines] of bySupplier) {
    const savedId = there.find((list) => list.supplierId === supplierId)?.savedId
    await storeSaved(scope, { savedId, locationId: LocationId, supplierId, note: notes.get(supplierId) ?? '', savedBy, lines })
  }
  const saved = (await savedOrders(scope, [LocationId])).filter(({ SupplierId }) => bySupplier.has(SupplierId))
  await scope.audit({
    action: 'stock.order-saved',
    subject: saved.map(({ Supplier }) => Supplier).join(', '),
    detail: { LocationId, Orders: saved.length, Lines: Lines.length },
  })
  return saved
}

/**
 * Takes away the lists that an order is made of.
 * @throws Conflict where somebody else changed, made or threw away one of them meanwhile
 */
export const useUpSaved = async (scope: VenueScope, locationId: number, known: readonly KnownList[]): Promise<void> => {
  if (known.length === 0) return
  await lockOrders(scope)
  const there = await savedAt(scope, [locationId])
  const stale = known.flatMap((one) => staleList(one, there))
  if (stale.length > 0) throw failure('Conflict', {}, stale)
  for (const { SavedId } of known) await deleteSaved(scope, SavedId)
}

/** A saved list at one of the user's locations, and all lists there. @throws NotFound */
export const savedNamed = async (scope: VenueScope, savedId: string): Promise<{ list: SavedList; there: SavedList[] }> => {
  const there = await savedAt(
    scope,
    scope.locations.map(({ locationId }) => locationId),
  )
  const list = there.find((one) => one.savedId === savedId)
  if (!list) throw failure('NotFound')
  return { list, there }
}

/**
 * Throws a saved list away.
 * @throws NotFound, also for one of a location that is not the holder's, and Conflict where somebody else changed it meanwhile
 */
export const dropSaved = async (scope: VenueScope, savedId: string, version: number | undefined): Promise<void> => {
  await lockOrders(scope)
  const { list, there } = await savedNamed(scope, savedId)
  if (version !== undefined && version !== list.version) throw failure('Conflict', {}, staleList({ SavedId: savedId, Version: version }, there))
  await deleteSaved(scope, savedId)
  await scope.audit({ action: 'stock.order-dropped', subject: list.supplier, detail: { LocationId: list.locationId, SupplierId: list.supplierId } })
}

const staleList = ({ SavedId, Version }: KnownList, there: readonly SavedList[]): FieldError[] => {
  const list = there.find(({ savedId }) => savedId === SavedId)
  if (!list) return [conflict('The list you were editing is gone, because someone ordered or deleted it.', 'SavedGone')]
  if (list.version === Version) return []
  return [
    conflict(`${list.savedBy ?? 'Someone else'} has changed the list for ${list.supplier}. Continue the list to see its current contents.`, 'SavedChanged'),
  ]
}

const conflict = (Message: string, ErrorCode: string): FieldError => ({ FieldName: 'Known', ErrorCode, Message })
