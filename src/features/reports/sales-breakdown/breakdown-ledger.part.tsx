import type { CSSProperties } from 'react'
import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { isWithoutCost } from '#features/reports/kit/no-cost.rules.ts'
import { nextOrder, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { NoCost } from '#features/reports/kit/screen/no-cost.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { Column, TableWords } from '#shared/endpoint.ts'
import { moneyText } from '#shared/money.ts'
import { rangeText } from '#shared/range.ts'
import { ColumnPicker, useShownColumns } from '#ui/columns.tsx'
import { DataTable, type Row } from '#ui/data-table.tsx'
import { Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { breakdownCell } from './breakdown-cells.part.tsx'
import { BreakdownChart, isDrawn } from './breakdown-chart.part.tsx'
import { COLUMNS, isFigures, shownTable } from './breakdown-columns.rules.ts'
import styles from './breakdown-ledger.module.css'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { hasSharedRows, receiptsOf, type ShownView, showsItems } from './breakdown-screen.rules.ts'
import { figureIn, hasSeries, locationColumn, titleOf } from './breakdown-table.rules.ts'
import { HowTold } from './how-told.part.tsx'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'
import { ViewAndUnit } from './view-and-unit.part.tsx'

interface LedgerProps {
  answer: AnyBreakdown
  screen: BreakdownScreen
  words: TableWords
  time: string
  /** The reader may see receipts. */
  withReceipts: boolean
}

/** The total with its proof, and the rows with their shares. */
export const BreakdownLedger = (props: LedgerProps) => {
  const { answer, screen, words, time, withReceipts } = props
  const sayRow = useSay(breakdownWords)
  const { currency } = screen
  const { Totals, Figure } = answer
  if (Totals.Rows.length === 0) return <NothingThere answer={answer} screen={screen} />
  const title = titleOf(Figure, answer, words)
  const level = showsItems(screen.steps) ? 'plu' : (answer.By ?? (screen.view as 'group'))
  return (
    <>
      <section className={styles.whole} aria-label={title}>
        <h2>
          {title}
          <HowTold answer={answer} currency={currency} time={time} />
        </h2>
        <p className="fig">
          {withReceipts ? (
            <Go change={{ open: 'all', receipt: undefined }}>
              <BigFigure figure={Figure} value={figureIn(Totals, Figure)} currency={currency} />
            </Go>
          ) : (
            <BigFigure figure={Figure} value={figureIn(Totals, Figure)} currency={currency} />
          )}
        </p>
        <Whole {...props} title={title} />
      </section>
      <section className={ledger.ledger} style={{ '--n': answer.Periods.length } as CSSProperties}>
        <div className="bar-head">
          <h2>
            {sayRow(level)} <small>{currency}</small>
          </h2>
          {isFigures(answer, screen) && <ColumnPicker choice={COLUMNS[answer.Dimension]} columns={shownTable(answer, screen, words).columns} />}
          {answer.Dimension !== 'gpmargins' && <ViewAndUnit screen={screen} interval={answer.Interval} withLocations={answer.Locations.length > 1} />}
        </div>
        {isDrawn(answer) && <BreakdownChart answer={answer} currency={currency} title={title} isDetail={screen.across === 'detail'} />}
        <Rows {...props} />
        <Notes answer={answer} screen={screen} time={time} />
      </section>
    </>
  )
}

/** "32 rows add up to 12,345.60: the net sales of the Sales Summary." */
const Whole = ({ answer, screen, title }: LedgerProps & { title: string }) => {
  const say = useSay(screenWords)
  const { language } = useLanguage()
  const { Proof: proof, Totals } = answer
  const money = (value: number) => moneyText(value, screen.currency, language)
  // Without a cost there is no gross profit, and nothing that rows could add up to.
  if (answer.Dimension === 'gpmargins' && isWithoutCost(Totals)) return null
  if (!proof) return answer.Dimension === 'wastage' ? <p className="note">{say('noteWastage')}</p> : <p className="note">{say('part')}</p>
  if (!proof.Holds) return <Proof holds={false}>{say('disproof', { rows: money(proof.Rows), total: money(proof.SalesSummary) })}</Proof>
  return <Proof holds>{say('proof', { n: Totals.Rows.length, total: money(proof.SalesSummary), figure: title })}</Proof>
}

const Rows = ({ answer, screen, words, withReceipts }: LedgerProps) => {
  const period = usePeriodText(answer.Interval)
  const { currency, sort } = screen
  const whole = shownTable(answer, screen, words)
  const chosen = useShownColumns(COLUMNS[answer.Dimension], whole.columns)
  const table = { ...whole, columns: isFigures(answer, screen) ? chosen : whole.columns }
  const rowOf = (row: Row | 'totals') => (row === 'totals' ? undefined : answer.Totals.Rows.find(({ Key }) => Key === row.Key))
  const periods = new Set(answer.Periods.map(({ Period }) => Period))
  // Margins are shares of what has a cost; receipts stand behind all that was sold.
  const opens = ({ key }: Column) => key === (answer.Dimension === 'gpmargins' ? 'NetExTax' : answer.Figure) || key === 'Total'
  // A figure of one location leads to that location's own rows, with its receipts open.
  const placeOf = ({ key }: Column) => answer.Locations.find(({ LocationId }) => locationColumn(LocationId) === key)?.LocationId
  const most = Math.max(...answer.Totals.Rows.map(({ Share }) => Math.abs(Share ?? 0)), 1)
  return (
    <DataTable
      table={{
        ...table,
        columns: table.columns.map((column) => (periods.has(column.key) ? { ...column, title: period.short(column.key) } : column)),
      }}
      caption={table.title}
      currency={currency}
      className={styles.byRow}
      rowKey={(row) => String(row.Key)}
      target={(row, column) => {
        const place = placeOf(column)
        if (!withReceipts || !(opens(column) || place !== undefined)) return undefined
        const one = rowOf(row)
        if (row !== 'totals' && (!one || !receiptsOf(one, answer, screen.steps))) return undefined
        const open = { open: one ? String(one.Key) : 'all', receipt: undefined }
        return { change: place === undefined ? open : { ...open, loc: String(place), across: undefined, sort: undefined } }
      }}
      sort={sort === undefined ? undefined : rowOrder(sort)}
      onSort={(key) => screen.change({ sort: nextOrder(key, sort, key.startsWith('Rank') || table.columns.find((one) => one.key === key)?.kind === 'text') })}
      isOpen={(row, column) => opens(column) && screen.open === (row === 'totals' ? 'all' : String(row.Key))}
      cell={(row, column) => breakdownCell({ row, column, answer, screen, most })}
      totalsTitle={String(table.totals?.Name ?? '')}
    />
  )
}

const Notes = ({ answer, screen, time }: Pick<LedgerProps, 'answer' | 'screen' | 'time'>) => {
  const say = useSay(reportWords)
  const sayOwn = useSay(screenWords)
  const period = usePeriodText(answer.Interval)
  const open = answer.Periods.find(({ State }) => State === 'open')
  return (
    <>
      {open && <p className="note">{sayOwn(answer.Compare ? 'noteOpen' : 'noteOpenAlone', { period: period.long(open.Period), time })}</p>}
      {screen.across === 'detail' && !hasSeries(answer) && <p className="note">{sayOwn('noteSeries', { unit: say(answer.Interval) })}</p>}
      {answer.By === 'plu' && answer.Dimension !== 'wastage' && answer.Totals.Rows.some(({ Key }) => Key === 0) && (
        <p className="note">{sayOwn('noteMoved')}</p>
      )}
      {answer.By === 'reason' && answer.Totals.Rows.some(({ Key }) => Key === 0) && <p className="note">{sayOwn('noteReasons')}</p>}
      {answer.Dimension === 'till' && hasSharedRows(answer) && <p className="note">{sayOwn('noteTills')}</p>}
      <NoCost rows={[answer.Totals, ...answer.Totals.Rows]} />
      {answer.Dimension === 'gpmargins' && <p className="note">{sayOwn('noteMargins')}</p>}
      {screen.state.daypart && <p className="note">{sayOwn('noteTimes')}</p>}
    </>
  )
}

const KINDS_OF_NOTHING: Partial<Record<ShownView, 'employee' | 'ordertype' | 'promotion' | 'discount' | 'surcharge' | 'wastage'>> = {
  employee: 'employee',
  ordertype: 'ordertype',
  promotion: 'promotion',
  discount: 'discount',
  surcharge: 'surcharge',
  wastage: 'wastage',
}

/** Nothing recorded: what records it, and where there may be something. */
const NothingThere = ({ answer, screen }: Pick<LedgerProps, 'answer' | 'screen'>) => {
  const say = useSay(screenWords)
  const sayRow = useSay(breakdownWords)
  const sayReport = useSay(reportWords)
  const { language } = useLanguage()
  const { state } = screen
  const filtered = state.weekdays.length > 0 || state.daypart !== undefined || screen.steps.length > 0
  const title = say('emptyTitle', { what: sayRow(answer.Dimension), range: rangeText({ from: answer.FromDate, to: answer.ToDate }, language) })
  const change = filtered
    ? { days: undefined, part: undefined, in: undefined, open: undefined, receipt: undefined }
    : { range: 'last12', open: undefined, receipt: undefined }
  return (
    <Empty
      title={title}
      act={
        <Go className="btn primary" change={change}>
          {filtered ? sayReport('clearFilters') : say('widest')}
        </Go>
      }
    >
      <p>{filtered ? sayReport('emptyFiltered') : say(`empty.${KINDS_OF_NOTHING[screen.view] ?? 'group'}`)}</p>
    </Empty>
  )
}
