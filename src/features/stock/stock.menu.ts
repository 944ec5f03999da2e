import { section } from '#ui/screen.ts'
import { stockMenu } from './stock-menu.messages.ts'

/** Hangs under "Venue" at the foot of the rail. */
export const stock = section(stockMenu, {
  path: '/venue/products',
  title: 'products',
  screens: [
    { path: '/venue/products', title: 'products', about: 'productsAbout', needs: ['can_viewstock'], page: () => import('./products/products.page.tsx') },
    {
      path: '/venue/products/import',
      title: 'importProducts',
      about: 'importProductsAbout',
      needs: ['can_editstock'],
      offMenu: true,
      page: () => import('./products/files/import-products.page.tsx'),
    },
    {
      path: '/venue/invoices/import',
      title: 'importInvoices',
      about: 'importInvoicesAbout',
      needs: ['can_editstock'],
      offMenu: true,
      page: () => import('./purchases/files/import-invoices.page.tsx'),
    },
    { path: '/venue/counts', title: 'counts', about: 'countsAbout', needs: ['can_viewstock'], page: () => import('./counts/counts.page.tsx') },
    { path: '/venue/movements', title: 'movements', about: 'movementsAbout', needs: ['can_viewstock'], page: () => import('./movements/movements.page.tsx') },
  ],
})
