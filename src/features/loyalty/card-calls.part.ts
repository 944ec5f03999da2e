import { useQuery, useQueryClient } from '@tanstack/react-query'
import { venueConfig } from '#features/venues/venue-config.contract.ts'
import { call } from '#ui/api.ts'
import type { CallError } from '#ui/call-error.ts'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { callKey, useCall } from '#ui/use-call.ts'
import { fieldsToAsk, type PickedField } from './card-search.rules.ts'
import { type Details, loyalty } from './loyalty.contract.ts'
import type { SearchField } from './search.rules.ts'

/** What a search found. */
export interface Found {
  cards: Details[]
  /** Whether more cards match than are shown. */
  more: boolean
}

const askedBy = (text: string, field: PickedField) => ({
  queryKey: [...callKey(loyalty.search), text, field],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> => {
    const ask = (one: SearchField) => call(loyalty.search, { query: { [one]: text } }, signal)
    const answers = await Promise.all(fieldsToAsk(text, field).map(ask))
    const cards = new Map(answers.flatMap((answer) => answer.Details.map((card) => [card.CardNumber, card] as const)))
    return { cards: [...cards.values()], more: answers.some(({ More }) => More) }
  },
})

/** The cards that match a text; nothing is asked for an empty one. */
export const useFoundCards = (text: string, field: PickedField) => useQuery<Found, CallError>({ ...askedBy(text, field), enabled: text !== '' })

/** Searches at once, for a card reader that types a number and Enter. */
export const useFindCards = () => {
  const queries = useQueryClient()
  return (text: string, field: PickedField): Promise<Found> => queries.fetchQuery(askedBy(text, field))
}

/** Reads again whatever is shown of cards, after one was changed or its points moved. */
export const useCardsChanged = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey: [, operation] }) => String(operation).includes(' /loyalty/') })
}

/** Whether the reader may change cards and move points, or only look. */
export const useMayEdit = (): boolean => tagsOf(useStoredUser()).includes('can_editloyalty')

/** Whether the reader may look at cards; somebody may change them without. */
export const useMaySee = (): boolean => tagsOf(useStoredUser()).includes('can_viewloyalty')

/** The venue's limit of adjustments and what its vouchers cost; undefined until they are known. */
export const usePointsConfig = () => {
  const venueId = useStoredUser()?.VenueId ?? 0
  return useCall(venueConfig.config, { params: { id: venueId } }).data?.Config
}
