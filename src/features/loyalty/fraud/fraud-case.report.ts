import { ownPerson } from '#features/ledger/own-person.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { addDays } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { cardNumbered, cardsNamed, factsOf } from './evidence.sql.ts'
import { byWeight, cardsAbout, evidenceOnce, foundOf } from './found.rules.ts'
import { caseNamed, casesSeen, hitsOfCases, keepHits, stepsOf } from './fraud-cases.sql.ts'
import { askedOf, lastDay, toldOf } from './fraud-check.report.ts'
import type { CaseState } from './fraud-rules.rules.ts'
import { ruleOf, scoreOf, stateOf, storedState } from './fraud-rules.rules.ts'
import { fraudRules } from './fraud-settings.sql.ts'
import type { Hit } from './hits.rules.ts'
import { hitsIn } from './hits.sql.ts'
import { type KeptCase, markOf } from './kept-case.rules.ts'

/** Looked at where no range is named, beside the day under way. */
const USUAL_DAYS = 30

const STATUSES = ['Active', 'Blocked', 'Replaced'] as const

/** The cases at the holder's locations, the newest first. */
export const casesAt = async (venue: VenueScope, state: CaseState | undefined) => {
  const cases = await casesSeen(venue, state && storedState(state))
  const hits = await hitsOfCases(
    venue,
    cases.map(({ caseId }) => caseId),
  )
  const names = await cardsNamed(venue, [...new Set(cases.map(({ cardId }) => cardId))])
  return {
    Cases: cases.map((one) => {
      const own = hits.filter(({ caseId }) => caseId === one.caseId)
      return { ...rowOf(venue, one, own), CardNumber: names.get(one.cardId)?.number ?? '', Name: names.get(one.cardId)?.name ?? '' }
    }),
  }
}

/** What a list says of a case: where and when it is heaviest, and by which rules. */
const rowOf = (venue: VenueScope, kept: KeptCase, hits: readonly Hit[]) => {
  const found = hits.map((hit) => foundOf(hit, new Map(), new Map())).sort(byWeight)
  const locationId = found[0]?.LocationId ?? 0
  const rules = [...new Set(hits.map(({ rule }) => ruleOf(rule)))]
  return {
    ...markOf(kept),
    LocationId: locationId,
    Location: venue.locations.find((place) => place.locationId === locationId)?.name ?? '',
    Day: found[0]?.Day ?? '',
    Score: scoreOf(rules),
    Rules: rules,
  }
}

/** One case with its evidence and its steps. @throws NotFound */
export const caseInFull = async (venue: VenueScope, caseId: string) => {
  const kept = await caseNamed(venue, caseId)
  const { hits, facts, places } = await toldOf(venue, await hitsOfCases(venue, [caseId]))
  const found = hits.map((hit) => foundOf(hit, facts, places)).sort(byWeight)
  const [card, steps] = [(await cardsNamed(venue, [kept.cardId])).get(kept.cardId), await stepsOf(venue, caseId)]
  if (!card) throw failure('CardNotFound')
  return {
    ...rowOf(venue, kept, hits),
    CardNumber: card.number,
    Name: card.name,
    Version: kept.version,
    Balance: card.points,
    Status: STATUSES[card.status - 1] ?? 'Active',
    Hits: found,
    Reversible: evidenceOnce(found).reduce((sum, { Reversible }) => sum + Reversible, 0),
    Steps: steps.map(({ state, note, by, at, blocked, reversed, exemptUntil }) => ({
      State: stateOf(state),
      Note: note,
      By: by,
      At: at.toISOString(),
      Blocked: blocked,
      Reversed: reversed,
      ExemptUntil: exemptUntil,
    })),
  }
}

/**
 * Opens a case of what is found about a card in a range, or adds to the one that is open.
 * @throws CardNotFound; OwnCase for the user's own card; NotFound where nothing is found that was not decided on before, or the case is about the user
 */
export const openCaseFor = async (
  venue: VenueScope,
  { CardNumber, FromDate, ToDate }: { CardNumber: string; FromDate?: string | undefined; ToDate?: string | undefined },
) => {
  const cardId = await cardNumbered(venue, cardKey(CardNumber))
  const own = await ownPerson(venue)
  if (own.cardIds.includes(cardId)) throw failure('OwnCase')
  const { Rules } = await fraudRules(venue)
  const to = ToDate ?? lastDay(venue)
  const all = await hitsIn(venue, askedOf(venue, { FromDate: FromDate ?? addDays(to, -USUAL_DAYS), ToDate: to }), Rules)
  const hits = all.filter((hit) => hit.cardId === cardId)
  const facts = await factsOf(venue, [...new Set(hits.flatMap((hit) => hit.facts))])
  if (cardsAbout(own, hits, new Map(facts.map((fact) => [fact.id, fact]))).size > 0) throw failure('NotFound')
  const opened = await keepHits(venue, cardId, hits)
  if (!opened) throw failure('NotFound')
  // Refused after it was stored: an open case of the card may be about the user by what was found before.
  await caseNamed(venue, opened.caseId)
  return { CaseId: opened.caseId }
}
