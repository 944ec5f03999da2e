import { section } from '#ui/screen.ts'
import { reportsMenu } from './kit/report-names.messages.ts'
import { REPORT_TAGS } from './kit/report-tags.rules.ts'

/** The reports, in the order of the menu. */
export const reports = section(reportsMenu, {
  path: '/reports',
  title: 'reports',
  needs: { otherThan: ['can_viewemp', 'can_register', 'can_revoke'] },
  screens: [
    {
      path: '/reports',
      title: 'reports',
      needs: { otherThan: ['can_viewemp', 'can_register', 'can_revoke'] },
      offMenu: true,
      page: () => import('./reports.page.tsx'),
    },
    {
      path: '/reports/sales',
      title: 'salesSummary',
      about: 'salesSummaryAbout',
      group: 'money',
      needs: ['can_viewsales'],
      page: () => import('./sales-summary/sales-summary.page.tsx'),
    },
    {
      path: '/reports/breakdown',
      title: 'salesBreakdown',
      about: 'salesBreakdownAbout',
      group: 'money',
      needs: ['can_viewbreakdown'],
      shownWhen: { flag: 'ShowBreakdownPage', byDefault: true },
      page: () => import('./sales-breakdown/sales-breakdown.page.tsx'),
    },
    { path: '/reports/loyalty-points', title: 'loyaltyPoints', about: 'loyaltyPointsAbout', group: 'loyalty', needs: ['can_viewloyalty'] },
    {
      path: '/reports/daily-sales',
      title: 'dailySales',
      about: 'dailySalesAbout',
      group: 'money',
      needs: ['can_viewsales'],
      page: () => import('./daily-sales/daily-sales.page.tsx'),
    },
    {
      path: '/reports/control-sheets',
      title: 'controlSheets',
      about: 'controlSheetsAbout',
      group: 'money',
      needs: ['can_viewcontrolsheet'],
      shownWhen: { flag: 'ShowControlSheet', byDefault: true },
    },
    {
      path: '/reports/plu-sales',
      title: 'pluSales',
      about: 'pluSalesAbout',
      group: 'products',
      needs: ['can_viewplu'],
      page: () => import('./plu-sales/plu-sales.page.tsx'),
    },
    { path: '/reports/plu-purchases', title: 'pluPurchases', about: 'pluPurchasesAbout', group: 'products', needs: ['can_viewstock'] },
    { path: '/reports/plu-reorders', title: 'pluReorders', about: 'pluReordersAbout', group: 'products', needs: ['can_viewstock'] },
    { path: '/reports/plu-dayonhand', title: 'pluDaysOnHand', about: 'pluDaysOnHandAbout', group: 'products', needs: ['can_viewstock'] },
    {
      path: '/reports/media-summary',
      title: 'mediaSummary',
      about: 'mediaSummaryAbout',
      group: 'money',
      needs: ['can_viewmedia'],
      page: () => import('./media-summary/media-summary.page.tsx'),
    },
    {
      path: '/reports/weekly-summary',
      title: 'weeklySummary',
      about: 'weeklySummaryAbout',
      group: 'money',
      needs: ['can_viewsales'],
      page: () => import('./weekly-summary/weekly-summary.page.tsx'),
    },
    {
      path: '/reports/excises',
      title: 'excises',
      about: 'excisesAbout',
      group: 'products',
      needs: ['can_viewexcise'],
      shownWhen: { flag: 'ShowExcise', byDefault: true },
    },
    {
      path: '/reports/time-attendance',
      title: 'timeAttendance',
      about: 'timeAttendanceAbout',
      group: 'people',
      needs: { anyOf: ['can_viewtimesheet', 'can_viewroster'] },
      shownWhen: { flag: 'ShowTimeAndAttendanceModule', byDefault: false },
    },
    { path: '/reports/payments', title: 'payments', about: 'paymentsAbout', group: 'money', needs: ['can_viewpayments'] },
  ],
})

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
      page: () => import('#features/delivery/schedules/schedules.page.tsx'),
    },
    {
      path: '/reports/unsubscribe',
      title: 'unsubscribe',
      needs: 'public',
      offMenu: true,
      bare: true,
      page: () => import('#features/delivery/schedules/unsubscribe.page.tsx'),
    },
  ],
})
