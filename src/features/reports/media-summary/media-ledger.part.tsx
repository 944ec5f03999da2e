import { useMemo } from 'react'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { Explained } from '#features/reports/kit/screen/explained.part.tsx'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useSortedRows } from '#features/reports/kit/screen/sorted-rows.part.ts'
import { useTableTexts } from '#features/reports/kit/screen/table-texts.part.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { refusalText } from '#ui/call-error.ts'
import { ColumnPicker, useShownColumns } from '#ui/columns.tsx'
import { DataTable, type Row } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { isUnit, MEDIA_BY, type MediaBy, type MediaRangeRefusal } from './media-figures.rules.ts'
import type { MediaAnswer } from './media-summary.contract.ts'
import { mediaWords } from './media-summary.messages.ts'
import { MEDIA, MEDIA_DETAIL, mediaTable } from './media-table.rules.ts'

interface Props {
  answer: MediaAnswer
  screen: ReportScreen
  config: VenueConfig
  by: MediaBy
  /** What was asked for and cannot be told of so long a range. */
  refused: MediaRangeRefusal | undefined
  /** Whether figures lead to their receipts. */
  drills: boolean
}

/** All media over the range, and each by location, till or period. */
export const MediaLedger = ({ answer, screen, config, by, refused, drills }: Props) => {
  const say = useSay(mediaWords)
  const sayReport = useSay(reportWords)
  const isKnown = noDataBefore(answer.Compare?.Ranges, answer.Locations) === undefined
  const { language } = useLanguage()
  const texts = useTableTexts(config)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts follow the language, and are made anew at every turn.
  const [all, grouped] = useMemo(() => [mediaTable(answer, {}, texts), mediaTable(answer, { View: 'detail' }, texts)], [answer, language])
  const shownAll = useShownColumns(MEDIA, all.columns)
  const shownGrouped = useShownColumns(MEDIA_DETAIL, grouped.columns)
  const period = usePeriodText(isUnit(answer.By) ? answer.By : 'day')
  const { drill } = screen.state
  const { rows, ...sorting } = useSortedRows(all)
  const drawn = (table: Table, columns: Column[], title: string, drillAt: (row: Row | 'totals') => Drill | undefined, className: string) => (
    <DataTable
      table={{ ...table, columns, rows: table === all ? rows : table.rows }}
      {...(table === all ? sorting : {})}
      caption={title}
      currency={screen.currency}
      className={className}
      rowKey={(row) => `${row.GroupKey ?? ''} ${row.MediaKey} ${row.Currency} ${row.Subtotal ?? ''}`}
      rowClass={(row) => (row.Subtotal ? 'subtotal' : undefined)}
      target={(row, column) => targetOf(drills && column.key === 'Net' ? drillAt(row) : undefined)}
      isOpen={(row, column) => {
        const opened = column.key === 'Net' ? drillAt(row) : undefined
        return opened !== undefined && drill !== undefined && writeDrill(opened) === writeDrill(drill)
      }}
      cell={(row, column) => {
        const figures = row === 'totals' ? table.totals : row
        if (column.key === 'ChangePercent' && figures?.ChangePercent === null && isKnown && figures.Compared === 0 && figures.Net !== 0) return sayReport('new')
        if (column.key === 'ChangePercent' || column.key === 'Difference') return changed(figures, column.key, screen.currency)
        return cellOf(row, column, (name) => (isUnit(answer.By) ? period.long(periodOf(name, answer.By)) : name))
      }}
      {...(table.totals ? { totalsTitle: String(table.totals[table.columns[0]?.key ?? ''] ?? '') } : {})}
      {...(table.beneath?.[0] ? { beneath: table.beneath[0] } : {})}
    />
  )
  const perGroup = say('perGroup', { group: say(`in.${answer.By}`) })
  return (
    <>
      <section className={ledger.ledger}>
        <div className="bar-head">
          <h2>
            {say('allMedia')} <small>{screen.currency}</small> <HowPaid answer={answer} currency={screen.currency} />
          </h2>
          <ColumnPicker choice={MEDIA} columns={all.columns} />
        </div>
        {drawn(
          all,
          shownAll,
          say('allMedia'),
          (row) => (row === 'totals' ? { figure: 'Takings' } : { figure: 'Takings', mediaKey: Number(row.MediaKey) }),
          'short',
        )}
        <p className="note">{say('netOf')}</p>
        <p className="note">{say('notKept')}</p>
      </section>
      <section className={ledger.ledger}>
        <div className="bar-head">
          <h2>{perGroup}</h2>
          <ColumnPicker choice={MEDIA_DETAIL} columns={grouped.columns} />
          <Segmented<MediaBy>
            label={say('byLabel')}
            value={by}
            options={MEDIA_BY.map((one) => ({ value: one, label: say(`by.${one}`) }))}
            onChange={(one) => screen.change({ told: one === 'location' ? undefined : one, drill: undefined, receipt: undefined })}
          />
        </div>
        {refused && (
          <div className="callout warn" role="status">
            <Icon name="attention" />
            <p>{refusalText(refused.code, { days: refused.days }, language)}</p>
          </div>
        )}
        {drawn(grouped, shownGrouped, perGroup, (row) => groupDrill(row, answer.By), grouped.rows.length <= 40 ? 'short' : '')}
      </section>
    </>
  )
}

