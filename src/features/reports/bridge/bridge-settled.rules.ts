import { type Arrival, arrivalsOf } from '#features/reports/kit/arrivals.rules.ts'
import { type AccountSums, accountSums, type MethodAccount, type SheetAccount } from '#features/till/sheet-account.rules.ts'
import type { Method } from '#features/till/till.rules.ts'
import type { Bridge } from './bridge.contract.ts'
import type { Settling } from './bridge-steps.rules.ts'

/** Card payments of a trading day, as far as the bridge asks; minor units. */
interface PaymentDay {
  currency: string
  payments: number
  volume: number
  refunds: number
  disputed: number
  other: number
  ourFeeTaken: number
  providerFee: number
  net: number
}

/** What card providers have of the range. */
export interface Settled {
  /** The locations whose payments are known for all of it. */
  locationIds: readonly number[]
  sums: readonly PaymentDay[]
  notArrived: readonly (Omit<Arrival, 'where'> & { currency: string })[]
}

/** What becomes of money that was banked or sent, minor units. */
export interface Settlement {
  steps: Record<Settling, number>
  /** Cash that was banked, and card payments that were paid out: found apart from the steps. */
  settled: number
  /** By method: what no link follows, below zero, and what has arrived. */
  byMethod: Map<Method, { notFollowed: number; settled: number }>
  /** Cards of the tills that are followed. */
  cards: MethodAccount
  sums: Omit<PaymentDay, 'currency'>
  arrivals: Arrival[]
}

const NO_CARDS: MethodAccount = { taken: 0, notCounted: 0, late: 0, overShort: 0, declared: 0, banked: 0 }

/**
 * From what was banked or sent to what has arrived.
 * @param sums of all sheets; @param followed the accounts of the sheets of followed locations
 */
export const settlementOf = (sums: AccountSums, followed: readonly SheetAccount[], settled: Settled, currency: string): Settlement => {
  const cards = accountSums(followed).byMethod.get('Card') ?? NO_CARDS
  const days = settled.sums.filter((one) => one.currency === currency)
  const paid = summed(days)
  const arrivals = arrivalsOf(
    days,
    settled.notArrived.filter((one) => one.currency === currency),
  )
  const arrived = arrivals.reduce((sum, { where, net }) => sum + (where === 'bank' ? net : 0), 0)
  const onTheWay = arrivals.reduce((sum, { where, net }) => sum + (where === 'bank' ? 0 : net), 0)
  const byMethod = new Map(
    [...sums.byMethod].map(([method, { banked }]) => {
      if (method === 'Cash') return [method, { notFollowed: 0, settled: banked }] as const
      if (method === 'Card') return [method, { notFollowed: cards.banked - banked, settled: arrived }] as const
      return [method, { notFollowed: 0 - banked, settled: 0 }] as const
    }),
  )
  const cash = sums.byMethod.get('Cash')?.banked ?? 0
  return {
    steps: {
      TillDifference: paid.volume + paid.refunds - cards.banked,
      Disputed: paid.disputed,
      CardFees: -paid.ourFeeTaken - paid.providerFee,
      OtherAtProvider: paid.other,
      OnTheWay: -onTheWay,
      NotFollowed: cash + cards.banked - sums.banked,
    },
    settled: cash + arrived,
    byMethod,
    cards,
    sums: paid,
    arrivals,
  }
}

const NOTHING = { payments: 0, volume: 0, refunds: 0, disputed: 0, other: 0, ourFeeTaken: 0, providerFee: 0, net: 0 }

const summed = (days: readonly PaymentDay[]): Omit<PaymentDay, 'currency'> =>
  days.reduce(
    (sum, one) => ({
      payments: sum.payments + one.payments,
      volume: sum.volume + one.volume,
      refunds: sum.refunds + one.refunds,
      disputed: sum.disputed + one.disputed,
      other: sum.other + one.other,
      ourFeeTaken: sum.ourFeeTaken + one.ourFeeTaken,
      providerFee: sum.providerFee + one.providerFee,
      net: sum.net + one.net,
    }),
    NOTHING,
  )

interface Shown {
  places: readonly { locationId: number; name: string }[]
  locationIds: readonly number[]
  /** Whether what tills took is hidden before they are counted. */
  isBlind: boolean
  money: (minor: number) => number
}

/** The cards of the bridge as they go over the wire. */
export const cardsOf = ({ cards, sums, arrivals }: Settlement, { places, locationIds, isBlind, money }: Shown): NonNullable<Bridge['Cards']> => {
  const seen = (minor: number) => (isBlind ? null : money(minor))
  return {
    Places: places.filter(({ locationId }) => locationIds.includes(locationId)).map(({ locationId, name }) => ({ LocationId: locationId, Location: name })),
    AtTill: seen(cards.taken),
    NotCounted: seen(cards.notCounted),
    Late: seen(cards.late),
    OverShort: seen(cards.overShort),
    Declared: seen(cards.banked),
    AtProvider: money(sums.volume + sums.refunds),
    Volume: money(sums.volume),
    Refunds: money(sums.refunds),
    OurFee: money(sums.ourFeeTaken),
    ProviderFee: money(sums.providerFee),
    Net: money(sums.net),
    Arrivals: arrivals.map(({ where, payoutId, arrivesOn, payments, net }) => ({
      Where: where,
      PayoutId: payoutId,
      ArrivesOn: arrivesOn,
      Payments: payments,
      Net: money(net),
    })),
  }
}
