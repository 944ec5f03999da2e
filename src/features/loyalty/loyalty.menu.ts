import { section } from '#ui/screen.ts'
import { loyaltyMenu } from './menu.messages.ts'

/** Cards and points, under the venue's own name for its programme. */
export const loyalty = section(loyaltyMenu, {
  path: '/loyalty',
  title: 'loyalty',
  needs: ['can_viewloyalty'],
  screens: [
    { path: '/loyalty/search', title: 'search', about: 'searchAbout', needs: ['can_viewloyalty'], page: () => import('./search.page.tsx') },
    { path: '/loyalty/adjust-points', title: 'adjust', about: 'adjustAbout', needs: ['can_editloyalty'], page: () => import('./adjust-points.page.tsx') },
    {
      path: '/loyalty/transfer-points',
      title: 'transfer',
      about: 'transferAbout',
      needs: ['can_editloyalty'],
      page: () => import('./transfer-points.page.tsx'),
    },
    { path: '/loyalty/replace', title: 'replace', about: 'replaceAbout', needs: ['can_editloyalty'], page: () => import('./replace.page.tsx') },
    {
      path: '/loyalty/fraud-check',
      title: 'fraud',
      about: 'fraudAbout',
      needs: ['can_viewloyalty'],
      page: () => import('./fraud/fraud-check.page.tsx'),
    },
    {
      path: '/loyalty/usage-summary',
      title: 'usage',
      about: 'usageAbout',
      needs: ['can_viewloyalty'],
      page: () => import('#features/reports/loyalty-usage/usage-summary.page.tsx'),
    },
    {
      path: '/loyalty/import-cards',
      title: 'importCards',
      about: 'importCardsAbout',
      needs: ['can_editloyalty'],
      offMenu: true,
      page: () => import('#features/imports/cards/import-cards.page.tsx'),
    },
    { path: '/loyalty/expiry', title: 'expiry', about: 'expiryAbout', needs: ['can_viewloyalty'], offMenu: true, page: () => import('./expiry.page.tsx') },
    { path: '/loyalty/cards/$card', title: 'card', about: 'cardAbout', needs: ['can_viewloyalty'], offMenu: true, page: () => import('./card.page.tsx') },
  ],
})
