import { section } from '#ui/screen.ts'
import { loyaltyMenu } from './menu.messages.ts'

/** Cards and points, under the venue's own name for its programme. */
export const loyalty = section(loyaltyMenu, {
  path: '/loyalty',
  title: 'loyalty',
  needs: ['can_viewloyalty'],
  screens: [
    { path: '/loyalty/search', title: 'search', about: 'searchAbout', needs: ['can_viewloyalty'] },
    { path: '/loyalty/adjust-points', title: 'adjust', about: 'adjustAbout', needs: ['can_editloyalty'] },
    { path: '/loyalty/transfer-points', title: 'transfer', about: 'transferAbout', needs: ['can_editloyalty'] },
    { path: '/loyalty/replace', title: 'replace', about: 'replaceAbout', needs: ['can_editloyalty'] },
    { path: '/loyalty/fraud-check', title: 'fraud', about: 'fraudAbout', needs: ['can_viewloyalty'] },
    {
      path: '/loyalty/usage-summary',
      title: 'usage',
      about: 'usageAbout',
      needs: ['can_viewloyalty'],
      page: () => import('#features/reports/loyalty-usage/usage-summary.page.tsx'),
    },
    { path: '/loyalty/cards/$card', title: 'card', about: 'cardAbout', needs: ['can_viewloyalty'], offMenu: true },
  ],
})
