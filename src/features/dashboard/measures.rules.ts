import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import { type Dimension, type Looker, maySeeMetric, metricOf, type Visual } from './metrics.rules.ts'

/** Ready-made periods of a measure. */
export const PERIODS = ['Today', 'Yesterday', 'ThisWeek', 'LastWeek', 'ThisMonth', 'LastMonth', 'ThisYear', 'FinancialYear', 'Last7Days', 'Last28Days'] as const
export type PeriodName = (typeof PERIODS)[number]

export const MOST_MEASURES = 24

/** A figure of somebody's dashboard, as it is kept. What is null or empty is the page's own. */
export interface KeptMeasure {
  Id: string
  /** What they call it; '' is the metric's own name. */
  Title: string
  Metric: string
  Dimension: Dimension | null
  Period: PeriodName | { FromDate: string; ToDate: string } | null
  Compare: Comparison | null
  Locations: number[]
  Visual: Visual
  /** Columns of four. */
  Width: number
  Order: number
}

/** The same as it is shown: whether its figure is for whoever looks. */
export interface Measure extends KeptMeasure {
  Permitted: boolean
}

type Begun = readonly [metric: string, visual: Visual, width: number, dimension?: Dimension]

/** What everybody's dashboard begins with, as far as they may see it. */
const FIRST: readonly Begun[] = [
  ['Net', 'tile', 2],
  ['Customers', 'tile', 1],
  ['AverageSpend', 'tile', 1],
  ['WagesPercent', 'tile', 1],
  ['PointsAccrued', 'tile', 1],
  ['Wastage', 'tile', 1],
  ['Covers', 'tile', 1],
  ['Net', 'heat', 4, 'Hour'],
  ['Net', 'line', 4, 'Period'],
  ['Net', 'table', 2, 'Location'],
  ['BestSellers', 'table', 2, 'Item'],
  ['Projection', 'tile', 1],
  ['PerCover', 'tile', 1],
  ['Visits', 'tile', 1],
  ['Reservations', 'tile', 1],
]

/** The layout of whoever never saved one. */
export const defaultMeasures = (looker: Looker): Measure[] =>
  FIRST.filter(([id]) => {
    const metric = metricOf(id)
    return metric !== undefined && maySeeMetric(metric, looker)
  }).map(([Metric, Visual, Width, Dimension], i) => ({
    Id: `default-${i + 1}`,
    Title: '',
    Metric,
    Dimension: Dimension ?? null,
    Period: null,
    Compare: null,
    Locations: [],
    Visual,
    Width,
    Order: i + 1,
    Permitted: true,
  }))
