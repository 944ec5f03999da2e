import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { docketWords } from '#features/reports/receipts/docket.messages.ts'
import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { ReceiptsDocket } from '#features/reports/receipts/receipts-docket.part.tsx'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { costReceipts, isProvenCost } from './costs-drill.rules.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

interface DocketProps {
  answer: CostsAnswer
  screen: BreakdownScreen
  onRefresh: () => void
}

/** The docket beside the account of costs: the receipts that a line of it adds up from, or one of them. */
export const CostsDocket = ({ answer, screen, onRefresh }: DocketProps) => {
  const { language } = useLanguage()
  const sayLine = useSay(breakdownWords)
  const say = useSay(docketWords)
  const save = useExport()
  const { state, filter, open = '' } = screen
  const close = () => screen.change({ open: undefined, receipt: undefined })
  if (!isProvenCost(open)) return null
  const title = sayLine(open)
  const crumbs = state.receipt ? (
    <>
      <Go change={{ receipt: undefined }}>{title}</Go> <span aria-hidden="true">/ </span>
      <span aria-current="page">{say('receipt')}</span>
    </>
  ) : (
    <span aria-current="page">{sayLine('costs')}</span>
  )
  if (state.receipt) return <ReceiptDocket key={state.receipt} saleId={state.receipt} crumbs={crumbs} onClose={close} />
  const { Items: _, ...places } = filter
  const query = given({ FromDate: answer.FromDate, ToDate: answer.ToDate, ...places, ...costReceipts(open) })
  return (
    <ReceiptsDocket
      key={open}
      title={title}
      aside={rangeText({ from: answer.FromDate, to: answer.ToDate }, language)}
      crumbs={crumbs}
      figureName={title}
      query={query}
      opened={answer.Totals[open]}
      onClose={close}
      onExport={() => save('/sales/invoices', query, 'csv')}
      onRefresh={onRefresh}
    />
  )
}
