import type { CSSProperties, ReactNode } from 'react'
import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { nextOrder, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { cellText } from '#shared/cell-text.ts'
import type { Column, TableWords } from '#shared/endpoint.ts'
import { moneyText } from '#shared/money.ts'
import { rangeText } from '#shared/range.ts'
import { ColumnPicker, useShownColumns } from '#ui/columns.tsx'
import { DataTable, Nil, type Row } from '#ui/data-table.tsx'
import { Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { BreakdownChart, isDrawn } from './breakdown-chart.part.tsx'
import { COLUMNS, isFigures, shownTable } from './breakdown-columns.rules.ts'
import styles from './breakdown-ledger.module.css'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { nextView, receiptsOf, type ShownView, showsItems, writeSteps } from './breakdown-screen.rules.ts'
import { comparedIn, figureIn, hasSeries, locationColumn, titleOf } from './breakdown-table.rules.ts'
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
  const opens = ({ key }: Column) => key === (answer.Dimension === 'gpmargins' ? 'AmountExTax' : answer.Figure) || key === 'Total'
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
      cell={(row, column) => cellOf({ row, column, answer, screen, most })}
      totalsTitle={String(table.totals?.Name ?? '')}
    />
  )
}

interface RowCellProps {
  row: Row | 'totals'
  column: Column
  answer: AnyBreakdown
  screen: BreakdownScreen
  /** The largest share, which has the longest bar. */
  most: number
}

/** What is drawn otherwise than written: names that lead on, shares with their bars, losses and changes. DataTable writes the rest. */
const cellOf = (props: RowCellProps): ReactNode | undefined => {
  const { row, column, answer } = props
  if (column.key === 'Name') return row === 'totals' ? undefined : <NameCell row={row} answer={answer} screen={props.screen} />
  if (column.key === 'Share' && row !== 'totals') return <ShareCell {...props} row={row} />
  if (column.key === 'Change' || column.key === 'Difference')
    return <ChangeCell row={row} answer={answer} currency={props.screen.currency} inMoney={column.key === 'Difference'} />
  if (column.key === 'Rank') return row === 'totals' ? '' : <RankCell rank={row.Rank} before={props.answer.Compare ? row.RankBefore : undefined} />
  if (row !== 'totals' && LOSSES.includes(column.key) && Number(row[column.key]) < 0) return <Loss {...props} row={row} />
  return undefined
}

const LOSSES = ['GrossProfit', 'GrossProfitPercent', 'CostedProfit', 'MarginPercent', 'MarkupPercent']

/** A row's name leads into it: to the next step down, or to its receipts. */
const NameCell = ({ row, answer, screen }: { row: Row; answer: AnyBreakdown; screen: BreakdownScreen }) => {
  const next = nextView(screen.view, screen.steps)
  const name = String(row.Name)
  const shown = answer.Totals.Rows.find(({ Key }) => Key === row.Key)
  // Where all rows lie within the same, the way down says so already.
  const above = shown && screen.steps.length === 0 ? shown.Path.at(-1) : undefined
  return (
    <>
      {next && shown ? (
        <Go change={{ dim: next.view, in: writeSteps([...screen.steps, { level: next.level, key: shown.Key }]), open: undefined, receipt: undefined }}>
          {name}
        </Go>
      ) : (
        name
      )}
      {above && <small className={styles.within}>{above}</small>}
    </>
  )
}

const ShareCell = ({ row, column, screen, most }: RowCellProps & { row: Row }) => {
  const { language } = useLanguage()
  const share = row[column.key] === null ? null : Number(row[column.key])
  if (share === null) return <Nil />
  return (
    <span className={share < 0 ? `${styles.share} ${styles.less}` : styles.share} style={{ '--of': Math.min(1, Math.abs(share) / most) } as CSSProperties}>
      {cellText(share, 'percent', language, screen.currency)}
    </span>
  )
}

/** "2 ▲3": the place, and how many places it is up from the one before. */
const RankCell = ({ rank, before }: { rank: Row[string] | undefined; before: Row[string] | undefined }) => {
  const say = useSay(screenWords)
  if (typeof rank !== 'number') return <Nil />
  const climbed = typeof before === 'number' ? before - rank : undefined
  return (
    <span className={styles.rank}>
      {rank}
      {before !== undefined && (
        <span className={styles.moved}>
          {climbed !== undefined && climbed !== 0 && (
            <>
              <Icon name={climbed > 0 ? 'up' : 'down'} />
              <span aria-hidden="true">{Math.abs(climbed)}</span>
              <span className="sr"> {say(climbed > 0 ? 'rankUp' : 'rankDown', { n: Math.abs(climbed), before: Number(before) })}</span>
            </>
          )}
          {climbed === 0 && <span className="sr"> {say('rankSame')}</span>}
        </span>
      )}
    </span>
  )
}

const Loss = ({ row, column, screen }: RowCellProps & { row: Row }) => {
  const { language } = useLanguage()
  const say = useSay(screenWords)
  return (
    <span className={styles.loss}>
      {cellText(row[column.key], column.kind, language, screen.currency)}
      <span className="sr"> {say('noteLoss')}</span>
    </span>
  )
}

interface ChangeCellProps {
  row: Row | 'totals'
  answer: AnyBreakdown
  currency: string
  inMoney: boolean
}

/** "▲ +3.9 %" or "+120.00", good or bad in a word for those who do not see the colour. */
const ChangeCell = ({ row, answer, currency, inMoney }: ChangeCellProps) => {
  const { Totals, Compare, Figure, Locations } = answer
  const at = row === 'totals' ? -1 : Totals.Rows.findIndex(({ Key }) => Key === row.Key)
  const now = row === 'totals' ? Totals : Totals.Rows[at]
  const base = comparableBase(row === 'totals' ? Compare?.Totals : Compare?.Totals.Rows[at], Compare, Locations)
  const change = now && base && changeOf(Figure, comparedIn(answer, now), comparedIn(answer, base), Number.POSITIVE_INFINITY)
  const known = change || undefined
  return (
    <span className={changeClass(known)}>{inMoney ? <ChangeBy figure={Figure} change={known} currency={currency} /> : <ChangePercent change={known} />}</span>
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
