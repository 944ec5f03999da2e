import type { Span } from '#features/reports/kit/period.rules.ts'
import { naturalUnit } from '#features/reports/kit/range.rules.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Source } from './metrics.rules.ts'

/** The call whose answer each metric is read from: the report's own, by its path alone, since with it would come every report's tables. */
export const SOURCE_PATHS: Readonly<Record<Source, `/${string}`>> = {
  sales: '/sales/day',
  trend: '/sales/trend',
  best: '/sales/bestsellers',
  covers: '/sales/bistrocovers',
  visits: '/sales/membervisits',
  reservations: '/sales/reservations',
  points: '/points',
  usage: '/loyaltyusage',
  attendance: '/reports/time-attendance',
  wastage: '/sales/wastage',
  costs: '/sales/costs',
  media: '/reports/media-summary',
  payments: '/reports/payments',
  variance: '/reports/variance',
  purchases: '/reports/plu-purchases',
  onHand: '/reports/plu-dayonhand',
  stockVariance: '/reports/stock-variance',
  excises: '/reports/excises',
}

const SALES_BY = { hour: '/sales/day', day: '/sales/day', week: '/sales/week', month: '/sales/month', year: '/sales/year' } as const

/** The call for some days: sales of longer ranges are told by the week, month or year. */
export const callOf = (source: Source, days: Span): Pick<AnyOperation, 'method' | 'path'> => ({
  method: 'GET',
  path: source === 'sales' ? SALES_BY[naturalUnit(days)] : SOURCE_PATHS[source],
})

/** The screen of each report, and what of it is shown. */
export const SOURCE_SCREENS: Readonly<Record<Source, { to: string; search?: Readonly<Record<string, string>> }>> = {
  sales: { to: '/reports/sales' },
  trend: { to: '/reports/sales' },
  best: { to: '/reports/sales' },
  covers: { to: '/reports/sales' },
  visits: { to: '/reports/sales' },
  reservations: { to: '/reports/sales' },
  points: { to: '/reports/loyalty-points' },
  usage: { to: '/reports/loyalty-points' },
  attendance: { to: '/reports/time-attendance' },
  wastage: { to: '/reports/breakdown', search: { dim: 'wastage' } },
  costs: { to: '/reports/breakdown', search: { dim: 'costs' } },
  media: { to: '/reports/media-summary' },
  payments: { to: '/reports/payments' },
  variance: { to: '/reports/control-sheets', search: { tab: 'variance' } },
  purchases: { to: '/reports/plu-purchases' },
  onHand: { to: '/reports/plu-dayonhand' },
  stockVariance: { to: '/reports/stock-variance' },
  excises: { to: '/reports/excises' },
}
