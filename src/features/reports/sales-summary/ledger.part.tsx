import type { CSSProperties, ReactNode } from 'react'
import { changeOf, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { UNITS, type Unit } from '#features/reports/kit/period.rules.ts'
import { fits } from '#features/reports/kit/range.rules.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { ScreenState } from '#features/reports/kit/screen/screen-state.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { cellText } from '#shared/cell-text.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { ColumnPicker, useShownColumns } from '#ui/columns.tsx'
import { DataTable, Nil, type Row } from '#ui/data-table.tsx'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { PHONE } from '#ui/phone-order.ts'
import { scrollCue } from '#ui/scroll-cue.ts'
import { Segmented } from '#ui/segmented.tsx'
import { useMedia } from '#ui/use-media.ts'
import { Chart } from './chart.part.tsx'
import styles from './days.module.css'
import type { SalesAnswer } from './sales-summary.contract.ts'
import { DETAIL, isTall, SALES_DETAIL } from './sales-table.rules.ts'
import { TargetNotes } from './target-notes.part.tsx'

interface LedgerProps {
  answer: SalesAnswer
  /** The rows of screen and files. */
  table: Table
  state: ScreenState
  currency: string
  /** The locations' clock, for saying up to when an open period counts. */
  time: string
  onChange: (changes: Record<string, string | undefined>) => void
}

const UNIT_NAMES = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const
const SHOWN: readonly FigureName[] = [...DETAIL.filter((figure) => figure !== 'Rounding'), 'AmountExTax', 'GrossProfit', 'AverageSale']

/** The report itself: the chart standing on its table, or every figure in detail. */
export const Ledger = ({ answer, table, state, currency, time, onChange }: LedgerProps) => {
  const say = useSay(reportWords)
  const sayFigure = useSay(tableWords)
  const tall = isTall(answer)
  const title = say(tall ? 'allBy' : 'byLocation', { unit: say(answer.Interval) })
  const range = { from: answer.FromDate, to: answer.ToDate }
  const isMoney = table.columns.some(({ kind }) => kind === 'money')
  const of =
    state.view === 'detail'
      ? currency
      : isMoney
        ? `${say('tableOf', { figure: sayFigure(state.figure), currency })} ${say('includingGst')}`
        : sayFigure(state.figure)
  return (
    <section className={ledger.ledger} style={{ '--n': answer.Periods.length, ...roomFor(answer) } as CSSProperties}>
      <div className="bar-head">
        <h2>
          {title} <small>{of}</small>
        </h2>
        {state.view === 'detail' && <ColumnPicker choice={SALES_DETAIL} columns={table.columns} />}
        {state.view === 'summary' && (
          <BlankMenu
            label={say('chooseFigure')}
            value={state.figure}
            options={SHOWN.map((figure) => ({ value: figure, label: sayFigure(figure) }))}
            onChange={(figure) => onChange({ fig: figure === 'Net' ? undefined : figure })}
          />
        )}
        <Segmented
          label={say('view')}
          value={state.view}
          options={(['summary', 'detail'] as const).map((view) => ({ value: view, label: say(view) }))}
          onChange={(view) => onChange({ view: view === 'summary' ? undefined : view })}
        />
        <Segmented<Unit>
          label={say('by')}
          value={answer.Interval}
          options={UNITS.map((unit) => ({ value: unit, label: say(UNIT_NAMES[unit]), disabled: !fits(range, unit) }))}
          onChange={(unit) => onChange({ by: unit })}
        />
      </div>
      {state.view === 'detail' ? (
        <Detail answer={answer} table={table} state={state} currency={currency} title={title} />
      ) : tall ? (
        <Tall answer={answer} table={table} state={state} currency={currency} title={title} />
      ) : (
        <Wide answer={answer} table={table} state={state} currency={currency} title={title} />
      )}
      <Notes answer={answer} time={time} />
    </section>
  )
}

type BodyProps = Omit<LedgerProps, 'time' | 'onChange'> & { title: string }

const targetOf = (drill: Drill): Target => ({ change: { drill: writeDrill(drill), receipt: undefined } })
const isDrilled = (drill: Drill, open: Drill | undefined): boolean => open !== undefined && writeDrill(drill) === writeDrill(open)

/** Columns of what is compared, which no receipts are behind. */
const COMPARED: readonly string[] = ['Compared', 'Difference']
/** What the table has between its periods and the change: nothing, the change in money, or the target as well. */
const roomFor = ({ Compare }: SalesAnswer): Record<string, string> => (Compare ? { '--targets': Compare.Kind === 'target' ? '168px' : '84px' } : {})

/** Locations down, periods across, the bars standing on their columns. */
const Wide = ({ answer, table, state, currency, title }: BodyProps) => {
  const period = usePeriodText(answer.Interval)
  const sayTable = useSay(tableWords)
  const { figure, drill } = state
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  const partOf = (key: string) =>
    key === 'Total' || key === 'Change' || key === 'Difference' ? isOpen : answer.Periods.find(({ Period }) => Period === key)?.State === 'open'
  const cellOf = (row: Row, column: Column, locationId: number | undefined) => {
    if (column.key === 'Difference') return <Difference value={row.Difference} figure={figure} currency={currency} />
    if (COMPARED.includes(column.key)) return <Cell value={row[column.key]} column={column} currency={currency} />
    const opened: Drill = { figure, ...(locationId === undefined ? {} : { locationId }), ...(column.key === 'Total' ? {} : { period: column.key }) }
    return <Cell value={row[column.key]} column={column} currency={currency} target={targetOf(opened)} open={isDrilled(opened, drill)} />
  }
  const columns = table.columns.slice(1).filter(({ key }) => key !== 'Change')
  const isPeriod = ({ key }: Column) => answer.Periods.some(({ Period }) => Period === key)
  const isPhone = useMedia(PHONE)
  /** A row's cells: on a phone the sum and its change come first, else beside the bars that stand on the periods. */
  const across = (draw: (column: Column) => ReactNode, change: ReactNode) => {
    const sums = [...columns.filter((column) => !isPeriod(column)).map(draw), change]
    const periods = columns.filter(isPeriod).map(draw)
    return isPhone ? [...sums, ...periods] : [...periods, ...sums]
  }
  const classOf = (key: string) =>
    `${key === 'Total' ? styles.total : COMPARED.includes(key) ? styles.target : ''} ${partOf(key) ? 'part' : ''}`.trim() || undefined
  const tableDrawn = (
    <table className={styles.days}>
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{sayTable('location')}</th>
          {across(
            ({ key, title: name }) => (
              <th scope="col" key={key} className={classOf(key)}>
                {key === 'Total' || COMPARED.includes(key) ? name : period.short(key)}
                {answer.Periods.find(({ Period }) => Period === key)?.Partial && ' †'}
              </th>
            ),
            answer.Compare && (
              <th scope="col" className="chg" key="change">
                {sayTable('change')}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          <tr key={String(row.LocationId)}>
            <th scope="row">{row.Location}</th>
            {across(
              (column) => (
                <td key={column.key} className={classOf(column.key)}>
                  {cellOf(row, column, Number(row.LocationId))}
                </td>
              ),
              answer.Compare && (
                <Change
                  key="change"
                  figure={figure}
                  now={answer.Locations[i]}
                  base={comparableBase(answer.Compare.Locations[i], answer.Compare, answer.Locations.slice(i, i + 1))}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
      {table.totals && (
        <tfoot>
          <tr className="sum">
            <th scope="row">{table.totals.Location}</th>
            {across(
              (column) => (
                <td key={column.key} className={classOf(column.key)}>
                  {cellOf(table.totals ?? {}, column, undefined)}
                </td>
              ),
              answer.Compare && (
                <Change
                  key="change"
                  figure={figure}
                  now={answer.Totals}
                  base={comparableBase(answer.Compare.Totals, answer.Compare, answer.Locations)}
                  part={isOpen}
                />
              ),
            )}
          </tr>
          {table.beneath?.map((row) => (
            <tr className="then" key={String(row.Location)}>
              <th scope="row">{row.Location}</th>
              {across(
                (column) => (
                  <td key={column.key} className={column.key === 'Total' ? styles.total : undefined}>
                    <Cell value={row[column.key]} column={column} currency={currency} />
                  </td>
                ),
                <td className="chg" key="change" />,
              )}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  )
  const chart = <Chart answer={answer} figure={figure} currency={currency} label={title} standing />
  const fitsBeside = answer.Periods.length <= 7
  return (
    <>
      {fitsBeside && chart}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll" aria-label={title} tabIndex={0} ref={scrollCue}>
        {!fitsBeside && chart}
        {tableDrawn}
      </section>
    </>
  )
}

const Cell = ({
  value,
  column,
  currency,
  target,
  open,
}: {
  value: Row[string] | undefined
  column: Column
  currency: string
  target?: Target
  open?: boolean
}) => {
  const { language } = useLanguage()
  const written = cellText(value, column.kind, language, currency)
  if (written === null) return <Nil />
  const zero = value === 0 ? 'nil' : undefined
  if (!target) return <span className={zero}>{written}</span>
  return (
    <Go {...target} className={zero} aria-current={open ? 'true' : undefined}>
      {written}
    </Go>
  )
}

type Figures = { [K in FigureName]?: number | null }

const Change = ({ figure, now, base, part }: { figure: FigureName; now: Figures | undefined; base: Figures | undefined; part?: boolean }) => {
  const change = changeOf(figure, now?.[figure], base?.[figure], base?.Sales)
  const verdict = change && change.verdict !== 'neutral' ? change.verdict : ''
  return (
    <td className={`chg ${verdict} ${part ? 'part' : ''}`}>
      <ChangePercent change={change} />
    </td>
  )
}

/** What a figure is more or less than the one it is compared with. */
const Difference = ({ value, figure, currency }: { value: Row[string] | undefined; figure: FigureName; currency: string }) => {
  const change = typeof value === 'number' ? changeOf(figure, value, 0, null) : undefined
  return (
    <span className={changeClass(change)}>
      <ChangeBy figure={figure} change={change} currency={currency} />
    </span>
  )
}

/** Periods down, locations across: for more periods than a page is wide. */
const Tall = ({ answer, table, state, currency, title }: BodyProps) => {
  const period = usePeriodText(answer.Interval)
  const { figure, drill } = state
  const drillAt = (row: Row | 'totals', column: Column): Drill | undefined => {
    if (!column.key.startsWith('loc:') && column.key !== 'Total') return undefined
    return {
      figure,
      ...(column.key === 'Total' ? {} : { locationId: Number(column.key.slice(4)) }),
      ...(row === 'totals' ? {} : { period: String(row.Period) }),
    }
  }
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  return (
    <div className={styles.tall}>
      <Chart answer={answer} figure={figure} currency={currency} label={title} standing={false} />
      <DataTable
        table={table}
        caption={title}
        currency={currency}
        className={table.rows.length <= 31 ? 'short' : ''}
        rowKey={(row) => String(row.Period)}
        target={(row, column) => {
          const opened = drillAt(row, column)
          return opened && targetOf(opened)
        }}
        isOpen={(row, column) => {
          const opened = drillAt(row, column)
          return opened !== undefined && isDrilled(opened, drill)
        }}
        isPart={() => isOpen}
        cell={(row, column) => {
          if (column.key === 'Difference') return <Difference value={(row === 'totals' ? table.totals : row)?.Difference} figure={figure} currency={currency} />
          if (column.key === 'Change') return <TallChange answer={answer} figure={figure} period={row === 'totals' ? undefined : String(row.Period)} />
          if (column.key === 'Period') return row === 'totals' ? undefined : period.long(String(row.Period))
          return row === 'totals' ? undefined : quietZero(row, column, currency, drillAt(row, column))
        }}
        {...(table.totals ? { totalsTitle: String(table.totals.Period) } : {})}
      />
    </div>
  )
}

const TallChange = ({ answer, figure, period }: { answer: SalesAnswer; figure: FigureName; period: string | undefined }) => {
  const at = period === undefined ? -1 : answer.Periods.findIndex(({ Period }) => Period === period)
  const { Totals, Compare, FromDate, Locations } = answer
  const now = period === undefined ? Totals[figure] : Totals.ByPeriod[figure][at]
  const base = comparableBase(Compare?.Totals, Compare, Locations, { begins: FromDate, part: answer.Periods[at]?.FromDate ?? FromDate })
  const comparedIn = (name: FigureName) => (period === undefined ? base?.[name] : base?.ByPeriod[name][at])
  const change = answer.Periods[at]?.State === 'to-come' ? undefined : changeOf(figure, now, comparedIn(figure), comparedIn('Sales'))
  return (
    <span className={change?.verdict === 'good' || change?.verdict === 'bad' ? `chg ${change.verdict}` : 'chg'}>
      <ChangePercent change={change} />
    </span>
  )
}

/** Where nothing was sold the zero is there, but does not shout. */
const quietZero = (row: Row, column: Column, currency: string, opened: Drill | undefined) =>
  row[column.key] === 0 ? <Cell value={0} column={column} currency={currency} {...(opened ? { target: targetOf(opened) } : {})} /> : undefined

/** One row for each location and period, every figure a column. */
const Detail = ({ answer, table, state, currency, title }: BodyProps) => {
  const columns = useShownColumns(SALES_DETAIL, table.columns)
  const period = usePeriodText(answer.Interval)
  const drillAt = (row: Row | 'totals', column: Column): Drill | undefined => {
    const figure = DETAIL.find((name) => name === column.key)
    if (!figure) return undefined
    return row === 'totals' ? { figure } : { figure, locationId: Number(row.LocationId), period: String(row.Period) }
  }
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  return (
    <DataTable
      table={{ ...table, columns }}
      caption={title}
      currency={currency}
      rowKey={(row) => `${row.LocationId} ${row.Period}`}
      target={(row, column) => {
        const opened = drillAt(row, column)
        return opened && targetOf(opened)
      }}
      isOpen={(row, column) => {
        const opened = drillAt(row, column)
        return opened !== undefined && isDrilled(opened, state.drill)
      }}
      isPart={() => isOpen}
      cell={(row, column) => {
        if (row === 'totals') return column.key === 'Period' ? '' : undefined
        return column.key === 'Period' ? period.long(String(row.Period)) : quietZero(row, column, currency, drillAt(row, column))
      }}
      {...(table.beneath?.[0] ? { beneath: table.beneath[0] } : {})}
    />
  )
}

const Notes = ({ answer, time }: { answer: SalesAnswer; time: string }) => {
  const say = useSay(reportWords)
  const period = usePeriodText(answer.Interval)
  const open = answer.Periods.find(({ State }) => State === 'open')
  return (
    <>
      {open && <p className="note">{say(openNote(answer), { period: period.long(open.Period), time })}</p>}
      {answer.Compare?.Kind === 'target' && <TargetNotes answer={answer} />}
      {answer.Periods.some(({ Partial }) => Partial) && <p className="note">{say('notePartial')}</p>}
      {answer.Totals.DeliveryCount === null && <p className="note">{say('noteKept')}</p>}
    </>
  )
}

/** What an open period is held against. */
const openNote = ({ Compare }: SalesAnswer) => (Compare?.Kind === 'target' ? 'noteOpenTarget' : Compare ? 'noteOpen' : 'noteOpenAlone')
