import { newSecret } from '#platform/access/secrets.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { type Given, type Handler, type Implementation, implement, type Staged, staged } from '#platform/web/implement.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { Failure, failure, fieldFailure } from '#shared/failure.ts'
import { type ExchangeBody, LINK_TAGS, type Link, type LinkedProvider, type morePaymentCalls, type tokenCalls } from './link.contract.ts'
import { isRedirectAllowed } from './link.rules.ts'
import { beginAuthorisation, endLink, keepLink, linksShown, openLinks, refuseLinked, useAuthorisation } from './link.sql.ts'
import { type AccountProvider, type LinkProvider, ProviderTrouble } from './link-provider.adapter.ts'
import { linkRevoke, linkSync } from './link-work.contract.ts'

type Place = number | null
/** Which place a call is about, from its path. */
export type PlaceOf = (venue: VenueScope, params: { id?: number; locationId?: number }) => Place

/** Returns a location that is granted to the holder. @throws LocationNotFound */
export const grantedLocation = (venue: VenueScope, location: number): Place => venue.chosenLocations([location])[0]?.locationId ?? location

/** Returns the place of a call whose contract takes all locations. */
export const wholeVenue: PlaceOf = () => null
const locationInPath: PlaceOf = (venue, params) => grantedLocation(venue, params.id ?? 0)
export const locationBelow: PlaceOf = (venue, params) => grantedLocation(venue, params.locationId ?? 0)

/** @throws ProviderNotConfigured */
const refuseNotSetUp = (provider: LinkProvider, settings: Parameters<LinkProvider['missing']>[0]): void => {
  const missing = provider.missing(settings)
  if (missing.length > 0) throw failure('ProviderNotConfigured', { provider: provider.name, settings: missing.join(', ') })
}

/** @throws ValidationFailed for an address to which no provider may send people back */
const refuseRedirect = (redirectUri: string | undefined, field: string, { redirectOrigins }: ProviderSettings): void => {
  if (redirectUri !== undefined && !isRedirectAllowed(redirectUri, redirectOrigins))
    throw fieldFailure(field, `${field} must be an address of Daybook, or of an origin in the setting REDIRECT_ORIGINS.`)
}

/** A body that says another place than the path; where neither says so, the venue is the one that is open. */
const refuseDisagreement = (venue: VenueScope, place: Place, { VenueId, LocationId }: ExchangeBody): void => {
  if (VenueId !== undefined && VenueId !== venue.venueId) throw failure('PathBodyDisagree', { field: 'VenueId' })
  if (LocationId !== undefined && LocationId !== place) throw failure('PathBodyDisagree', { field: 'LocationId' })
}

/** The calls differ in their paths alone; each is done as this one. */
type Linking = typeof morePaymentCalls.linkPlace
type Ending = typeof morePaymentCalls.endPlace

/** Gives a code in for a link, in three steps: the sign-in is used up, the provider is asked once, and what it gave is kept. */
export const linking = <O extends AnyOperation>(provider: LinkProvider, placeOf: PlaceOf): Staged<O> =>
  staged({
    prepare: async ({ venue, params, body, service }: Given<Linking>) => {
      const place = placeOf(venue, params)
      refuseDisagreement(venue, place, body)
      for (const field of ['RedirectURI', 'RedirectUri'] as const) refuseRedirect(body[field], field, service.settings.providers)
      if (body.Shop !== undefined) provider.shopIn?.({ url: body.Shop, field: 'Shop' })
      refuseNotSetUp(provider, service.settings.providers)
      const code = body.AuthorizationCode ?? body.AutorizationCode ?? ''
      await refuseLinked(venue, provider.name, place)
      const returned = { provider: provider.name, place, code, state: body.State, redirectUri: body.RedirectURI ?? body.RedirectUri }
      const used = await useAuthorisation(venue, returned, service.settings.providers.tokenKeys)
      provider.checkReturn?.(service.settings.providers, body, used.shop, venue.now)
      return { place, code, ...used }
    },
    ask: async (given, { service }) => {
      const { providers: settings } = service.settings
      const exchanged = await provider.exchange(settings, given).catch((error: unknown) => {
        throw inWords(provider, error)
      })
      if (!provider.isOurMode(settings, exchanged)) throw failure('WrongMode', { provider: provider.name })
      return exchanged
    },
    finish: async ({ venue, service }, { place }, exchanged) => {
      const { tokenKeys } = service.settings.providers
      const { linkId, ended } = await keepLink(venue, { provider: provider.name, place, exchanged, tokenKeys })
      await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: linkId }, { key: syncKey(venue.venueId, linkId) })
      if (ended) await revokeLater(venue, ended)
      const shown = await linksShown(venue, provider.name)
      return { Link: shown.find(({ LocationId, Status }) => LocationId === place && Status === 'Linked') as Link }
    },
    failed: async ({ venue }, { place }, error) => {
      const Code = error instanceof Failure ? error.code : 'InternalError'
      await venue.audit({ action: 'link.failed', subject: provider.name, detail: { LocationId: place, Code } })
    },
  }) as unknown as Staged<O>

