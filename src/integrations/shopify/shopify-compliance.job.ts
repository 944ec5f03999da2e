import { eraseAccount, isAccountKnown } from '#integrations/link.sql.ts'
import { eraseOrdersOf } from '#integrations/online-orders/online-places.sql.ts'
import { forgetCustomer } from '#integrations/online-orders/order-cards.sql.ts'
import { allVenueIds, forEachVenue, workInVenue } from '#platform/access/venue-work.ts'
import { implementJob, type JobImplementation } from '#platform/jobs/jobs.ts'
import { shopifyCompliance } from './shopify-work.contract.ts'

/**
 * Shopify asks, for a shop or a customer of one, what is kept of them or that it is erased. Of a customer only their
 * number is kept, and the card their orders carry: the number goes, and the trail says for which orders it was asked. Of a shop everything goes but the sales, which are the venue's own books.
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
          if (Topic === 'shop/redact' && (await eraseAccount(venue, 'Shopify', Shop))) await eraseOrdersOf(venue, 'Shopify', Shop)
          if (Topic === 'customers/redact') await forgetCustomer(venue, 'Shopify', { accountId: Shop, customerId: Customer, orderIds: Orders })
          const action = {
            'shop/redact': 'shopify.shop-erased',
            'customers/redact': 'shopify.customer-erased',
            'customers/data_request': 'shopify.data-asked',
          } as const
          await venue.audit({ action: action[Topic], subject: Shop, detail: { Orders: Orders.join(', ') } })
        }),
      { log },
    ),
)
