import { DOMAIN_SENTENCES, domainOf, hostIn } from '#features/venues/domain.rules.ts'
import { morePaymentCalls } from '#integrations/link.contract.ts'
import { openLinks } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { ending, linking, locationBelow, tokenImplementation, wholeVenue } from '#integrations/token-calls.routes.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type Given, implement, staged } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { forgetDomain, keepDomain } from './domains.sql.ts'
import { paymentTokens, stripeCalls } from './stripe.contract.ts'
import { type MethodDomain, registerDomainAt, unregisterDomainAt } from './stripe-api.adapter.ts'
import { stripe } from './stripe-link.adapter.ts'

const DOMAIN_REFUSED = 'Stripe refused this domain. Check its spelling. Daybook saves it and asks Stripe again every night.'

type Registering = typeof stripeCalls.registerDomain
type Deleting = typeof stripeCalls.deleteDomain

export const stripeImplementation = [
  ...tokenImplementation(paymentTokens, stripe),
  ...implement(morePaymentCalls, {
    linkPlace: linking(stripe, locationBelow),
    endPlace: ending(stripe, locationBelow),
    linkOpenVenue: linking(stripe, wholeVenue),
    endOpenVenue: ending(stripe, wholeVenue),
  }),
  ...implement(stripeCalls, {
    info: ({ service }) => ({ StripeClientId: service.settings.providers.stripe.clientId ?? null }),
    registerDomain: staged({
      // Kept first: should Stripe not answer, the domain is not lost, and is told once it does.
      prepare: async ({ venue, body }: Given<Registering>) => {
        const read = domainOf(body.Domain)
        if ('complaint' in read) throw fieldFailure('Domain', `The domain ${DOMAIN_SENTENCES[read.complaint]}.`)
        await keepDomain(venue, read.domain, hostIn(body.Domain))
        return { domain: read.domain, accounts: await workingAccounts(venue) }
      },
      ask: async ({ domain, accounts }, { service }) => {
        const told: MethodDomain[] = []
        for (const account of accounts)
          told.push(
            await registerDomainAt(service.settings.providers, account, domain).catch((error: unknown) => {
              if (!(error instanceof ProviderTrouble)) throw error
              throw error.kind === 'refused' ? fieldFailure('Domain', DOMAIN_REFUSED) : failure('ProviderSilent', { provider: 'Stripe' })
            }),
          )
        return told
      },
      finish: (_, { domain }, told) => ({
        Domain: domain,
        Status: told.length > 0 ? ('Registered' as const) : ('Kept' as const),
        Message:
          told.length > 0
            ? 'Stripe has registered the domain.'
            : 'The domain is saved. Daybook registers it with Stripe once the venue or one of its locations is linked.',
        Methods: methodsOf(told),
      }),
    }),
    deleteDomain: staged({
      prepare: async ({ venue, params }: Given<Deleting>) => {
        const read = domainOf(params.domain)
        if ('complaint' in read) throw failure('NotFound')
        return { domain: read.domain, accounts: await workingAccounts(venue) }
      },
      ask: async ({ domain, accounts }, { service }) => {
        for (const account of accounts)
          await unregisterDomainAt(service.settings.providers, account, domain).catch((error: unknown) => {
            if (!(error instanceof ProviderTrouble)) throw error
            // An account that lets nobody in takes nothing from here any more.
            if (error.kind !== 'refused' && error.kind !== 'revoked-there') throw failure('ProviderSilent', { provider: 'Stripe' })
          })
      },
      finish: ({ venue }, { domain }) => forgetDomain(venue, domain),
    }),
  }),
]

const workingAccounts = async (venue: VenueScope): Promise<string[]> =>
  (await openLinks(venue, 'Stripe')).filter(({ status }) => status === 'connected').map(({ accountId }) => accountId)

/** What can be paid with everywhere the domain was registered; where one account cannot, that account's reason. */
const methodsOf = (told: readonly MethodDomain[]) => {
  if (told.length === 0) return []
  const stateOf = (Method: 'Apple Pay' | 'Google Pay' | 'Link', field: 'apple_pay' | 'google_pay' | 'link') => {
    const shut = told.map((one) => one[field]).find((state) => state?.status !== 'active')
    return { Method, Active: told.every((one) => one[field]?.status === 'active'), Why: shut?.status_details?.error_message?.slice(0, 300) ?? null }
  }
  return [stateOf('Apple Pay', 'apple_pay'), stateOf('Google Pay', 'google_pay'), stateOf('Link', 'link')]
}
