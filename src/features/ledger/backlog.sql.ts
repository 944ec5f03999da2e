import type { Fact } from '#features/intake/sale-facts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { addStubs, unknownCards } from './members.sql.ts'
import { postedSales } from './post-sales.sql.ts'
import { writeMovements } from './write-movements.sql.ts'

const AT_ONCE = 2000

interface Stored {
  saleId: string
  locationId: number
  kind: Fact['kind']
  counterOf: string | null
  businessDate: string
  closedAt: Date
  cardNumber: string
  pointsAccrued: number
  pointsRedeemed: number
  pointsSource: number
  n: number
  posted: boolean
}

/**
 * Posts the next sales that were stored before there was a ledger, in the order they came, and remembers how far it got in the same
 * transaction: it may be ended anywhere and gone on with. Sales that are posted already are passed over.
 * @returns whether all are posted
 */
export const postBacklog = async (scope: VenueScope): Promise<boolean> => {
  const { sql, venueId } = scope
  await sql`insert into loyalty_backlog (venue_id) values (${venueId}) on conflict (venue_id) do nothing returning 1`
  const [state] = await sql<{ through: string; done: boolean }[]>`
    select posted_through::text as through, is_done as done from loyalty_backlog where venue_id = ${venueId} for update`
  if (!state || state.done) return true
  const sales = await sql<Stored[]>`
    select s.sale_id::text as "saleId", s.location_id as "locationId", s.kind, s.counter_of::text as "counterOf", s.business_date as "businessDate",
      s.closed_at as "closedAt", s.card_number as "cardNumber", s.points_accrued as "pointsAccrued", s.points_redeemed as "pointsRedeemed",
      s.points_source as "pointsSource", s.n, exists (select from loyalty_movement m where m.venue_id = ${venueId} and m.movement_id = s.sale_id) as posted
    from sale s where s.venue_id = ${venueId} and s.sale_id > ${state.through}::bigint and s.card_number is not null order by s.sale_id limit ${AT_ONCE}`
  await post(
    scope,
    sales.filter(({ posted, cardNumber }) => !posted && cardKey(cardNumber) !== ''),
  )
  const through = sales.at(-1)?.saleId ?? state.through
  const done = sales.length < AT_ONCE
  await sql`update loyalty_backlog set posted_through = ${through}::bigint, is_done = ${done} where venue_id = ${venueId}`
  return done
}

const post = async (scope: VenueScope, sales: readonly Stored[]): Promise<void> => {
  const seen = new Map<string, { number: string; day: string }>()
  for (const { cardNumber, businessDate } of sales) {
    const known = seen.get(cardKey(cardNumber))
    if (!known || businessDate < known.day) seen.set(cardKey(cardNumber), { number: cardNumber, day: businessDate })
  }
  const missing = await unknownCards(scope, [...seen.keys()])
  await addStubs(
    scope,
    missing.flatMap((key) => seen.get(key) ?? []),
  )
  // What of a sale points need; vouchers were not told before there was a ledger.
  const facts = sales.map(({ closedAt, ...sale }) => ({ ...sale, closedAt: closedAt.getTime(), lines: [] }) as unknown as Fact)
  const points = await postedSales(scope, facts, undefined, new Map())
  if (points) await writeMovements(scope, points.movements, points.balances)
}
