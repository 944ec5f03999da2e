import { useCallback, useMemo } from 'react'
import { pluWords } from '#features/reports/kit/products.messages.ts'
import { nextOrder, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import { ChangeBy, ChangePercent, changeClass } from '#features/reports/kit/screen/change-text.part.tsx'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { NoCost } from '#features/reports/kit/screen/no-cost.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { cellText } from '#shared/cell-text.ts'
import type { Column, TableWords } from '#shared/endpoint.ts'
import { numberText } from '#shared/money.ts'
import { ColumnPicker, useShownColumns } from '#ui/columns.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { Segmented } from '#ui/segmented.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useMedia } from '#ui/use-media.ts'
import { VirtualTable } from '#ui/virtual-table.tsx'
import { PluChart } from './plu-chart.part.tsx'
import { PluChoosing } from './plu-choosing.part.tsx'
import { isProven } from './plu-docket.part.tsx'
import styles from './plu-ledger.module.css'
import type { PluAnswer, PluFigures } from './plu-sales.contract.ts'
import { comparedTotals, PLU_CHOICE, PLU_DETAIL, pluReader, pluScreenColumns, sortedRows } from './plu-table.rules.ts'

type Row = PluAnswer['Rows'][number]

interface PluLedgerProps {
  answer: PluAnswer
  currency: string
  sort: string | undefined
  /** Up to when receipts are counted. */
  time: string
  /** Whether the receipts behind a figure may be seen. */
  mayDrill: boolean
  say: TableWords['say']
}

const WIDTHS: Record<string, number> = {
  Rank: 4,
  Plu: 7.5,
  Name: 13,
  Location: 8,
  Group: 7,
  Department: 9,
  ProductGroup: 10,
  Category: 9,
  Supplier: 10,
  Sold: 5.5,
  Refunded: 5.5,
  Quantity: 5.5,
  GrossProfitPercent: 5,
  Share: 5.5,
  Difference: 6,
  Change: 6,
}
const USUAL_WIDTH = 6.5
const GAP_REM = 0.8
const CHARACTER_REM = 0.47
const NARROW = '(width < 600px)'
const NARROW_WIDTHS: Record<string, number> = { ...WIDTHS, Name: 9, Net: 5.5, Difference: 5.5, Change: 5 }

/** All products: what is searched for, chosen and how they stand, and their table. */
export const PluLedger = ({ answer, currency, sort, time, mayDrill, say: sayAll }: PluLedgerProps) => {
  const say = useSay(pluWords)
  const sayReport = useSay(reportWords)
  const { language } = useLanguage()
  const [url, change] = useUrlState()
  const isNarrow = useMedia(NARROW)
  const all = useMemo(() => pluScreenColumns(answer, { say: sayAll }), [answer, sayAll])
  const view = url.view === 'detail' ? 'detail' : 'summary'
  const choice = view === 'detail' ? PLU_DETAIL : PLU_CHOICE
  const columns = useShownColumns(choice, all)
  const compared = useMemo(() => comparedTotals(answer), [answer])
  const rows = useMemo(() => sortedRows(answer, sort), [answer, sort])
  const read = useMemo(() => pluReader(answer), [answer])
  const widths = useMemo(() => {
    const usual = isNarrow ? NARROW_WIDTHS : WIDTHS
    return columns.map(({ key, kind }) => {
      const own = usual[key] ?? USUAL_WIDTH
      if (kind !== 'money') return own
      const sums = [compared[key], answer.Totals[key as keyof PluFigures]]
      const most = [...sums, ...answer.Rows.map((row) => read(row, key))].reduce<number>((so, value) => Math.max(so, Math.abs(Number(value ?? 0))), 0)
      return Math.max(own, GAP_REM + CHARACTER_REM * `−${cellText(most, kind, language, currency)}`.length)
    })
  }, [answer, read, columns, compared, currency, isNarrow, language])
  const totals = answer.Totals
  const { plu: openPlu, place: openPlace, fig: openFigure = 'Net' } = url
  const pluOf = useCallback((row: Row) => String(read(row, 'Plu')), [read])
  const placeAt = answer.Columns.indexOf('Location')
  const placeOf = useCallback((row: Row) => (placeAt < 0 ? undefined : String(row[placeAt])), [placeAt])
  const keyOf = useCallback((row: Row) => `${pluOf(row)} ${placeOf(row) ?? ''}`, [pluOf, placeOf])
  const changeCell = useCallback(
    (value: unknown, key: string) => (typeof value === 'number' ? <SoldChange value={value} inMoney={key === 'Difference'} currency={currency} /> : <Nil />),
    [currency],
  )
  const cell = useCallback(
    (row: Row, column: Column, isFlying: boolean) => {
      const value = read(row, column.key)
      if (isChange(column.key)) return changeCell(value, column.key)
      const written = cellText(value, column.kind, language, currency)
      if (written === null) return column.kind === 'text' ? '' : <Nil />
      if (isFlying || !mayDrill || !isProven(column.key)) return written
      const plu = pluOf(row)
      const place = placeOf(row)
      const open = openPlu === plu && (place === undefined || openPlace === place) && openFigure === column.key
      return (
        <Go change={{ plu, place, fig: column.key === 'Net' ? undefined : column.key, receipt: undefined }} aria-current={open ? 'true' : undefined}>
          {written}
        </Go>
      )
    },
    [read, pluOf, placeOf, language, currency, mayDrill, openPlu, openPlace, openFigure, changeCell],
  )
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('items')} <small>{say('count', { n: numberText(answer.Count, language) })}</small>
        </h2>
        <Figures totals={totals} currency={currency} time={time} />
        <ColumnPicker choice={choice} columns={all} />
        <Segmented
          label={sayReport('view')}
          value={view}
          options={(['summary', 'detail'] as const).map((one) => ({ value: one, label: sayReport(one) }))}
          onChange={(one) => change({ view: one === 'summary' ? undefined : one, place: undefined })}
        />
      </div>
      <PluChoosing answer={answer} />
      {placeAt < 0 && <PluChart answer={answer} currency={currency} />}
      {answer.Count > 0 && (
        <VirtualTable
          caption={say('items')}
          columns={columns}
          widths={widths}
          rows={rows}
          rowKey={keyOf}
          cell={cell}
          totals={(column) => {
            if (column.key === 'Name') return say('total', { n: numberText(answer.Count, language) })
            const value = compared[column.key] ?? totals[column.key as keyof PluFigures]
            if (isChange(column.key)) return changeCell(value, column.key)
            return cellText(value, column.kind, language, currency) ?? ''
          }}
          sort={rowOrder(sort ?? 'Rank')}
          onSort={(key) => change({ sort: nextSort(key, sort, columns) }, 'replace')}
        />
      )}
      <NoCost rows={answer.Rows.map((row) => costedOf((key) => read(row, key)))} />
      <p className="note">{say('noteMenu')}</p>
    </section>
  )
}

