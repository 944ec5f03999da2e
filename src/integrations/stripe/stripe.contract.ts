import * as z from 'zod/mini'
import { tokenCalls } from '#integrations/link.contract.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, shortText } from '#shared/fields.ts'

/** The calls that link Stripe, beside the further paths of link.contract. */
export const paymentTokens = tokenCalls('Stripe', 'can_linkpayment', 'paymenttokens', 'location', '{stripe-code}')

const METHODS = ['Apple Pay', 'Google Pay', 'Link'] as const

/** What the house and a venue are at Stripe beside the links. */
export const stripeCalls = contract({
  info: operation({
    method: 'GET',
    path: '/info/stripe',
    summary: 'The client ID of this installation at Stripe, for linking. Null if it is not set.',
    access: orAdmin(['can_linkpayment']),
    response: z.object({ StripeClientId: z.nullable(z.string()) }),
    example: { as: 'owner' },
  }),
  registerDomain: operation({
    method: 'POST',
    path: '/venue/:id/registerdomains',
    summary:
      'Register a domain on which payments are taken. You can send its name or a full address. Daybook registers it with Stripe for every linked account, or once an account is linked.',
    access: orAdmin(['can_linkpayment']),
    wholeVenue: true,
    venueParam: 'id',
    asksOutside: true,
    params: z.object({ id: Id }),
    body: z.object({ Domain: shortText(2000) }),
    response: z.object({
      Domain: z.string(),
      Status: z.enum(['Kept', 'Registered']),
      Message: z.string(),
      /** What can be paid with on that domain, where Stripe was told, and why not. */
      Methods: z.array(z.object({ Method: z.enum(METHODS), Active: z.boolean(), Why: z.nullable(z.string()) })),
    }),
    example: { as: 'owner', params: { id: 1 }, body: { Domain: 'pay.harbourvine.com.au' } },
  }),
  deleteDomain: operation({
    method: 'DELETE',
    path: '/venue/:id/registerdomains/:domain',
    summary: 'Delete a registered domain. Daybook removes it from every linked account first. If Stripe does not answer, the domain stays.',
    access: orAdmin(['can_linkpayment']),
    wholeVenue: true,
    venueParam: 'id',
    asksOutside: true,
    barredWhileImpersonating: true,
    params: z.object({ id: Id, domain: shortText(300) }),
    example: { as: 'owner', params: { id: 1, domain: 'pay.harbourvine.com.au' } },
  }),
})
