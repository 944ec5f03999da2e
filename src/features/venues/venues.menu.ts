import { section } from '#ui/screen.ts'
import { venuesMenu } from './menu.messages.ts'

export const venueList = section(venuesMenu, {
  path: '/admin/list',
  title: 'venueList',
  screens: [{ path: '/admin/list', title: 'venueList', about: 'venueListAbout', needs: 'admin', page: () => import('./venue-list.page.tsx') }],
})

/** The venue itself; its other screens join it in the app's menu. */
export const venue = section(venuesMenu, {
  path: '/venue',
  title: 'venue',
  screens: [
    { path: '/venue/settings', title: 'settings', about: 'settingsAbout', needs: ['can_editsettings'], page: () => import('./venue-settings.page.tsx') },
    { path: '/venue/tillkeys', title: 'tillKeys', about: 'tillKeysAbout', needs: ['can_editsettings'], page: () => import('./till-keys/till-keys.page.tsx') },
    { path: '/venue/setup', title: 'setup', about: 'setupAbout', needs: ['can_editsettings'], page: () => import('./setup/first-run.part.tsx') },
    {
      path: '/venue/connections',
      title: 'connections',
      about: 'connectionsAbout',
      needs: { anyOf: ['can_linkdeputy', 'can_linkinvolv', 'can_linkshopify', 'can_linkpayment'] },
      page: () => import('./connections.page.tsx'),
    },
  ],
})
