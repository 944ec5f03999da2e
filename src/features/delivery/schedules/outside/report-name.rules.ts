import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { type Language, text } from '#shared/messages.ts'

/** What the screens of reports are called, for whoever cannot open them. */
const NAMES: Readonly<Record<string, keyof typeof reportsMenu.en>> = {
  '/reports/sales': 'salesSummary',
  '/reports/breakdown': 'salesBreakdown',
  '/reports/loyalty-points': 'loyaltyPoints',
  '/reports/daily-sales': 'dailySales',
  '/reports/control-sheets': 'controlSheets',
  '/reports/plu-sales': 'pluSales',
  '/reports/plu-purchases': 'pluPurchases',
  '/reports/plu-reorders': 'pluReorders',
  '/reports/plu-dayonhand': 'pluDaysOnHand',
  '/reports/stock-variance': 'stockVariance',
  '/reports/media-summary': 'mediaSummary',
  '/reports/weekly-summary': 'weeklySummary',
  '/reports/excises': 'excises',
  '/reports/time-attendance': 'timeAttendance',
  '/reports/payments': 'payments',
  '/reports/journal': 'journal',
}

/** The name of the report on a screen, as the menu has it; nothing for a screen without one. */
export const reportName = (path: string, language: Language, loyaltyName = ''): string | undefined => {
  const key = NAMES[path]
  return key && text(reportsMenu, language, key, { loyalty: loyaltyName || (language === 'jp' ? 'ロイヤルティ' : 'Loyalty') })
}
