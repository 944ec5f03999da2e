import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import type { Rights } from './match-by-hand.part.tsx'
import { type OnePayment, onePayment } from './one-payment.contract.ts'
import { onePaymentWords } from './one-payment.messages.ts'
import { PaymentFacts } from './payment-facts.part.tsx'
import { paymentListWords } from './payment-list.messages.ts'
import { usePaymentText } from './payment-text.part.tsx'
import { PaymentAtTill } from './payment-till.part.tsx'

interface Props {
  paymentId: string
  /** The card media that are compared, as the address has them. */
  media: string | undefined
  /** Whether a list is open beneath, to go back to. */
  fromList: boolean
  mayList: boolean
  mayMatch: boolean
  onClose: () => void
}

/** One payment as a docket: from its amount to its net, the till's side of it, its payouts and where it came from. */
export const PaymentDocket = ({ paymentId, media, fromList, mayList, mayMatch, onClose }: Props) => {
  const say = useSay(onePaymentWords)
  const { language } = useLanguage()
  const { data, error, refetch } = useCall(onePayment.payment, { params: { paymentId }, query: (media ? { Media: media } : {}) as never })
  return (
    <Docket
      title={say('title')}
      aside={data && `${dayText(data.At.slice(0, 10), language)}, ${data.At.slice(11, 16)}`}
      crumbs={<Go change={{ payment: undefined }}>{say(fromList ? 'list' : 'back')}</Go>}
      onClose={onClose}
      acts={
        data && (
          <a className="btn" href={`https://dashboard.stripe.com/${data.Account.IsLive ? '' : 'test/'}payments/${data.PaymentId}`} rel="noreferrer">
            {say('openAtStripe')} <Icon name="out" />
          </a>
        )
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Body payment={data} media={media} mayList={mayList} mayMatch={mayMatch} />
      ) : (
        <Waiting rows={8} />
      )}
    </Docket>
  )
}

const Body = ({ payment, ...rights }: { payment: OnePayment } & Rights) => {
  const say = useSay(onePaymentWords)
  const sayList = useSay(paymentListWords)
  const { State, Card, Country, Location, Amount, Currency } = payment
  return (
    <>
      <p className="fig">
        <BigFigure figure="Takings" value={Amount} currency={Currency} />
      </p>
      <p className="meta">
        {[Location ?? sayList('noLocation'), Card ?? '', Country ? say('fromCountry', { country: Country }) : '', sayList(`state.${State}`)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Account payment={payment} />
      {State !== 'Failed' && State !== 'Pending' && <PaymentAtTill payment={payment} {...rights} />}
      <PaymentFacts payment={payment} />
    </>
  )
}

/** From what the customer paid to what is left of it. */
const Account = ({ payment }: { payment: OnePayment }) => {
  const say = useSay(onePaymentWords)
  const { language } = useLanguage()
  const { Currency, Movements, State, Failure, OurFee } = payment
  const text = usePaymentText(Currency)
  if (Movements.length === 0)
    return (
      <p className="note">{State !== 'Failed' ? say('noMove') : Failure ? say('declined', { why: Failure.replaceAll('_', ' ') }) : say('declinedPlain')}</p>
    )
  const sum = (of: (one: OnePayment['Movements'][number]) => number) => Math.round(Movements.reduce((total, one) => total + of(one), 0) * 10_000) / 10_000
  const words = { refund: 'refunded', dispute: 'disputed' } as const
  return (
    <>
      <table>
        <caption className="sr">{say('amounts')}</caption>
        <tbody>
          {Movements.map((one) => (
            <Row
              key={one.MovementId}
              name={
                one.Kind === 'charge'
                  ? say('paidByCustomer')
                  : say(words[one.Kind as keyof typeof words] ?? 'movedOther', { day: dayText(one.Day, language, 'short') })
              }
              value={text.plain(one.Amount)}
            />
          ))}
          <Row name={say('ourFeeTaken')} value={text.plain(0 - sum(({ OurFeeTaken }) => OurFeeTaken))} />
          <Row name={say('providerFee')} value={text.plain(0 - sum(({ ProviderFee }) => ProviderFee))} />
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('net')}</th>
            <td className="num">{text.plain(payment.Net)}</td>
          </tr>
        </tfoot>
      </table>
      {OurFee && OurFee.PercentageFee + OurFee.FixedFee > 0 && (
        <p className="note">
          {say('byRates', { fee: text.plain(OurFee.Amount), percent: numberText(OurFee.PercentageFee, language, 2), fixed: text.plain(OurFee.FixedFee) })}
        </p>
      )}
    </>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <tr>
    <th scope="row">{name}</th>
    <td className="num">{value}</td>
  </tr>
)
