import { apiKeysImplementation } from '#features/api-keys/api-keys.routes.ts'
import { attentionWith } from '#features/attention/attention.routes.ts'
import { auditImplementation } from '#features/audit/audit.routes.ts'
import { dashboardsImplementation } from '#features/dashboard/dashboards.routes.ts'
import { boardsImplementation } from '#features/dashboard/wall/boards.routes.ts'
import { exportsOf } from '#features/delivery/exports.routes.ts'
import { savedViewsOf } from '#features/delivery/saved-views/saved-views.routes.ts'
import { outsideRoutes } from '#features/delivery/schedules/outside/outside.routes.ts'
import { schedulesOfReports } from '#features/delivery/schedules/schedules.routes.ts'
import { actingImplementation } from '#features/employees/acting.routes.ts'
import { employeesImplementation } from '#features/employees/employees.routes.ts'
import { findPeople } from '#features/employees/find-people.sql.ts'
import { rolesImplementation } from '#features/employees/roles.routes.ts'
import { findWith } from '#features/find/find.routes.ts'
import { forecastImplementation } from '#features/forecast/forecast.routes.ts'
import { cardImportImplementation } from '#features/imports/cards/card-import.routes.ts'
import { importImplementation } from '#features/imports/import.routes.ts'
import { rateImportImplementation } from '#features/imports/rates/rate-import.routes.ts'
import { rosterImportImplementation } from '#features/imports/rosters/roster-import.routes.ts'
import { uploadImplementation } from '#features/imports/upload/upload.routes.ts'
import { intakeImplementation } from '#features/intake/intake.routes.ts'
import { takingPunchesImplementation } from '#features/intake/take-punches.routes.ts'
import { takingReservationsImplementation } from '#features/intake/take-reservations.routes.ts'
import { takingTillSessionsImplementation } from '#features/intake/take-till-sessions.routes.ts'
import { journalAccountsImplementation, journalImplementation } from '#features/journal/journal.routes.ts'
import { liveImplementation } from '#features/live/live.routes.ts'
import { findCards } from '#features/loyalty/find-cards.sql.ts'
import { fraudDigestImplementation, fraudImplementation } from '#features/loyalty/fraud/fraud.routes.ts'
import { loyaltyImplementation } from '#features/loyalty/loyalty.routes.ts'
import { loyaltyReportsImplementation, statementImplementation, tillStaffImplementation } from '#features/loyalty/loyalty-reports.routes.ts'
import { beginningImplementation } from '#features/membership/begin/begin.routes.ts'
import { invitationsImplementation } from '#features/membership/invitations.routes.ts'
import { membershipImplementation } from '#features/membership/membership.routes.ts'
import { ownInvitationsImplementation } from '#features/membership/own-invitations.routes.ts'
import { ownLoginImplementation } from '#features/membership/own-login.routes.ts'
import { ownSessionsImplementation } from '#features/membership/own-sessions.routes.ts'
import { preferencesImplementation } from '#features/membership/preferences.routes.ts'
import { secondFactorImplementation } from '#features/membership/second-factor.routes.ts'
import { tokensImplementation } from '#features/membership/tokens/tokens.routes.ts'
import { bistroCoversImplementation } from '#features/reports/bistro-covers/bistro-covers.routes.ts'
import { bridgeImplementation } from '#features/reports/bridge/bridge.routes.ts'
import { currenciesImplementation } from '#features/reports/currencies/currencies.routes.ts'
import { dailySalesImplementation } from '#features/reports/daily-sales/daily-sales.routes.ts'
import { mediaSummaryImplementation } from '#features/reports/media-summary/media-summary.routes.ts'
import { memberVisitsImplementation } from '#features/reports/member-visits/member-visits.routes.ts'
import { onePaymentImplementation } from '#features/reports/payments/one-payment.routes.ts'
import { paymentsImplementation } from '#features/reports/payments/payments.routes.ts'
import { bestSellersImplementation } from '#features/reports/plu-sales/best-sellers.routes.ts'
import { pluSalesImplementation } from '#features/reports/plu-sales/plu-sales.routes.ts'
import { findReceipts } from '#features/reports/receipts/find-receipts.sql.ts'
import { invoicesImplementation } from '#features/reports/receipts/invoices.routes.ts'
import { reservationsImplementation } from '#features/reports/reservations/reservations.routes.ts'
import { salesBreakdownImplementation } from '#features/reports/sales-breakdown/sales-breakdown.routes.ts'
import { salesSummaryImplementation } from '#features/reports/sales-summary/sales-summary.routes.ts'
import { supplierSalesImplementation } from '#features/reports/supplier-sales/supplier-sales.routes.ts'
import { trendImplementation } from '#features/reports/trend/trend.routes.ts'
import { weeklySummaryImplementation } from '#features/reports/weekly-summary/weekly-summary.routes.ts'
import { attendancePeopleImplementation } from '#features/rosters/attendance-people.routes.ts'
import { rostersImplementation } from '#features/rosters/rosters.routes.ts'
import { timeAttendanceImplementation } from '#features/rosters/time-attendance.routes.ts'
import { countsImplementation } from '#features/stock/counts/counts.routes.ts'
import {
  exciseRatesImplementation,
  excisesImplementation,
  licensedBuyersImplementation,
  liquorReturnImplementation,
} from '#features/stock/excises/excises.routes.ts'
import { findProducts } from '#features/stock/find-products.sql.ts'
import { tillStockImplementation } from '#features/stock/intake/till-stock.routes.ts'
import { movementsImplementation } from '#features/stock/movements/movements.routes.ts'
import { daysOnHandImplementation, stockLedgerImplementation } from '#features/stock/on-hand/days-on-hand.routes.ts'
import { productFilesImplementation } from '#features/stock/products/files/product-files.routes.ts'
import { stockProductsImplementation } from '#features/stock/products/products.routes.ts'
import { invoiceFilesImplementation } from '#features/stock/purchases/files/invoice-files.routes.ts'
import { enterInvoiceImplementation, purchasesImplementation } from '#features/stock/purchases/plu-purchases.routes.ts'
import { ordersImplementation, reordersImplementation, savedOrdersImplementation } from '#features/stock/reorders/reorders.routes.ts'
import { supplierProductsImplementation } from '#features/stock/supplier-products.routes.ts'
import { suppliersImplementation } from '#features/stock/suppliers.routes.ts'
import { stockVarianceImplementation } from '#features/stock/variance/variance.routes.ts'
import { targetsImplementation } from '#features/targets/targets.routes.ts'
import { controlSheetsImplementation } from '#features/till/control-sheets.routes.ts'
import { sheetProofsImplementation } from '#features/till/sheet-proofs.routes.ts'
import { varianceImplementation } from '#features/till/variance.routes.ts'
import { setupImplementation } from '#features/venues/setup/setup.routes.ts'
import { tillKeysImplementation } from '#features/venues/till-keys/till-keys.routes.ts'
import { venueAdminImplementation } from '#features/venues/venue-admin.routes.ts'
import { venueConfigImplementation } from '#features/venues/venue-config.routes.ts'
import { venuesImplementation } from '#features/venues/venues.routes.ts'
import { connectionsImplementation } from '#integrations/connections.routes.ts'
import { ordersWaiting, unmatchedInDeputy } from '#integrations/connections.sql.ts'
import { deliverectImplementation } from '#integrations/deliverect/deliverect.routes.ts'
import { deputyImplementation } from '#integrations/deputy/deputy.routes.ts'
import { involvImplementation } from '#integrations/involv/involv.routes.ts'
import { marketplaceImplementation } from '#integrations/marketplace/marketplace.routes.ts'
import { storefrontImplementation } from '#integrations/marketplace/storefront.routes.ts'

