import { section } from '#ui/screen.ts'
import { auditMenu } from './menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail. */
export const activity = section(auditMenu, {
  path: '/venue/activity',
  title: 'activity',
  screens: [{ path: '/venue/activity', title: 'activity', about: 'activityAbout', needs: ['can_viewaudit'], page: () => import('./activity.page.tsx') }],
})

/** What happened outside of any venue, at the foot of Admin's rail: section 2 of the specification does not list it. */
export const houseActivity = section(auditMenu, {
  path: '/admin/activity',
  title: 'activity',
  screens: [{ path: '/admin/activity', title: 'activity', about: 'houseAbout', needs: 'admin', page: () => import('./house-activity.page.tsx') }],
})
