import type { VenueScope } from '#platform/access/venue-scope.ts'
import { usualCashLimit } from '#shared/countries.ts'

/** The difference above which a sheet in a currency needs a reason and a second person, in major units: the venue's, else what is usual in that currency. */
export const signOffLimits = async ({ sql, venueId }: VenueScope): Promise<(currency: string) => number> => {
  const [row] = await sql<{ limit: number | null }[]>`
    select (value->>'SignOffLimit')::float8 as limit from venue_setting where venue_id = ${venueId} and section = 'config'`
  return (currency) => row?.limit ?? usualCashLimit(currency)
}
