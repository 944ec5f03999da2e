import { useMemo } from 'react'
import { FIGURE_NAMES, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { lateWords } from '#features/reports/kit/late-days.messages.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { LateButton } from '#features/reports/kit/screen/late-days.part.tsx'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { NoCost } from '#features/reports/kit/screen/no-cost.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useSortedRows } from '#features/reports/kit/screen/sorted-rows.part.ts'
import { useTableTexts } from '#features/reports/kit/screen/table-texts.part.ts'
import { NoTargets } from '#features/reports/kit/targets/no-targets.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import type { Column } from '#shared/endpoint.ts'
import { ColumnPicker, useShownColumns } from '#ui/columns.tsx'
import { DataTable, type Row } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import styles from './daily-list.module.css'
import type { DailyAnswer } from './daily-sales.contract.ts'
import { dailyWords } from './daily-sales.messages.ts'
import { DAILY, DAILY_DETAIL, dailyTable, withoutBlanks } from './daily-table.rules.ts'

interface Props {
  answer: DailyAnswer
  screen: ReportScreen
  config: VenueConfig
  time: string
}

/** The rows of the report: a day each, or a day and location each. */
export const DailyList = ({ answer, screen, config, time }: Props) => {
  const say = useSay(dailyWords)
  const sayReport = useSay(reportWords)
  const sayLate = useSay(lateWords)
  const { language } = useLanguage()
  const texts = useTableTexts(config)
  const { view, drill } = screen.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts follow the language, and are made anew at every turn.
  const table = useMemo(() => withoutBlanks(dailyTable(answer, { View: view }, texts)), [answer, view, language])
  const choice = view === 'detail' ? DAILY_DETAIL : DAILY
  const columns = useShownColumns(choice, table.columns)
  const { rows, ...sorting } = useSortedRows(table)
  const drillAt = (row: Row | 'totals', { key }: Column): Drill | undefined => {
    const figure = (FIGURE_NAMES as string[]).includes(key) ? (key as FigureName) : undefined
    if (!figure) return undefined
    if (row === 'totals') return { figure }
    return { figure, period: String(row.Date), ...(row.LocationId === undefined ? {} : { locationId: Number(row.LocationId) }) }
  }
  const targetOf = (opened: Drill | undefined): Target | undefined => opened && { change: { drill: writeDrill(opened), receipt: undefined } }
  const missing = answer.Totals.Target === null ? answer.Locations.filter(({ Target, Sales }) => Target === null && Sales > 0).map(({ Name }) => Name) : []
  const isOpen = answer.Days.find(({ State }) => State === 'open')
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('listTitle')} <small>{screen.currency}</small>
        </h2>
        <ColumnPicker choice={choice} columns={table.columns} />
        <Segmented
          label={sayReport('view')}
          value={view}
          options={(['summary', 'detail'] as const).map((one) => ({ value: one, label: sayReport(one) }))}
          onChange={(one) => screen.change({ view: one === 'summary' ? undefined : one })}
        />
      </div>
      <DataTable
        table={{ ...table, columns, rows }}
        {...sorting}
        caption={say('listTitle')}
        currency={screen.currency}
        className={styles.daily}
        rowKey={(row) => `${row.Date} ${row.LocationId ?? ''}`}
        target={(row, column) => targetOf(drillAt(row, column))}
        isOpen={(row, column) => {
          const opened = drillAt(row, column)
          return opened !== undefined && drill !== undefined && writeDrill(opened) === writeDrill(drill)
        }}
        isPart={() => isOpen !== undefined}
        cell={(row, column) => {
          if (CHANGES.includes(column.key)) return changed(row === 'totals' ? table.totals : row, column, screen.currency)
          if (column.key === 'Date' && row !== 'totals' && row.LateChanges) return <LateDate row={row} currency={screen.currency} />
          // Nothing late is nothing to say, and not something unknown.
          if (LATE_COLUMNS.includes(column.key) && row !== 'totals' && row[column.key] === null) return ''
          if (column.key === 'Holiday') return row === 'totals' ? '' : <span className={styles.holiday}>{row.Holiday}</span>
          if (row === 'totals')
            return column.kind === 'time' || column.key === 'HoursOpen' || column.key === 'Location' || LATE_COLUMNS.includes(column.key) ? '' : undefined
          return undefined
        }}
        {...(table.totals ? { totalsTitle: String(table.totals.Date) } : {})}
        {...(table.beneath?.[0] ? { beneath: table.beneath[0] } : {})}
      />
      {table.columns.some(({ key }) => LATE_COLUMNS.includes(key)) && <p className="note">{sayLate('what')}</p>}
      {isOpen && <p className="note">{sayReport('noteOpen', { period: dayText(isOpen.Date, language), time })}</p>}
      <NoCost rows={[answer.Totals, ...answer.Locations]} />
      <p className="note">{say('noteYear')}</p>
      {table.columns.some(({ key }) => key === 'Target') && (
        <>
          <p className="note">{say('noteTarget')}.</p>
          <NoTargets names={missing} none={false} day={answer.FromDate} />
        </>
      )}
      <p className="note">{say('hoursNote')}</p>
    </section>
  )
}

const CHANGES: readonly string[] = ['OverLastWeek', 'OnLastWeek', 'OverLastYear', 'OnLastYear', 'OverTarget', 'OnTarget']
const LATE_COLUMNS: readonly string[] = ['LateChanges', 'LateAmount', 'LateAt']
/** A day that changed after it was told says so where it is named: the columns that tell how may lie out of sight. */
const LateDate = ({ row, currency }: { row: Row; currency: string }) => {
  const { language } = useLanguage()
  const late = { Changes: Number(row.LateChanges), Amount: row.LateAmount as number | null, LastAt: String(row.LateAt) }
  return (
    <>
      {dayText(String(row.Date), language)} <LateButton late={late} currency={currency} />
    </>
  )
}

/** A change with its sign, as good as it is. */
const changed = (row: Row | undefined, { key, kind }: Column, currency: string) => {
  const value = row?.[key]
  if (typeof value !== 'number') return undefined
  const verdict = value > 0 ? 'good' : value < 0 ? 'bad' : 'neutral'
  const change = { difference: value, ratio: value / 100, isNew: false, verdict } as const
  return (
    <span className={changeClass(change)}>
      {kind === 'money' ? <ChangeBy figure="Net" change={change} currency={currency} /> : <ChangePercent change={change} />}
    </span>
  )
}
