import type { CSSProperties } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { UNITS, type Unit } from '#features/reports/kit/period.rules.ts'
import { fits } from '#features/reports/kit/range.rules.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { NoCost } from '#features/reports/kit/screen/no-cost.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { ScreenState } from '#features/reports/kit/screen/screen-state.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Table } from '#shared/endpoint.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { ColumnPicker } from '#ui/columns.tsx'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Detail, Tall } from './ledger-tall.part.tsx'
import { Wide } from './ledger-wide.part.tsx'
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
    <section className={ledger.ledger} style={{ '--n': answer.Periods.length } as CSSProperties}>
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

const Notes = ({ answer, time }: { answer: SalesAnswer; time: string }) => {
  const say = useSay(reportWords)
  const period = usePeriodText(answer.Interval)
  const open = answer.Periods.find(({ State }) => State === 'open')
  return (
    <>
      {open && <p className="note">{say(openNote(answer), { period: period.long(open.Period), time })}</p>}
      {answer.Compare?.Kind === 'target' && <TargetNotes answer={answer} />}
      {answer.Periods.some(({ Partial }) => Partial) && <p className="note">{say('notePartial')}</p>}
      <NoCost rows={[answer.Totals, ...answer.Locations]} />
      {answer.Totals.DeliveryCount === null && <p className="note">{say('noteKept')}</p>}
    </>
  )
}

/** What an open period is held against. */
const openNote = ({ Compare }: SalesAnswer) => (Compare?.Kind === 'target' ? 'noteOpenTarget' : Compare ? 'noteOpen' : 'noteOpenAlone')
