import type { InvolvBooks } from '#integrations/involv/involv-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { cardKey } from '#shared/card-number.ts'
import type { LinkHouse } from './link-house.ts'

/** An account at Involv's stand-in. */
export const INVOLV_ACCOUNT = 'club_1'

/** Forgets all links, members, cards and points. @returns an account without members that nobody has linked */
export const freshInvolv = async (house: LinkHouse): Promise<InvolvBooks> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const linked = ['linked_account', 'link_authorisation', 'authorisation_code', 'member_transaction', 'member_telling', 'linked_member', 'link']
  const points = ['loyalty_entry', 'loyalty_movement', 'loyalty_day', 'loyalty_name_part', 'loyalty_adjustment', 'loyalty_card']
  for (const table of [...linked, ...points, 'audit_event', 'graphile_worker._private_jobs']) await sql.unsafe(`delete from ${table}`)
  await sql.end()
  await fetch(`${house.involv.standIn.url}/__sim/reset`, { method: 'POST' })
  return house.involv.account(INVOLV_ACCOUNT, 'Harbour & Vine club').books
}

/** How a card stands here: its points less what it owes. */
export const netOf = async (house: LinkHouse, number: string, venueId = house.room.venueId): Promise<number | undefined> => {
  const [row] = await house.app.database.readVenue(
    venueId,
    (sql) => sql<{ net: number }[]>`
      select (m.points - m.owed)::bigint as net from loyalty_card c join loyalty_card m on m.venue_id = ${venueId} and m.card_id = c.member_id
      where c.venue_id = ${venueId} and c.number_key = ${cardKey(number)}`,
  )
  return row?.net
}
