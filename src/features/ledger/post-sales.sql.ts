import type { Draft, Fact } from '#features/intake/sale-facts.rules.ts'
import { KIND } from '#features/intake/sale-facts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { Overtaken } from '#platform/database/retry.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { cardKey } from '#shared/card-number.ts'
import { type CardBalance, MOVEMENT, type Posted, posted } from './ledger.rules.ts'
import { addStubs, lockMembers, type SeenCard, unknownCards } from './members.sql.ts'
import { type LoyaltySettings, loyaltySettings } from './points-settings.sql.ts'
import { movementOfSale, movesPoints } from './sale-points.rules.ts'

/** The cards that sales name, by the key of their number, as they were seen first. */
const seenOn = (drafts: readonly Draft[]): Map<string, SeenCard> => {
  const seen = new Map<string, SeenCard>()
  for (const { cardNumber, businessDate, kind } of drafts) {
    if (cardNumber === null || kind === KIND.training || kind === KIND.void) continue
    const key = cardKey(cardNumber)
    const known = seen.get(key)
    if (key !== '' && (!known || businessDate < known.day)) seen.set(key, { number: cardNumber.trim(), day: businessDate })
  }
  return seen
}

/** Of the cards that sales name those that are none yet, by their key. */
export const strangeCards = (scope: VenueScope, drafts: readonly Draft[]): Promise<string[]> => unknownCards(scope, [...seenOn(drafts).keys()])

/** Makes the cards that sales name for the first time, before anything is locked. @param strange the keys of those that are none yet */
export const meetCards = async (scope: VenueScope, drafts: readonly Draft[], strange: readonly string[]): Promise<void> => {
  if (strange.length === 0) return
  const seen = seenOn(drafts)
  await addStubs(
    scope,
    strange.flatMap((key) => seen.get(key) ?? []),
  )
}

/** Movements of sales, ready to be written, and how the cards stand after them. */
export interface PostedSales {
  movements: Posted[]
  balances: ReadonlyMap<string, CardBalance>
}

/**
 * What the points of sales come to in the ledger, with the cards locked: one movement for each sale, refund or
 * entry that takes one back. Nothing is refused: what is redeemed beyond the balance is owed.
 * @param known the venue's settings, where they were read
 * @param worths of sales whose points were computed, what they are worth before cutting to whole points
 * @returns nothing where no points move
 */
export const postedSales = async (
  scope: VenueScope,
  facts: readonly Fact[],
  known: LoyaltySettings | undefined,
  worths: ReadonlyMap<string, number>,
): Promise<PostedSales | undefined> => {
  const keyed = facts.filter(movesPoints).map((fact) => ({ fact, key: cardKey(fact.cardNumber ?? '') }))
  const moving = keyed.filter(({ key }) => key !== '')
  if (moving.length === 0) return undefined
  const settings = known ?? (await loyaltySettings(scope))
  const sales = moving.map(({ fact }) => fact)
  await addMissing(scope, sales)
  const members = await lockMembers(scope, [...new Set(moving.map(({ key }) => key))])
  const before = await takenBackBefore(scope, sales)
  const balances = new Map<string, CardBalance>([...members.values()].map(({ cardId, points, owed }) => [cardId, { points, owed }]))
  const movements = moving.map(({ fact, key }) => {
    const member = members.get(key)
    if (!member) throw new Overtaken(`No card for ${fact.saleId}`)
    const first = fact.counterOf === null ? undefined : before.get(fact.counterOf)
    const worth = fact.counterOf === null ? (worths.get(fact.saleId) ?? null) : minus(worths.get(fact.counterOf) ?? first?.worth ?? null)
    return movementOfSale(fact, member.cardId, settings, worth, first?.byHand ?? 0, member.isReplaced)
  })
  return { movements: posted(movements, balances), balances }
}

/** A sale stored before there was a ledger may be taken back before it is posted: its card may not be there yet. */
const addMissing = async (scope: VenueScope, facts: readonly Fact[]): Promise<void> => {
  const counters = facts.filter(({ counterOf }) => counterOf !== null)
  const seen = new Map(counters.map(({ cardNumber, businessDate }) => [cardKey(cardNumber ?? ''), { number: cardNumber ?? '', day: businessDate }]))
  const missing = await unknownCards(scope, [...seen.keys()])
  await addStubs(
    scope,
    missing.flatMap((key) => seen.get(key) ?? []),
  )
}

const minus = (worth: number | null): number | null => (worth === null ? null : -worth)

interface First {
  worth: number | null
  /** What was taken back of it by hand. */
  byHand: number
}

/** The movements of sales that are being taken back now. */
const takenBackBefore = async ({ sql, venueId }: VenueScope, facts: readonly Fact[]): Promise<Map<string, First>> => {
  const takenBack = facts.flatMap(({ counterOf }) => counterOf ?? [])
  if (takenBack.length === 0) return new Map()
  const rows = await sql<(First & { movementId: string })[]>`
    select m.movement_id::text as "movementId", m.worth, coalesce((
      select sum(r.points)::bigint from loyalty_movement r where r.venue_id = ${venueId} and r.reverses = m.movement_id and r.kind = ${MOVEMENT.reversal}), 0) as "byHand"
    from unnest(${numbers(takenBack)}::bigint[]) as w(id) join loyalty_movement m on m.venue_id = ${venueId} and m.movement_id = w.id`
  return new Map(rows.map(({ movementId, worth, byHand }) => [movementId, { worth, byHand }]))
}
