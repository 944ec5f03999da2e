import type { FoundProduct } from '#features/find/find.contract.ts'
import { isSeenProduct } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { searchText } from '#shared/search-text.ts'

/** So many are looked at: of what many products have in their names the first ones are as good as any. */
const MOST_LOOKED_AT = 200

/**
 * The first few products whose name or PLU has all words of a text in it: the one with that PLU first, then names that begin with it. Only those that exist
 * for the holder, as in PLU Sales: sold, wasted or delivered at one of their locations.
 */
export const findProducts = async (scope: VenueScope, text: string, most: number): Promise<FoundProduct[]> => {
  const { sql, venueId } = scope
  const typed = searchText(text).trim()
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return sql<FoundProduct[]>`
    with named as materialized (
      select p.product_id, p.plu, p.name, lower(normalize(p.plu, NFKC)) as plu_text, lower(normalize(p.name, NFKC)) as name_text from product p
      where p.venue_id = ${venueId}
    ), hits as materialized (
      select n.product_id, n.plu, n.name, case when n.plu_text = ${typed} then 0 when starts_with(n.name_text, ${typed}) then 1 else 2 end as place
      from named n where not exists (select from unnest(${texts(words)}::text[]) as w(word) where strpos(n.plu_text || ' ' || n.name_text, w.word) = 0)
      order by place, n.name, n.plu limit ${MOST_LOOKED_AT}
    )
    select h.plu as "Plu", h.name as "Name" from hits h where ${isSeenProduct(scope, sql`h.product_id`)}
    order by h.place, h.name, h.plu limit ${most}`
}
