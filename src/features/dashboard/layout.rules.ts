import { metricOf } from './catalogue.rules.ts'
import { type Measure, MOST_MEASURES } from './measures.rules.ts'
import { dimensionsFor, type Metric, type Visual } from './metrics.rules.ts'

/** The measures with one of them at another place; beyond either end it goes to that end. */
export const moved = (measures: readonly Measure[], from: number, to: number): Measure[] => {
  const rest = measures.filter((_, i) => i !== from)
  const one = measures[from]
  const at = Math.max(0, Math.min(rest.length, to))
  return numbered(one ? [...rest.slice(0, at), one, ...rest.slice(at)] : rest)
}

/** Their order is their place. */
const numbered = (measures: readonly Measure[]): Measure[] => measures.map((measure, i) => ({ ...measure, Order: i + 1 }))

export const removed = (measures: readonly Measure[], id: string): Measure[] => numbered(measures.filter(({ Id }) => Id !== id))

/** A measure with something of it changed. */
export const changed = (measures: readonly Measure[], id: string, change: Partial<Measure>): Measure[] =>
  measures.map((measure) => (measure.Id === id ? { ...measure, ...change } : measure))

/** How wide a metric is drawn at first. */
const USUAL_WIDTH: Record<Visual, number> = { tile: 1, line: 4, bar: 2, table: 2, heat: 4 }

/** How a measure is drawn otherwise, told by what suits that. */
export const drawnAs = (metric: Metric, Visual: Visual): Pick<Measure, 'Visual' | 'Dimension' | 'Width'> => ({
  Visual,
  Dimension: dimensionsFor(metric, Visual)[0] ?? null,
  Width: USUAL_WIDTH[Visual],
})

/** The measures with one more at their end; as they were where there are as many as there may be. */
export const added = (measures: readonly Measure[], metricId: string, Id: string): Measure[] => {
  const metric = metricOf(metricId)
  const visual = metric?.visuals[0]
  if (!metric || !visual || measures.length >= MOST_MEASURES) return [...measures]
  const measure = { Id, Title: '', Metric: metricId, Period: null, Compare: null, Locations: [], Order: 0, Permitted: true, ...drawnAs(metric, visual) }
  return numbered([...measures, measure])
}
