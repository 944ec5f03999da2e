import * as z from 'zod/mini'
import { tokenCalls } from '#integrations/link.contract.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, shortText } from '#shared/fields.ts'

/** The calls that link Shopify. */
export const shopifyTokens = tokenCalls('Shopify', 'can_linkshopify', 'shopifytokens', 'location', '{shopify-code}', true)

const RedirectUrl = shortText(2000, 1)
const begins = {
  method: 'GET',
  writes: true,
  allowance: 'write',
  barredWhileImpersonating: true,
  access: orAdmin(['can_linkshopify']),
  response: z.object({ AuthUrl: z.string(), State: z.string(), ExpiresAt: z.string() }),
} as const

/** Where signing in at a shop begins, as oauth/start begins it. */
export const shopifyCalls = contract({
  venueAuthUrl: operation({
    ...begins,
    path: '/venue/:id/shopifyauthurls',
    wholeVenue: true,
    venueParam: 'id',
    summary: "Start linking the venue's known shop again. The answer is the address to send the browser to. Needs access to all locations.",
    params: z.object({ id: Id }),
    query: z.object({ redirectUrl: RedirectUrl }),
    example: { as: 'owner', params: { id: 1 }, query: { redirectUrl: '{shop-return}' } },
  }),
  locationAuthUrl: operation({
    ...begins,
    path: '/venue/:id/location/:locationId/shopifyauthurls',
    placeParam: 'locationId',
    venueParam: 'id',
    summary: "Start linking a location's known shop again. The answer is the address to send the browser to.",
    params: z.object({ id: Id, locationId: Id }),
    query: z.object({ redirectUrl: RedirectUrl }),
    example: { as: 'owner', params: { id: 1, locationId: 2 }, query: { redirectUrl: '{shop-return}' } },
  }),
  shopAuthUrl: operation({
    ...begins,
    path: '/shopify/shopifyauthurls',
    wholeVenue: true,
    summary:
      "Start linking a shop with the whole open venue, by the shop's address. The answer is the address to send the browser to. Needs access to all locations.",
    query: z.object({ shopifyURL: shortText(300, 1), redirectUrl: RedirectUrl }),
    example: { as: 'owner', query: { shopifyURL: 'harbour-vine.myshopify.com', redirectUrl: '{shop-return}' } },
  }),
})
