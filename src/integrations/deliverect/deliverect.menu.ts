import { section } from '#ui/screen.ts'
import { deliverectMenu } from './deliverect.messages.ts'

/** Reached from Connections. */
export const deliverect = section(deliverectMenu, {
  path: '/venue',
  title: 'deliverect',
  screens: [
    {
      path: '/venue/connections/deliverect',
      title: 'deliverect',
      about: 'deliverectAbout',
      needs: ['can_linkpayment'],
      offMenu: true,
      page: () => import('./deliverect.page.tsx'),
    },
  ],
})
