import * as z from 'zod/mini'
import { job } from '#shared/job.ts'

/** Does what a shop, or a customer of one, asks for about what is kept of them. */
export const shopifyCompliance = job(
  'links.shopify-asks',
  z.object({
    Topic: z.enum(['customers/data_request', 'customers/redact', 'shop/redact']),
    Shop: z.string(),
    /** The customer's number at Shopify; nothing else of them is kept, not even while this waits. */
    Customer: z.optional(z.string()),
    /** Numbers of the orders it is about. */
    Orders: z.array(z.string()),
  }),
)
