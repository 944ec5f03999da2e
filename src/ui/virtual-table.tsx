import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFigure } from '#shared/cell-text.ts'
import type { Column } from '#shared/endpoint.ts'
import { useOnPaper } from './paper.ts'
import { scrollCue } from './scroll-cue.ts'
import { ariaSort, Sorter } from './sorter.tsx'
import styles from './virtual-table.module.css'

interface VirtualTableProps<R> {
  caption: string
  columns: readonly Column[]
  /** How wide each column is, in rem. */
  widths: readonly number[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** What a cell shows, without its link while rows fly past; the first column names the row. A new function means that all are drawn anew. */
  cell: (row: R, column: Column, isFlying: boolean) => ReactNode
  /** What the sum shows in a column. */
  totals: (column: Column) => ReactNode
  sort: { key: string; descending: boolean } | undefined
  onSort: (key: string) => void
}

/** All rows are equally high, in pixels, so where a row stands follows from its number; how high they are the first one drawn tells. */
const LIKELY_HEIGHT = 36
/** Rows are drawn so many at a time, in groups that stay as they are until they leave; and a group beyond what is seen, above and below. */
const GROUP = 8
/** More rows than this from one frame to the next, and they fly past, until none has for so long. */
const FLYING_ROWS = 4
const REST_MS = 120

/**
 * A table of any length, of whose rows those in sight are drawn. It stays a real table: how many rows it has and which of them is which is told
 * to whoever hears it, the head and the sum included.
 */
export const VirtualTable = <R,>(props: VirtualTableProps<R>) => {
  const { caption, columns, widths, rows, rowKey, sort, onSort, totals } = props
  const { scroller, first, last, height, isFlying, onScroll } = useWindow(rows.length)
  const all = rows.length + 2
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.virtual}`} aria-label={caption} tabIndex={0} ref={scroller} onScroll={onScroll}>
      <table
        className="ledger-table"
        aria-rowcount={all}
        style={{ '--columns': columns.length, width: `${widths.reduce((sum, width) => sum + width, 0)}rem` } as CSSProperties}
      >
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
        <Gap rows={first} height={height} columns={columns.length} />
        {Array.from({ length: Math.ceil((last - first) / GROUP) }, (_, i) => first + i * GROUP).map((from) => (
          <Group key={from} from={from} rows={rows} columns={columns} rowKey={rowKey} cell={props.cell} isFlying={isFlying} />
        ))}
        <Gap rows={rows.length - last} height={height} columns={columns.length} />
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

interface GroupProps<R> extends Pick<VirtualTableProps<R>, 'columns' | 'rows' | 'rowKey' | 'cell'> {
  from: number
  isFlying: boolean
}

/** Rows that come and go together. Those that came while rows flew past are plain until they rest: nobody can press what is gone in a frame. */
const Group = <R,>({ isFlying, ...group }: GroupProps<R>) => {
  const [cameFlying] = useState(isFlying)
  return <Rows {...group} isFlying={cameFlying && isFlying} />
}

/** What a frame of scrolling draws and lays out is the one group that is new. */
const Rows = memo(<R,>({ from, rows, columns, rowKey, cell, isFlying }: GroupProps<R>) => (
  <tbody>
    {rows.slice(from, from + GROUP).map((row, i) => (
      <tr key={rowKey(row)} aria-rowindex={from + i + 2}>
        {columns.map((column, place) =>
          place === 0 ? (
            <th scope="row" key={column.key}>
              {cell(row, column, isFlying)}
            </th>
          ) : (
            <td key={column.key} className={isFigure(column.kind) ? 'num' : undefined}>
              {cell(row, column, isFlying)}
            </td>
          ),
        )}
      </tr>
    ))}
  </tbody>
)) as <R>(props: GroupProps<R>) => ReactNode

/** Room for rows that are not drawn. */
const Gap = ({ rows, height, columns }: { rows: number; height: number; columns: number }) =>
  rows > 0 ? (
    <tbody aria-hidden="true" className={styles.gap}>
      <tr style={{ height: rows * height }}>
        <td colSpan={columns} />
      </tr>
    </tbody>
  ) : null

/** Which rows to draw for where one has scrolled to: whole groups. */
const useWindow = (count: number) => {
  const scroller = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState({ top: 0, shown: 40, height: LIKELY_HEIGHT })
  const [isFlying, fly] = useFlight()
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    fly(element.scrollTop)
    setSeen((was) => {
      const height = element.querySelector<HTMLElement>('tbody tr[aria-rowindex]')?.offsetHeight || was.height
      const top = Math.floor(element.scrollTop / height / GROUP) * GROUP
      const shown = Math.ceil(element.clientHeight / height)
      return was.top === top && was.shown === shown && was.height === height ? was : { top, shown, height }
    })
  }, [fly])
  useLayoutEffect(onScroll, [onScroll])
  useEffect(() => scrollCue(scroller.current), [])
  const { top, shown, height } = seen
  // On paper there is nothing to scroll: all rows are drawn.
  if (useOnPaper()) return { scroller, onScroll, height, isFlying, first: 0, last: count }
  const lastGroup = Math.max(0, Math.ceil(count / GROUP) - 1) * GROUP
  const first = Math.max(0, Math.min(top, lastGroup) - GROUP)
  return { scroller, onScroll, height, isFlying, first, last: Math.min(count, first + Math.ceil((shown + 3 * GROUP) / GROUP) * GROUP) }
}

/** Whether rows fly past, by where one has scrolled to from one frame to the next. */
const useFlight = (): [boolean, (top: number) => void] => {
  const [isFlying, setFlying] = useState(false)
  const last = useRef<{ top: number; rest?: number }>({ top: 0 })
  const fly = useCallback((top: number) => {
    const { current } = last
    const isFar = Math.abs(top - current.top) > FLYING_ROWS * LIKELY_HEIGHT
    current.top = top
    if (!isFar) return
    window.clearTimeout(current.rest)
    current.rest = window.setTimeout(() => setFlying(false), REST_MS)
    setFlying(true)
  }, [])
  useEffect(() => () => window.clearTimeout(last.current.rest), [])
  return [isFlying, fly]
}

const HeadCell = ({ column, sort, onSort }: { column: Column } & Pick<VirtualTableProps<unknown>, 'sort' | 'onSort'>) => {
  const sorted = sort?.key === column.key ? sort : undefined
  return (
    <th scope="col" className={isFigure(column.kind) ? 'num' : undefined} aria-sort={ariaSort(sorted)}>
      <Sorter sorted={sorted} onSort={() => onSort(column.key)}>
        {column.title}
      </Sorter>
    </th>
  )
}
