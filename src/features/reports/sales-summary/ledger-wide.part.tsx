import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column } from '#shared/endpoint.ts'
import type { Row } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { PHONE } from '#ui/phone-order.ts'
import { Scroll } from '#ui/scroll.tsx'
import { useMedia } from '#ui/use-media.ts'
import { Chart } from './chart.part.tsx'
import styles from './days.module.css'
import { type BodyProps, Cell, Change, COMPARED, Difference, isDrilled, targetOf } from './ledger-cells.part.tsx'

/** Locations down, periods across, the bars standing on their columns. */
export const Wide = ({ answer, table, state, currency, title }: BodyProps) => {
  const period = usePeriodText(answer.Interval)
  const sayTable = useSay(tableWords)
  const { figure, drill } = state
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  const partOf = (key: string) =>
    key === 'Total' || key === 'Change' || key === 'Difference' ? isOpen : answer.Periods.find(({ Period }) => Period === key)?.State === 'open'
  const cellOf = (row: Row, column: Column, locationId: number | undefined) => {
    if (column.key === 'Difference') return <Difference value={row.Difference} figure={figure} currency={currency} />
    if (COMPARED.includes(column.key)) return <Cell value={row[column.key]} column={column} currency={currency} />
    const opened: Drill = { figure, ...(locationId === undefined ? {} : { locationId }), ...(column.key === 'Total' ? {} : { period: column.key }) }
    return <Cell value={row[column.key]} column={column} currency={currency} target={targetOf(opened)} open={isDrilled(opened, drill)} />
  }
  const columns = table.columns.slice(1).filter(({ key }) => key !== 'Change')
  const isPeriod = ({ key }: Column) => answer.Periods.some(({ Period }) => Period === key)
  const isPhone = useMedia(PHONE)
  /** A row's cells: on a phone the sum and its change come first, else beside the bars that stand on the periods. */
  const across = (draw: (column: Column) => ReactNode, change: ReactNode) => {
    const sums = [...columns.filter((column) => !isPeriod(column)).map(draw), change]
    const periods = columns.filter(isPeriod).map(draw)
    return isPhone ? [...sums, ...periods] : [...periods, ...sums]
  }
  const kindOf = (key: string) => (key === 'Total' ? styles.total : COMPARED.includes(key) ? '' : styles.period)
  const classOf = (key: string) => `${kindOf(key)} ${partOf(key) ? 'part' : ''}`.trim() || undefined
  const drawn = useRef<HTMLTableElement>(null)
  const widths = useColumnWidths(drawn, `${columns.map(({ key }) => key)} ${isPhone}`)
  const tableDrawn = (
    <table className={styles.days} style={{ '--change': answer.Compare ? widths.split(' ').at(-1) : 0 } as CSSProperties} ref={drawn}>
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{sayTable('location')}</th>
          {across(
            ({ key, title: name }) => (
              <th scope="col" key={key} className={classOf(key)}>
                {key === 'Total' || COMPARED.includes(key) ? name : period.short(key)}
                {answer.Periods.find(({ Period }) => Period === key)?.Partial && ' †'}
              </th>
            ),
            answer.Compare && (
              <th scope="col" className="chg" key="change">
                {sayTable('change')}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          <tr key={String(row.LocationId)}>
            <th scope="row">{row.Location}</th>
            {across(
              (column) => (
                <td key={column.key} className={classOf(column.key)}>
                  {cellOf(row, column, Number(row.LocationId))}
                </td>
              ),
              answer.Compare && (
                <Change
                  key="change"
                  figure={figure}
                  now={answer.Locations[i]}
                  base={comparableBase(answer.Compare.Locations[i], answer.Compare, answer.Locations.slice(i, i + 1))}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
      {table.totals && (
        <tfoot>
          <tr className="sum">
            <th scope="row">{table.totals.Location}</th>
            {across(
              (column) => (
                <td key={column.key} className={classOf(column.key)}>
                  {cellOf(table.totals ?? {}, column, undefined)}
                </td>
              ),
              answer.Compare && (
                <Change
                  key="change"
                  figure={figure}
                  now={answer.Totals}
                  base={comparableBase(answer.Compare.Totals, answer.Compare, answer.Locations)}
                  part={isOpen}
                />
              ),
            )}
          </tr>
          {table.beneath?.map((row) => (
            <tr className="then" key={String(row.Location)}>
              <th scope="row">{row.Location}</th>
              {across(
                (column) => (
                  <td key={column.key} className={column.key === 'Total' ? styles.total : undefined}>
                    <Cell value={row[column.key]} column={column} currency={currency} />
                  </td>
                ),
                <td className="chg" key="change" />,
              )}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  )
  const isNarrow = useMedia('(width < 900px)')
  const chart = (
    <Chart answer={answer} figure={figure} currency={currency} label={title} columns={isNarrow ? `0${' 64'.repeat(answer.Periods.length)}` : widths} />
  )
  // A narrow window shows the bars of a week at once, while the table below scrolls.
  const fitsBeside = isNarrow && answer.Periods.length <= 7
  return (
    <>
      {fitsBeside && chart}
      <Scroll label={title}>
        {!fitsBeside && chart}
        {tableDrawn}
      </Scroll>
    </>
  )
}

/** Widths of a table's columns in pixels, separated by spaces, as they are drawn. @param columns tells its columns from others */
const useColumnWidths = (table: RefObject<HTMLTableElement | null>, columns: string): string => {
  const [widths, setWidths] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other head cells.
  useLayoutEffect(() => {
    const heads = [...(table.current?.tHead?.rows[0]?.cells ?? [])]
    const measure = () => setWidths(heads.map((head) => head.getBoundingClientRect().width).join(' '))
    measure()
    const observer = new ResizeObserver(measure)
    for (const head of heads) observer.observe(head)
    return () => observer.disconnect()
  }, [table, columns])
  return widths
}
