import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import type { PaymentState } from './payment-list.rules.ts'
import { stateOf } from './payment-list.sql.ts'

/** A payment and the link it was taken by; minor units. */
export interface PaymentHead {
  provider: string
  state: PaymentState
  at: Date
  day: string
  locationId: number | null
  currency: string
  amount: number
  failure: string | null
  brand: string | null
  last4: string | null
  country: string | null
  accountId: string | null
  linkPlace: number | null
  isLive: boolean
}

/** The payment of this name, at a location of the user's, or without a location where they hold all. @throws NotFound */
export const paymentHead = async (scope: VenueScope, paymentId: string): Promise<PaymentHead> => {
  const { sql, venueId, locations, allLocations } = scope
  const [head] = await sql<PaymentHead[]>`
    select p.provider, ${stateOf(scope)} as state, p.created_at as at, p.business_date as day, p.location_id as "locationId", p.currency, p.amount,
      p.failure_code as failure, p.brand, p.last4, p.country, l.account_id as "accountId", l.location_id as "linkPlace", coalesce(l.is_live, false) as "isLive"
    from payment p join link l on l.venue_id = ${venueId} and l.link_id = p.link_id
    where p.venue_id = ${venueId} and p.payment_id = ${paymentId}
      and (p.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]) or p.location_id is null and ${allLocations})`
  if (!head) throw failure('NotFound')
  return head
}

/** What moved money for a payment; minor units. */
export interface MovementRow {
  id: string
  kind: string
  at: Date
  day: string
  locationId: number | null
  amount: number
  ourFee: number
  providerFee: number
  net: number
  payoutId: string | null
  payoutStatus: string | null
  arrivesOn: string | null
}

/** The oldest first. */
export const movementsOf = async ({ sql, venueId }: VenueScope, provider: string, paymentId: string): Promise<MovementRow[]> => sql<MovementRow[]>`
  select e.entry_id as id, e.kind, e.created_at as at, e.business_date as day, e.location_id as "locationId", e.amount, e.our_fee as "ourFee",
    case when e.kind = 'fee' then -e.amount else e.fee - e.our_fee end as "providerFee", e.net, e.payout_id as "payoutId", o.status as "payoutStatus",
    o.arrives_on as "arrivesOn"
  from payment_entry e left join payout o on o.venue_id = ${venueId} and o.provider = e.provider and o.payout_id = e.payout_id
  where e.venue_id = ${venueId} and e.provider = ${provider} and e.payment_id = ${paymentId} order by e.created_at, e.entry_id`

export interface DisputeRow {
  id: string
  at: Date
  amount: number
  status: string
  reason: string
  answerBy: Date | null
}

/** The newest first. */
export const disputesOf = async ({ sql, venueId }: VenueScope, provider: string, paymentId: string): Promise<DisputeRow[]> => sql<DisputeRow[]>`
  select dispute_id as id, created_at as at, amount, status, reason, answer_by as "answerBy" from payment_dispute
  where venue_id = ${venueId} and provider = ${provider} and payment_id = ${paymentId} order by created_at desc, dispute_id`
