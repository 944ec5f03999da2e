import type { ReactNode } from 'react'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column } from '#shared/endpoint.ts'
import type { Row } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { PHONE } from '#ui/phone-order.ts'
import { scrollCue } from '#ui/scroll-cue.ts'
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
  const classOf = (key: string) =>
    `${key === 'Total' ? styles.total : COMPARED.includes(key) ? styles.target : ''} ${partOf(key) ? 'part' : ''}`.trim() || undefined
  const tableDrawn = (
    <table className={styles.days}>
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
  const chart = <Chart answer={answer} figure={figure} currency={currency} label={title} standing />
  const fitsBeside = answer.Periods.length <= 7
  return (
    <>
      {fitsBeside && chart}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll" aria-label={title} tabIndex={0} ref={scrollCue}>
        {!fitsBeside && chart}
        {tableDrawn}
      </section>
    </>
  )
}
