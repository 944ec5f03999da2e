import { section } from '#ui/screen.ts'
import { journalMenu } from './journal-menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail; the journal itself is among the reports. */
export const journalAccounts = section(journalMenu, {
  path: '/venue/accounts',
  title: 'accounts',
  screens: [{ path: '/venue/accounts', title: 'accounts', about: 'accountsAbout', needs: ['can_editsettings'], page: () => import('./accounts.page.tsx') }],
})
