import { stockPlaceOf } from '#features/stock/intake/read-items.sql.ts'
import { storeMovements } from '#features/stock/intake/store-movements.sql.ts'
import { takeMovements } from '#features/stock/intake/take-stock.sql.ts'
import { expectedAt } from '#features/stock/on-hand/expected-at.report.ts'
import { decimalText } from '#features/stock/purchases/entered-invoice.rules.ts'
import { QUANTITY_STEPS, wholeSteps } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type FieldError, failure, fieldFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import type { EnteredMovement, Movement } from './movements.contract.ts'
import { type MovementRow, movementsAt } from './movements.sql.ts'
import { reversalOf } from './reasons.rules.ts'

const KINDS = { 2: 'Wastage', 3: 'Transfer', 4: 'Adjustment' } as const

type Stored = 'accepted' | 'duplicate'

/**
 * The latest movements of a location.
 * @throws LocationNotFound
 */
export const latestMovements = async (scope: VenueScope, locationId: number) => {
  const place = placeOf(scope, locationId)
  const rows = await movementsAt(scope, locationId)
  const specs = await readSpecs(scope)
  const granted = new Set(scope.locations.map((one) => one.locationId))
  const mayEdit = scope.tags.includes('can_editstock')
  return {
    LocationId: locationId,
    Currency: place.currency,
    Movements: rows.map((row): Movement => {
      const other = row.otherLocationId
      const isHeld = other === null || granted.has(other)
      return {
        MovementId: row.movementId,
        Kind: KINDS[row.kind],
        Plu: row.plu,
        Name: row.name,
        Unit: specOn(specs, row.productId, row.day).unit,
        Quantity: row.qty / QUANTITY_STEPS,
        At: row.at?.toISOString() ?? null,
        Day: row.day,
        Reason: row.reason,
        OtherLocationId: isHeld ? other : null,
        Cost: toMajor(row.cost, place.currency),
        Source: row.source,
        By: row.by,
        EnteredAt: row.enteredAt.toISOString(),
        IsReversal: isReversal(row),
        IsReversed: row.isReversed,
        MayReverse: mayEdit && isHeld && !row.isReversed && !isReversal(row) && !isOtherEnd(row),
      }
    }),
  }
}

const isReversal = ({ toldId, qty, kind }: MovementRow): boolean => toldId?.startsWith(reversalOf('')) === true || (toldId === null && kind === 3 && qty < 0)

/** Of a transfer, what the location it went to has of it: it has no number of its own. */
const isOtherEnd = ({ toldId, otherLocationId }: MovementRow): boolean => toldId === null && otherLocationId !== null

const placeOf = (scope: VenueScope, locationId: number) => {
  const [place] = scope.chosenLocations([locationId])
  if (!place) throw failure('LocationNotFound')
  return place
}

const tellerOf = ({ holder }: VenueScope) => ({ source: 'screen' as const, notedBy: holder.kind === 'person' ? holder.userId : null })

/**
 * Stores a movement that somebody enters, judged as one that a till sends; sent again under its number it stays as it is.
 * @throws LocationNotFound, also for a transfer to a location the holder does not hold, and ValidationFailed naming everything that is wrong
 */
export const enterMovement = async (scope: VenueScope, entered: EnteredMovement): Promise<Stored> => {
  const place = placeOf(scope, entered.LocationId)
  if (entered.ToLocationId !== undefined) placeOf(scope, entered.ToLocationId)
  const wrong = wrongByHand(entered)
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
  const { Number: MovementId, Quantity, Reason, ...told } = entered
  const sent = { ...told, MovementId, Quantity: decimalText(Quantity), ...(Reason === undefined ? {} : { Reason }) }
  const [outcome] = await takeMovements(scope, [sent], expectedAt, { place: stockPlaceOf(scope, place), teller: tellerOf(scope) })
  if (outcome?.status !== 'accepted' && outcome?.status !== 'duplicate')
    throw failure(
      'ValidationFailed',
      {},
      (outcome?.errors ?? []).map((error) => (error.FieldName === 'MovementId' ? { ...error, FieldName: 'Number' } : error)),
    )
  if (outcome.status === 'accepted') {
    const { Kind, Plu, LocationId, ToLocationId } = entered
    const detail = {
      Movement: Kind,
      LocationId,
      ...(ToLocationId === undefined ? {} : { ToLocationId }),
      Quantity,
      ...(Reason === undefined ? {} : { Reason }),
    }
    await scope.audit({ action: 'stock.movement', subject: Plu, detail })
  }
  return outcome.status
}

/** What holds by hand alone: a reason of the list, and taking back by taking back. */
const wrongByHand = ({ Kind, Quantity, Reason }: EnteredMovement): FieldError[] => {
  const wrong: FieldError[] = []
  const complain = (FieldName: string, Message: string, ErrorCode = 'Invalid') => wrong.push({ FieldName, ErrorCode, Message })
  if (wholeSteps(Quantity, QUANTITY_STEPS) === undefined) complain('Quantity', 'A quantity can have at most four decimals.')
  if (Kind !== 'Adjustment' && Quantity < 0) complain('Quantity', 'A write-off or transfer must be above zero. To reverse one, undo the movement.')
  if (Kind !== 'Transfer' && Reason === undefined) complain('Reason', 'A write-off or an adjustment needs a reason.', 'Missing')
  return wrong
}

/**
 * Takes a movement back by a further one at its moment and cost; a second time there is nothing left to take back.
 * @throws LocationNotFound, NotFound, ValidationFailed
 */
export const reverseMovement = async (scope: VenueScope, { LocationId, MovementId }: { LocationId: number; MovementId: string }): Promise<Stored> => {
  placeOf(scope, LocationId)
  const [row] = await movementsAt(scope, LocationId, MovementId)
  if (!row) throw failure('NotFound')
  if (isOtherEnd(row)) throw fieldFailure('MovementId', 'Undo a transfer at the location it came from.')
  if (isReversal(row)) throw fieldFailure('MovementId', 'This movement already undoes another one. Enter a new movement instead.')
  if (row.otherLocationId !== null) placeOf(scope, row.otherLocationId)
  const { kind, locationId, productId, day, at, qty, cost, reason, otherLocationId } = row
  const move = { kind, locationId, productId, day, at, qty: -qty + 0, cost: -cost + 0, reason, toldId: reversalOf(MovementId), otherLocationId }
  const [status] = await storeMovements(scope, tellerOf(scope), [move], expectedAt)
  if (status !== 'accepted') return 'duplicate'
  const detail = { StockMovement: KINDS[kind], LocationId, Quantity: -qty / QUANTITY_STEPS, ...(reason === '' ? {} : { Reason: reason }) }
  await scope.audit({ action: 'stock.movement-undone', subject: row.plu, detail })
  return 'accepted'
}
