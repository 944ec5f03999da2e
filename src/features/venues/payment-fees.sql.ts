import type { VenueScope } from '#platform/access/venue-scope.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'

/** Before every day that anything was sold on. */
const ALWAYS = '0001-01-01'

/**
 * Keeps what a card payment costs from today's trading day on, by the clock of the venue's first location. The first rates of a venue hold of all days
 * before too. Rates that were set today are corrected. The caller holds the lock of the section.
 */
export const keepFees = async (
  { sql, venueId, locations, now }: VenueScope,
  { percentHundredths, fixedMinor }: { percentHundredths: number; fixedMinor: number },
): Promise<void> => {
  const [first] = locations
  const today = first ? tradingTime(now.getTime(), calendarOf(first)).businessDate : now.toISOString().slice(0, 10)
  const corrected = await sql`
    update payment_fee set percent_hundredths = ${percentHundredths}, fixed_minor = ${fixedMinor} where venue_id = ${venueId} and set_on = ${today}::date returning 1`
  if (corrected.length > 0) return
  await sql`
    insert into payment_fee (venue_id, from_day, set_on, percent_hundredths, fixed_minor)
    select ${venueId}, case when exists (select from payment_fee where venue_id = ${venueId}) then ${today}::date else ${ALWAYS}::date end, ${today}::date,
      ${percentHundredths}, ${fixedMinor}
    returning 1`
}
