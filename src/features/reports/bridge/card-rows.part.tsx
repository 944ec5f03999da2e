import { payments } from '#features/reports/payments/payments.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { Proof } from '#ui/docket.tsx'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import type { Step } from './bridge-steps.rules.ts'
import { Lead, useBridgeText } from './bridge-text.part.tsx'
import { DocketFigure } from './docket-figure.part.tsx'
import { toPayments } from './step-links.part.ts'

const OF_CARDS = ['TillDifference', 'Disputed', 'CardFees', 'OtherAtProvider', 'OnTheWay'] as const
type OfCards = (typeof OF_CARDS)[number]
export const isOfCards = (step: Step): step is OfCards => (OF_CARDS as readonly Step[]).includes(step)

interface Props {
  step: OfCards
  bridge: Bridge
  /** How many locations the bridge is of. */
  asked: number
  /** What the bridge is asked by. */
  query: Record<string, string>
}

interface Part {
  key: string
  name: string
  note?: string | undefined
  amount: number
  to: Target | undefined
}

/** What a step between banked and in the bank is made of; each part leads to its payments. */
export const CardRows = (props: Props) => (props.step === 'TillDifference' ? <DifferenceRows {...props} /> : <ProviderRows {...props} />)

/** Where days and settlements of card terminals are listed. */
const TO_TERMINALS: Target = { to: '/venue/connections/tyro', change: {} }

/** Payments of the locations that are followed: all of the page's, or these alone. */
const locationsOf = ({ Cards }: Bridge, asked: number): number[] | undefined => {
  const ids = (Cards?.Places ?? []).map(({ LocationId }) => LocationId)
  return ids.length === asked ? undefined : ids
}

const ProviderRows = ({ step, bridge, asked }: Props) => {
  const say = useSay(bridgeScreenWords)
  const { language } = useLanguage()
  const { Cards } = bridge
  const amount = bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? 0
  const places = locationsOf(bridge, asked)
  if (!Cards) return null
  const terminals = Cards.Terminals
  const parts: Part[] =
    step === 'CardFees'
      ? [
          { key: 'provider', name: say('ofProvider'), amount: rounded((terminals?.Fee ?? 0) - Cards.ProviderFee), to: toPayments('ProviderFee', places) },
          { key: 'house', name: say('ofHouse'), amount: 0 - Cards.OurFee, to: toPayments('OurFeeTaken', places) },
          ...(terminals ? [{ key: 'tyro', name: say('ofTyro'), amount: 0 - terminals.Fee, to: TO_TERMINALS }] : []),
        ]
      : step === 'OnTheWay'
        ? Cards.Arrivals.filter(({ Where }) => Where !== 'bank').map(({ Provider, Where, PayoutId, ArrivesOn, Payments, Net }) => ({
            key: `${Provider} ${PayoutId ?? Where}`,
            name: arrivalName(say, Provider, ArrivesOn && dayText(ArrivesOn, language, 'short')),
            note: say.count('payments', Payments),
            amount: 0 - Net,
            to: Provider === 'Tyro' ? TO_TERMINALS : toPayments(PayoutId ? `Net...way.${PayoutId}` : 'Net...provider', places),
          }))
        : [
            {
              key: step,
              name: say(step === 'Disputed' ? 'disputesOf' : 'othersOf'),
              amount: step === 'Disputed' ? amount : rounded(amount - (terminals?.Other ?? 0)),
              to: toPayments(step === 'Disputed' ? 'Disputed' : 'Other', places),
            },
            ...(terminals && step !== 'Disputed' ? [{ key: 'tyro', name: say('othersOfTyro'), amount: terminals.Other, to: TO_TERMINALS }] : []),
          ]
  return <Parts parts={parts} amount={amount} step={step} bridge={bridge} />
}

const arrivalName = (
  say: (key: 'payoutOn' | 'atProvider' | 'settlementOn' | 'notSettled', values?: { day: string }) => string,
  provider: string,
  day: string | null,
) => {
  if (provider === 'Tyro') return day ? say('settlementOn', { day }) : say('notSettled')
  return day ? say('payoutOn', { day }) : say('atProvider')
}

/** Between the cards as they were declared and what the provider has: what the sheets say of them, and what stands alone on either side. */
const DifferenceRows = ({ step, bridge, asked, query }: Props) => {
  const say = useSay(bridgeScreenWords)
  const { Cards, Currency } = bridge
  const places = locationsOf(bridge, asked)
  const sides = { ...query, Locations: (Cards?.Places ?? []).map(({ LocationId }) => LocationId).join(',') }
  const { data, error, refetch } = useCall(payments.tillAgainstPayments, { query: sides as never })
  const amount = bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? 0
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data || !Cards) return <Waiting rows={6} />
  const total = data.Totals.find((one) => one.Currency === Currency)
  const known = [
    { key: 'notCounted', name: say('notCountedCards'), amount: Cards.NotCounted ?? 0, to: undefined },
    { key: 'late', name: say('lateCards'), amount: Cards.Late ?? 0, to: undefined },
    { key: 'overShort', name: say('overShortCards'), amount: 0 - (Cards.OverShort ?? 0), to: undefined },
    { key: 'onlyProvider', name: say('onlyAtProvider'), amount: total?.OnlyProviderAmount ?? 0, to: toPayments('OnlyProvider', places) },
    { key: 'onlyTill', name: say('onlyAtTill'), amount: 0 - (total?.OnlyTillAmount ?? 0), to: toPayments('OnlyTill', places) },
  ]
  // Of card terminals the days are compared, not payment by payment.
  const terminals = Cards.Terminals
  const atTerminals = {
    key: 'tyro',
    name: say('terminalsLessTills'),
    amount: terminals ? rounded(terminals.Total - (terminals.AtTill ?? 0)) : 0,
    to: TO_TERMINALS,
  }
  // Payments that were told of no location are at the provider and at no till.
  const nowhere = rounded(Cards.AtProvider - (terminals?.Total ?? 0) - (total?.Provider ?? 0))
  const parts = [...known, atTerminals, { key: 'nowhere', name: say('noLocationCards'), amount: nowhere, to: toPayments('Volume..none', places) }].filter(
    (one) => one.amount !== 0,
  )
  return <Parts parts={parts} amount={amount} step={step} bridge={bridge} />
}

const rounded = (amount: number) => Math.round(amount * 10_000) / 10_000

const Parts = ({ parts, amount, step, bridge }: { parts: readonly Part[]; amount: number; step: Step; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const word = useSay(bridgeWords)
  const text = useBridgeText(bridge.Currency)
  const sum = rounded(parts.reduce((total, part) => total + part.amount, 0))
  return (
    <>
      <DocketFigure amount={amount} currency={bridge.Currency} />
      <p className="meta">{bridge.Cards?.Places.map(({ Location }) => Location).join(', ')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('part')}</th>
            <th scope="col" className="num">
              {word(step)}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, name, note, amount: part, to }) => (
            <tr key={key}>
              <td>
                <Lead to={to}>{name}</Lead>
                {note && <small>{note}</small>}
              </td>
              <td className="num">{text.signed(part)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{word(step)}</th>
            <td className="num">{text.signed(amount)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={sum === amount}>
        {sum === amount ? say('proofParts', { amount: text.signed(amount) }) : say('proofOff', { amount: text.signed(sum), step: text.signed(amount) })}
      </Proof>
    </>
  )
}
