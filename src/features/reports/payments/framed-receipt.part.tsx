import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage } from '#ui/language.tsx'
import { usePaymentText } from './payment-text.part.tsx'
import styles from './payments-docket.module.css'
import type { MatchPair } from './till-pairs.rules.ts'

interface Props {
  tender: NonNullable<MatchPair['Tender']>
  amount: number
  currency: string
  mayList: boolean
  /** Said after when, where and how it was paid. */
  note?: string
}

/** A receipt with its tender, framed: when, at which till, by whom and how it was paid. */
export const FramedReceipt = ({ tender, amount, currency, mayList, note = '' }: Props) => {
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  return (
    <p className={styles.receipt}>
      <b>
        {mayList ? <Go change={{ receipt: tender.SaleId }}>{tender.Receipt}</Go> : tender.Receipt}
        <span>{text.plain(amount)}</span>
      </b>
      <small>
        {[`${dayText(tender.At.slice(0, 10), language, 'short')}, ${tender.At.slice(11, 16)}`, tender.TerminalId, tender.Clerk ?? '', tender.Media, note]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </p>
  )
}
