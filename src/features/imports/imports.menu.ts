import { section } from '#ui/screen.ts'
import { intakeMenu } from './menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail. */
export const imports = section(intakeMenu, {
  path: '/venue/imports',
  title: 'imports',
  screens: [
    { path: '/venue/imports', title: 'imports', about: 'importsAbout', needs: ['can_editsettings'], page: () => import('./import.page.tsx') },
    {
      path: '/venue/imports/rosters',
      title: 'importRosters',
      about: 'importRostersAbout',
      needs: ['can_editsettings'],
      offMenu: true,
      page: () => import('./rosters/import-rosters.page.tsx'),
    },
    {
      path: '/venue/imports/rates',
      title: 'importRates',
      about: 'importRatesAbout',
      needs: ['can_viewtimesheet', 'can_editsettings'],
      offMenu: true,
      page: () => import('./rates/import-rates.page.tsx'),
    },
  ],
})
