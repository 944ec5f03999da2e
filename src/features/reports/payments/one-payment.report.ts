import { feeByRates } from '#features/reports/kit/card-payments.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import { atTillOf } from './match-by-hand.report.ts'
import type { AtTill, OnePayment } from './one-payment.contract.ts'
import { disputesOf, type MovementRow, movementsOf, type PaymentHead, paymentHead } from './one-payment.sql.ts'
import { cardText } from './payment-list.rules.ts'

/**
 * A payment with all that belongs to it.
 * @throws NotFound for one that is not there, or not the reader's to see
 */
export const onePaymentOf = async (scope: VenueScope, paymentId: string, media: readonly number[] | undefined): Promise<OnePayment> => {
  const head = await paymentHead(scope, paymentId)
  const [movements, disputes, ourFee] = await Promise.all([
    movementsOf(scope, head.provider, paymentId),
    disputesOf(scope, head.provider, paymentId),
    feeByRates(scope, head.day, head.amount),
  ])
  const { name, timeZone } = placeOf(scope, head.locationId)
  const money = (minor: number) => toMajor(minor, head.currency)
  return {
    PaymentId: paymentId,
    Provider: head.provider,
    State: head.state,
    At: instantIn(head.at, timeZone),
    Day: head.day,
    LocationId: head.locationId,
    Location: name,
    Currency: head.currency,
    Amount: money(head.amount),
    Failure: head.failure,
    Card: cardText(head.brand, head.last4),
    Country: head.country,
    Account: accountOf(scope, head),
    Movements: await Promise.all(
      movements.map(async (one) => ({ ...movementOf(one, timeZone, head.currency), AtTill: await atTill(scope, head, paymentId, one, media) })),
    ),
    Net: money(movements.reduce((sum, { net }) => sum + net, 0)),
    OurFee: movements.some(({ kind }) => kind === 'charge')
      ? { PercentageFee: ourFee.percentHundredths / 100, FixedFee: money(ourFee.fixedMinor), Amount: money(ourFee.fee) }
      : null,
    Disputes: disputes.map((one) => ({
      DisputeId: one.id,
      At: instantIn(one.at, timeZone),
      Amount: money(one.amount),
      Status: one.status,
      Reason: one.reason,
      AnswerBy: one.answerBy && instantIn(one.answerBy, timeZone),
    })),
    AsAt: scope.now.toISOString(),
  }
}

const placeOf = ({ locations }: VenueScope, locationId: number | null): { name: string | null; timeZone: string } => {
  const place = locations.find((one) => one.locationId === locationId)
  return { name: place?.name ?? null, timeZone: (place ?? locations[0])?.timeZone ?? 'UTC' }
}

const accountOf = (scope: VenueScope, { accountId, linkPlace, isLive }: PaymentHead): OnePayment['Account'] => ({
  AccountId: accountId,
  LocationId: linkPlace,
  Location: placeOf(scope, linkPlace).name,
  IsLive: isLive,
})

const movementOf = (one: MovementRow, timeZone: string, currency: string): Omit<OnePayment['Movements'][number], 'AtTill'> => {
  const money = (minor: number) => toMajor(minor, currency)
  return {
    MovementId: one.id,
    Kind: one.kind,
    At: instantIn(one.at, timeZone),
    Day: one.day,
    Amount: money(one.amount),
    OurFeeTaken: money(one.ourFee),
    ProviderFee: money(one.providerFee),
    Net: money(one.net),
    PayoutId: one.payoutId,
    PayoutStatus: one.payoutStatus,
    ArrivesOn: one.arrivesOn,
  }
}

/** What the till has for a payment or a refund; nothing is asked of other movements. */
const atTill = async (
  scope: VenueScope,
  head: PaymentHead,
  paymentId: string,
  one: MovementRow,
  media: readonly number[] | undefined,
): Promise<AtTill | null> => {
  const { id, kind, locationId, day, at, amount } = one
  if (kind !== 'charge' && kind !== 'refund') return null
  if (locationId === null || !scope.locations.some((place) => place.locationId === locationId))
    return { State: 'NotCompared', Tender: null, Near: null, ByHand: null, Candidates: [] }
  return atTillOf(scope, { entryId: id, provider: head.provider, paymentId, locationId, day, at, amount, currency: head.currency }, media)
}
