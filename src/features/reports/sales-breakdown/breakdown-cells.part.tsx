import type { CSSProperties, ReactNode } from 'react'
import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { cellText } from '#shared/cell-text.ts'
import type { Column } from '#shared/endpoint.ts'
import { Nil, type Row } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import styles from './breakdown-ledger.module.css'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { nextView, writeSteps } from './breakdown-screen.rules.ts'
import { comparedIn } from './breakdown-table.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

interface RowCellProps {
  row: Row | 'totals'
  column: Column
  answer: AnyBreakdown
  screen: BreakdownScreen
  /** The largest share, which has the longest bar. */
  most: number
}

/** What is drawn otherwise than written: names that lead on, shares with their bars, losses and changes. DataTable writes the rest. */
export const breakdownCell = (props: RowCellProps): ReactNode | undefined => {
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