const costedOf = (cellOf: (key: 'Cost' | 'Gross' | 'Net') => string | number | null) => {
  const sumOf = (key: 'Cost' | 'Gross' | 'Net') => cellOf(key) as number | null
  return { Cost: sumOf('Cost'), Gross: sumOf('Gross'), Net: sumOf('Net') }
}

const isChange = (key: string): boolean => key === 'Difference' || key === 'Change'

/** How the net sales of an item changed: more is better. */
const SoldChange = ({ value, inMoney, currency }: { value: number; inMoney: boolean; currency: string }) => {
  const verdict = value > 0 ? 'good' : value < 0 ? 'bad' : 'neutral'
  const change = { difference: value, ratio: value / 100, isNew: false, verdict } as const
  return (
    <span className={changeClass(change)}>{inMoney ? <ChangeBy figure="Net" change={change} currency={currency} /> : <ChangePercent change={change} />}</span>
  )
}

const nextSort = (key: string, sort: string | undefined, columns: readonly Column[]): string | undefined => {
  const next = nextOrder(key, sort, columns.find((column) => column.key === key)?.kind === 'text' || key.startsWith('Rank'))
  return next === 'Rank' ? undefined : next
}

const SHOWN = ['Net', 'GrossProfit', 'GrossProfitPercent'] as const

/** What the figures mean, worked with the sum of all products. */
const Figures = ({ totals, currency, time }: { totals: PluFigures; currency: string; time: string }) => {
  const { language } = useLanguage()
  const say = useSay(pluWords)
  return (
    <dl className={styles.figures} ref={oneStop}>
      {SHOWN.map((figure) => (
        <div key={figure}>
          <dt>
            {say(figure)} <Why figure={figure} figures={totals} currency={currency} time={time} />
          </dt>
          <dd>{cellText(totals[figure], figure === 'GrossProfitPercent' ? 'percent' : 'money', language, currency) ?? <Nil />}</dd>
        </div>
      ))}
    </dl>
  )
}
