import type { FoundCard } from '#features/find/find.contract.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { fieldsToAsk, typedOrSwiped } from './card-search.rules.ts'
import { searchCards } from './search.sql.ts'

/** The first few cards the card search finds by a text in any field. */
export const findCards = async (scope: VenueScope, text: string, most: number): Promise<FoundCard[]> => {
  const value = typedOrSwiped(text)
  const answers = await Promise.all(fieldsToAsk(value, 'Any').map((field) => searchCards(scope, { field, value })))
  const cards = new Map(answers.flatMap(({ Details }) => Details.map((card) => [card.CardNumber, card] as const)))
  return [...cards.values()].slice(0, most).map(({ CardNumber, Name, Status }) => ({ CardNumber, Name, Status }))
}
