import { failure, fieldFailure } from '#shared/failure.ts'
import { metricOf } from './catalogue.rules.ts'
import type { SentMeasure } from './dashboards.contract.ts'
import type { KeptMeasure } from './measures.rules.ts'
import { type Dimension, type Looker, type Metric, maySeeMetric, pairsOf, type Visual } from './metrics.rules.ts'

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

/** The dimension that was sent, or the default of the visual. @throws ValidationFailed for a pair that is not allowed */
const dimensionOf = (metric: Metric, visual: Visual, sent: Dimension | null, i: number): Dimension | null => {
  const allowed = pairsOf(metric).flatMap(({ Visual, Dimension }) => (Visual === visual ? [Dimension] : []))
  if (sent === null) return allowed[0] ?? null
  if (allowed.includes(sent)) return sent
  const names = allowed.filter((name) => name !== null)
  throw fieldFailure(
    `Measures.${i}.Dimension`,
    names.length === 0 ? 'Dimension cannot be used with this metric' : `Dimension of this metric with Visual ${visual} must be one of ${names.join(', ')}`,
  )
}
