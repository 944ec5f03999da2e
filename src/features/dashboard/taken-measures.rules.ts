import { failure, fieldFailure } from '#shared/failure.ts'
import { metricOf } from './catalogue.rules.ts'
import type { SentMeasure } from './dashboards.contract.ts'
import type { KeptMeasure } from './measures.rules.ts'
import { type Dimension, dimensionsFor, type Looker, type Metric, maySeeMetric, type Visual } from './metrics.rules.ts'

/**
 * What somebody sent as their dashboard, as it is kept: in its order, each with an Id.
 * @param newId makes one where none was sent
 * @throws MetricNotPermitted naming the tag, SwitchedOff, ValidationFailed where a metric is not drawn or told that way
 */
export const takenMeasures = (sent: readonly SentMeasure[], looker: Looker, newId: () => string): KeptMeasure[] => {
  const ids = new Set<string>()
  const measures = sent.map((measure, i) => {
    const taken = takenMeasure({ ...measure, Id: measure.Id ?? newId() }, i, looker)
    if (ids.has(taken.Id)) throw fieldFailure(`Measures.${i}.Id`, 'Id is already used by another measure', 'Taken')
    ids.add(taken.Id)
    return taken
  })
  return measures.sort((a, b) => a.Order - b.Order)
}

const takenMeasure = (sent: SentMeasure & { Id: string }, i: number, looker: Looker): KeptMeasure => {
  const metric = metricOf(sent.Metric) as Metric
  if (!looker.tags.includes(metric.tag)) throw failure('MetricNotPermitted', { metric: metric.id, tag: metric.tag })
  if (!maySeeMetric(metric, looker)) throw failure('SwitchedOff')
  const visual = sent.Visual ?? metric.visuals[0] ?? 'tile'
  if (!metric.visuals.includes(visual)) throw fieldFailure(`Measures.${i}.Visual`, `Visual of this metric must be one of ${metric.visuals.join(', ')}`)
  return {
    Id: sent.Id,
    Title: sent.Title?.trim() ?? '',
    Metric: metric.id,
    Dimension: dimensionOf(metric, visual, sent.Dimension ?? null, i),
    Period: sent.Period ?? null,
    Compare: sent.Compare ?? null,
    Locations: [...new Set(sent.Locations ?? [])],
    Visual: visual,
    Width: sent.Width ?? 1,
    Order: sent.Order ?? i + 1,
  }
}

/** A tile is a total and is told by nothing; anything else by what was asked, or by what the metric is usually told by. */
const dimensionOf = (metric: Metric, visual: Visual, asked: Dimension | null, i: number): Dimension | null => {
  if (asked !== null && !metric.dimensions.includes(asked))
    throw fieldFailure(
      `Measures.${i}.Dimension`,
      metric.dimensions.length === 0 ? 'Dimension cannot be used with this metric' : `Dimension of this metric must be one of ${metric.dimensions.join(', ')}`,
    )
  const fitting = dimensionsFor(metric, visual)
  if (asked !== null && fitting.length > 0 && !fitting.includes(asked))
    throw fieldFailure(`Measures.${i}.Dimension`, `Dimension of this visual must be one of ${fitting.join(', ')}`)
  return asked ?? fitting[0] ?? null
}
