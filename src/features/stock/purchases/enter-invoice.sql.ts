import { boughtAs } from '#features/stock/intake/bought-as.sql.ts'
import { isWrong, nameKey } from '#features/stock/intake/read-items.rules.ts'
import { productIdsOf, stockPlaceOf, suppliersByName } from '#features/stock/intake/read-items.sql.ts'
import { takeInvoices } from '#features/stock/intake/take-stock.sql.ts'
import type { WireInvoice } from '#features/stock/intake/till-stock.contract.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { type EnteredInvoice, wireInvoice } from './entered-invoice.rules.ts'

/**
 * Stores an invoice that somebody enters, whole, as one that a till sends. Entered again with the same lines it stays as it is.
 * @throws LocationNotFound, and ValidationFailed naming everything that is wrong
 */
export const enterInvoice = async (scope: VenueScope, entered: EnteredInvoice): Promise<'accepted' | 'duplicate'> => {
  const [place] = scope.chosenLocations([entered.LocationId])
  if (!place) throw failure('LocationNotFound')
  const supplierId = (await suppliersByName(scope)).get(nameKey(entered.Supplier)) ?? null
  const judged = wireInvoice(entered, place.currency, await packsOf(scope, entered, supplierId))
  if (isWrong(judged)) throw failure('ValidationFailed', {}, judged)
  const { holder } = scope
  const poster = { source: 'screen' as const, notedBy: holder.kind === 'person' ? holder.userId : null }
  const [outcome] = await takeInvoices(scope, [judged], { place: stockPlaceOf(scope, place), poster })
  if (outcome?.status !== 'accepted' && outcome?.status !== 'duplicate') throw failure('ValidationFailed', {}, outcome?.errors ?? [])
  if (outcome.status === 'accepted') {
    const detail = { LocationId: place.locationId, SupplierId: supplierId, Lines: entered.Lines.length }
    await scope.audit({ action: 'stock.invoice', subject: entered.Invoice, detail })
  }
  return outcome.status
}

/** Units in a pack of what this supplier sells, as the products' list has them. */
const packsOf = async (
  scope: VenueScope,
  { Lines }: EnteredInvoice,
  supplierId: number | null,
): Promise<Map<string, WireInvoice['Lines'][number]['PackSize']>> => {
  const ids = await productIdsOf(
    scope,
    Lines.map(({ Plu }) => Plu),
  )
  const bought = await boughtAs(scope, [...ids.values()])
  const packs = new Map<string, string>()
  for (const [plu, id] of ids) {
    const one = bought.get(id)
    if (one?.packSize && one.supplierId === supplierId) packs.set(plu, String(one.packSize / QUANTITY_STEPS))
  }
  return packs
}
