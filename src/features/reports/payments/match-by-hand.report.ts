import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { dropMatch, keepMatch, type Movement, matchesByHand, movementNamed, otherTenders, pickedOf } from './match-by-hand.sql.ts'
import type { AtTill } from './one-payment.contract.ts'
import { comparedAsked } from './till-compared.report.ts'
import type { TenderDetail } from './till-match.sql.ts'
import { loneTenders, pairOf } from './till-pairs.report.ts'

/** A payment may be tied to a tender of so many trading days before or after: a terminal without a network tells its payments late. */
const NEAR_DAYS = 3
const MOST_CANDIDATES = 6

type Media = readonly number[] | undefined

const dayOf = ({ day, locationId }: Movement, media: Media) => ({ FromDate: day, ToDate: day, Locations: [locationId], Media: media && [...media] })

/** What the till has for a payment or refund, and the tenders it may be tied to where that is nothing. */
export const atTillOf = async (scope: VenueScope, movement: Movement, media: Media): Promise<AtTill> => {
  const pair = await pairOf(scope, movement.entryId, dayOf(movement, media))
  if (!pair) return { State: 'NotCompared', Tender: null, Near: null, ByHand: null, Candidates: [] }
  const { Tender, Near, ByHand } = pair
  if (pair.State === 'Matched') return { State: 'Matched', Tender, Near, ByHand, Candidates: [] }
  const candidates = await candidatesOf(scope, movement, media)
  return { State: 'OnlyProvider', Tender, Near, ByHand, Candidates: candidates.slice(0, MOST_CANDIDATES).map((one) => candidateOf(scope, movement, one)) }
}

/** Card tenders that stand alone, whatever their amount, and tenders of other media with exactly the amount; the likeliest first. */
const candidatesOf = async (scope: VenueScope, movement: Movement, media: Media): Promise<TenderDetail[]> => {
  const { day, at, amount, locationId } = movement
  const span = { from: addDays(day, -NEAR_DAYS), to: addDays(day, NEAR_DAYS) }
  const { compared } = await comparedAsked(scope, { FromDate: span.from, ToDate: span.to, Locations: [locationId], Media: media && [...media] })
  const [lone, others] = await Promise.all([loneTenders(scope, compared), otherTenders(scope, movement, span, compared.mediaKeys)])
  const cards = await pickedOf(
    scope,
    lone.filter((one) => Math.sign(one.amount) === Math.sign(amount)),
  )
  const away = (one: TenderDetail) => Math.abs(one.at.getTime() - at.getTime())
  return [...cards, ...others].sort((a, b) => Math.abs(a.amount - amount) - Math.abs(b.amount - amount) || away(a) - away(b))
}

const candidateOf = ({ locations }: VenueScope, { locationId, amount, currency }: Movement, one: TenderDetail): AtTill['Candidates'][number] => ({
  SaleId: one.id,
  PaymentNo: one.no,
  Receipt: one.receipt,
  TerminalId: one.terminal,
  Clerk: one.clerk,
  Media: one.media,
  At: instantIn(one.at, locations.find((place) => place.locationId === locationId)?.timeZone ?? 'UTC'),
  Amount: toMajor(one.amount, currency),
  Difference: toMajor(one.amount - amount, currency),
})

/** @throws NotFound, MovementMatched, MovementNotCompared */
const loneMovement = async (scope: VenueScope, entryId: string, media: Media): Promise<Movement> => {
  const movement = await movementNamed(scope, entryId)
  const pair = await pairOf(scope, entryId, dayOf(movement, media))
  if (!pair) throw failure('MovementNotCompared')
  if (pair.State === 'Matched') throw failure('MovementMatched')
  return movement
}

/**
 * Ties a payment or refund that stands alone to a tender.
 * @throws NotFound, MovementMatched, MovementNotCompared, ValidationFailed for a tender that it cannot be tied to
 */
export const tieMovement = async (scope: VenueScope, entryId: string, body: { SaleId: string; PaymentNo: number }, media: Media): Promise<AtTill> => {
  const movement = await loneMovement(scope, entryId, media)
  const tender = (await candidatesOf(scope, movement, media)).find(({ id, no }) => id === body.SaleId && no === body.PaymentNo)
  if (!tender) throw fieldFailure('SaleId', 'Choose a receipt of the same location within 3 days whose payment is not matched yet.')
  if (!(await keepMatch(scope, movement, { tender, reason: null }))) throw failure('MovementMatched')
  await scope.audit({
    action: 'payment.matched',
    subject: movement.paymentId ?? entryId,
    detail: {
      LocationId: movement.locationId,
      Receipt: tender.receipt,
      Date: movement.day,
      Difference: toMajor(tender.amount - movement.amount, movement.currency),
    },
  })
  return atTillOf(scope, movement, media)
}

/** Says why a payment or refund has no tender. @throws NotFound, MovementMatched, MovementNotCompared */
export const explainMovement = async (scope: VenueScope, entryId: string, reason: string, media: Media): Promise<AtTill> => {
  const movement = await loneMovement(scope, entryId, media)
  if (!(await keepMatch(scope, movement, { tender: null, reason }))) throw failure('MovementMatched')
  await scope.audit({
    action: 'payment.explained',
    subject: movement.paymentId ?? entryId,
    detail: { LocationId: movement.locationId, Reason: reason, Date: movement.day },
  })
  return atTillOf(scope, movement, media)
}

/** Takes back what somebody tied or explained. @throws NotFound */
export const untieMovement = async (scope: VenueScope, entryId: string, media: Media): Promise<AtTill> => {
  const movement = await movementNamed(scope, entryId)
  const was = (await matchesByHand(scope, [entryId])).get(entryId)
  if (!(await dropMatch(scope, movement))) throw failure('NotFound')
  await scope.audit({
    action: 'payment.untied',
    subject: movement.paymentId ?? entryId,
    detail: { LocationId: movement.locationId, Receipt: was?.tender?.receipt ?? null, Reason: was?.reason ?? null, Date: movement.day },
  })
  return atTillOf(scope, movement, media)
}
