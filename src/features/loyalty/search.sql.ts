import { afterAll, reversed, soughtPart } from '#features/ledger/name-parts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { cardKey } from '#shared/card-number.ts'
import { nameKey } from '#shared/name-key.ts'
import { type CardRow, detailsOf } from './card-row.rules.ts'
import { cardColumns } from './cards.sql.ts'
import type { Sought } from './search.rules.ts'

const MOST = 50

/** Cards that match in one field, at most 50; `More` where there are others. */
export const searchCards = async (scope: VenueScope, sought: Sought) => {
  const { sql, venueId } = scope
  const rows = await sql<CardRow[]>`
    select ${cardColumns(scope)} from loyalty_card c where c.venue_id = ${venueId} and ${matching(scope, sought)}
    order by c.name_key, c.number_key limit ${MOST + 1}`
  return { Details: rows.slice(0, MOST).map(detailsOf), More: rows.length > MOST }
}

/**
 * What a card has to match, by the beginning of an indexed text: only comparisons may use an index beneath row-level security. Where a part
 * of a name is as common as some thousands, the first of them are looked through.
 */
const matching = ({ sql, venueId }: VenueScope, { field, value }: Sought): Query<readonly unknown[]> => {
  if (field === 'Email') return begins(sql`c.email_key`, nameKey(value), sql)
  if (field === 'Phone') return begins(sql`c.phone_reversed`, reversed(value.normalize('NFKC').replace(/\D/g, '').replace(/^0+/, '')), sql)
  if (field === 'CardNumber') return numberMatching(cardKey(value), sql)
  const part = soughtPart(value)
  return sql`c.card_id in (
    select p.card_id from loyalty_name_part p where p.venue_id = ${venueId} and p.part >= ${part} and p.part < ${afterAll(part)} limit 2000)
    and position(${nameKey(value)} in c.name_key) > 0`
}

type Sql = VenueScope['sql']

const begins = (column: Query<readonly unknown[]>, beginning: string, sql: Sql): Query<readonly unknown[]> =>
  sql`${column} >= ${beginning} and ${column} < ${afterAll(beginning)}`

/** A number is found whole, by its last four digits or by its first six. */
const numberMatching = (key: string, sql: Sql): Query<readonly unknown[]> => {
  if (/^\d{4}$/.test(key)) return sql`(c.number_key = ${key} or (${begins(sql`c.number_reversed`, reversed(key), sql)}))`
  if (/^\d{6}$/.test(key)) return begins(sql`c.number_key`, key, sql)
  return sql`c.number_key = ${key}`
}
