import { section } from '#ui/screen.ts'
import { dashboardMenu } from './menu.messages.ts'

export const dashboard = section(dashboardMenu, {
  path: '/membership/dashboard',
  title: 'dashboard',
  screens: [
    {
      path: '/membership/dashboard',
      title: 'dashboard',
      about: 'dashboardAbout',
      needs: ['can_viewdashboard'],
      page: () => import('./dashboard.page.tsx'),
    },
  ],
})
