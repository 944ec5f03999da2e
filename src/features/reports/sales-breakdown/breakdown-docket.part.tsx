import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { docketWords } from '#features/reports/receipts/docket.messages.ts'
import { provenBy } from '#features/reports/receipts/invoices.rules.ts'
import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { ReceiptsDocket } from '#features/reports/receipts/receipts-docket.part.tsx'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { receiptsOf } from './breakdown-screen.rules.ts'
import { figureIn, rowTitle } from './breakdown-table.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

interface DocketProps {
  answer: AnyBreakdown
  screen: BreakdownScreen
  onRefresh: () => void
}

/** The docket beside the page: the receipts behind a row, or one of them. */
export const BreakdownDocket = ({ answer, screen, onRefresh }: DocketProps) => {
  const { language } = useLanguage()
  const sayRow = useSay(breakdownWords)
  const sayFigure = useSay(tableWords)
  const say = useSay(docketWords)
  const save = useExport()
  const { open, state, filter } = screen
  const row = answer.Totals.Rows.find(({ Key }) => String(Key) === open)
  const part = receiptsOf(row, answer, screen.steps)
  const title = row ? rowTitle(row, answer, sayRow) : sayRow('allRows')
  const figure = answer.Dimension === 'gpmargins' ? 'NetExTax' : provenBy(answer.Figure)
  const close = () => screen.change({ open: undefined, receipt: undefined })
  const crumbs = state.receipt ? (
    <>
      <span>
        <Go change={{ open: open ?? 'all', receipt: undefined }}>{title}</Go>
      </span>
      <span>
        <span aria-hidden="true">/ </span>
        <span aria-current="page">{say('receipt')}</span>
      </span>
    </>
  ) : (
    <span aria-current="page">{sayRow(answer.Dimension)}</span>
  )
  if (state.receipt) return <ReceiptDocket key={state.receipt} saleId={state.receipt} crumbs={crumbs} onClose={close} />
  if (!part || (open !== 'all' && !row)) return null
  const { Items: _, ...places } = filter
  const asked = { FromDate: answer.FromDate, ToDate: answer.ToDate, ...places, ...part, Figure: figure }
  const query = given(asked)
  return (
    <ReceiptsDocket
      key={`${answer.Dimension} ${open}`}
      title={title}
      aside={rangeText({ from: answer.FromDate, to: answer.ToDate }, language)}
      crumbs={crumbs}
      figureName={answer.Dimension === 'wastage' ? sayRow('WastedCost') : sayFigure(figure)}
      query={query}
      opened={figureIn(row ?? answer.Totals, figure)}
      onClose={close}
      onExport={() => save('/sales/invoices', query, 'csv')}
      onRefresh={onRefresh}
    />
  )
}
