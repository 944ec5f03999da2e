import { useSay } from '#ui/language.tsx'
import { MeasureLine, MeasureStrip } from './lines.part.tsx'
import { measureWords } from './measures.messages.ts'
import styles from './measures.module.css'
import { metricOf } from './metrics.rules.ts'
import { MeasureBars, MeasureTable } from './parts-of.part.tsx'
import { OwnDays, Tile } from './tile.part.tsx'
import { type Shown, useMeasureName } from './use-measure.part.ts'

/** A measure as it is drawn; one that is not for the reader is named, and has no number. */
export const MeasureShown = ({ measure, page, currency }: Omit<Shown, 'metric'>) => {
  const name = useMeasureName()(measure)
  const metric = metricOf(measure.Metric)
  if (!metric || !measure.Permitted) return <NotPermitted name={name} />
  const shown = { measure, metric, page, currency }
  if (measure.Visual === 'tile') return <Tile {...shown} />
  if (measure.Visual === 'heat') return <MeasureStrip {...shown} />
  const Parts = { line: MeasureLine, bar: MeasureBars, table: MeasureTable }[measure.Visual]
  return (
    <>
      <div className="bar-head">
        <h2>{name}</h2>
        <OwnDays {...shown} />
      </div>
      <Parts {...shown} />
    </>
  )
}

const NotPermitted = ({ name }: { name: string }) => {
  const say = useSay(measureWords)
  return (
    <div className={styles.denied}>
      <h2>{name}</h2>
      <p>{say('notPermitted')}</p>
      <p className="note">{say('notPermittedWhy')}</p>
    </div>
  )
}
