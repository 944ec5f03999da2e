import { satisfies, type Tag } from '#shared/permissions.ts'

/** What a measure is told by, beside its total. */
export const DIMENSIONS = ['Location', 'Period', 'Hour', 'Item', 'Media'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** How a measure is drawn. */
export const VISUALS = ['tile', 'line', 'bar', 'table', 'heat'] as const
export type Visual = (typeof VISUALS)[number]

/** What the numbers of a metric are. */
export const UNITS = ['money', 'count', 'percent', 'hours'] as const
export type MetricUnit = (typeof UNITS)[number]

export const GROUPS = ['sales', 'guests', 'loyalty', 'people', 'costs', 'stock', 'payments', 'tills'] as const
export type MetricGroup = (typeof GROUPS)[number]

/** The reports that metrics are read from. */
export const SOURCES = [
  'sales',
  'trend',
  'best',
  'covers',
  'visits',
  'reservations',
  'points',
  'usage',
  'attendance',
  'wastage',
  'costs',
  'media',
  'payments',
  'variance',
  'purchases',
  'onHand',
  'stockVariance',
  'excises',
] as const
export type Source = (typeof SOURCES)[number]

/** A venue's switch without which a report is not there. */
type Switch = 'ShowBreakdownPage' | 'ShowControlSheet' | 'ShowExcise' | 'ShowTimeAndAttendanceModule'

/** A figure of a report, as a dashboard may show it. */
export interface Metric {
  id: string
  source: Source
  /** The name of the figure in the report's answer. */
  field: string
  tag: Tag
  shownWhen?: Switch
  group: MetricGroup
  unit: MetricUnit
  /** Whether more is better or worse; absent where it is neither. */
  better?: 'more' | 'less'
  dimensions: readonly Dimension[]
  visuals: readonly Visual[]
}

const OVER_TIME: readonly Dimension[] = ['Period', 'Hour']

/** A line needs time, a heat strip the hours of the day, bars and rows anything to part the figure by. */
export const visualsOf = (dimensions: readonly Dimension[]): Visual[] =>
  VISUALS.filter((visual) => {
    if (visual === 'tile') return true
    if (visual === 'bar' || visual === 'table') return dimensions.length > 0
    return dimensions.some((dimension) => (visual === 'heat' ? dimension === 'Hour' : OVER_TIME.includes(dimension)))
  })

/** Whoever looks: what they hold, and what the venue has switched on. */
export interface Looker extends Partial<Record<Switch, boolean>> {
  tags: readonly string[]
}

/** Whether somebody may see a metric at their venue now. */
export const maySeeMetric = ({ tag, shownWhen }: Metric, looker: Looker): boolean =>
  satisfies([tag], looker.tags) && (shownWhen === undefined || looker[shownWhen] === true)

/** The dimensions a visual of a metric may be told by, the usual one first; none of a tile, which is the total. */
export const dimensionsFor = ({ dimensions }: Metric, visual: Visual): readonly Dimension[] => {
  if (visual === 'tile') return []
  if (visual === 'heat') return dimensions.filter((dimension) => dimension === 'Hour')
  return visual === 'line' ? dimensions.filter((dimension) => OVER_TIME.includes(dimension)) : dimensions
}

/** A way to show a metric: its visual, and the dimension it is divided by. */
export interface Pair {
  Visual: Visual
  Dimension: Dimension | null
}

/** Every allowed pair of visual and dimension, the default dimension of each visual first. A tile shows the total, whatever its dimension. */
export const pairsOf = (metric: Metric): Pair[] =>
  metric.visuals.flatMap((Visual) => {
    const dimensions = Visual === 'tile' ? [null, ...metric.dimensions] : dimensionsFor(metric, Visual)
    return dimensions.map((Dimension) => ({ Visual, Dimension }))
  })
