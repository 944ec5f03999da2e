import type { Tag } from './permissions.ts'

/** What a personal token may be made for: calls by their paths below /api, and the tags that are at work in them, whatever else its person holds. */
interface TokenReport {
  tags: readonly Tag[]
  paths: readonly string[]
}

const sales = (unit: string) => [`/sales/${unit}`, `/sales/selected/${unit}`]

/** Every report of the product, by the names tokens are made for. All of them are reads; a call that is in none of them no token may make. */
export const TOKEN_REPORTS = {
  sales: {
    tags: ['can_viewsales'],
    paths: [
      ...['day', 'week', 'month', 'year', 'interval'].flatMap(sales),
      '/sales/trend',
      '/sales/bistrocovers',
      '/sales/membervisits',
      '/sales/reservations',
      '/reports/forecast',
    ],
  },
  breakdown: {
    tags: ['can_viewbreakdown'],
    paths: [
      '/sales/group',
      '/sales/productgroup',
      '/sales/department',
      '/sales/category',
      '/sales/employee',
      '/sales/ordertype',
      '/sales/till',
      '/sales/promotion',
      '/sales/discount',
      '/sales/surcharge',
      '/sales/wastage',
      '/sales/costs',
      '/sales/gpmargins',
    ],
  },
  dailySales: { tags: ['can_viewsales'], paths: ['/reports/daily-sales'] },
  weeklySummary: { tags: ['can_viewsales'], paths: ['/reports/weekly-summary'] },
  products: { tags: ['can_viewsales', 'can_viewplu'], paths: ['/reports/plu-sales', '/sales/bestsellers'] },
  media: { tags: ['can_viewmedia'], paths: ['/reports/media-summary', '/reports/bridge'] },
  receipts: { tags: ['can_viewsales'], paths: ['/sales/invoices', '/sales/invoices/:id'] },
  tills: { tags: ['can_viewcontrolsheet'], paths: ['/reports/control-sheets', '/reports/variance', '/reports/variance/sheets'] },
  journal: { tags: ['can_viewsales', 'can_viewcontrolsheet'], paths: ['/reports/journal', '/journal/export'] },
  loyalty: { tags: ['can_viewloyalty'], paths: ['/points', '/points/difference', '/loyaltyusage'] },
  cards: { tags: ['can_viewloyalty'], paths: ['/loyalty/search', '/loyalty/statement', '/loyalty/fraud'] },
  stock: {
    tags: ['can_viewstock'],
    paths: ['/reports/plu-dayonhand', '/reports/plu-purchases', '/reports/plu-reorders', '/reports/stock-variance', '/stock/orders/list', '/stock/products'],
  },
  excises: { tags: ['can_viewexcise'], paths: ['/reports/excises', '/reports/liquor-return'] },
  attendance: {
    tags: ['can_viewtimesheet', 'can_viewroster'],
    paths: ['/reports/time-attendance', '/reports/time-attendance/days', '/reports/payroll', '/Rosters', '/Timesheets'],
  },
  payments: {
    tags: ['can_viewpayments'],
    paths: ['/reports/payments', '/reports/payments/list', '/reports/payments/till', '/reports/payments/till/pairs', '/reports/card-terminals'],
  },
  metrics: { tags: ['can_viewdashboard'], paths: ['/metrics', '/attention'] },
} as const satisfies Record<string, TokenReport>

export type TokenReportName = keyof typeof TOKEN_REPORTS
export const TOKEN_REPORT_NAMES = Object.keys(TOKEN_REPORTS) as [TokenReportName, ...TokenReportName[]]

/** What a token reads whatever it was made for: the names behind the numbers in its answers. */
export const ALWAYS_READ: readonly string[] = ['/locations', '/reports/currencies']

/** Whether somebody holds anything by which a report could be read. */
export const isWithinReach = (name: TokenReportName, tags: readonly string[]): boolean => TOKEN_REPORTS[name].tags.some((tag) => tags.includes(tag))

/** The tags at work in a token made for these reports; null: for all of them. */
export const tagsOfReports = (names: readonly string[] | null): readonly Tag[] => [
  ...new Set(TOKEN_REPORT_NAMES.filter((name) => names === null || names.includes(name)).flatMap((name): readonly Tag[] => TOKEN_REPORTS[name].tags)),
]

/** Whether a token made for these reports may read what is at a path. */
export const mayRead = (names: readonly string[] | null, path: string): boolean =>
  ALWAYS_READ.includes(path) ||
  TOKEN_REPORT_NAMES.some((name) => (names === null || names.includes(name)) && (TOKEN_REPORTS[name].paths as readonly string[]).includes(path))
