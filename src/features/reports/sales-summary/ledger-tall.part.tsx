import { changeOf, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { ChangePercent } from '#features/reports/kit/screen/change-text.part.tsx'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import type { Column } from '#shared/endpoint.ts'
import { useShownColumns } from '#ui/columns.tsx'
import { DataTable, type Row } from '#ui/data-table.tsx'
import { Chart } from './chart.part.tsx'
import styles from './days.module.css'
import { type BodyProps, Cell, Difference, isDrilled, targetOf } from './ledger-cells.part.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'
import { DETAIL, SALES_DETAIL } from './sales-table.rules.ts'

/** Periods down, locations across: for more periods than a page is wide. */
export const Tall = ({ answer, table, state, currency, title }: BodyProps) => {
  const period = usePeriodText(answer.Interval)
  const { figure, drill } = state
  const drillAt = (row: Row | 'totals', column: Column): Drill | undefined => {
    if (!column.key.startsWith('loc:') && column.key !== 'Total') return undefined
    return {
      figure,
      ...(column.key === 'Total' ? {} : { locationId: Number(column.key.slice(4)) }),
      ...(row === 'totals' ? {} : { period: String(row.Period) }),
    }
  }
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  return (
    <div className={styles.tall}>
      <Chart answer={answer} figure={figure} currency={currency} label={title} />
      <DataTable
        table={table}
        caption={title}
        currency={currency}
        rowKey={(row) => String(row.Period)}
        target={(row, column) => {
          const opened = drillAt(row, column)
          return opened && targetOf(opened)
        }}
        isOpen={(row, column) => {
          const opened = drillAt(row, column)
          return opened !== undefined && isDrilled(opened, drill)
        }}
        isPart={() => isOpen}
        cell={(row, column) => {
          if (column.key === 'Difference') return <Difference value={(row === 'totals' ? table.totals : row)?.Difference} figure={figure} currency={currency} />
          if (column.key === 'Change') return <TallChange answer={answer} figure={figure} period={row === 'totals' ? undefined : String(row.Period)} />
          if (column.key === 'Period') return row === 'totals' ? undefined : period.long(String(row.Period))
          return row === 'totals' ? undefined : quietZero(row, column, currency, drillAt(row, column))
        }}
        {...(table.totals ? { totalsTitle: String(table.totals.Period) } : {})}
      />
    </div>
  )
}

const TallChange = ({ answer, figure, period }: { answer: SalesAnswer; figure: FigureName; period: string | undefined }) => {
  const at = period === undefined ? -1 : answer.Periods.findIndex(({ Period }) => Period === period)
  const { Totals, Compare, FromDate, Locations } = answer
  const now = period === undefined ? Totals[figure] : Totals.ByPeriod[figure][at]
  const base = comparableBase(Compare?.Totals, Compare, Locations, { begins: FromDate, part: answer.Periods[at]?.FromDate ?? FromDate })
  const comparedIn = (name: FigureName) => (period === undefined ? base?.[name] : base?.ByPeriod[name][at])
  const change = answer.Periods[at]?.State === 'to-come' ? undefined : changeOf(figure, now, comparedIn(figure), comparedIn('Sales'))
  return (
    <span className={change?.verdict === 'good' || change?.verdict === 'bad' ? `chg ${change.verdict}` : 'chg'}>
      <ChangePercent change={change} />
    </span>
  )
}

/** Where nothing was sold the zero is there, but does not shout. */
const quietZero = (row: Row, column: Column, currency: string, opened: Drill | undefined) =>
  row[column.key] === 0 ? <Cell value={0} column={column} currency={currency} {...(opened ? { target: targetOf(opened) } : {})} /> : undefined

/** One row for each location and period, every figure a column. */
export const Detail = ({ answer, table, state, currency, title }: BodyProps) => {
  const columns = useShownColumns(SALES_DETAIL, table.columns)
  const period = usePeriodText(answer.Interval)
  const drillAt = (row: Row | 'totals', column: Column): Drill | undefined => {
    const figure = DETAIL.find((name) => name === column.key)
    if (!figure) return undefined
    return row === 'totals' ? { figure } : { figure, locationId: Number(row.LocationId), period: String(row.Period) }
  }
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  return (
    <DataTable
      table={{ ...table, columns }}
      caption={title}
      currency={currency}
      rowKey={(row) => `${row.LocationId} ${row.Period}`}
      target={(row, column) => {
        const opened = drillAt(row, column)
        return opened && targetOf(opened)
      }}
      isOpen={(row, column) => {
        const opened = drillAt(row, column)
        return opened !== undefined && isDrilled(opened, state.drill)
      }}
      isPart={() => isOpen}
      cell={(row, column) => {
        if (row === 'totals') return column.key === 'Period' ? '' : undefined
        return column.key === 'Period' ? period.long(String(row.Period)) : quietZero(row, column, currency, drillAt(row, column))
      }}
      {...(table.beneath?.[0] ? { beneath: table.beneath[0] } : {})}
    />
  )
}
