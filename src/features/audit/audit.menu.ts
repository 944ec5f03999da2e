import { section } from '#ui/screen.ts'
import { auditMenu } from './menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail. */
export const activity = section(auditMenu, {
  path: '/venue/activity',
  title: 'activity',
  screens: [{ path: '/venue/activity', title: 'activity', about: 'activityAbout', needs: ['can_viewaudit'], page: () => import('./activity.page.tsx') }],
})