import { linkHistoryImplementation, oauthImplementation } from '#integrations/oauth.routes.ts'
import { onlineOrdersImplementation } from '#integrations/online-orders/online-orders.routes.ts'
import { shopifyImplementation } from '#integrations/shopify/shopify.routes.ts'
import { stripeImplementation } from '#integrations/stripe/stripe.routes.ts'
import { tyroImplementation } from '#integrations/tyro/tyro.routes.ts'
import type { Implementation } from '#platform/web/implement.ts'
import type { Feature } from '#platform/web/openapi.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { healthImplementation } from './health.routes.ts'
import { accountProviders, providers } from './providers.ts'

/** Every feature of the server, one line each: its folder, its heading in the documentation, its operations. */
export const features = [
  { name: 'health', title: 'Health', description: 'Whether a process runs and can reach its database.', implementations: healthImplementation },
  {
    name: 'membership',
    title: 'Signing in',
    description: 'Sign in, choose a venue, and manage your own login, sessions, preferences and personal tokens.',
    implementations: [
      ...beginningImplementation,
      ...membershipImplementation,
      ...ownInvitationsImplementation,
      ...preferencesImplementation,
      ...ownLoginImplementation,
      ...ownSessionsImplementation,
      ...secondFactorImplementation,
      ...tokensImplementation,
    ],
  },
  {
    name: 'employees',
    title: 'Employees',
    description: 'People of a venue, their roles, permissions and locations, and acting as another person.',
    implementations: [...employeesImplementation, ...rolesImplementation, ...invitationsImplementation, ...actingImplementation],
  },
  {
    name: 'reports',
    title: 'Reports',
    description: 'Sales, stock, payments, journals and control sheets, with exports, saved views and scheduled mails.',
    implementations: [
      ...salesSummaryImplementation,
      ...bridgeImplementation,
      ...salesBreakdownImplementation,
      ...invoicesImplementation,
      ...dailySalesImplementation,
      ...weeklySummaryImplementation,
      ...mediaSummaryImplementation,
      ...pluSalesImplementation,
      ...bestSellersImplementation,
      ...trendImplementation,
      ...forecastImplementation,
      ...bistroCoversImplementation,
      ...memberVisitsImplementation,
      ...controlSheetsImplementation,
      ...daysOnHandImplementation,
      ...stockVarianceImplementation,
      ...stockLedgerImplementation,
      ...reordersImplementation,
      ...ordersImplementation,
      ...savedOrdersImplementation,
      ...countsImplementation,
      ...stockProductsImplementation,
      ...productFilesImplementation,
      ...excisesImplementation,
      ...exciseRatesImplementation,
      ...licensedBuyersImplementation,
      ...liquorReturnImplementation,
      ...purchasesImplementation,
      ...enterInvoiceImplementation,
      ...invoiceFilesImplementation,
      ...movementsImplementation,
      ...varianceImplementation,
      ...sheetProofsImplementation,
      ...journalImplementation,
      ...timeAttendanceImplementation,
      ...paymentsImplementation,
      ...onePaymentImplementation,
      ...takingReservationsImplementation,
      ...reservationsImplementation,
      ...currenciesImplementation,
      ...exportsOf(() => implementations),
      ...savedViewsOf(() => implementations),
      ...schedulesOfReports(() => implementations),
      ...outsideRoutes,
    ],
  },
  {
    name: 'venues',
    title: 'Venues',
    description: 'Venues, locations, settings and till keys.',
    implementations: [
      ...venuesImplementation,
      ...venueConfigImplementation,
      ...journalAccountsImplementation,
      ...venueAdminImplementation,
      ...setupImplementation,
      ...tillKeysImplementation,
    ],
  },
  {
    name: 'intake',
    title: 'Intake',
    description: 'What tills and booking systems send, and imports of sales from files.',
    implementations: [
      ...intakeImplementation,
      ...takingTillSessionsImplementation,
      ...takingPunchesImplementation,
      ...tillStockImplementation,
      ...importImplementation,
      ...uploadImplementation,
    ],
  },
  {
    name: 'loyalty',
    title: 'Loyalty',
    description: 'Cards, points, reports on them, and the fraud check.',
    implementations: [
      ...loyaltyImplementation,
      ...loyaltyReportsImplementation,
      ...statementImplementation,
      ...tillStaffImplementation,
      ...fraudImplementation,
      ...fraudDigestImplementation,
      ...cardImportImplementation,
    ],
  },
  {
    name: 'rosters',
    title: 'Rosters',
    description: 'Rosters, timesheets and pay rates.',
    implementations: [...rostersImplementation, ...attendancePeopleImplementation, ...rosterImportImplementation, ...rateImportImplementation],
  },
  { name: 'api-keys', title: 'API keys', description: "API keys of suppliers' users.", implementations: apiKeysImplementation },
  {
    name: 'suppliers',
    title: 'For suppliers',
    description: 'Products, stock, purchases and sales of one supplier, read with its API key.',
    implementations: [...suppliersImplementation, ...supplierProductsImplementation, ...supplierSalesImplementation],
  },
  {
    name: 'integrations',
    title: 'Links',
    description: 'Links to outside systems, their state and history, and payments through Stripe.',
    implementations: [...oauthImplementation(providers), ...connectionsImplementation(accountProviders), ...linkHistoryImplementation, ...stripeImplementation],
  },
  // Calls of a second provider have the names of the first's; each further one is a group of its own.
  { name: 'deputy', title: 'Deputy', description: 'Link to Deputy for rosters and timesheets.', implementations: deputyImplementation },
  { name: 'deliverect', title: 'Deliverect', description: 'Link to Deliverect for online orders.', implementations: deliverectImplementation },
  { name: 'tyro', title: 'Tyro', description: 'Link to Tyro payment terminals.', implementations: tyroImplementation },
  {
    name: 'marketplace',
    title: 'Marketplace',
    description: 'Settings and menu of a location on the marketplace, and its public storefront.',
    implementations: [...marketplaceImplementation, ...storefrontImplementation],
  },
  { name: 'involv', title: 'Involv', description: 'Link to Involv for members and points.', implementations: involvImplementation },
  { name: 'shopify', title: 'Shopify', description: 'Link to a Shopify shop for its orders.', implementations: shopifyImplementation },
  {
    name: 'online-orders',
    title: 'Online orders',
    description: 'Orders from outside systems that wait for a till.',
    implementations: onlineOrdersImplementation,
  },
  {
    name: 'dashboard',
    title: 'Dashboard',
    description: 'Measures of the dashboard, what needs attention, live sales and wall screens.',
    implementations: [
      ...dashboardsImplementation,
      ...attentionWith({ unmatched: unmatchedInDeputy, orders: ordersWaiting }),
      ...liveImplementation,
      ...boardsImplementation,
    ],
  },
  { name: 'targets', title: 'Targets', description: 'Sales targets of each location and month.', implementations: targetsImplementation },
  {
    name: 'find',
    title: 'Find anything',
    description: 'Search over screens, reports, products, people, cards and receipts.',
    implementations: findWith({ products: findProducts, people: findPeople, cards: findCards, receipts: findReceipts }),
  },
  { name: 'audit', title: 'Activity', description: 'Who did what, and when.', implementations: auditImplementation },
] as const satisfies readonly Feature[]

export const implementations: readonly Implementation[] = features.flatMap((feature) => feature.implementations)

/** Every operation by name, for documentation and tests. */
export const operations: readonly { name: string; operation: AnyOperation }[] = implementations.map(({ name, operation }) => ({ name, operation }))