/** Ends the link of a place; where there is none, there is nothing to do. */
export const ending = <O extends AnyOperation>(provider: AccountProvider, placeOf: PlaceOf): Handler<O> =>
  (async ({ venue, params }: Given<Ending>) => {
    const place = placeOf(venue, params)
    const link = (await openLinks(venue, provider.name)).find(({ locationId }) => locationId === place)
    if (!link) return
    await endLink(venue, link)
    await revokeLater(venue, link.linkId)
  }) as unknown as Handler<O>

/** Has a provider told that a link ended. */
export const revokeLater = ({ sql, venueId }: VenueScope, LinkId: string) => addJob(sql, linkRevoke, { VenueId: venueId, LinkId }, { key: `revoke ${LinkId}` })

/** A provider's trouble with a code, as a sentence somebody understands. */
const inWords = ({ name: provider }: LinkProvider, error: unknown): unknown => {
  if (!(error instanceof ProviderTrouble)) return error
  if (error.missing.length > 0) return failure('LinkIncomplete', { provider, fields: error.missing.join(', ') })
  if (error.mayBeDone || error.kind === 'unreadable') return failure('LinkUnknown', { provider })
  return error.kind === 'refused' ? failure('AuthorisationRefused', { provider }) : failure('ProviderSilent', { provider })
}

/** One job for each link, however often it is asked for. */
export const syncKey = (venueId: number, linkId: string): string => `links.sync ${venueId} ${linkId}`

/** The token calls of a provider, done. */
export const tokenImplementation = (calls: ReturnType<typeof tokenCalls>, provider: LinkProvider): Implementation[] =>
  implement(calls, {
    links: async ({ venue, service }) => ({
      Ready: provider.missing(service.settings.providers).length === 0,
      Links: await linksShown(venue, provider.name),
    }),
    linkVenue: linking(provider, wholeVenue),
    endVenue: ending(provider, wholeVenue),
    linkLocation: linking(provider, locationInPath),
    endLocation: ending(provider, locationInPath),
  })

/** @throws NotPermitted, since the tag depends on which provider is named */
export const refuseWithoutTag = ({ tags }: VenueScope, provider: LinkedProvider): void => {
  if (!tags.includes(LINK_TAGS[provider])) throw failure('NotPermitted')
}

/** Where somebody wants to come back to, and by which field they said so. */
interface Wanted {
  place: Place
  redirectUri: string
  field: string
  shop?: { url: string; field: string } | undefined
}

/** Begins a sign-in at a provider for a place. @throws ValidationFailed, ProviderNotConfigured, ShopNotSet, PlaceLinked */
export const beginLink = async (venue: VenueScope, provider: LinkProvider | undefined, settings: ProviderSettings, wanted: Wanted, named: LinkedProvider) => {
  const { place, redirectUri, field, shop: given } = wanted
  refuseRedirect(redirectUri, field, settings)
  const sent = given && provider?.shopIn?.(given)
  if (!provider) throw failure('ProviderNotConfigured', { provider: named, settings: `${named.toUpperCase()}_CLIENT_ID` })
  refuseNotSetUp(provider, settings)
  const shop = sent ?? (await provider.knownShop?.(venue, place))
  await refuseLinked(venue, provider.name, place)
  const verifier = provider.isChallenged?.(settings) ? newSecret() : undefined
  const begun = { redirectUri, shop, verifier }
  const { state, expiresAt } = await beginAuthorisation(venue, { provider: provider.name, place, ...begun }, settings.tokenKeys)
  return { AuthUrl: provider.authUrl(settings, { state, ...begun }), State: state, ExpiresAt: expiresAt.toISOString() }
}
