import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { docketWords } from './docket.messages.ts'
import { ReceiptDocket } from './receipt-docket.part.tsx'
import { ReceiptsDocket } from './receipts-docket.part.tsx'

interface OpenedDocketProps {
  drill: Drill
  /** The receipt that is looked at, among those behind the figure. */
  receipt: string | undefined
  /** Where the figure stands, and when. */
  title: string
  aside: string
  figureName: string
  /** The query of GET /sales/invoices that the figure's own filters make. */
  query: Record<string, string>
  /** The figure as the page shows it; null where it is not on the page. */
  opened: number | null
  onClose: () => void
  onRefresh: () => void
}

/** The docket beside a report: the receipts behind the figure that was opened, or one of them. */
export const OpenedDocket = ({ drill, receipt, title, aside, figureName, query, opened, onClose, onRefresh }: OpenedDocketProps) => {
  const say = useSay(docketWords)
  const save = useExport()
  const crumbs = (
    <>
      {receipt ? <Go change={{ drill: writeDrill(drill), receipt: undefined }}>{title}</Go> : <span aria-current="page">{title}</span>}
      {receipt && (
        <span>
          <span aria-hidden="true">/ </span>
          <span aria-current="page">{say('receipt')}</span>
        </span>
      )}
    </>
  )
  if (receipt) return <ReceiptDocket key={receipt} saleId={receipt} crumbs={crumbs} onClose={onClose} />
  return (
    <ReceiptsDocket
      key={writeDrill(drill)}
      title={title}
      aside={aside}
      crumbs={crumbs}
      figureName={figureName}
      query={query}
      opened={opened}
      onClose={onClose}
      onExport={() => save('/sales/invoices', query, 'csv')}
      onRefresh={onRefresh}
    />
  )
}
