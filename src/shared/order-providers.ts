/** Who sends online orders. Their sales stand under a terminal and a source of the same name, and are no word of a till. */
export const ORDER_PROVIDERS = ['Shopify', 'Deliverect'] as const
export type OrderProvider = (typeof ORDER_PROVIDERS)[number]
