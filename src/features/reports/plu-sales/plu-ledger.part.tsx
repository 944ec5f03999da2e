import { useCallback, useMemo } from 'react'
import { pluWords } from '#features/reports/kit/products.messages.ts'
import { nextOrder, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { cellText } from '#shared/cell-text.ts'
import type { Column, TableWords } from '#shared/endpoint.ts'
import { numberText } from '#shared/money.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useTypedWord } from '#ui/typed-word.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useMedia } from '#ui/use-media.ts'
import { VirtualTable } from '#ui/virtual-table.tsx'
import { isProven } from './plu-docket.part.tsx'
import styles from './plu-ledger.module.css'
import type { PluAnswer, PluFigures } from './plu-sales.contract.ts'
import { pluColumns, pluReader, sortedRows } from './plu-table.rules.ts'

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

/** The columns shown until somebody asks for all. */
const USUAL = [
  'Rank',
  'Plu',
  'Name',
  'Group',
  'Sold',
  'Refunded',
  'Quantity',
  'Gross',
  'Discounts',
  'Net',
  'AveragePrice',
  'Cost',
  'GrossProfit',
  'GrossProfitPercent',
  'Share',
  'Change',
]
const WIDTHS: Record<string, number> = {
  Rank: 4,
  Plu: 5.5,
  Name: 13,
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
  Change: 6,
}
const USUAL_WIDTH = 6.5
/** On a phone the item, what it came to and how many there were are in sight before anybody scrolls. */
const NARROW = '(width < 600px)'
const NARROW_WIDTHS: Record<string, number> = { ...WIDTHS, Name: 9.5, Net: 6, Quantity: 5 }

/** The name leads each row, as people call it; then the rest, on a phone the amounts asked for most before it. */
const inSight = (columns: readonly Column[], isNarrow: boolean): Column[] => {
  const first = isNarrow ? ['Name', 'Net', 'Quantity'] : ['Name']
  const leading = first.flatMap((key) => columns.filter((column) => column.key === key))
  return [...leading, ...columns.filter(({ key }) => !first.includes(key))]
}

/** All products: what is searched for, chosen and how they stand, and their table. */
export const PluLedger = ({ answer, currency, sort, time, mayDrill, say: sayAll }: PluLedgerProps) => {
  const say = useSay(pluWords)
  const { language } = useLanguage()
  const [url, change] = useUrlState()
  const isWhole = url.cols === 'all'
  const isNarrow = useMedia(NARROW)
  const columns = useMemo(
    () => inSight(pluColumns(answer, { say: sayAll }), isNarrow).filter(({ key }) => isWhole || USUAL.includes(key)),
    [answer, isNarrow, isWhole, sayAll],
  )
  const rows = useMemo(() => sortedRows(answer, sort), [answer, sort])
  const read = useMemo(() => pluReader(answer), [answer])
  const totals = answer.Totals
  const { plu: openPlu, fig: openFigure = 'Net' } = url
  const pluOf = useCallback((row: Row) => String(read(row, 'Plu')), [read])
  const cell = useCallback(
    (row: Row, column: Column, isFlying: boolean) => {
      const value = read(row, column.key)
      const written = cellText(value, column.kind, language, currency)
      if (written === null) return column.kind === 'text' ? '' : <Nil />
      if (isFlying || !mayDrill || !isProven(column.key)) return written
      const plu = pluOf(row)
      const open = openPlu === plu && openFigure === column.key
      return (
        <Go change={{ plu, fig: column.key === 'Net' ? undefined : column.key, receipt: undefined }} aria-current={open ? 'true' : undefined}>
          {written}
        </Go>
      )
    },
    [read, pluOf, language, currency, mayDrill, openPlu, openFigure],
  )
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('items')} <small>{say('count', { n: numberText(answer.Count, language) })}</small>
        </h2>
        <Figures totals={totals} currency={currency} time={time} />
        <Segmented
          label={say('columns')}
          value={isWhole ? 'all' : 'usual'}
          options={[
            { value: 'usual', label: say('usual') },
            { value: 'all', label: say('everything') },
          ]}
          onChange={(cols) => change({ cols: cols === 'all' ? 'all' : undefined })}
        />
      </div>
      <Choosing answer={answer} />
      {answer.Count > 0 && (
        <VirtualTable
          caption={say('items')}
          columns={columns}
          widths={columns.map(({ key }) => (isNarrow ? NARROW_WIDTHS : WIDTHS)[key] ?? USUAL_WIDTH)}
          rows={rows}
          rowKey={pluOf}
          cell={cell}
          totals={(column) => {
            if (column.key === 'Name') return say('total', { n: numberText(answer.Count, language) })
            const value =
              column.key === 'NetBefore'
                ? answer.Compare?.Totals.Net
                : column.key === 'QuantityBefore'
                  ? answer.Compare?.Totals.Quantity
                  : totals[column.key as keyof PluFigures]
            return cellText(value, column.kind, language, currency) ?? ''
          }}
          sort={rowOrder(sort ?? 'Rank')}
          onSort={(key) => change({ sort: nextSort(key, sort, columns) }, 'replace')}
        />
      )}
      <p className="note">{say('noteMenu')}</p>
    </section>
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
    <dl className={styles.figures}>
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

/** Search, group and supplier. */
const Choosing = ({ answer }: { answer: PluAnswer }) => {
  const say = useSay(pluWords)
  const [url, change] = useUrlState()
  const search = useCallback((word: string) => change({ q: word || undefined, plu: undefined }, 'replace'), [change])
  const [typed, type] = useTypedWord(url.q ?? '', search)
  const groups = answer.Groups.map((group) => ({ value: group || '-', label: group || say('unassigned') }))
  return (
    <div className={styles.choosing}>
      <label className="field small">
        <span>{say('search')}</span>
        <input type="search" value={typed} placeholder={say('searchHint')} autoComplete="off" maxLength={100} onChange={(event) => type(event.target.value)} />
      </label>
      {groups.length > 1 && (
        <BlankMenu
          label={say('Group')}
          value={url.group ?? ''}
          options={[{ value: '', label: say('allGroups') }, ...groups]}
          onChange={(group) => change({ group: group || undefined, plu: undefined })}
        />
      )}
      {answer.Suppliers.length > 0 && (
        <BlankMenu
          label={say('Supplier')}
          value={url.supplier ?? ''}
          options={[{ value: '', label: say('allSuppliers') }, ...answer.Suppliers.map(({ SupplierId, Name }) => ({ value: String(SupplierId), label: Name }))]}
          onChange={(supplier) => change({ supplier: supplier || undefined, plu: undefined })}
        />
      )}
      <Chosen answer={answer} groups={groups} />
    </div>
  )
}

/** The same in words, for paper. */
const Chosen = ({ answer: { Suppliers }, groups }: { answer: PluAnswer; groups: readonly { value: string; label: string }[] }) => {
  const say = useSay(pluWords)
  const [{ q, group, supplier }] = useUrlState()
  const parts = [
    [say('search'), q],
    [say('Group'), groups.find(({ value }) => value === group)?.label],
    [say('Supplier'), Suppliers.find(({ SupplierId }) => String(SupplierId) === supplier)?.Name],
  ].flatMap(([label, chosen]) => (chosen ? [`${label}: ${chosen}`] : []))
  return parts.length > 0 ? <p className="print-line">{parts.join(' · ')}</p> : null
}
