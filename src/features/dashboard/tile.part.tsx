import { Suspense } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { Explained } from '#features/reports/kit/screen/explained.part.tsx'
import { NoDataBefore } from '#features/reports/kit/screen/no-data.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { instantIn } from '#shared/day.ts'
import { percentText } from '#shared/money.ts'
import { type Range, rangeText } from '#shared/range.ts'
import { errorText } from '#ui/call-error.ts'
import { FittedFigure } from '#ui/fitted-figure.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useLookOnly } from '#ui/look-only.ts'
import { Spark } from '#ui/spark.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { lazyWhenNear } from '#ui/when-near.ts'
import { heldAgainst, rangeOf } from './ask-metric.rules.ts'
import { type Changed, changeFrom } from './change.rules.ts'
import { measureWords } from './measures.messages.ts'
import { courseOf, readingOf, withoutTarget } from './read-metric.rules.ts'
import styles from './tile.module.css'
import { BigNumber, useUnitText } from './unit-text.part.tsx'
import { reportOf, type Shown, unknownBefore, useMeasure, useMeasureName } from './use-measure.part.ts'

const About = lazyWhenNear(() => import('./about.part.tsx'))

/** As high as a number: a plain space has no height, and what is below would move. */
const NO_NUMBER_YET = '\u00a0'

/** A measure as one number with its course and how it changed; all of it leads to its report. */
export const Tile = (shown: Shown) => {
  const { measure, metric, currency } = shown
  const name = useMeasureName()(measure)
  const { data, error, isPlaceholderData } = useMeasure(shown)
  const { language } = useLanguage()
  const lookOnly = useLookOnly()
  const { full, compact } = useUnitText(metric.unit, currency)
  const { total, before } = data ? readingOf(metric, data, currency, heldAgainst(metric, measure, shown.page)) : { total: null, before: undefined }
  const course = data ? courseOf(metric, data, currency) : []
  const unknown = unknownBefore(shown, data)
  const change = unknown ? undefined : changeFrom(metric, total, before)
  return (
    <div className={measure.Width > 1 ? `${styles.tile} hero` : styles.tile} aria-busy={isPlaceholderData}>
      <h2>
        <Go {...reportOf(shown)}>{name}</Go>
        {change?.verdict && metric.better === 'less' && <Verdict verdict={change.verdict} />}
        {data && !lookOnly ? <What shown={shown} name={name} answer={data} /> : null}
      </h2>
      <OwnDays {...shown} />
      <FittedFigure whole={total === null ? '–' : full(total)} short={total === null ? '–' : compact(total)} value={total}>
        {data ? <BigNumber value={total} unit={metric.unit} currency={currency} /> : NO_NUMBER_YET}
      </FittedFigure>
      <Spark now={course.map(({ value }) => value)} before={course.map(({ before }) => before ?? null)} isOpen={course.at(-1)?.state === 'open'} />
      {error && !data ? (
        <p className="note">{errorText(error, language)}</p>
      ) : unknown ? (
        <NoDataBefore day={unknown} />
      ) : (
        <Delta shown={shown} change={change} missing={withoutTarget(data)} />
      )}
    </div>
  )
}

/** A measure with days of its own says which. */
export const OwnDays = ({ measure, page }: Pick<Shown, 'measure' | 'page'>) => {
  const say = useSay(measureWords)
  const { language } = useLanguage()
  if (measure.Period === null) return null
  const range = rangeText(rangeOf(measure, page), language)
  return (
    <p className={styles.own} title={say('own', { range })}>
      {typeof measure.Period === 'string' ? say(`period.${measure.Period}`) : range}
    </p>
  )
}

const Verdict = ({ verdict }: { verdict: 'good' | 'bad' }) => {
  const say = useSay(reportWords)
  return <em className={verdict}> {say(verdict === 'good' ? 'better' : 'worse')}</em>
}

interface DeltaProps {
  shown: Shown
  change: Changed | undefined
  /** Locations for want of whose target there is none. */
  missing: readonly string[]
}

const Delta = ({ shown: { measure, metric, page, currency }, change, missing }: DeltaProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { tileChange } = useUnitText(metric.unit, currency)
  const kind = heldAgainst(metric, measure, page)
  if (!change) {
    const none = missing.length > 0 ? say('noTargetAt', { locations: missing.join(language === 'jp' ? '、' : ', ') }) : say('noTarget')
    return <p className="delta">{kind === 'target' ? none : ' '}</p>
  }
  const base = kind === 'none' ? '' : say((kind === 'target' && openTarget(rangeOf(measure, page), page, metric)) || 'onBase', { what: say(`on.${kind}`) })
  return (
    <p className={`delta ${change.verdict ?? ''}`}>
      {change.difference !== 0 && <Icon name={change.difference > 0 ? 'up' : 'down'} />}
      <b>{change.difference === 0 ? say('same') : tileChange(change.difference)}</b>{' '}
      {change.isNew ? say('new') : change.ratio !== undefined && change.difference !== 0 ? percentText(change.ratio, language) : ''}
      <span className={styles.base}> {base}</span>
    </p>
  )
}

/** What a target is called whose days are not over; a trend is of the last of them alone. */
const openTarget = ({ from, to }: Range, { calendar }: Shown['page'], { source }: Shown['metric']) => {
  if (to < calendar.today) return undefined
  return from === to || source === 'trend' ? 'onWholeTarget' : 'onTargetSoFar'
}

/** What the figure means: the report's own words where it is one of sales, with this answer's numbers. */
const What = ({ shown: { metric, currency }, name, answer }: { shown: Shown; name: string; answer: unknown }) => {
  const say = useSay(measureWords)
  const zone = useStoredUser()?.Config?.Locations[0]?.TimeZone ?? 'UTC'
  const { Totals, AsAt } = answer as { Totals?: Partial<Record<FigureName, number | null>>; AsAt?: string }
  if (metric.source === 'sales' && Totals && AsAt)
    return <Why figure={metric.field as FigureName} figures={Totals} currency={currency} time={instantIn(new Date(AsAt), zone).slice(11, 16)} />
  return (
    <Explained label={say('what', { name })} title={name}>
      <Suspense>
        <About metric={metric.id} />
      </Suspense>
    </Explained>
  )
}
