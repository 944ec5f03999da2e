import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import type { KeptBuyer, SentBuyer } from './buyers.contract.ts'
import { buyersOf, lockBuyers, removeBuyer, storeBuyer } from './buyers.sql.ts'
import { checkExciseShown } from './shown.rules.ts'

/** @throws SwitchedOff */
export const buyersReport = async (scope: VenueScope): Promise<{ Buyers: KeptBuyer[] }> => {
  checkExciseShown(scope.venue)
  return { Buyers: await buyersOf(scope) }
}

/** Adds a buyer, or changes one. @throws SwitchedOff, NotPermitted, NotFound, ValidationFailed */
export const keepBuyer = async (scope: VenueScope, sent: SentBuyer, buyerId?: string) => {
  const buyers = await buyersToChange(scope)
  if (buyerId !== undefined && !buyers.some(({ BuyerId }) => BuyerId === buyerId)) throw failure('NotFound')
  const wrong = wrongInBuyer(
    sent,
    buyers.filter(({ BuyerId }) => BuyerId !== buyerId),
  )
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
  await storeBuyer(scope, sent, buyerId)
  const action = buyerId === undefined ? 'excise.buyeradded' : 'excise.buyerchanged'
  await scope.audit({ action, subject: sent.Name, detail: { Licence: sent.Licence, BuyerState: sent.State } })
  return buyersReport(scope)
}

/** @throws SwitchedOff, NotPermitted, NotFound */
export const takeBuyerAway = async (scope: VenueScope, buyerId: string) => {
  const buyer = await buyerToChange(scope, buyerId)
  await removeBuyer(scope, buyerId)
  await scope.audit({ action: 'excise.buyerremoved', subject: buyer.Name, detail: { Licence: buyer.Licence, BuyerState: buyer.State } })
  return buyersReport(scope)
}

/** A licensed buyer, locked until the transaction ends. @throws SwitchedOff, NotPermitted, NotFound */
export const buyerToChange = async (scope: VenueScope, buyerId: string): Promise<KeptBuyer> => {
  const buyer = (await buyersToChange(scope)).find(({ BuyerId }) => BuyerId === buyerId)
  if (!buyer) throw failure('NotFound')
  return buyer
}

/** Buyers are the whole venue's: whoever sees only some of its locations does not change them. */
const buyersToChange = async (scope: VenueScope): Promise<KeptBuyer[]> => {
  checkExciseShown(scope.venue)
  if (!scope.allLocations) throw failure('NotPermitted')
  await lockBuyers(scope)
  return buyersOf(scope)
}

const wrongInBuyer = ({ State, Postcode, CardNumber }: SentBuyer, others: readonly KeptBuyer[]): FieldError[] => {
  const wrong: FieldError[] = []
  if (State === 'VIC' && Postcode === '')
    wrong.push({ FieldName: 'Postcode', ErrorCode: 'Needed', Message: 'Enter the postcode. The return of Victoria needs it.' })
  const other = others.find((one) => cardKey(one.CardNumber) === cardKey(CardNumber))
  if (other) wrong.push({ FieldName: 'CardNumber', ErrorCode: 'Taken', Message: `“${other.Name}” already has this card. Choose another one.` })
  return wrong
}
