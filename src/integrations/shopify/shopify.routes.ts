import { beginLink, locationBelow, tokenImplementation } from '#integrations/token-calls.routes.ts'
import { implement } from '#platform/web/implement.ts'
import { shopifyCalls, shopifyTokens } from './shopify.contract.ts'
import { shopify } from './shopify-link.adapter.ts'

const field = 'redirectUrl'

export const shopifyImplementation = [
  ...tokenImplementation(shopifyTokens, shopify),
  ...implement(shopifyCalls, {
    venueAuthUrl: ({ venue, query, service }) =>
      beginLink(venue, shopify, service.settings.providers, { place: null, redirectUri: query.redirectUrl, field }, 'Shopify'),
    locationAuthUrl: ({ venue, params, query, service }) =>
      beginLink(venue, shopify, service.settings.providers, { place: locationBelow(venue, params), redirectUri: query.redirectUrl, field }, 'Shopify'),
    shopAuthUrl: ({ venue, query, service }) => {
      const wanted = { place: null, redirectUri: query.redirectUrl, field, shop: { url: query.shopifyURL, field: 'shopifyURL' } }
      return beginLink(venue, shopify, service.settings.providers, wanted, 'Shopify')
    },
  }),
]
