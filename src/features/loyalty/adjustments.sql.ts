import { adjustCard, todayAt } from '#features/ledger/by-hand.sql.ts'
import { lockCard } from '#features/ledger/cards.sql.ts'
import { ownPerson, refuseOwnCard } from '#features/ledger/own-person.sql.ts'
import { personOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { failure } from '#shared/failure.ts'
import { ADJUSTMENT_STATES, type AdjustmentState } from './card-fields.rules.ts'
import { cardNamed } from './cards.sql.ts'
import type { Adjustment } from './loyalty.contract.ts'

interface Wanted {
  cardId: string
  points: number
  locationId: number
  comments: string
}

const PENDING = 1
const MOST = 500

/** Keeps an adjustment until a second person decides on it. */
export const askForAdjustment = async (scope: VenueScope, { cardId, points, locationId, comments }: Wanted): Promise<string> => {
  const { sql, venueId, now } = scope
  const id = newFactId()
  await sql`
    insert into loyalty_adjustment (venue_id, movement_id, card_id, points, location_id, comments, asked_by, asked_at)
    values (${venueId}, ${id}::bigint, ${cardId}::bigint, ${points}, ${locationId}, ${comments}, ${personOf(scope).userId}, ${now})`
  return id
}

/** Adjustments at the holder's locations, the newest first. */
export const listAdjustments = async (scope: VenueScope, state: AdjustmentState | undefined): Promise<Adjustment[]> => {
  const { sql, venueId, locations } = scope
  const me = personOf(scope).userId
  const { cardIds } = await ownPerson(scope)
  const rows = await sql<(Omit<Adjustment, 'State' | 'Location' | 'MayDecide'> & { state: number; asker: number; cardId: string })[]>`
    select a.card_id::text as "cardId", a.movement_id::text as "MovementId", c.number as "CardNumber", c.name as "Name", a.points as "Points", a.location_id as "LocationId",
      a.comments as "Comments", a.state, a.asked_by as asker, coalesce(asker.display_name, '') as "AskedBy", to_json(a.asked_at)#>>'{}' as "AskedAt",
      decider.display_name as "DecidedBy", to_json(a.decided_at)#>>'{}' as "DecidedAt", a.decision_comments as "DecisionComments"
    from loyalty_adjustment a join loyalty_card c on c.venue_id = ${venueId} and c.card_id = a.card_id
      left join employee asker on asker.venue_id = ${venueId} and asker.user_id = a.asked_by
      left join employee decider on decider.venue_id = ${venueId} and decider.user_id = a.decided_by
    where a.venue_id = ${venueId} and a.location_id = any(${numbers(locations.map(({ locationId }) => locationId))}::int[])
      and a.state = any(${numbers(state === undefined ? [1, 2, 3] : [ADJUSTMENT_STATES.indexOf(state) + 1])}::int[])
    order by a.movement_id desc limit ${MOST}`
  return rows.map(({ state: at, asker, cardId, ...row }) => ({
    ...row,
    Location: locations.find(({ locationId }) => locationId === row.LocationId)?.name ?? '',
    State: ADJUSTMENT_STATES[at - 1] ?? 'Pending',
    MayDecide: at === PENDING && asker !== me && !cardIds.includes(cardId) && scope.tags.includes('can_editloyalty'),
  }))
}

interface StoredAdjustment extends Wanted {
  number: string
  state: number
  asker: number
}

/** An adjustment at one of the user's locations, locked until the transaction ends. @throws MovementNotFound */
export const adjustmentNamed = async ({ sql, venueId, locations }: VenueScope, id: string): Promise<StoredAdjustment> => {
  const [found] = await sql<StoredAdjustment[]>`
    select a.card_id::text as "cardId", c.number, a.points, a.location_id as "locationId", a.comments, a.state, a.asked_by as asker from loyalty_adjustment a
    join loyalty_card c on c.venue_id = ${venueId} and c.card_id = a.card_id where a.venue_id = ${venueId} and a.movement_id = ${id}::bigint for update of a`
  if (!found || !locations.some(({ locationId }) => locationId === found.locationId)) throw failure('MovementNotFound')
  return found
}

/**
 * A second person lets an adjustment through, which posts now, or refuses it.
 * @throws MovementNotFound, AlreadyDecided, OwnAdjustment, OwnCard, CardBlocked, CardReplaced, TotalBelowZero
 */
export const decide = async (scope: VenueScope, id: string, isApproved: boolean, comments: string) => {
  const { sql, venueId, now } = scope
  const wanted = await adjustmentNamed(scope, id)
  if (wanted.state !== PENDING) throw failure('AlreadyDecided')
  const me = personOf(scope).userId
  if (wanted.asker === me) throw failure('OwnAdjustment')
  await refuseOwnCard(scope, [wanted.cardId])
  todayAt(scope, wanted.locationId)
  const { points, locationId } = wanted
  if (isApproved) await adjustCard(scope, await lockCard(scope, wanted.number), points, { movementId: id, locationId, comments: wanted.comments })
  await sql`
    update loyalty_adjustment set state = ${isApproved ? 2 : 3}, decided_by = ${me}, decided_at = ${now}, decision_comments = ${comments}
    where venue_id = ${venueId} and movement_id = ${id}::bigint`
  await scope.audit({
    action: isApproved ? 'points.adjustment-approved' : 'points.adjustment-refused',
    subject: maskedNumber(wanted.number),
    detail: { Points: points, Location: scope.locations.find((one) => one.locationId === locationId)?.name ?? '', Comments: comments },
  })
  const card = await cardNamed(scope, wanted.number)
  return { MovementId: id, State: isApproved ? ('Approved' as const) : ('Refused' as const), CardNumber: card.number, Points: card.points, Owed: card.owed }
}
