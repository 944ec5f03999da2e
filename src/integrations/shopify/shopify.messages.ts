import { messages } from '#shared/messages.ts'

export const shopifyMenu = messages(
  { shopify: 'Shopify', connectAbout: 'Connect the online shop of a venue or location, so that its orders count as sales.' },
  { shopify: 'Shopify', connectAbout: 'オンラインショップとの連携。注文が売上として記録されます。' },
)
