import { section } from '#ui/screen.ts'
import { deputyMenu } from './deputy.messages.ts'

export const deputy = section(deputyMenu, {
  path: '/deputy',
  title: 'deputy',
  screens: [{ path: '/deputy/connect', title: 'deputy', about: 'connectAbout', needs: ['can_linkdeputy'], page: () => import('./deputy-connect.page.tsx') }],
})
