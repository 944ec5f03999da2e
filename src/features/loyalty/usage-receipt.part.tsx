import { invoices, type Receipt } from '#features/reports/receipts/invoices.contract.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { useCardText } from './card-text.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './usage-receipt.module.css'

/** The receipt behind an entry: what was sold, and the way to all of it. */
export const ReceiptBehind = ({ saleId }: { saleId: string }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const { language } = useLanguage()
  const { data, error, refetch } = useCall(invoices.receipt, { params: { id: saleId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  const money = (value: number) => moneyText(value, data.Currency, language, 'plain')
  const lines = data.Lines.filter(({ Kind }) => Kind !== 'instruction')
  const paid = [data.Tenders.map(({ Media }) => Media).join(', '), data.Staff, data.Terminal].filter(Boolean).join(', ')
  const address = { range: data.BusinessDate, drill: 'all', receipt: saleId }
  return (
    <div className={styles.slip}>
      <ul>
        {lines.map((line) => (
          <li key={line.LineNo}>
            <span>
              {numberText(line.Quantity, language, 4)} × {line.Name}
              {line.Voided && <small> {say('voided')}</small>}
            </span>
            <span>{money(line.Refunds === 0 ? line.Gross : -line.Refunds)}</span>
          </li>
        ))}
        {receiptExtras(data, say).map(({ key, name, amount }) => (
          <li key={key}>
            <span>{name}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
        <li className={styles.total}>
          <span>{paid ? say('paid', { media: paid }) : say('total')}</span>
          <span>{money(data.Takings)}</span>
        </li>
      </ul>
      <p>
        {!!data.PointsAccrued && say('pointsMade', { points: text.points(data.PointsAccrued) })}{' '}
        {!!data.PointsRedeemed && say('pointsTaken', { points: text.points(data.PointsRedeemed) })}{' '}
        <Go to="/reports/sales" search={address}>
          {say('openReceipt')}
        </Go>
      </p>
    </div>
  )
}

/** What stands between the lines and what was paid: promotions, discounts, surcharges, tips, rounding. */
const receiptExtras = ({ Adjustments, Rounding }: Receipt, say: ReturnType<typeof useSay<keyof typeof moveWords.en>>) => [
  ...Adjustments.map(({ Kind, Name, Amount }, i) => ({
    key: String(i),
    name: Name || say('unnamed'),
    amount: Kind === 'surcharge' || Kind === 'tip' ? Amount : -Amount,
  })),
  ...(Rounding === 0 ? [] : [{ key: 'rounding', name: say('rounding'), amount: Rounding }]),
]
