import { eraseAccount, isAccountKnown, isAccountLinked } from '#integrations/link.sql.ts'
import { eraseOrdersOf } from '#integrations/online-orders/online-places.sql.ts'
import { forgetCustomer } from '#integrations/online-orders/order-cards.sql.ts'
import { allVenueIds, forEachVenue, workInVenue } from '#platform/access/venue-work.ts'
import { implementJob, type JobImplementation } from '#platform/jobs/jobs.ts'
import { shopifyCompliance } from './shopify-work.contract.ts'

/**
 * Does what Shopify asks for about a shop or a customer of one, and records what was done. Of a customer only their number is stored, and the card
 * of their orders: the number is erased. Of a shop everything is erased but the sales, which are the venue's own books. Its request is a hint: a
 * shop is erased only once no link has it, which takes a disconnect here or a shop that refused Daybook after it was uninstalled.
 */
export const shopifyComplianceJob: JobImplementation = implementJob(
  'links',
  shopifyCompliance,
  async ({ Topic, Shop, Customer = null, Orders }, { service, log }) =>
    forEachVenue(
      await allVenueIds(service.database),
      (venueId) =>
        workInVenue(service.database, venueId, service.now(), async (venue) => {
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
        }),
      { log },
    ),
)
