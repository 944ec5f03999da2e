import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { implement } from '#platform/web/implement.ts'
import { ALL_PROVIDERS, type AnyProvider, connections, isLinkedBySigningIn, type ListedProvider, PROVIDER_TAGS } from './connections.contract.ts'
import { chosenScopes, domainsListed, linksListed, ordersWaiting, storefrontsListed, unmatchedInDeputy } from './connections.sql.ts'
import type { AccountProvider } from './link-provider.adapter.ts'

/** What is linked with these providers and with those that are linked by naming an account. */
export const connectionsImplementation = (providers: readonly AccountProvider[]) =>
  implement(connections, {
    list: async ({ venue, service }) => {
      const seen = ALL_PROVIDERS.filter((provider) => mayLink(venue, provider) || venue.tags.includes('can_editsettings'))
      const linkable = seen.filter((provider) => provider !== 'Marketplace')
      const [scopes, Links, Domains, Storefronts] = await Promise.all([
        chosenScopes(venue),
        linksListed(venue, linkable),
        mayLink(venue, 'Stripe') ? domainsListed(venue) : [],
        seen.includes('Marketplace') ? storefrontsListed(venue) : [],
      ])
      const unmatched = seen.includes('Deputy') ? await unmatchedInDeputy(venue) : null
      const waiting = await ordersWaiting(
        venue,
        linkable.filter((provider) => mayLink(venue, provider)),
      )
      return {
        Providers: seen.map((provider) => ({
          Provider: provider,
          MayLink: mayLink(venue, provider),
          ...setUp(providers, service.settings.providers, provider),
          Scope: isLinkedBySigningIn(provider) ? (scopes[provider] ?? 'venue') : 'location',
        })),
        Links,
        AllLocations: venue.allLocations,
        Storefronts,
        Domains,
        Unmatched: unmatched && { People: unmatched.People, Areas: unmatched.Areas },
        Orders: waiting.map(({ Provider, NoSales, LeftByTill }) => ({ Provider, NoSales, LeftByTill })),
      }
    },
  })

const mayLink = ({ tags }: VenueScope, provider: AnyProvider): boolean => tags.includes(PROVIDER_TAGS[provider])

/** Whether the server is set up for a provider. One that is linked by naming an account takes the account down in any case. */
const setUp = (providers: readonly AccountProvider[], settings: ProviderSettings, provider: AnyProvider): Pick<ListedProvider, 'Ready' | 'Missing'> => {
  const known = providers.find(({ name }) => name === provider)
  const Missing = known ? known.missing(settings) : isLinkedBySigningIn(provider) ? [`${provider.toUpperCase()}_CLIENT_ID`] : []
  return { Ready: Missing.length === 0 || !isLinkedBySigningIn(provider), Missing }
}
