import { moneyText, numberText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage } from '#ui/language.tsx'
import { type OpenedPayments, writeOpened } from './opened-payments.rules.ts'

/** Money of one currency: plain as in tables, signed as differences are, full with its sign. */
export const usePaymentText = (currency: string) => {
  const { language } = useLanguage()
  const plain = (amount: number) => moneyText(amount, currency, language, 'plain')
  return {
    plain,
    signed: (amount: number) => (amount > 0 ? `+${plain(amount)}` : plain(amount)),
    full: (amount: number) => moneyText(amount, currency, language),
    count: (n: number) => numberText(n, language),
  }
}

interface FigureProps {
  to: OpenedPayments
  /** What is open beside the page, as the address has it. */
  opened: string | undefined
  /** Nothing leads anywhere where there is nothing. */
  value: number
  className?: string
  children: React.ReactNode
}

/** A figure that opens its payments. */
export const OpensPayments = ({ to, opened, value, className, children }: FigureProps) => {
  if (value === 0) return <span className="nil">{children}</span>
  const written = writeOpened(to)
  return (
    <Go change={{ paid: written, payment: undefined, receipt: undefined }} className={className} aria-current={opened === written ? 'true' : undefined}>
      {children}
    </Go>
  )
}

/** The provider's name of a payment, which opens it; of what belongs to no payment the name alone. */
export const PaymentName = ({ id, isPayment = true }: { id: string; isPayment?: boolean }) =>
  isPayment ? (
    <Go change={{ payment: id, receipt: undefined }}>
      <code>{id}</code>
    </Go>
  ) : (
    <code>{id}</code>
  )
