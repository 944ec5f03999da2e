import type { ReactNode } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { docketWords } from './docket.messages.ts'
import { invoices, type Receipt } from './invoices.contract.ts'
import { invoiceWords } from './invoices.messages.ts'
import styles from './receipts.module.css'
import { usePrinting } from './receipts-docket.part.tsx'

interface ReceiptProps {
  saleId: string
  crumbs: ReactNode
  onClose: () => void
}

/** One receipt as a docket: lines, tenders, who, card, and what corrected it. */
export const ReceiptDocket = ({ saleId, crumbs, onClose }: ReceiptProps) => {
  const say = useSay(docketWords)
  const { language } = useLanguage()
  const { printed, print } = usePrinting()
  const { data, error, refetch } = useCall(invoices.receipt, { params: { id: saleId } })
  const acts = data && (
    <button type="button" className="btn" onClick={print}>
      {say('print')}
    </button>
  )
  return (
    <Docket title={data?.Receipt ?? '…'} aside={data && dayText(data.BusinessDate, language)} crumbs={crumbs} acts={acts} onClose={onClose} printed={printed}>
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Body receipt={data} /> : <Waiting rows={8} />}
    </Docket>
  )
}

const Body = ({ receipt }: { receipt: Receipt }) => {
  const say = useSay(docketWords)
  const sayWord = useSay(invoiceWords)
  const { language } = useLanguage()
  const money = (value: number) => moneyText(value, receipt.Currency, language, 'plain')
  return (
    <>
      <p className="fig">{moneyText(receipt.Takings, receipt.Currency, language)}</p>
      <p className="meta">
        {[receipt.Location, say('tillNamed', { till: receipt.Terminal }), receipt.ClosedAt.slice(11, 16), receipt.Kind === 'sale' ? '' : sayWord(receipt.Kind)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Lines receipt={receipt} money={money} />
      <Sums receipt={receipt} money={money} />
      <Tenders receipt={receipt} money={money} />
      <Corrections receipt={receipt} money={money} />
      <Facts receipt={receipt} />
      {receipt.SentBusinessDate && (
        <p className="note">{say('tillDay', { day: dayText(receipt.SentBusinessDate, language), own: dayText(receipt.BusinessDate, language) })}</p>
      )}
    </>
  )
}

type PartProps = { receipt: Receipt; money: (value: number) => string }

const Lines = ({ receipt, money }: PartProps) => {
  const say = useSay(docketWords)
  const wastageNote = ({ WastageReason }: Receipt['Lines'][number]) => (WastageReason ? say('wastageFor', { reason: WastageReason }) : say('wastage'))
  const { language } = useLanguage()
  return (
    <table>
      <caption className="sr">{say('lines')}</caption>
      <tbody>
        {receipt.Lines.map((line) => {
          const notes = [
            line.Voided ? say('voided') : '',
            line.Wastage ? wastageNote(line) : '',
            line.Kind === 'non-sale' ? say('nonSale') : '',
            line.Covers === 0 ? '' : say.count('covers', line.Covers),
          ].filter(Boolean)
          return (
            <tr
              key={line.LineNo}
              className={[line.ParentLineNo !== null && styles.under, (line.Voided || line.Wastage) && styles.struck].filter(Boolean).join(' ') || undefined}
            >
              <td>
                {say('each', { quantity: numberText(line.Quantity, language, 4), name: line.Name })}
                {notes.length > 0 && <small> {notes.join(' · ')}</small>}
              </td>
              <td className="num">{line.Kind === 'instruction' ? '' : money(line.Refunds === 0 ? line.Gross : -line.Refunds)}</td>
            </tr>
          )
        })}
        {numbered(receipt.Adjustments.filter(({ Kind }) => Kind !== 'tip')).map((adjustment) => (
          <tr key={adjustment.no}>
            <td>{adjustment.Name || say('unnamed')}</td>
            <td className="num">{money(adjustment.Kind === 'surcharge' ? adjustment.Amount : -adjustment.Amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What has no number of its own is known by its place. */
const numbered = <T,>(list: readonly T[]): (T & { no: number })[] => list.map((one, i) => ({ ...one, no: i + 1 }))

const Sums = ({ receipt, money }: PartProps) => {
  const say = useSay(docketWords)
  const sayWord = useSay(invoiceWords)
  const extras = (['NonSales', 'Tips', 'Rounding'] as const).filter((name) => receipt[name] !== 0)
  return (
    <table>
      <caption className="sr">{say('total')}</caption>
      <tbody>
        <tr>
          <th scope="row">
            {sayWord('Amount')} <small>{say('gstIncluded', { amount: money(receipt.Tax) })}</small>
          </th>
          <td className="num">{money(receipt.Amount)}</td>
        </tr>
        {extras.map((name) => (
          <tr key={name}>
            <th scope="row">{sayWord(name)}</th>
            <td className="num">{money(receipt[name])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="sum">
          <th scope="row">{sayWord('Takings')}</th>
          <td className="num">{money(receipt.Takings)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const Tenders = ({ receipt, money }: PartProps) => {
  const say = useSay(docketWords)
  if (receipt.Tenders.length === 0) return null
  return (
    <table>
      <caption>{say('tenders')}</caption>
      <tbody>
        {numbered(receipt.Tenders).map((tender) => {
          const notes = [
            tender.Last4 ? `•••• ${tender.Last4}` : '',
            tender.Change === 0 ? '' : say('change', { amount: money(tender.Change) }),
            tender.CashOut === 0 ? '' : say('cashOut', { amount: money(tender.CashOut) }),
            tender.Tip === 0 ? '' : say('tip', { amount: money(tender.Tip) }),
            tender.Surcharge === 0 ? '' : say('surcharge', { amount: money(tender.Surcharge) }),
            tender.Reference ?? '',
          ].filter(Boolean)
          return (
            <tr key={tender.no}>
              <td>
                {tender.Media}
                {notes.length > 0 && <small> {notes.join(' · ')}</small>}
              </td>
              <td className="num">{money(tender.Net)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Corrections = ({ receipt, money }: PartProps) => {
  const say = useSay(docketWords)
  const { language } = useLanguage()
  if (receipt.Corrections.length === 0) return null
  return (
    <table>
      <caption>{say('corrections')}</caption>
      <tbody>
        {receipt.Corrections.map((other) => (
          <tr key={other.SaleId}>
            <td>
              {say(other.Relation)} <Go change={{ receipt: other.SaleId }}>{other.Receipt}</Go>
              <small>
                {' '}
                {dayText(other.BusinessDate, language)} {other.ClosedAt.slice(11, 16)}
                {other.Revision > 1 && ` · ${say('revision', { n: other.Revision })}`}
              </small>
            </td>
            <td className="num">{money(other.Takings)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Facts = ({ receipt }: { receipt: Receipt }) => {
  const say = useSay(docketWords)
  const sayWord = useSay(invoiceWords)
  const points = receipt.PointsAccrued || receipt.PointsRedeemed ? `+${receipt.PointsAccrued ?? 0} / −${receipt.PointsRedeemed ?? 0}` : null
  const facts: [string, string | null][] = [
    [say('staff'), receipt.Staff],
    [say('till'), receipt.Terminal],
    [say('table'), receipt.Table],
    [say('order'), receipt.OrderType === 'none' ? null : sayWord(receipt.OrderType)],
    [say('people'), receipt.Customers > 0 ? String(receipt.Customers) : null],
    [say('card'), receipt.Card],
    [say('points'), points && (receipt.PointsSource ? `${points}, ${say(`points${receipt.PointsSource}`)}` : points)],
    [say('opened'), receipt.OpenedAt?.slice(11, 16) ?? null],
    [say('closed'), receipt.ClosedAt.slice(11, 16)],
    [say('received'), receipt.ReceivedAt.slice(0, 16).replace('T', ' ')],
    [say('number'), receipt.SaleId],
  ]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
