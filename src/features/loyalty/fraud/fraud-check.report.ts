import { type OwnPerson, ownPerson } from '#features/ledger/own-person.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { cardsNamed, factsOf, namesSeen } from './evidence.sql.ts'
import { byWeight, cardsAbout, type Fact, foundOf, operatorsOf, type Place, pointsAtStake } from './found.rules.ts'
import type { Found, ListedCard } from './fraud.contract.ts'
import { casesOfCards, hitsOfCases } from './fraud-cases.sql.ts'
import { type FraudRules, scoreOf } from './fraud-rules.rules.ts'
import { fraudRules } from './fraud-settings.sql.ts'
import { type Hit, hitKey } from './hits.rules.ts'
import { lookThrough } from './hits.sql.ts'
import { markOf } from './kept-case.rules.ts'
import type { Asked } from './looked-at.sql.ts'

interface Query {
  FromDate: string
  ToDate: string
  Locations?: number[] | undefined
  Threshold?: number | undefined
}

const MOST_DAYS = 92

/** @throws RangeBackwards, RangeTooLong, LocationNotFound */
export const askedOf = (venue: VenueScope, { FromDate, ToDate, Locations }: Query): Asked => {
  if (FromDate > ToDate) throw failure('RangeBackwards')
  if (daysIn(FromDate, ToDate) > MOST_DAYS) throw failure('RangeTooLong', { limit: `${MOST_DAYS} days` })
  return { from: FromDate, to: ToDate, locationIds: venue.chosenLocations(Locations).map(({ locationId }) => locationId) }
}

/** The trading day that is under way at the location furthest into it. */
export const lastDay = ({ locations, now }: VenueScope): string =>
  locations
    .map((place) => tradingTime(now.getTime(), calendarOf(place)).businessDate)
    .sort()
    .at(-1) ?? now.toISOString().slice(0, 10)

/** Everything that is told of hits: facts, places, and an employee's name only to whoever may see them. */
export const toldOf = async (venue: VenueScope, hits: readonly Hit[]) => {
  const facts = await factsOf(venue, [...new Set(hits.flatMap((hit) => hit.facts))])
  const names = await namesSeen(venue, [...new Set(hits.map(({ about }) => about).filter(Boolean))])
  return {
    hits: hits.map((hit) => (names.has(hit.about) ? hit : { ...hit, about: '' })),
    facts: new Map<string, Fact>(facts.map((fact) => [fact.id, fact])),
    places: new Map<number, Place>(venue.locations.map((place) => [place.locationId, place])),
  }
}

/** What the fraud check finds in a range. @throws RangeBackwards, RangeTooLong, LocationNotFound */
export const fraudCheck = async (venue: VenueScope, query: Query) => {
  const asked = askedOf(venue, query)
  const { Rules } = await fraudRules(venue)
  const rules = { ...Rules, UsesPerDay: query.Threshold ?? Rules.UsesPerDay }
  const { looked, own } = await lookedThroughWithoutOwn(venue, asked, rules)
  const { uses, byThreshold, receipts } = looked
  const { hits, facts, places } = await toldOf(venue, looked.hits)
  const listed = await listedCards(venue, hits, facts, places, own)
  return {
    FromDate: query.FromDate,
    ToDate: query.ToDate,
    Threshold: rules.UsesPerDay,
    Uses: uses,
    ByThreshold: byThreshold,
    Locations: venue.locations.flatMap(({ locationId, name, currency }) => {
      const cards = listed.filter((card) => card.locationId === locationId).map(({ card }) => card)
      return cards.length > 0 ? [{ LocationId: locationId, Name: name, Currency: currency, Cards: cards }] : []
    }),
    Operators: operatorsOf(hits, facts, places, new Map(receipts.map(({ clerk, n }) => [clerk, n]))),
    AsAt: venue.now.toISOString(),
  }
}

/** Looks a range through without cards about the user. They may only be known from what is found, and then it is looked through again without them. */
const lookedThroughWithoutOwn = async (venue: VenueScope, asked: Asked, rules: FraudRules) => {
  const own = await ownPerson(venue)
  const looked = await lookThrough(venue, asked, rules, own.cardIds)
  const facts = await factsOf(venue, [...new Set(looked.hits.flatMap((hit) => hit.facts))])
  const about = cardsAbout(own, looked.hits, new Map(facts.map((fact) => [fact.id, fact])))
  const cases = await casesOfCards(venue, [...new Set(looked.hits.map(({ cardId }) => cardId))], own)
  for (const { cardId, isOwn, state } of cases) if (isOwn && state <= 2) about.add(cardId)
  return { own, looked: about.size === 0 ? looked : await lookThrough(venue, asked, rules, [...own.cardIds, ...about]) }
}

/** Each card once, at the location of what weighs most, the highest score first. */
const listedCards = async (venue: VenueScope, hits: readonly Hit[], facts: ReadonlyMap<string, Fact>, places: ReadonlyMap<number, Place>, own: OwnPerson) => {
  const byCard = new Map<string, Hit[]>()
  for (const hit of hits) byCard.set(hit.cardId, [...(byCard.get(hit.cardId) ?? []), hit])
  const [names, marks] = [await cardsNamed(venue, [...byCard.keys()]), await marksOf(venue, hits, own)]
  return [...byCard]
    .map(([cardId, own]): { locationId: number; card: ListedCard } => {
      const found = own.map((hit) => foundOf(hit, facts, places)).sort(byWeight)
      const first = found[0] as Found
      return {
        locationId: first.LocationId,
        card: {
          CardNumber: names.get(cardId)?.number ?? '',
          Name: names.get(cardId)?.name ?? '',
          Staff: found.find(({ About }) => About)?.About ?? null,
          Day: first.Day,
          Points: pointsAtStake(found),
          Score: scoreOf(found.map(({ Rule }) => Rule)),
          Hits: found,
          Case: own.map((hit) => marks.get(hitKey(hit))).find((mark) => mark !== undefined) ?? marks.get(cardId) ?? null,
        },
      }
    })
    .sort((a, b) => b.card.Score - a.card.Score || b.card.Points - a.card.Points)
}

/** The case of each hit, and the open case of each card. */
const marksOf = async (venue: VenueScope, hits: readonly Hit[], own: OwnPerson) => {
  const all = await casesOfCards(venue, [...new Set(hits.map(({ cardId }) => cardId))], own)
  const cases = all.filter(({ isOwn }) => !isOwn)
  const kept = await hitsOfCases(
    venue,
    cases.map(({ caseId }) => caseId),
  )
  const byId = new Map(cases.map((one) => [one.caseId, markOf(one)]))
  const open = cases.filter(({ state }) => state <= 2)
  return new Map([...kept.map((hit) => [hitKey(hit), byId.get(hit.caseId)] as const), ...open.map((one) => [one.cardId, byId.get(one.caseId)] as const)])
}
