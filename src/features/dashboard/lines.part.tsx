import { type HourFigure, ServiceStrip } from '#features/reports/kit/cards/service-strip.part.tsx'
import { naturalUnit } from '#features/reports/kit/range.rules.ts'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { useSay } from '#ui/language.tsx'
import { type Line, LineChart, LineKey } from '#ui/line-chart.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { useVenueConfig } from '#ui/venue-config.ts'
import { comparisonOf, heldAgainst, rangeOf } from './ask-metric.rules.ts'
import { measureWords } from './measures.messages.ts'
import { partsOf } from './read-metric.rules.ts'
import { RunningDay } from './running-day.part.tsx'
import { useUnitText } from './unit-text.part.tsx'
import { reportOf, type Shown, useMeasure, useMeasureName } from './use-measure.part.ts'

/** A measure over time: the day so far by location, or a figure by the periods of its range. */
export const MeasureLine = (shown: Shown) => {
  const { measure, metric, page, currency } = shown
  const { data, error, refetch } = useMeasure(shown)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={6} />
  return metric.source === 'trend' ? (
    <RunningDay answer={data as TrendAnswer} currency={currency} target={heldAgainst(metric, measure, page) === 'target'} />
  ) : (
    <OverTime shown={shown} answer={data} />
  )
}

const OverTime = ({ shown, answer }: { shown: Shown; answer: unknown }) => {
  const { measure, metric, page, currency } = shown
  const say = useSay(measureWords)
  const sayTable = useSay(tableWords)
  const name = useMeasureName()(measure)
  const { compact } = useUnitText(metric.unit, currency)
  const text = usePeriodText(naturalUnit(rangeOf(measure, page)))
  const parts = partsOf(metric, measure.Dimension ?? 'Period', answer, currency)
  if (parts.length < 2) return <p className="note">{say('noParts')}</p>
  const isCompared = parts.some(({ before }) => typeof before === 'number')
  const lines: Line[] = [
    ...(isCompared
      ? [{ name: sayTable(`row.${comparisonOf(measure, page)}`), values: parts.map(({ before }) => before ?? null), look: 'before' as const }]
      : []),
    { name, values: parts.map(({ value, state }) => (state === 'to-come' ? null : value)), look: 's1' },
  ]
  return (
    <>
      <LineChart
        label={say('chart', { name })}
        lines={lines}
        points={parts.map(({ key }) => (measure.Dimension === 'Hour' ? key.slice(0, 2) : text.short(key)))}
        compact={compact}
      />
      {isCompared && <LineKey lines={lines} />}
    </>
  )
}

/** A measure by the hour of the trading day, as dark as it was busy; every hour opens its receipts. */
export const MeasureStrip = (shown: Shown) => {
  const { measure, metric, currency } = shown
  const config = useVenueConfig()
  const name = useMeasureName()(measure)
  const { data, error, refetch } = useMeasure(shown)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data || !config) return <Waiting rows={2} />
  const answer = data as SalesAnswer
  return (
    <ServiceStrip
      answer={answer}
      currency={currency}
      figure={metric.field as HourFigure}
      title={name}
      now={nowOf(answer, config)}
      target={(drill: Drill) => reportOf(shown, { drill: writeDrill(drill) })}
    />
  )
}

/** Where the moment of the answer stands on the strip. */
const nowOf = (answer: SalesAnswer, config: VenueConfig) => {
  if (!answer.Periods.some(({ State }) => State === 'open')) return undefined
  const time = readAt(answer, config)
  const first = answer.Hours?.[0]?.LocalHour ?? 5
  return { hours: (Number(time.slice(0, 2)) + Number(time.slice(3)) / 60 - first + 24) % 24, time }
}