/** What net paid means, worked out with the totals on screen. */
const HowPaid = ({ answer, currency }: { answer: MediaAnswer; currency: string }) => {
  const say = useSay(mediaWords)
  const { plain } = useFigureText(currency)
  const total = answer.Totals.find(({ Currency }) => Currency === currency)
  if (!total) return null
  const money = (name: 'Tendered' | 'Change' | 'CashOut' | 'Net' | 'Refunds' | 'Tips') => plain('Takings', total[name] ?? 0)
  const worked = { tendered: money('Tendered'), change: money('Change'), cashOut: money('CashOut'), net: money('Net') }
  return (
    <Explained label={say('whyPaid')} title={say('paidTitle')}>
      <p>{say('netOf')}</p>
      <p>{say('paidWorked', worked)}</p>
      <p>{say('paidBack', { refunds: money('Refunds'), tips: money('Tips') })}</p>
    </Explained>
  )
}

const targetOf = (opened: Drill | undefined): Target | undefined => opened && { change: { drill: writeDrill(opened), receipt: undefined } }

const groupDrill = (row: Row | 'totals', by: MediaBy): Drill | undefined => {
  if (row === 'totals') return { figure: 'Takings' }
  return { figure: 'Takings', ...(row.Subtotal ? {} : { mediaKey: Number(row.MediaKey) }), ...placeOf(String(row.GroupKey), by) }
}

/** How what was paid changed; the figure is neither good nor bad by itself for a single media. */
const changed = (row: Row | undefined, key: 'ChangePercent' | 'Difference', currency: string) => {
  const value = row?.[key]
  if (typeof value !== 'number') return undefined
  const change = { difference: value, ratio: value / 100, isNew: false, verdict: 'neutral' } as const
  return (
    <span className={changeClass(change)}>
      {key === 'Difference' ? <ChangeBy figure="Takings" change={change} currency={currency} /> : <ChangePercent change={change} />}
    </span>
  )
}

/** Where or when a group is: a location, a till of one as `location:till`, an hour, or the first day of a period. */
const placeOf = (key: string, by: MediaBy): Pick<Drill, 'locationId' | 'terminal' | 'period' | 'hour'> => {
  if (by === 'location') return { locationId: Number(key) }
  if (by === 'hour') return { hour: Number(key) }
  if (by !== 'terminal') return { period: key }
  const [locationId, terminal] = key.split(':').map(Number)
  return { locationId: locationId ?? 0, ...(terminal === undefined ? {} : { terminal }) }
}

const cellOf = (row: Row | 'totals', { key }: Column, named: (name: string) => string) => {
  if (row === 'totals') return key === 'Media' ? '' : undefined
  if (key === 'Group') return named(String(row.GroupKey && /^\d{4}-/.test(String(row.GroupKey)) ? row.GroupKey : row.Group))
  return undefined
}

/** A group's first day as the name of its period. */
const periodOf = (start: string, by: MediaBy): string => (by === 'month' ? start.slice(0, 7) : by === 'year' ? start.slice(0, 4) : start)
