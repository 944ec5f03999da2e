import { section } from '#ui/screen.ts'
import { stockMenu } from './stock-menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail. */
export const stock = section(stockMenu, {
  path: '/venue/counts',
  title: 'counts',
  screens: [{ path: '/venue/counts', title: 'counts', about: 'countsAbout', needs: ['can_viewstock'], page: () => import('./counts/counts.page.tsx') }],
})
