import { STATUS } from '#features/ledger/card-status.rules.ts'
import { reversed } from '#features/ledger/name-parts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { cardKey } from '#shared/card-number.ts'
import { groupBy } from '#shared/group-by.ts'
import { nameKey } from '#shared/name-key.ts'
import { waysToWritePhone } from './customer-phone.rules.ts'

/** Who placed an order, by what their provider tells of them. Of all this only the id is kept. */
export interface OrderCustomer {
  id: string
  email: string | null
  phone: string | null
}

interface WithCustomer {
  accountId: string
  orderId: string
  customer: OrderCustomer
}

/** What a card may be found by; each clue of an order stands in a row of its own. */
interface Clue {
  orderId: string
  email?: string
  phone?: string
  number?: string
}

/** A card's sale says its number in at most so many characters. */
const LONGEST_NUMBER = 64

/**
 * The numbers of the cards of those who placed orders: by their e-mail address, by their phone, and by the card that earlier orders of theirs
 * carry. Where the clues lead to more than one member, or to a card that is blocked, there is none: nobody is guessed.
 * @returns by the id of the order
 */
export const cardsOfCustomers = async (venue: VenueScope, provider: string, orders: readonly WithCustomer[]): Promise<Map<string, string>> => {
  const clues = [...orders.flatMap((order) => cluesOf(venue, order)), ...(await earlierCards(venue, provider, orders))]
  if (clues.length === 0) return new Map()
  const found = await membersOf(venue, clues)
  const cards = new Map<string, string>()
  for (const [orderId, fitting] of groupBy(found, (one) => one.orderId)) {
    const [first] = fitting
    const isOne = new Set(fitting.map(({ memberId }) => memberId)).size === 1
    if (first && isOne && first.status === STATUS.active && first.number.length <= LONGEST_NUMBER) cards.set(orderId, first.number)
  }
  return cards
}

const cluesOf = ({ venue: { currency } }: VenueScope, { orderId, customer: { email, phone } }: WithCustomer): Clue[] => [
  ...(email ? [{ orderId, email: nameKey(email) }] : []),
  ...waysToWritePhone(phone ?? '', currency).map((digits) => ({ orderId, phone: reversed(digits) })),
]

/** The cards that earlier orders of the same customers carry. */
const earlierCards = async ({ sql, venueId }: VenueScope, provider: string, orders: readonly WithCustomer[]): Promise<Clue[]> => {
  const rows = await sql<{ orderId: string; card: string }[]>`
    select distinct u.order_id as "orderId", o.card
    from unnest(${texts(orders.map(({ orderId }) => orderId))}::text[], ${texts(orders.map(({ accountId }) => accountId))}::text[],
      ${texts(orders.map(({ customer }) => customer.id))}::text[]) as u(order_id, account_id, customer_id)
      join online_order o on o.venue_id = ${venueId} and o.provider = ${provider} and o.account_id = u.account_id and o.customer_id = u.customer_id
    where o.card is not null`
  return rows.map(({ orderId, card }) => ({ orderId, number: cardKey(card) }))
}

/** The members that clues lead to, each with the card that stands for them now. */
const membersOf = async ({ sql, venueId }: VenueScope, clues: readonly Clue[]) => {
  const column = (of: (clue: Clue) => string | undefined) => texts(clues.map((clue) => of(clue) ?? null))
  return sql<{ orderId: string; memberId: string; number: string; status: number }[]>`
    with clue as (
      select * from unnest(${column(({ orderId }) => orderId)}::text[], ${column(({ email }) => email)}::text[], ${column(({ phone }) => phone)}::text[],
        ${column(({ number }) => number)}::text[]) as u(order_id, email, phone, number)),
    fitting as (
      select u.order_id, c.member_id from clue u join loyalty_card c on c.venue_id = ${venueId} and c.email_key = u.email
      union select u.order_id, c.member_id from clue u join loyalty_card c on c.venue_id = ${venueId} and c.phone_reversed = u.phone
      union select u.order_id, c.member_id from clue u join loyalty_card c on c.venue_id = ${venueId} and c.number_key = u.number)
    select f.order_id as "orderId", m.card_id::text as "memberId", m.number, m.status
    from fitting f join loyalty_card m on m.venue_id = ${venueId} and m.card_id = f.member_id`
}

/**
 * A customer asked to be forgotten: their number goes from all orders, and the card from those that are no sales. A sale that carries a card stays
 * as it is: it belongs to the books the venue keeps with its member.
 */
export const forgetCustomer = async (
  { sql, venueId }: VenueScope,
  provider: string,
  { accountId, customerId, orderIds }: { accountId: string; customerId: string | null; orderIds: readonly string[] },
): Promise<boolean> => {
  const erased = await sql`
    update online_order set customer_id = null, card = case when stored = '[]' then null else card end
    where venue_id = ${venueId} and provider = ${provider} and account_id = ${accountId}
      and (customer_id = ${customerId} or order_id = any(${texts(orderIds)}::text[])) and (customer_id is not null or stored = '[]' and card is not null)
    returning 1`
  return erased.length > 0
}
