import { section } from '#ui/screen.ts'
import { targetsMenu } from './targets-menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail; targets are compared with on the dashboard and in reports of sales. */
export const targetsSection = section(targetsMenu, {
  path: '/venue/targets',
  title: 'targets',
  screens: [
    { path: '/venue/targets', title: 'targets', about: 'targetsAbout', needs: ['can_viewsales', 'can_editsettings'], page: () => import('./targets.page.tsx') },
  ],
})
