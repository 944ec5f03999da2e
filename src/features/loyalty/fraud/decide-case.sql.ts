import { reverse } from '#features/ledger/by-hand.sql.ts'
import { STATUS } from '#features/ledger/card-status.rules.ts'
import { lockCard, writeHolder } from '#features/ledger/cards.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { cardsNamed, factsOf, type NamedCard } from './evidence.sql.ts'
import { reversibleOf } from './found.rules.ts'
import type { Decision } from './fraud.contract.ts'
import { caseNamed, hitsOfCases, locationsOfCase, lockCase, moveCase } from './fraud-cases.sql.ts'
import { stateOf, storedState } from './fraud-rules.rules.ts'

/**
 * Moves a case on: under review, confirmed or cleared. All it asks for happens, or nothing does.
 * @throws NotFound, Conflict, ValidationFailed, TotalBelowZero where points to take back were spent
 */
export const decideCase = async (venue: VenueScope, caseId: string, decision: Decision): Promise<void> => {
  const kept = await caseNamed(venue, caseId)
  await lockCase(venue, caseId, decision.Version)
  refuseUnclear(decision)
  const { State, Note = '', BlockCard = false, ReversePoints = false, ExemptUntil = null } = decision
  if (kept.state > 2 && decision.Version === undefined) throw failure('Conflict')
  const card = (await cardsNamed(venue, [kept.cardId])).get(kept.cardId)
  if (!card) throw failure('CardNotFound')
  const reversed = ReversePoints ? await takeBack(venue, caseId, Note) : 0
  const blocked = BlockCard && (await blockCard(venue, card))
  await moveCase(venue, caseId, { state: storedState(State), note: Note.trim(), blocked, reversed, exemptUntil: ExemptUntil })
  await venue.audit({
    action: 'fraud.decided',
    subject: maskedNumber(card.number),
    detail: {
      CaseId: caseId,
      Locations: await locationsOfCase(venue, caseId),
      Before: stateOf(kept.state),
      State,
      Note: Note.trim(),
      BlockCard: blocked,
      ReversedPoints: reversed,
      ExemptUntil: ExemptUntil ?? '',
    },
  })
}

/** What a decision needs, and what does not go together. */
const refuseUnclear = ({ State, Note = '', BlockCard, ReversePoints, ExemptUntil }: Decision): void => {
  if (State === 'New') throw fieldFailure('State', 'State must be Reviewing, Confirmed or Cleared. A case is New only until someone looks at it.')
  if (State !== 'Reviewing' && Note.trim() === '')
    throw fieldFailure('Note', 'Note is required. People who look at this case later need to know the reason.', 'Required')
  if (BlockCard && State !== 'Confirmed') throw fieldFailure('BlockCard', 'BlockCard can only be sent with State Confirmed.')
  if (ReversePoints && State !== 'Confirmed') throw fieldFailure('ReversePoints', 'ReversePoints can only be sent with State Confirmed.')
  if (ExemptUntil && State !== 'Cleared') throw fieldFailure('ExemptUntil', 'ExemptUntil can only be sent with State Cleared.')
}

/** Takes back the points of the case's evidence, each by a movement of its own. @returns how many points */
const takeBack = async (venue: VenueScope, caseId: string, note: string): Promise<number> => {
  const hits = await hitsOfCases(venue, [caseId])
  const facts = await factsOf(venue, [...new Set(hits.flatMap((hit) => hit.facts))])
  let points = 0
  for (const fact of facts) {
    const left = reversibleOf(fact)
    if (fact.movementId === null || left === 0) continue
    await reverse(venue, fact.movementId, left, note.trim())
    points += left
  }
  return points
}

/** @returns whether it was active until now */
const blockCard = async (venue: VenueScope, { number }: NamedCard): Promise<boolean> => {
  const card = await lockCard(venue, number)
  if (card.status !== STATUS.active) return false
  await writeHolder(venue, card.cardId, card, STATUS.blocked)
  return true
}
