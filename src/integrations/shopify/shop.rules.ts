/** What shops are called at Shopify; a domain of the shop's own is none of these. */
const SHOP = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/

/** A shop as a person writes it: its name, its address, or the address of its admin; nothing where it is none of Shopify's. */
export const shopIn = (written: string): string | undefined => {
  const host = written
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^admin\.shopify\.com\/store\/([a-z0-9-]+)(\/.*)?$/, '$1.myshopify.com')
    .replace(/\/$/, '')
  return SHOP.test(host) ? host : undefined
}

/** The name under which the connections section of a venue stores the shop of a location, or of the venue. */
export const shopSetting = (locationId: number | null): string => (locationId === null ? 'ShopUrl' : `ShopUrl ${locationId}`)

/** What Daybook asks a shop for; the last one only where Shopify allowed the house to. */
export const SHOP_SCOPES = ['read_orders', 'read_products', 'read_locations'] as const
/** Without it everything goes on, but no order finds its customer's card. */
export const CUSTOMERS = 'read_customers'
export const ALL_ORDERS = 'read_all_orders'
