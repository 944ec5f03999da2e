import { pluWords } from '#features/reports/kit/products.messages.ts'
import type { ScreenFilter } from '#features/reports/kit/screen/drill.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import type { ScreenState } from '#features/reports/kit/screen/screen-state.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { docketWords } from '#features/reports/receipts/docket.messages.ts'
import { INVOICE_FIGURES, provenBy } from '#features/reports/receipts/invoices.rules.ts'
import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { ReceiptsDocket } from '#features/reports/receipts/receipts-docket.part.tsx'
import { numberText } from '#shared/money.ts'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { PluAnswer } from './plu-sales.contract.ts'
import { pluReader } from './plu-table.rules.ts'

interface PluDocketProps {
  answer: PluAnswer
  plu: string
  /** What the receipts are asked for by. */
  items: { Items?: string }
  state: ScreenState
  filter: ScreenFilter
  onRefresh: () => void
}

/** The figures of a product that receipts prove. */
export const isProven = (figure: string): boolean => (INVOICE_FIGURES as readonly string[]).includes(figure)

/** Stands for every product that is listed. */
export const ALL_ITEMS = 'all'
const MOST_ITEMS = 200

/** What receipts are asked for by: of one product, of all that are listed, or of everything; undefined where too many are chosen to be named. */
export const itemsBehind = (answer: PluAnswer, plu: string, isChosen: boolean): { Items?: string } | undefined => {
  if (plu !== ALL_ITEMS) return { Items: plu }
  if (!isChosen) return {}
  const read = pluReader(answer)
  return answer.Count <= MOST_ITEMS ? { Items: [...new Set(answer.Rows.map((row) => read(row, 'Plu')))].join(',') } : undefined
}

/** The docket beside the page: the receipts a product is on, or one of them. */
export const PluDocket = ({ answer, plu, items, state, filter, onRefresh }: PluDocketProps) => {
  const { language } = useLanguage()
  const [url, change] = useUrlState()
  const say = useSay(docketWords)
  const sayFigure = useSay(tableWords)
  const sayPlu = useSay(pluWords)
  const save = useExport()
  const close = () => change({ plu: undefined, place: undefined, fig: undefined, receipt: undefined })
  const read = pluReader(answer)
  // In detail a row is of one location.
  const place = answer.Locations.find(({ LocationId }) => answer.Columns.includes('Location') && String(LocationId) === url.place)
  const row = answer.Rows.find((one) => read(one, 'Plu') === plu && (!place || one[answer.Columns.indexOf('Location')] === place.LocationId))
  const name = row ? String(read(row, 'Name')) : plu === ALL_ITEMS ? sayPlu('total', { n: numberText(answer.Count, language) }) : plu
  const figure = provenBy(state.figure)
  const value = plu === ALL_ITEMS ? answer.Totals[figure as 'Net'] : row && read(row, figure)
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
    Locations: place ? String(place.LocationId) : filter.Locations,
    Weekdays: filter.Weekdays,
    Daypart: filter.Daypart,
    ...items,
    Figure: figure,
  })
  return (
    <ReceiptsDocket
      key={`${plu} ${place?.LocationId} ${figure}`}
      title={plu === ALL_ITEMS ? name : `${plu} ${name}`}
      aside={[place?.Name, rangeText({ from: answer.FromDate, to: answer.ToDate }, language)].filter(Boolean).join(' · ')}
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
