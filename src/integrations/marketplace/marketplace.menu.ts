import { section } from '#ui/screen.ts'
import { marketplaceMenu } from './marketplace-menu.messages.ts'

export const marketplaceSection = section(marketplaceMenu, {
  path: '/venue/connections/marketplace',
  title: 'marketplace',
  screens: [
    {
      path: '/venue/connections/marketplace',
      title: 'marketplace',
      about: 'marketplaceAbout',
      needs: ['can_linkpayment'],
      offMenu: true,
      page: () => import('./marketplace.page.tsx'),
    },
  ],
})
