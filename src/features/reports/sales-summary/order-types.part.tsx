import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import { salesBreakdown } from '#features/reports/sales-breakdown/sales-breakdown.contract.ts'
import { CallTable } from '#ui/call-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'

const COLUMNS = ['Name', 'Net', 'Share', 'Compared', 'Difference', 'Change', 'Sales', 'AverageSale', 'Surcharges', 'Discounts']

/** What was sold at tables, to take away, for delivery, at the bar and online; each leads to its receipts in the Sales Breakdown. */
const OrderTypesPart = ({ query, currency }: { query: Record<string, string>; currency: string }) => {
  const say = useSay(breakdownWords)
  const { ordertype } = salesBreakdown
  return (
    <CallTable
      operation={ordertype}
      query={query}
      title={say('byOrderType')}
      columns={COLUMNS}
      currency={currency}
      acts={<FileActs path={ordertype.path} query={query} />}
      target={(row, { key }) => (key === 'Net' ? behind(row === 'totals' ? 'all' : String(row.Key)) : undefined)}
    />
  )
}

export default OrderTypesPart

/** The same days and places; what only the Sales Summary knows does not come along. */
const behind = (open: string): Target => ({
  to: '/reports/breakdown',
  change: { dim: 'ordertype', open, drill: undefined, receipt: undefined, fig: undefined, view: undefined, by: undefined },
})
