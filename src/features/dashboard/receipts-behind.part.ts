import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { rangeToUrl } from '#shared/range.ts'
import type { Row } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'

/** The receipts behind a figure of some days: the Sales Summary of them, at one location or all, of one item or all, with the figure's docket open. */
export const receiptsOf = (days: Days, row: Row | 'totals', figure: FigureName, plu?: string): Target =>
  receiptsBehind(days, { figure, ...(row === 'totals' ? {} : { locationId: Number(row.LocationId) }) }, plu)

interface Days {
  FromDate: string
  ToDate: string
}

/** The receipts behind any figure of some days. */
export const receiptsBehind = ({ FromDate, ToDate }: Days, drill: Drill, plu?: string): Target => ({
  to: '/reports/sales',
  search: { range: rangeToUrl({ from: FromDate, to: ToDate }), ...(plu === undefined ? {} : { items: plu }), drill: writeDrill(drill) },
})
