import { section } from '#ui/screen.ts'
import { apiKeysMenu } from './menu.messages.ts'

export const apiKeyList = section(apiKeysMenu, {
  path: '/admin/apikeylist',
  title: 'apiKeyList',
  screens: [{ path: '/admin/apikeylist', title: 'apiKeyList', about: 'apiKeyListAbout', needs: 'admin', page: () => import('./api-keys.page.tsx') }],
})
