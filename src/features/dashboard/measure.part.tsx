import { Suspense, useState } from 'react'
import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { useSay } from '#ui/language.tsx'
import { useLookOnly } from '#ui/look-only.ts'
import { Segmented } from '#ui/segmented.tsx'
import { lazyWhenNear } from '#ui/when-near.ts'
import { placesOf } from './ask-metric.rules.ts'
import { metricOf } from './catalogue.rules.ts'
import { MeasureLine, MeasureStrip } from './lines.part.tsx'
import { measureWords } from './measures.messages.ts'
import styles from './measures.module.css'
import { MeasureBars, MeasureTable } from './parts-of.part.tsx'
import { OwnDays, Tile } from './tile.part.tsx'
import { type Shown, useMeasure, useMeasureName } from './use-measure.part.ts'

const HoursTable = lazyWhenNear(() => import('./hours-table.part.tsx'))

/** A measure as it is drawn; one that is not for the reader is named, and has no number. */
export const MeasureShown = ({ measure, page }: Pick<Shown, 'measure' | 'page'>) => {
  const metric = metricOf(measure.Metric)
  if (!metric || !measure.Permitted) return <NotPermitted measure={measure} />
  const shown = { measure, metric, page, currency: placesOf(measure, page).currency }
  if (measure.Visual === 'tile') return <Tile {...shown} />
  if (measure.Visual === 'heat') return <MeasureStrip {...shown} />
  return <Headed {...shown} />
}

/** A measure under a heading; a line is told as a table too. */
const Headed = (shown: Shown) => {
  const { measure } = shown
  const say = useSay(measureWords)
  const [seen, setSeen] = useState<'chart' | 'table'>('chart')
  const lookOnly = useLookOnly()
  const isLine = measure.Visual === 'line'
  const Body = isLine ? (seen === 'chart' ? MeasureLine : LineAsTable) : measure.Visual === 'bar' ? MeasureBars : MeasureTable
  return (
    <>
      <div className="bar-head">
        <h2>{useMeasureName()(measure)}</h2>
        <OwnDays {...shown} />
        {isLine && !lookOnly && (
          <Segmented
            label={say('seenAs')}
            value={seen}
            onChange={setSeen}
            options={(['chart', 'table'] as const).map((value) => ({ value, label: say(`as.${value}`) }))}
          />
        )}
      </div>
      <Body {...shown} />
    </>
  )
}

const LineAsTable = (shown: Shown) => {
  const { data } = useMeasure(shown)
  const name = useMeasureName()(shown.measure)
  if (shown.metric.source !== 'trend') return <MeasureTable {...shown} />
  if (!data) return null
  return (
    <Suspense>
      <HoursTable answer={data as TrendAnswer} name={name} currency={shown.currency} />
    </Suspense>
  )
}

const NotPermitted = ({ measure }: Pick<Shown, 'measure'>) => {
  const say = useSay(measureWords)
  return (
    <div className={styles.denied}>
      <h2>{useMeasureName()(measure)}</h2>
      <p>{say('notPermitted')}</p>
      <p className="note">{say('notPermittedWhy')}</p>
    </div>
  )
}
