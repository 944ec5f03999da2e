import { eraseAccount, isAccountKnown, isAccountLinked, noteTrouble, openLink } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { keptTokens } from '#integrations/link-tokens.sql.ts'
import { eraseOrdersOf } from '#integrations/online-orders/online-places.sql.ts'
import { forgetCustomer } from '#integrations/online-orders/order-cards.sql.ts'
import { linkOfAccount } from '#platform/access/linked-accounts.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { allVenueIds, forEachVenue, workInVenue } from '#platform/access/venue-work.ts'
import { implementJob, type JobGiven, type JobImplementation } from '#platform/jobs/jobs.ts'
import { openShop } from './shopify-open.job.ts'
import { shopifyCompliance } from './shopify-work.contract.ts'

/**
 * Does what Shopify asks for about a shop or a customer of one, and records what was done. Of a customer only their number is stored, and the card
 * of their orders: the number is erased. Of a shop everything is erased but the sales, which are the venue's own books. Its request is a hint: a
 * shop is erased only once no link has it, which takes a disconnect here or a shop that refuses the token of its link.
 */
export const shopifyComplianceJob: JobImplementation = implementJob('links', shopifyCompliance, async ({ Topic, Shop, Customer = null, Orders }, given) => {
  const { service, log } = given
  return forEachVenue(
    await allVenueIds(service.database),
    async (venueId) => {
      if (Topic === 'shop/redact') await endWhereRemoved(given, venueId, Shop)
      return workInVenue(service.database, venueId, service.now(), async (venue) => {
        if (!(await isAccountKnown(venue, 'Shopify', Shop))) return
        const record = (action: string) => venue.audit({ action, subject: Shop, detail: { Orders: Orders.join(', ') } })
        if (Topic === 'customers/data_request') return record('shopify.data-asked')
        if (Topic === 'customers/redact') {
          const customer = { accountId: Shop, customerId: Customer, orderIds: Orders }
          return (await forgetCustomer(venue, 'Shopify', customer)) ? record('shopify.customer-erased') : undefined
        }
        if (await isAccountLinked(venue, 'Shopify', Shop)) return
        const erased = [await eraseAccount(venue, 'Shopify', Shop), await eraseOrdersOf(venue, 'Shopify', Shop)]
        if (erased.includes(true)) await record('shopify.shop-erased')
      })
    },
    { log },
  )
})

/** Asks a shop with the token of its link, and ends the link at the provider's side where the shop refuses the token. */
const endWhereRemoved = async ({ service: { database, settings, now } }: JobGiven, venueId: number, shop: string): Promise<void> => {
  const within = <T>(work: (venue: VenueScope) => Promise<T>) => workInVenue(database, venueId, now(), work)
  const { providers } = settings
  const link = await within(async (venue) => {
    const name = await linkOfAccount(venue.sql, 'Shopify', shop)
    const open = name?.venueId === venueId ? await openLink(venue, name.linkId) : undefined
    // A token that does not open with these keys proves nothing about the shop.
    return open && (await keptTokens(venue, open.linkId, providers.tokenKeys)).access !== undefined ? open : undefined
  })
  if (!link) return
  try {
    await openShop({ link, within, store: within }, providers, [{ eventId: '', type: 'app/uninstalled' }], async () => undefined)
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    if (error.kind === 'busy' || error.kind === 'silent') throw error
    if (error.kind === 'revoked-there') await within((venue) => noteTrouble(venue, link.linkId, error.kind))
  }
}
