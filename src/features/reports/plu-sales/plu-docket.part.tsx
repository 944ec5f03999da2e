import type { ScreenFilter } from '#features/reports/kit/screen/drill.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import type { ScreenState } from '#features/reports/kit/screen/screen-state.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { docketWords } from '#features/reports/receipts/docket.messages.ts'
import { INVOICE_FIGURES, provenBy } from '#features/reports/receipts/invoices.rules.ts'
import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { ReceiptsDocket } from '#features/reports/receipts/receipts-docket.part.tsx'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { PluAnswer } from './plu-sales.contract.ts'
import { pluReader } from './plu-table.rules.ts'

interface PluDocketProps {
  answer: PluAnswer
  plu: string
  state: ScreenState
  filter: ScreenFilter
  onRefresh: () => void
}

/** The figures of a product that receipts prove. */
export const isProven = (figure: string): boolean => (INVOICE_FIGURES as readonly string[]).includes(figure)

/** The docket beside the page: the receipts a product is on, or one of them. */
export const PluDocket = ({ answer, plu, state, filter, onRefresh }: PluDocketProps) => {
  const { language } = useLanguage()
  const [, change] = useUrlState()
  const say = useSay(docketWords)
  const sayFigure = useSay(tableWords)
  const save = useExport()
  const close = () => change({ plu: undefined, fig: undefined, receipt: undefined })
  const read = pluReader(answer)
  const row = answer.Rows.find((one) => read(one, 'Plu') === plu)
  const name = row ? String(read(row, 'Name')) : plu
  const figure = provenBy(state.figure)
  const value = row && read(row, figure)
  const crumbs = state.receipt ? (
    <>
      <Go change={{ receipt: undefined }}>{name}</Go> <span aria-hidden="true">/ </span>
      <span aria-current="page">{say('receipt')}</span>
    </>
  ) : (
    <span aria-current="page">{name}</span>
  )
  if (state.receipt) return <ReceiptDocket key={state.receipt} saleId={state.receipt} crumbs={crumbs} onClose={close} />
  const query = given({
    FromDate: answer.FromDate,
    ToDate: answer.ToDate,
    Locations: filter.Locations,
    Weekdays: filter.Weekdays,
    Daypart: filter.Daypart,
    Items: plu,
    Figure: figure,
  })
  return (
    <ReceiptsDocket
      key={`${plu} ${figure}`}
      title={`${plu} ${name}`}
      aside={rangeText({ from: answer.FromDate, to: answer.ToDate }, language)}
      crumbs={crumbs}
      figureName={sayFigure(figure)}
      query={query}
      opened={typeof value === 'number' ? value : null}
      onClose={close}
      onExport={() => save('/sales/invoices', query, 'csv')}
      onRefresh={onRefresh}
    />
  )
}
