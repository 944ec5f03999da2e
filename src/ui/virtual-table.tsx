import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isFigure } from '#shared/cell-text.ts'
import type { Column } from '#shared/endpoint.ts'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

interface VirtualTableProps<R> {
  caption: string
  columns: readonly Column[]
  /** How wide each column is, in rem. */
  widths: readonly number[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** What a cell shows; the first column names the row. */
  cell: (row: R, column: Column) => ReactNode
  /** What the sum shows in a column. */
  totals: (column: Column) => ReactNode
  sort: { key: string; descending: boolean } | undefined
  onSort: (key: string) => void
}

/** All rows are equally high, in pixels, so where a row stands follows from its number; how high they are the first one drawn tells. */
const LIKELY_HEIGHT = 36
/** Rows drawn beyond what is seen, and how many at a time: a scroll within them draws nothing. */
const BEYOND = 24
const STEP = 12

/**
 * A table of any length, of whose rows those in sight are drawn. It stays a real table: how many rows it has and which of them is which is told
 * to whoever hears it, the head and the sum included.
 */
export const VirtualTable = <R,>(props: VirtualTableProps<R>) => {
  const { caption, columns, widths, rows, rowKey, sort, onSort, totals } = props
  const { scroller, first, last, height, onScroll } = useWindow(rows.length)
  const all = rows.length + 2
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll virtual" aria-label={caption} tabIndex={0} ref={scroller} onScroll={onScroll}>
      <table className="ledger-table" aria-rowcount={all} style={{ width: `${widths.reduce((sum, width) => sum + width, 0)}rem` }}>
        <caption className="sr">{caption}</caption>
        <colgroup>
          {columns.map(({ key }, i) => (
            <col key={key} style={{ width: `${widths[i]}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} height={height} columns={columns.length} />
          {rows.slice(first, last).map((row, i) => (
            <tr key={rowKey(row)} aria-rowindex={first + i + 2}>
              {columns.map((column, place) =>
                place === 0 ? (
                  <th scope="row" key={column.key}>
                    {props.cell(row, column)}
                  </th>
                ) : (
                  <td key={column.key} className={isFigure(column.kind) ? 'num' : undefined}>
                    {props.cell(row, column)}
                  </td>
                ),
              )}
            </tr>
          ))}
          <Gap rows={rows.length - last} height={height} columns={columns.length} />
        </tbody>
        <tfoot>
          <tr className="sum" aria-rowindex={all}>
            {columns.map((column, place) =>
              place === 0 ? (
                <th scope="row" key={column.key}>
                  {totals(column)}
                </th>
              ) : (
                <td key={column.key} className={isFigure(column.kind) ? 'num' : undefined}>
                  {totals(column)}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** Room for rows that are not drawn. */
const Gap = ({ rows, height, columns }: { rows: number; height: number; columns: number }) =>
  rows > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused; it only holds the place of rows that are not drawn.
    <tr aria-hidden="true" className="gap" style={{ height: rows * height }}>
      <td colSpan={columns} />
    </tr>
  ) : null

/** Which rows to draw for where one has scrolled to. */
const useWindow = (count: number) => {
  const scroller = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState({ top: 0, shown: 40, height: LIKELY_HEIGHT })
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    setSeen((was) => {
      const height = element.querySelector<HTMLElement>('tbody tr[aria-rowindex]')?.offsetHeight || was.height
      const top = Math.floor(element.scrollTop / height / STEP) * STEP
      const shown = Math.ceil(element.clientHeight / height)
      return was.top === top && was.shown === shown && was.height === height ? was : { top, shown, height }
    })
  }, [])
  useLayoutEffect(onScroll, [onScroll])
  const { top, shown, height } = seen
  if (usePrinted()) return { scroller, onScroll, height, first: 0, last: count }
  const first = Math.max(0, Math.min(top, count - 1) - BEYOND)
  return { scroller, onScroll, height, first, last: Math.min(count, Math.max(first, top) + shown + STEP + BEYOND) }
}

/** On paper there is nothing to scroll: then all rows are drawn. */
const usePrinted = (): boolean => {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(true))
    const end = () => setPrinted(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinted
}

const HeadCell = ({ column, sort, onSort }: { column: Column } & Pick<VirtualTableProps<unknown>, 'sort' | 'onSort'>) => {
  const say = useSay(ui)
  const sorted = sort?.key === column.key ? sort : undefined
  return (
    <th scope="col" className={isFigure(column.kind) ? 'num' : undefined} aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="sorter" onClick={() => onSort(column.key)}>
        {column.title}
        {sorted && <Icon name={sorted.descending ? 'down' : 'up'} />}
        {sorted && <span className="sr">, {say(sorted.descending ? 'sortedDown' : 'sortedUp')}</span>}
      </button>
    </th>
  )
}
