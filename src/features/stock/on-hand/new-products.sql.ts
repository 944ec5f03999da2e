import type { VenueScope } from '#platform/access/venue-scope.ts'

/** Products the venue has only since a day, or later. */
export const newProductsOf = async ({ sql, venueId }: VenueScope, day: string): Promise<Set<number>> => {
  const [found] = await sql<{ ids: string | null }[]>`
    select json_agg(product_id)::text as ids from product where venue_id = ${venueId} and created_at >= ${day}::date`
  return new Set(JSON.parse(found?.ids ?? '[]') as number[])
}
