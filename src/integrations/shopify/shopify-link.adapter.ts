import type { LinkProvider } from '#integrations/link-provider.adapter.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { shopIn } from './shop.rules.ts'
import { shopOfPlace } from './shop.sql.ts'
import { ask, consentAddress, giveCodeIn, renewTokens, uninstall } from './shopify-api.adapter.ts'
import { Pace } from './shopify-pace.adapter.ts'
import { checkShopifyReturn } from './shopify-return.adapter.ts'
import { syncShopify } from './shopify-sync.job.ts'

/** Shopify: the orders of online shops. Every shop has an address of its own there, which is the account. */
export const shopify: LinkProvider = {
  name: 'Shopify',
  // Without a key nothing that Shopify gives out can be kept.
  missing: ({ shopify: { clientId, clientSecrets }, tokenKeys }) => [
    ...(clientId ? [] : ['SHOPIFY_CLIENT_ID']),
    ...(clientSecrets.length > 0 ? [] : ['SHOPIFY_CLIENT_SECRET']),
    ...(tokenKeys.length > 0 ? [] : ['TOKEN_KEYS']),
  ],
  knownShop: async (venue, place) => {
    const known = await shopOfPlace(venue, place)
    if (known === undefined) throw failure('ShopNotSet', { provider: 'Shopify' })
    return known
  },
  shopIn: ({ url, field }) => {
    const shop = shopIn(url)
    if (shop === undefined) throw fieldFailure(field, 'Enter the shop’s address at Shopify, such as my-shop.myshopify.com.')
    return shop
  },
  authUrl: (settings, { state, redirectUri, shop = '' }) => consentAddress(settings, shop, state, redirectUri),
  checkReturn: ({ shopify: { clientSecrets } }, returned, shop, now) => checkShopifyReturn(returned, shop, clientSecrets, now),
  exchange: async (settings, { code, shop: asked }) => {
    const shop = asked ?? ''
    const { tokens, scopes } = await giveCodeIn(settings, shop, code)
    // The code is used up; what the shop is called can be asked again later.
    const told = await ask(settings, { shop, token: tokens.access }, new Pace(), 'shop').catch(() => undefined)
    return { accountId: shop, accountName: told?.shop.name ?? null, isLive: true, scopes, meta: { Currency: told?.shop.currencyCode ?? null }, tokens }
  },
  revoke: async (settings, shop, tokenOf) => {
    const token = await tokenOf((refresh) => renewTokens(settings, shop, refresh)).catch((error: unknown) => {
      if (error instanceof Error && 'kind' in error && error.kind === 'revoked-there') return undefined
      throw error
    })
    if (token !== undefined) await uninstall(settings, shop, token)
  },
  isOurMode: () => true,
  isReadHourly: true,
  sync: syncShopify,
}
