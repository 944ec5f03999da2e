import { type Arrival, arrivalsOf } from '#features/reports/kit/arrivals.rules.ts'
import { type AccountSums, accountSums, type MethodAccount, type SheetAccount } from '#features/till/sheet-account.rules.ts'
import type { Method } from '#features/till/till.rules.ts'
import type { Bridge } from './bridge.contract.ts'
import type { Settling } from './bridge-steps.rules.ts'
import type { TerminalSums } from './terminal-arrivals.rules.ts'

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
  /** Card terminals whose own provider is linked. */
  terminals: LinkedTerminals | null
}

export interface LinkedTerminals {
  currency: string
  locationIds: readonly number[]
  /** Those whose cards no other link follows. */
  aloneIds: readonly number[]
  sums: TerminalSums
}

/** Where some of the net is, and at which provider. */
type ArrivalAt = Arrival & { provider: 'Stripe' | 'Tyro' }

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
  arrivals: ArrivalAt[]
  terminals: LinkedTerminals | null
  /** Cards that were taken where terminals alone are followed. */
  atTerminals: number
}

const NO_CARDS: MethodAccount = { taken: 0, notCounted: 0, late: 0, overShort: 0, declared: 0, banked: 0 }

/** Sheets of followed locations. */
export interface Followed {
  accounts: readonly SheetAccount[]
  /** Those of locations whose cards terminals alone follow. */
  atTerminals: readonly SheetAccount[]
}

/**
 * From what was banked or sent to what has arrived.
 * @param sums of all sheets
 */
export const settlementOf = (sums: AccountSums, followed: Followed, settled: Settled, currency: string): Settlement => {
  const cards = accountSums(followed.accounts).byMethod.get('Card') ?? NO_CARDS
  const days = settled.sums.filter((one) => one.currency === currency)
  const terminals = settled.terminals?.currency === currency ? settled.terminals : null
  const paid = summed([...days, ...(terminals ? [asDay(terminals)] : [])])
  const arrivals = [
    ...arrivalsOf(
      days,
      settled.notArrived.filter((one) => one.currency === currency),
    ).map((one): ArrivalAt => ({ ...one, provider: 'Stripe' })),
    ...(terminals ? terminalArrivals(terminals.sums) : []),
  ]
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
    terminals,
    atTerminals: accountSums(followed.atTerminals).byMethod.get('Card')?.taken ?? 0,
  }
}

const asDay = ({ currency, sums: { payments, volume, refunds, other, fee, net } }: LinkedTerminals): PaymentDay => ({
  currency,
  payments,
  volume,
  refunds,
  disputed: 0,
  other,
  ourFeeTaken: 0,
  providerFee: fee,
  net,
})

const terminalArrivals = (sums: TerminalSums): ArrivalAt[] =>
  arrivalsOf(
    [sums],
    sums.notArrived.map(({ bankDay, payments, net }) => ({ payoutId: bankDay, status: null, arrivesOn: bankDay, payments, net })),
  ).map((one) => ({ ...one, provider: 'Tyro' }))

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
export const cardsOf = (
  { cards, sums, arrivals, terminals, atTerminals }: Settlement,
  { places, locationIds, isBlind, money }: Shown,
): NonNullable<Bridge['Cards']> => {
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
    Terminals: terminals && {
      Places: places
        .filter(({ locationId }) => terminals.locationIds.includes(locationId))
        .map(({ locationId, name }) => ({ LocationId: locationId, Location: name })),
      Total: money(terminals.sums.volume + terminals.sums.refunds),
      Refunds: money(terminals.sums.refunds),
      Surcharges: money(terminals.sums.surcharges),
      Tips: money(terminals.sums.tips),
      CashOut: money(terminals.sums.cashOut),
      Fee: money(terminals.sums.fee),
      Other: money(terminals.sums.other),
      AtTill: seen(atTerminals),
    },
    Arrivals: arrivals.map(({ provider, where, payoutId, arrivesOn, payments, net }) => ({
      Provider: provider,
      Where: where,
      PayoutId: payoutId,
      ArrivesOn: arrivesOn,
      Payments: payments,
      Net: money(net),
    })),
  }
}
