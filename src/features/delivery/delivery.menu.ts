import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { section } from '#ui/screen.ts'

/** Hangs under "Venue" at the foot of the rail. */
export const schedules = section(reportsMenu, {
  path: '/reports/schedules',
  title: 'schedules',
  screens: [
    {
      path: '/reports/schedules',
      title: 'schedules',
      about: 'schedulesAbout',
      needs: { anyOf: REPORT_TAGS },
      page: () => import('./schedules/schedules.page.tsx'),
    },
    { path: '/reports/unsubscribe', title: 'unsubscribe', needs: 'public', offMenu: true, bare: true, page: () => import('./schedules/unsubscribe.page.tsx') },
    {
      path: '/reports/recipients',
      title: 'recipients',
      needs: 'public',
      offMenu: true,
      bare: true,
      page: () => import('./schedules/outside/outside.page.tsx'),
    },
  ],
})
