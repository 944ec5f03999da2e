import type { CSSProperties } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { naturalUnit } from '#features/reports/kit/range.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { NoDataBefore } from '#features/reports/kit/screen/no-data.part.tsx'
import { momentText, usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { heldAgainst, rangeOf } from './ask-metric.rules.ts'
import { measureWords } from './measures.messages.ts'
import styles from './measures.module.css'
import { metricWords } from './metrics.messages.ts'
import { partsTable } from './parts-table.rules.ts'
import { partsOf, readingOf, withoutTarget } from './read-metric.rules.ts'
import { useUnitText } from './unit-text.part.tsx'
import { reportOf, type Shown, unknownBefore, useMeasure, useMeasureName } from './use-measure.part.ts'

/** The parts of a measure with their names, and what the answer comes to. */
const useParts = (shown: Shown) => {
  const { measure, metric, page, currency } = shown
  const { data, error, refetch } = useMeasure(shown)
  const text = usePeriodText(naturalUnit(rangeOf(measure, page)))
  const dimension = measure.Dimension ?? metric.dimensions[0]
  const against = heldAgainst(metric, measure, page)
  const parts = data && dimension ? partsOf(metric, dimension, data, currency, against).filter(({ state }) => state !== 'to-come') : undefined
  const named = parts?.map((part) => ({ ...part, name: dimension === 'Period' ? text.short(part.key) : part.name }))
  return {
    parts: named,
    dimension,
    unknown: unknownBefore(shown, data),
    reading: data ? readingOf(metric, data, currency, against) : undefined,
    missing: withoutTarget(data),
    error,
    refetch,
  }
}

/** Where a part of a measure leads: a place to the report of it alone, an item to its receipts, anything else to the report. */
const partTarget = (shown: Shown, dimension: string | undefined, key: string): Target => {
  const { metric } = shown
  if (dimension === 'Item' && metric.source === 'best') return reportOf(shown, { items: key, drill: writeDrill({ figure: 'Net' }) })
  if (dimension === 'Location' && key !== 'null') {
    const proof = metric.source === 'sales' ? { drill: writeDrill({ locationId: Number(key), figure: metric.field as FigureName }) } : { loc: key }
    return reportOf(shown, proof)
  }
  return reportOf(shown)
}

/** A measure as rows: each part, what it was, and how it changed. */
export const MeasureTable = (shown: Shown) => {
  const { measure, metric, page, currency } = shown
  const say = useSay(measureWords)
  const sayTable = useSay(tableWords)
  const sayMetric = useSay(metricWords)
  const { language } = useLanguage()
  const name = useMeasureName()(measure)
  const { parts, dimension = 'Location', unknown, reading, missing, error, refetch } = useParts(shown)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!parts) return <Waiting rows={4} />
  if (parts.length === 0) return <p className="note">{say('noParts')}</p>
  const kind = heldAgainst(metric, measure, page)
  const { from, to } = rangeOf(measure, page)
  // A period's own target is of all of it.
  const isTargetSoFar = kind === 'target' && metric.source !== 'trend' && dimension !== 'Period' && from !== to && to >= page.calendar.today
  const table = partsTable({
    metric,
    parts,
    total: dimension === 'Location' ? reading : undefined,
    isKnown: unknown === undefined,
    titles: {
      ...{ title: name, part: say(`part.${dimension}`), sold: say('sold'), change: say('change'), received: say('received') },
      value: metric.source === 'best' ? sayTable('Net') : sayMetric(metric.id as Parameters<typeof sayMetric>[0]),
      ...{ before: sayTable(isTargetSoFar ? 'targetSoFar' : `row.${kind}`), customers: sayTable('Customers'), total: sayTable('allLocations') },
    },
    momentOf: (at, today) => momentText(at, today, language),
  })
  return (
    <>
      <DataTable
        table={table}
        caption={name}
        currency={currency}
        rowKey={(row) => String(row.key)}
        target={(row, { key }) => (key !== 'value' ? undefined : row === 'totals' ? reportOf(shown) : partTarget(shown, dimension, String(row.key)))}
      />
      {unknown && <NoDataBefore day={unknown} />}
      {kind === 'target' && <NoTarget missing={missing} told={parts.some(({ before }) => typeof before === 'number')} />}
    </>
  )
}

const NoTarget = ({ missing, told }: { missing: readonly string[]; told: boolean }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  if (missing.length > 0 && told) return <p className="note">{say('noTargetFor', { locations: missing.join(language === 'jp' ? '、' : ', ') })}</p>
  return told ? null : <p className="note">{say('noTargetHere')}</p>
}

/** A measure as bars, one for each part; the longest is the largest. */
export const MeasureBars = (shown: Shown) => {
  const { metric, currency } = shown
  const say = useSay(measureWords)
  const { plain } = useUnitText(metric.unit, currency)
  const { parts, dimension, error, refetch } = useParts(shown)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!parts) return <Waiting rows={4} />
  if (parts.length === 0) return <p className="note">{say('noParts')}</p>
  const most = Math.max(...parts.map(({ value }) => Math.abs(value ?? 0))) || 1
  return (
    <ul className={styles.bars}>
      {parts.map(({ key, name, value }) => (
        <li key={key}>
          <Go {...partTarget(shown, dimension, key)}>
            <span>{name}</span>
            <b>{value === null ? '–' : plain(value)}</b>
            <i style={{ '--part': Math.abs(value ?? 0) / most } as CSSProperties} />
          </Go>
        </li>
      ))}
    </ul>
  )
}
