import { useMemo, useState } from 'react'
import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { Explained } from '#features/reports/kit/screen/explained.part.tsx'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import { NoDataBefore, usePlacesAsked } from '#features/reports/kit/screen/no-data.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { trendWords } from '#features/reports/kit/trend.messages.ts'
import { trendScreenWords } from '#features/reports/kit/trend-screen.messages.ts'
import { type TrendAnswer, trend } from '#features/reports/trend/trend.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { addDays } from '#shared/day.ts'
import type { Table } from '#shared/endpoint.ts'
import { percentText } from '#shared/money.ts'
import { rangeToUrl } from '#shared/range.ts'
import { Beside } from '#ui/beside.tsx'
import { useTable } from '#ui/call-table.tsx'
import { DataTable, type Row } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type Line, LineChart, LineKey } from '#ui/line-chart.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './trend.module.css'

interface TrendPartProps {
  /** The day looked at, and the locations; all where none are named. */
  date: string
  locations: string | undefined
  currency: string
}

type Span = 'hours' | 'days' | 'weeks'
type Trend = TrendAnswer['Totals']

/** Where the day stands against those before it, and what led up to it. */
export const TrendPart = ({ date, locations, currency }: TrendPartProps) => {
  const say = useSay(trendScreenWords)
  const { language } = useLanguage()
  const [span, setSpan] = useState<Span>('hours')
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const query = useMemo(() => ({ TrendDate: date, View: span, ...(locations ? { Locations: locations } : {}) }), [date, span, locations])
  const { View: _, ...asked } = query
  const { data, error, refetch } = useCall(trend.trend, { query: asked as never }, { keepLast: true })
  const table = useTable(trend.trend, data, query)
  return (
    <Beside>
      <div className="bar-head">
        <h2>
          {say('title')} <small>{dayText(date, language)}</small>
        </h2>
        <Segmented
          label={say('span')}
          value={span}
          onChange={setSpan}
          options={(['hours', 'days', 'weeks'] as const).map((value) => ({ value, label: say(value) }))}
        />
        <Segmented label={say('look')} value={look} onChange={setLook} options={(['chart', 'table'] as const).map((value) => ({ value, label: say(value) }))} />
        <FileActs path={trend.trend.path} query={query} />
      </div>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data && table ? (
        <div className={styles.both}>
          {look === 'chart' ? (
            <TrendChart totals={data.Totals} span={span} currency={currency} />
          ) : (
            <DataTable
              table={table}
              caption={say('title')}
              currency={currency}
              rowKey={(row) => String(row.Period)}
              target={(row, { key }) => (row !== 'totals' && key === 'Net' ? receiptsOf(String(row.Period), span, date) : undefined)}
            />
          )}
          <div>
            {span === 'hours' && <Projected totals={data.Totals} currency={currency} />}
            <DayTarget totals={data.Totals} currency={currency} />
            <ToDate totals={data.Totals} locations={locations} currency={currency} />
          </div>
        </div>
      ) : (
        <Waiting rows={6} />
      )}
    </Beside>
  )
}

/** The receipts of an hour, a day or a week of the trend: its days become the screen's, and what proves the figure is open. */
const receiptsOf = (period: string, span: Span, date: string): Target => {
  if (span === 'hours') return receiptsIn(date, date, { period, figure: 'Net' })
  const end = addDays(period, 6)
  return span === 'days' ? receiptsIn(period, period) : receiptsIn(period, end < date ? end : date)
}

const receiptsIn = (from: string, to: string, drill: Drill = { figure: 'Net' }): Target => ({
  // The trend is of everything sold, whatever part of it the screen is about.
  change: { range: rangeToUrl({ from, to }), drill: writeDrill(drill), days: undefined, part: undefined, items: undefined, by: undefined, receipt: undefined },
})

const TrendChart = ({ totals, span, currency }: { totals: Trend; span: Span; currency: string }) => {
  const say = useSay(trendWords)
  const sayScreen = useSay(trendScreenWords)
  const { language } = useLanguage()
  const { compact } = useFigureText(currency)
  const { lines, points } = useMemo(() => linesOf(totals, span, say), [totals, span, say])
  const name = (point: string) =>
    span === 'hours'
      ? point.slice(0, 2)
      : dayText(point, language, 'full')
          .replace(/\s\d{4}$/, '')
          .replace(/^\S+\s/, '')
  const come = totals.Periods.filter(({ State }) => State !== 'to-come').length
  return (
    <div>
      <LineChart
        label={sayScreen('chartLabel')}
        lines={lines}
        points={points.map(name)}
        now={span === 'hours' && totals.State === 'open' ? come - 1 : undefined}
        compact={(value) => compact('Net', value)}
      />
      <LineKey lines={lines} />
    </div>
  )
}

const linesOf = (
  { Periods, Days, Weeks }: Trend,
  span: Span,
  say: (key: 'Cumulative' | 'LastWeek' | 'FourWeekAverage' | 'LastYear' | 'Net' | 'Average') => string,
) => {
  if (span === 'hours') {
    const line = (key: 'Cumulative' | 'LastWeek' | 'FourWeekAverage' | 'LastYear', look: Line['look']): Line => ({
      name: say(key),
      values: Periods.map((period) => period[key]),
      look,
    })
    return {
      points: Periods.map(({ Period }) => Period),
      // A day without trade is left out: it would lie along the foot as if nothing had been sold in trading.
      lines: [line('LastYear', 's3'), line('FourWeekAverage', 's2'), line('LastWeek', 'before'), line('Cumulative', 's1')].filter(({ values }) =>
        values.some((value) => value !== null && value !== 0),
      ),
    }
  }
  const points = span === 'days' ? Days : Weeks
  const line = (key: 'Net' | 'Average', look: Line['look']): Line => ({ name: say(key), values: points.map((point) => point[key]), look })
  return { points: points.map(({ Period }) => Period), lines: [line('Net', 's1'), line('Average', 's2')] }
}

