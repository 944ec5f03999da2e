import { loyaltyReports, type PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { cellText } from '#shared/cell-text.ts'
import type { Table } from '#shared/endpoint.ts'
import { useTable } from '#ui/call-table.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { writeOpened } from './difference-state.rules.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import styles from './points-ledger.module.css'
import { usePointsText } from './points-text.part.ts'

/** How the rows are cut: one for a location, or one for each of its periods. */
export const CUTS = ['range', 'day', 'week', 'month'] as const
export type Cut = (typeof CUTS)[number]

const MOVED = ['Accrued', 'Redeemed', 'Adjustments'] as const
const ALL_MOVED = [
  'Opening',
  'Accrued',
  'AccruedReversed',
  'Redeemed',
  'RedeemedReversed',
  'Adjustments',
  'TransfersIn',
  'TransfersOut',
  'ReplacedIn',
  'ReplacedOut',
  'Expired',
  'Closing',
] as const
const VOUCHERS = ['Voucher20', 'Voucher25', 'Voucher50', 'Voucher100'] as const
const COMPARED = ['SalesReportPoints', 'MemberCardPoints', 'Difference'] as const

interface Props {
  answer: PointsAnswer
  screen: ReportScreen
  cut: Cut
  /** Cuts the range is not too long for. */
  cuts: readonly Cut[]
  opened: string | undefined
}

/** The points of each location, or of each of its periods, in three groups of columns. */
export const PointsLedger = ({ answer, screen, cut, cuts, opened }: Props) => {
  const say = useSay(pointsScreenWords)
  const { plain } = usePointsText()
  const { view } = screen.state
  const shown = { ...answer, Interval: cut === 'range' ? null : answer.Interval }
  const table = useTable(loyaltyReports.pointsReport, shown, {})
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('byLocation')} <small>{say('inPoints')}</small>
        </h2>
        <Segmented
          label={say('view')}
          value={view}
          options={(['summary', 'detail'] as const).map((value) => ({ value, label: say(value) }))}
          onChange={(value) => screen.change({ view: value === 'summary' ? undefined : value })}
        />
        <Segmented<Cut>
          label={say('cut')}
          value={cut}
          options={CUTS.map((value) => ({ value, label: say(`cut.${value}`), disabled: !cuts.includes(value) }))}
          onChange={(value) => screen.change({ told: value === 'range' ? undefined : value })}
        />
      </div>
      {table && <Spread table={table} unit={answer.Interval ?? 'day'} detailed={view === 'detail'} cut={cut} opened={opened} />}
      <p className="note">{say('tableNote', { redeemed: plain(answer.Totals.VouchersRedeemed ?? 0), points: plain(answer.Totals.VoucherPoints ?? 0) })}</p>
    </section>
  )
}

interface SpreadProps {
  table: Table
  /** What the periods of its rows are. */
  unit: NonNullable<PointsAnswer['Interval']>
  detailed: boolean
  cut: Cut
  opened: string | undefined
}

const Spread = ({ table, unit, detailed, cut, opened }: SpreadProps) => {
  const say = useSay(pointsScreenWords)
  const { figure } = usePointsText()
  const period = usePeriodText(unit)
  const groups = [
    { title: say('ledger'), keys: detailed ? ALL_MOVED : MOVED },
    { title: say('vouchers'), keys: VOUCHERS },
    { title: say('compared'), keys: COMPARED },
  ] as const
  const keys = groups.flatMap(({ keys: own }) => own.map((key, i) => ({ key, first: i === 0 })))
  const heads = cut === 'range' ? 1 : 2
  const titleOf = (key: (typeof keys)[number]['key']) => {
    const value = /^Voucher(\d+)$/.exec(key)?.[1]
    return value ? `$${value}` : figure(key)
  }
  const title = (name: string) => table.columns.find(({ key }) => key === name)?.title
  const cells = (row: Table['rows'][number], locationId: number | undefined) =>
    keys.map(({ key, first }) => (
      <td key={key} className={classOf(key, first)}>
        <Cell row={row} name={key} locationId={locationId} opened={opened} links={cut === 'range'} />
      </td>
    ))
  return (
    <Scroll className={styles.scroll} label={say('tableOf')}>
      <table className={detailed || cut !== 'range' ? `${styles.spread} ${styles.wide}` : styles.spread}>
        <caption className="sr">{say('tableOf')}</caption>
        <thead>
          <tr className={styles.groups}>
            <td colSpan={heads} />
            {groups.map(({ title: name, keys: own }) => (
              <th key={name} scope="colgroup" colSpan={own.length} className={styles.first}>
                {name}
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">{title('Location')}</th>
            {heads === 2 && (
              <th scope="col" className={styles.period}>
                {title('Period')}
              </th>
            )}
            {keys.map(({ key, first }) => (
              <th key={key} scope="col" className={classOf(key, first)}>
                {titleOf(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={`${row.LocationId} ${row.Period ?? ''}`}>
              <th scope="row">{row.Location}</th>
              {heads === 2 && <td className={styles.period}>{period.long(String(row.Period))}</td>}
              {cells(row, Number(row.LocationId))}
            </tr>
          ))}
        </tbody>
        {table.totals && (
          <tfoot>
            <tr className="sum">
              <th scope="row">{table.totals.Location}</th>
              {heads === 2 && <td />}
              {cells(table.totals, undefined)}
            </tr>
            {table.beneath?.map((row) => (
              <tr className="then" key={String(row.Location)}>
                <th scope="row">{row.Location}</th>
                {heads === 2 && <td />}
                {keys.map(({ key, first }) => (
                  <td key={key} className={classOf(key, first)}>
                    <Cell row={row} name={key} locationId={undefined} opened={undefined} links={false} />
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </Scroll>
  )
}

const classOf = (key: string, first: boolean): string => [key === 'Difference' ? styles.diff : '', first ? styles.first : ''].filter(Boolean).join(' ')

interface CellProps {
  row: Table['rows'][number]
  name: string
  locationId: number | undefined
  opened: string | undefined
  /** Whether a difference leads to what is behind it: the list is of the whole range. */
  links: boolean
}

const Cell = ({ row, name, locationId, opened, links }: CellProps) => {
  const { language } = useLanguage()
  const { signed } = usePointsText()
  const value = row[name]
  const written = cellText(value, 'count', language, 'AUD')
  if (written === null) return <Nil />
  const withSign = name === 'Difference' || name === 'Adjustments' ? signed(Number(value)) : written
  if (name !== 'Difference' || !links) return <span className={value === 0 ? 'nil' : undefined}>{withSign}</span>
  const leads = writeOpened({ reason: undefined, locationId })
  return (
    <Go change={{ why: leads, receipt: undefined }} aria-current={opened === leads ? 'true' : undefined}>
      {withSign}
    </Go>
  )
}
