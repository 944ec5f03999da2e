import { instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import type { Evidence, Found, Operator } from './fraud.contract.ts'
import { RULES_ABOUT_ALL, type Rule, ruleOf, scoreOf, WEIGHTS } from './fraud-rules.rules.ts'
import type { Hit } from './hits.rules.ts'

/** A location as evidence names it. */
export interface Place {
  locationId: number
  name: string
  timeZone: string
  currency: string
}

/** A sale or a movement that a hit rests on, as it is stored. */
export interface Fact {
  id: string
  saleId: string | null
  movementId: string | null
  /** Of the movement; null for a sale without one. */
  kind: number | null
  saleKind: number | null
  receipt: string | null
  day: string
  at: Date
  locationId: number
  till: string | null
  clerkKey: number | null
  clerk: string | null
  userId: number | null
  user: string | null
  paidBy: string | null
  total: number | null
  points: number
  /** What of its points was taken back by now. */
  reversed: number
  comments: string
}

const MOVEMENT_NAMES: Record<number, Evidence['Kind']> = { 2: 'Adjustment', 3: 'Transfer', 4: 'Replacement' }

const kindOf = ({ saleKind, kind }: Fact): Evidence['Kind'] => (saleKind === 1 ? 'Sale' : saleKind === 2 ? 'Refund' : (MOVEMENT_NAMES[kind ?? 0] ?? 'Other'))

/** What can still be taken back of a movement: points it gave. */
export const reversibleOf = ({ movementId, kind, points, reversed }: Pick<Fact, 'movementId' | 'kind' | 'points' | 'reversed'>): number =>
  movementId !== null && (kind === 1 || kind === 2) && points > 0 ? Math.max(0, points + reversed) : 0

const evidenceOf = (fact: Fact, place: Place): Evidence => ({
  Kind: kindOf(fact),
  SaleId: fact.saleId,
  MovementId: fact.movementId,
  Receipt: fact.receipt,
  Day: fact.day,
  At: instantIn(fact.at, place.timeZone),
  LocationId: fact.locationId,
  Location: place.name,
  Till: fact.till,
  Operator: fact.clerk ?? fact.user,
  PaidBy: fact.paidBy,
  Amount: fact.total === null ? null : toMajor(fact.total, place.currency),
  Points: fact.points,
  Reversible: reversibleOf(fact),
  Comments: fact.comments,
})

/** What was found, with its evidence as far as the reader may see it. */
export const foundOf = (hit: Hit, facts: ReadonlyMap<string, Fact>, places: ReadonlyMap<number, Place>): Found => {
  const own = hit.facts.flatMap((id) => facts.get(id) ?? [])
  const one = own.find(({ clerkKey, userId }) => (hit.clerkKey !== null && clerkKey === hit.clerkKey) || (hit.userId !== null && userId === hit.userId))
  const rule = ruleOf(hit.rule)
  return {
    Rule: rule,
    Weight: WEIGHTS[rule],
    Day: hit.day,
    LocationId: hit.locationId,
    Location: places.get(hit.locationId)?.name ?? '',
    Count: hit.n,
    Other: hit.other,
    Operator: one?.clerk ?? one?.user ?? null,
    About: hit.about || null,
    Evidence: own.flatMap((fact) => {
      const place = places.get(fact.locationId)
      return place ? [evidenceOf(fact, place)] : []
    }),
  }
}

/** The strongest first: what weighs most, and of that the newest. */
export const byWeight = (a: Pick<Found, 'Weight' | 'Day'>, b: Pick<Found, 'Weight' | 'Day'>): number => b.Weight - a.Weight || (a.Day < b.Day ? 1 : -1)

/** Each piece of evidence once, by time. */
export const evidenceOnce = (hits: readonly Found[]): Evidence[] => {
  const once = new Map(hits.flatMap(({ Evidence }) => Evidence.map((one) => [one.SaleId ?? one.MovementId, one])))
  return [...once.values()].sort((a, b) => (a.At < b.At ? -1 : 1))
}

/** Points the evidence of a card is about. */
export const pointsAtStake = (hits: readonly Found[]): number => evidenceOnce(hits).reduce((sum, { Points }) => sum + Math.abs(Points), 0)

/** Whoever rang up what is listed, the highest score first. @param receipts card receipts each rang up in the range */
export const operatorsOf = (
  hits: readonly Hit[],
  facts: ReadonlyMap<string, Fact>,
  places: ReadonlyMap<number, Place>,
  receipts: ReadonlyMap<number, number>,
): Operator[] => {
  const people = new Map<string, { name: string; clerkKey: number | null; places: Set<string>; listed: Set<string>; rules: Set<Rule> }>()
  for (const hit of hits) {
    for (const fact of hit.facts.flatMap((id) => facts.get(id) ?? [])) {
      const name = fact.clerk ?? fact.user
      const key = fact.clerkKey === null ? `u${fact.userId}` : `c${fact.clerkKey}`
      if (!name) continue
      const person = people.get(key) ?? { name, clerkKey: fact.clerkKey, places: new Set(), listed: new Set(), rules: new Set() }
      people.set(key, person)
      person.places.add(places.get(fact.locationId)?.name ?? '')
      person.listed.add(fact.id)
      if (isAbout(hit, fact)) person.rules.add(ruleOf(hit.rule))
    }
  }
  return [...people.values()]
    .map(({ name, clerkKey, places, listed, rules }) => ({
      Name: name,
      Locations: [...places],
      CardReceipts: clerkKey === null ? 0 : (receipts.get(clerkKey) ?? 0),
      Listed: listed.size,
      Rules: [...rules],
      Score: scoreOf(rules),
    }))
    .filter(({ Score }) => Score > 0)
    .sort((a, b) => b.Score - a.Score || b.Listed - a.Listed)
}

/** Whether a hit says something about the person: it names them, or all of it was theirs. */
const isAbout = ({ clerkKey, userId, rule }: Hit, fact: Fact): boolean =>
  (clerkKey !== null && clerkKey === fact.clerkKey) ||
  (userId !== null && userId === fact.userId) ||
  (clerkKey === null && userId === null && RULES_ABOUT_ALL.includes(rule))

/** What a user is known by on cards, at tills and in movements. */
interface Identities {
  cardIds: readonly string[]
  clerkKeys: readonly number[]
  userIds: readonly number[]
}

/** Returns the cards whose hits are about the user: their own card, what they rang up, or what they moved. */
export const cardsAbout = (own: Identities, hits: readonly Hit[], facts: ReadonlyMap<string, Fact>): Set<string> => {
  const isOwn = ({ clerkKey, userId }: Pick<Hit, 'clerkKey' | 'userId'>) =>
    (clerkKey !== null && own.clerkKeys.includes(clerkKey)) || (userId !== null && own.userIds.includes(userId))
  const about = hits.filter(
    (hit) =>
      own.cardIds.includes(hit.cardId) ||
      isOwn(hit) ||
      hit.facts.some((id) => {
        const fact = facts.get(id)
        return fact !== undefined && isOwn(fact) && isAbout(hit, fact)
      }),
  )
  return new Set(about.map(({ cardId }) => cardId))
}