/** What the day will come to, and how that is worked out. */
const Projected = ({ totals, currency }: { totals: Trend; currency: string }) => {
  const say = useSay(trendScreenWords)
  const { language } = useLanguage()
  const { full, money } = useFigureText(currency)
  const { Projection, UsualSharePercent, Net, State } = totals
  if (State !== 'open') return null
  if (Projection === null || UsualSharePercent === null || Net === null) return <p className="note">{say('notProjected')}</p>
  return (
    <p className={styles.projected}>
      {say('projected')} <b>{full(Projection)}</b>
      <Explained label={say('whyProjected')} title={say('projected')}>
        <p>{say('projectedMeans')}</p>
        <p>{say('projectedWorked', { net: money(Net), share: percentText(UsualSharePercent / 100, language, false), projection: money(Projection) })}</p>
      </Explained>
    </p>
  )
}

/** What the whole day is to bring. */
const DayTarget = ({ totals: { Net, Target, State }, currency }: { totals: Trend; currency: string }) => {
  const say = useSay(trendScreenWords)
  const { language } = useLanguage()
  const { full, signed } = useFigureText(currency)
  const change = changeOf('Net', Net, Target, null)
  if (Target === null || !change) return null
  const percent = change.ratio === undefined ? '' : ` (${percentText(change.ratio, language)})`
  return (
    <p className={styles.projected}>
      {say(State === 'open' ? 'targetOpen' : 'targetDay')} <b>{full(Target)}</b> {signed('Net', change.difference)}
      {percent}
    </p>
  )
}

/** Week, month and years so far against the same elapsed part of those before. */
const ToDate = ({ totals, locations, currency }: { totals: Trend; locations: string | undefined; currency: string }) => {
  const say = useSay(trendWords)
  const sayScreen = useSay(trendScreenWords)
  const sayTable = useSay(tableWords)
  const places = usePlacesAsked(locations)
  const unknown = (day: string) => noDataBefore([{ FromDate: day }], places)
  const change = (now: number | null, base: number | null, from?: string) =>
    now === null || base === null || base <= 0 || (from !== undefined && unknown(from)) ? null : Math.round(((now - base) / base) * 1000) / 10
  const by = (now: number | null, base: number | null, from?: string) =>
    from !== undefined && unknown(from) ? null : (changeOf('Net', now, base, null)?.difference ?? null)
  const hasTargets = totals.ToDate.some(({ Target }) => Target !== null)
  const table: Table = {
    title: '',
    notes: [],
    columns: [
      { key: 'Of', title: sayScreen('toDate'), kind: 'text' },
      { key: 'Net', title: say('Net'), kind: 'money' },
      { key: 'Previous', title: sayScreen('before'), kind: 'money' },
      { key: 'Difference', title: sayTable('changeBy'), kind: 'money' },
      { key: 'Change', title: sayScreen('change'), kind: 'percent' },
      { key: 'LastYear', title: say('LastYear'), kind: 'money' },
      { key: 'DifferenceYear', title: sayTable('changeBy'), kind: 'money' },
      { key: 'ChangeYear', title: sayScreen('change'), kind: 'percent' },
      ...(hasTargets
        ? [
            { key: 'Target', title: say('target'), kind: 'money' as const },
            { key: 'OverTarget', title: sayTable('changeBy'), kind: 'money' as const },
            { key: 'OnTarget', title: sayScreen('change'), kind: 'percent' as const },
          ]
        : []),
    ],
    rows: totals.ToDate.map(({ Of, Net, PreviousFrom, Previous, LastYearFrom, LastYear, Target }) => ({
      Of: say(Of),
      Net,
      Previous,
      Difference: by(Net, Previous, PreviousFrom),
      Change: change(Net, Previous, PreviousFrom),
      LastYear,
      DifferenceYear: by(Net, LastYear, LastYearFrom),
      ChangeYear: change(Net, LastYear, LastYearFrom),
      ...(hasTargets ? { Target, OverTarget: by(Net, Target), OnTarget: change(Net, Target) } : {}),
    })),
  }
  const earliest = totals.ToDate.flatMap(({ PreviousFrom, LastYearFrom }) => unknown(PreviousFrom) ?? unknown(LastYearFrom) ?? [])[0]
  const runOf = (row: Row | 'totals') => (row === 'totals' ? undefined : totals.ToDate[table.rows.indexOf(row)])
  return (
    <>
      <DataTable
        table={table}
        caption={sayScreen('toDate')}
        currency={currency}
        rowKey={({ Of }) => String(Of)}
        target={(row, { key }) => {
          const run = key === 'Net' ? runOf(row) : undefined
          return run && receiptsIn(run.FromDate, run.ToDate)
        }}
      />
      {earliest && <NoDataBefore day={earliest} />}
    </>
  )
}
