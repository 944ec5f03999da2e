import { section } from '#ui/screen.ts'
import { involvMenu } from './involv.messages.ts'

export const involv = section(involvMenu, {
  path: '/involv',
  title: 'involv',
  screens: [{ path: '/involv/connect', title: 'involv', about: 'connectAbout', needs: ['can_linkinvolv'], page: () => import('./involv-connect.page.tsx') }],
})
