import { section } from '#ui/screen.ts'
import { tyroMenu } from './tyro.messages.ts'

/** Reached from Connections. */
export const tyro = section(tyroMenu, {
  path: '/venue',
  title: 'tyro',
  screens: [
    {
      path: '/venue/connections/tyro',
      title: 'tyro',
      about: 'tyroAbout',
      needs: ['can_linkpayment'],
      offMenu: true,
      page: () => import('./tyro.page.tsx'),
    },
  ],
})
