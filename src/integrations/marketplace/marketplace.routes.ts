import { implement } from '#platform/web/implement.ts'
import { marketplace } from './marketplace.contract.ts'
import { marketplaceSettings, pauseMarketplace, removeMarketplaceSettings, setMarketplaceSettings } from './marketplace.sql.ts'
import { menuNow, offeredProducts, setMenu } from './marketplace-menu.sql.ts'
import { storefrontNow } from './storefront.sql.ts'

export const marketplaceImplementation = implement(marketplace, {
  settings: ({ venue, params }) => marketplaceSettings(venue, params.locationId),
  changeSettings: ({ venue, params, body }) => setMarketplaceSettings(venue, params.locationId, body.Settings, body.Version),
  removeSettings: ({ venue, params }) => removeMarketplaceSettings(venue, params.locationId),
  pause: ({ venue, params, body }) => pauseMarketplace(venue, params.locationId, body.Pause),
  menu: ({ venue, params }) => menuNow(venue, params.locationId),
  changeMenu: ({ venue, params, body }) => setMenu(venue, params.locationId, body),
  products: ({ venue, params, query }) => offeredProducts(venue, params.locationId, query),
  preview: ({ venue, params }) => storefrontNow(venue, params.locationId),
})
