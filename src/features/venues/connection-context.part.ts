import { type AnyProvider, connections, type ListedLink, type ListedProvider, PROVIDER_TAGS } from '#integrations/connections.contract.ts'
import { linkHistory } from '#integrations/link.contract.ts'
import { agoText } from '#shared/formats.ts'
import { numberText } from '#shared/money.ts'
import type { CallError } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useAskAgain, useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { connectionWords } from './connections.messages.ts'
import { type Answer, type ProviderRows, rowsByProvider } from './connections.rules.ts'
import { venueConfig } from './venue-config.contract.ts'

/** What every part of Connections needs: the venue's names for places, and what the reader may do. */
export interface ConnectionsContext {
  venueId: number
  /** The name of a place; null is the whole venue. */
  placeName: (place: number | null) => string
  /** Provider and place, as a sentence names them. */
  where: (provider: AnyProvider, place: number | null) => string
  /** Whether the reader may link this provider at this place, from here. */
  mayAct: (provider: AnyProvider, place: number | null) => boolean
  onChanged: () => void
}

interface Asked {
  venueId: number
  answer: Answer | undefined
  places: readonly { LocationId: number; Name: string }[]
  onChanged: () => void
}

/** Links are made in the open venue alone: whoever looks at another one, as Admin does, sees how they stand. */
export const useConnections = ({ venueId, answer, places, onChanged }: Asked): ConnectionsContext => {
  const say = useSay(connectionWords)
  const { language } = useLanguage()
  const user = useStoredUser()
  const isHere = user?.VenueId === venueId
  const whole = answer?.AllLocations && places.length > 1 ? say('allPlaces', { n: numberText(places.length, language) }) : say('wholeVenue')
  const placeName = (place: number | null) => (place === null ? whole : (places.find(({ LocationId }) => LocationId === place)?.Name ?? String(place)))
  const readyFor = (provider: AnyProvider): ListedProvider | undefined => answer?.Providers.find((one) => one.Provider === provider && one.Ready)
  return {
    venueId,
    placeName,
    where: (provider, place) => say('where', { provider, place: placeName(place) }),
    mayAct: (provider, place) =>
      isHere && tagsOf(user).includes(PROVIDER_TAGS[provider]) && readyFor(provider) !== undefined && (place !== null || (answer?.AllLocations ?? false)),
    onChanged,
  }
}

/** Everything Connections is drawn from. */
export interface Connected {
  answer: Answer | undefined
  places: readonly { LocationId: number; Name: string }[]
  /** Those that trade or are linked. */
  trading: readonly { LocationId: number; Name: string }[]
  groups: ProviderRows[]
  error: CallError | null
  isWaiting: boolean
  /** Asks for all of it anew, and for what happened to the links. */
  askAgain: () => Promise<unknown>
}

/** Asks for the links of a venue and for its locations. */
export const useConnected = (venueId: number): Connected => {
  const links = useCall(connections.list, { params: { id: venueId } }, { everySeconds: 30, fresh: true })
  const config = useCall(venueConfig.locationsConfig, { params: { id: venueId } })
  const history = useAskAgain(linkHistory.history)
  const places = config.data?.Locations ?? []
  const answer = links.data
  const trading = places.filter(({ Active, LocationId }) => Active || answer?.Links.some((link) => link.LocationId === LocationId))
  const locationIds = trading.map(({ LocationId }) => LocationId)
  return {
    answer,
    places,
    trading,
    groups: answer ? rowsByProvider(answer, locationIds) : [],
    error: links.error ?? config.error,
    isWaiting: !links.data || !config.data,
    askAgain: () => Promise.all([links.refetch(), config.refetch(), history()]),
  }
}

const MINUTE_MS = 60_000

/** Writes when something was: in minutes within the hour, else as a moment. */
export const useAgo = (): ((at: string) => string) => {
  const say = useSay(connectionWords)
  const { locale } = useLanguage()
  const moment = useVenueMoment()
  const relative = new Intl.RelativeTimeFormat(locale)
  return (at) => {
    const minutes = Math.floor((Date.now() - Date.parse(at)) / MINUTE_MS)
    if (minutes >= 60) return moment(at)
    return minutes < 1 ? say('justNow') : agoText(relative, minutes, 'minute')
  }
}

/** The account as people know it: its name, or the end of its number. */
export const accountName = ({ AccountName, AccountEnds }: ListedLink, say: (key: 'ends', values: { ends: string }) => string): string =>
  AccountName ?? (AccountEnds ? say('ends', { ends: AccountEnds }) : '')
