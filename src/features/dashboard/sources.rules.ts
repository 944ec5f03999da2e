import { loyaltyReports } from '#features/loyalty/loyalty-reports.contract.ts'
import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { mediaSummary } from '#features/reports/media-summary/media-summary.contract.ts'
import { memberVisits } from '#features/reports/member-visits/member-visits.contract.ts'
import { payments } from '#features/reports/payments/payments.contract.ts'
import { bestSellers } from '#features/reports/plu-sales/best-sellers.contract.ts'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import { salesBreakdown } from '#features/reports/sales-breakdown/sales-breakdown.contract.ts'
import { salesSummary } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { trend } from '#features/reports/trend/trend.contract.ts'
import { timeAttendance } from '#features/rosters/time-attendance.contract.ts'
import { exciseCalls } from '#features/stock/excises/excises.contract.ts'
import { daysOnHandCalls } from '#features/stock/on-hand/days-on-hand.contract.ts'
import { purchaseCalls } from '#features/stock/purchases/plu-purchases.contract.ts'
import { stockVarianceCalls } from '#features/stock/variance/variance.contract.ts'
import { variance } from '#features/till/variance.contract.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Source } from './metrics.rules.ts'

/** The call whose answer each metric is read from: the report's own. */
export const SOURCE_CALLS: Readonly<Record<Source, AnyOperation>> = {
  sales: salesSummary.salesByDay,
  trend: trend.trend,
  best: bestSellers.bestSellers,
  covers: bistroCovers.bistroCovers,
  visits: memberVisits.memberVisits,
  reservations: reservations.reservations,
  points: loyaltyReports.pointsReport,
  usage: loyaltyReports.usageSummary,
  attendance: timeAttendance.timeAttendance,
  wastage: salesBreakdown.wastage,
  costs: salesBreakdown.costs,
  media: mediaSummary.mediaSummary,
  payments: payments.payments,
  variance: variance.variance,
  purchases: purchaseCalls.pluPurchases,
  onHand: daysOnHandCalls.daysOnHand,
  stockVariance: stockVarianceCalls.stockVariance,
  excises: exciseCalls.excises,
}
