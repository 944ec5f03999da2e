import type { CSSProperties, ReactNode } from 'react'
import { cellText, decimalsOfColumn, isFigure } from '#shared/cell-text.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { Go, type Target } from './go.tsx'
import { useLanguage, useSay } from './language.tsx'
import { PHONE, phoneOrder } from './phone-order.ts'
import { Scroll } from './scroll.tsx'
import { ariaSort, Sorter } from './sorter.tsx'
import { ui } from './ui.messages.ts'
import { useMedia } from './use-media.ts'

export type Row = Table['rows'][number]

interface DataTableProps {
  table: Table
  /** Said above the table, or only to those who cannot see it when the heading is already there. */
  caption: string
  showCaption?: boolean
  currency: string
  /** Where a figure leads; a figure that leads nowhere is plain. `totals` for the last row. */
  target?: (row: Row | 'totals', column: Column) => Target | undefined
  /** The figure whose docket is open. */
  isOpen?: (row: Row | 'totals', column: Column) => boolean
  /** Columns (and the sum) of a period that is still open: hatched in charts, broken rule here. */
  isPart?: (column: Column) => boolean
  /** Draws a cell otherwise; what it returns must still be the value of the row. */
  cell?: (row: Row | 'totals', column: Column) => ReactNode | undefined
  rowKey: (row: Row) => string
  /** What a row is besides: a sum of those above it. */
  rowClass?: (row: Row) => string | undefined
  totalsTitle?: string
  /** A row under the totals, such as the period one compares with. */
  beneath?: Row
  sort?: { key: string; descending: boolean } | undefined
  onSort?: (key: string) => void
  className?: string
}

/** A month of days is read in one piece: only longer tables scroll inside themselves. */
const MOST_IN_ONE_PIECE = 31

/** A report as a real table: header, first column and totals stay in sight while it scrolls inside itself. Draws values as given, computes none. */
export const DataTable = (props: DataTableProps) => {
  const { table, caption, showCaption, totalsTitle, beneath, className = '' } = props
  const isPhone = useMedia(PHONE)
  const columns = isPhone ? phoneOrder(table.columns) : table.columns
  const [first, ...rest] = columns
  const decimals = Object.fromEntries(
    columns.flatMap(({ key, kind }) => (kind === 'quantity' ? [[key, decimalsOfColumn([...table.rows, table.totals, beneath].map((row) => row?.[key]))]] : [])),
  )
  if (!first) return null
  return (
    <Scroll label={caption}>
      <table
        className={`ledger-table ${table.rows.length <= MOST_IN_ONE_PIECE ? 'short' : ''} ${className}`}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <caption className={showCaption ? undefined : 'sr'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={props.rowKey(row)} className={props.rowClass?.(row)}>
              <th scope="row">
                <Value row={row} column={first} decimals={decimals} {...props} />
              </th>
              {rest.map((column) => (
                <td key={column.key} className={cellClass(column, props)}>
                  <Value row={row} column={column} decimals={decimals} {...props} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {table.totals && (
          <tfoot>
            <tr className="sum">
              <th scope="row">{totalsTitle ?? <Value row={table.totals} column={first} {...props} />}</th>
              {rest.map((column) => (
                <td key={column.key} className={cellClass(column, props)}>
                  <Value row={table.totals as Row} isTotals column={column} decimals={decimals} {...props} />
                </td>
              ))}
            </tr>
            {beneath && (
              <tr className="then">
                <th scope="row">{beneath[first.key]}</th>
                {rest.map((column) => (
                  <td key={column.key} className={cellClass(column, { isPart: undefined })}>
                    <Value row={beneath} column={column} decimals={decimals} currency={props.currency} />
                  </td>
                ))}
              </tr>
            )}
          </tfoot>
        )}
      </table>
    </Scroll>
  )
}

const cellClass = (column: Column, { isPart }: Pick<DataTableProps, 'isPart'>) =>
  [isFigure(column.kind) ? 'num' : '', isPart?.(column) ? 'part' : ''].join(' ').trim() || undefined

const HeadCell = ({ column, sort, onSort, isPart }: { column: Column } & Pick<DataTableProps, 'sort' | 'onSort' | 'isPart'>) => {
  const sorted = sort?.key === column.key ? sort : undefined
  return (
    <th scope="col" className={cellClass(column, { isPart })} aria-sort={ariaSort(sorted)}>
      {onSort ? (
        <Sorter sorted={sorted} onSort={() => onSort(column.key)}>
          {column.title}
        </Sorter>
      ) : (
        column.title
      )}
    </th>
  )
}

interface ValueProps extends Partial<DataTableProps> {
  row: Row
  column: Column
  isTotals?: boolean
  /** How many the quantities of each column have, so that they stand under each other. */
  decimals?: Readonly<Record<string, number>>
}

const Value = ({ row, column, isTotals, decimals, currency, target, isOpen, cell }: ValueProps) => {
  const { language } = useLanguage()
  const which = isTotals ? 'totals' : row
  const drawn = cell?.(which, column)
  if (drawn !== undefined) return drawn
  const written = cellText(row[column.key], column.kind, language, currency ?? 'AUD', decimals?.[column.key])
  if (written === null) return <Nil />
  const leads = target?.(which, column)
  if (!leads) return written
  return (
    <Go {...leads} aria-current={isOpen?.(which, column) ? 'true' : undefined}>
      {written}
    </Go>
  )
}

/** "Not recorded": a dash to the eye, words to the ear. */
export const Nil = ({ children }: { children?: ReactNode }) => {
  const say = useSay(ui)
  return (
    <span className="nil">
      <span aria-hidden="true">–</span>
      <span className="sr">{children ?? say('noData')}</span>
    </span>
  )
}
