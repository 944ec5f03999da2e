import { section } from '#ui/screen.ts'
import { shopifyMenu } from './shopify.messages.ts'

export const shopify = section(shopifyMenu, {
  path: '/shopify',
  title: 'shopify',
  screens: [
    { path: '/shopify/connect', title: 'shopify', about: 'connectAbout', needs: ['can_linkshopify'], page: () => import('./shopify-connect.page.tsx') },
  ],
})
