import { section } from '#ui/screen.ts'
import { wallMenu } from './wall-menu.messages.ts'

/** The screen on the wall itself: it stands open, and shows nothing but a code until somebody claims it. */
export const wall = section(wallMenu, {
  path: '/wall',
  title: 'wall',
  screens: [{ path: '/wall', title: 'wall', needs: 'public', bare: true, offMenu: true, page: () => import('./wall.page.tsx') }],
})

/** Hangs under "Venue" at the foot of the rail. */
export const wallScreens = section(wallMenu, {
  path: '/venue/wall-screens',
  title: 'wallScreens',
  screens: [
    {
      path: '/venue/wall-screens',
      title: 'wallScreens',
      about: 'wallScreensAbout',
      needs: { anyOf: ['can_viewdashboard', 'can_editsettings'] },
      page: () => import('./wall-screens.page.tsx'),
    },
  ],
})
