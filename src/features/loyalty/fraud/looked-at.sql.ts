import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { decimalsOf } from '#shared/money.ts'
import { formatOf } from '#shared/stored-sums.ts'
import { type FraudRules, LOOK_BACK_DAYS } from './fraud-rules.rules.ts'

/** The days that are looked at, and where. */
export interface Asked {
  from: string
  to: string
  locationIds: readonly number[]
}

/** A trading day of a location of which nothing stored holds, and how often it was changed so far. */
interface OpenDay {
  locationId: number
  day: string
  changes: number
}

/** What is to be looked at anew for a range, and what is stored. The rules see all locations of the venue, whoever asks. */
export interface Look extends Asked {
  /** Each location of the venue with the minor units of its money. */
  places: { locationId: number; unit: number }[]
  open: OpenDay[]
  /** By what days that hold were checked. */
  basis: string
  /** Since when some of the days that hold were not looked at; null where so few hold that everything is looked at anew. */
  since: Date | null
}

/** Named anew where a rule finds something else than before, so that nothing found by the old one is shown. */
const RULES_FORM = 'fraud-1'

/** What was checked by other thresholds is checked anew. That of F1 is applied when the check is read, as are rules that are off. */
const basisOf = ({ UsesPerDay: _, Off: __, ...thresholds }: FraudRules, places: Look['places']): string =>
  formatOf([RULES_FORM, JSON.stringify(thresholds), ...places.map(({ locationId, unit }) => `${locationId} ${unit}`)])

/** No transaction is open for as long: what was not seen by a check was made after it began, less this. */
const LONGEST_TRANSACTION = '1 hour'

/**
 * What of a range and the 30 days before is to be looked at anew: days that were not checked, or changed since, or were checked by other thresholds;
 * and older ones on which anything came since the check, by which a card did not sleep.
 */
export const lookAt = async (scope: VenueScope, asked: Asked, rules: FraudRules): Promise<Look> => {
  const { sql, venueId } = scope
  const { days, ...all } = await daysOf(scope, asked, rules)
  const [kept, open] = [days.filter(({ isKept }) => isKept), days.filter(({ isKept }) => !isKept)]
  if (kept.length <= open.length) return all
  const since = new Date(Math.min(...kept.map(({ checkedAt }) => checkedAt?.getTime() ?? 0)))
  const older = await sql<OpenDay[]>`
    select location_id as "locationId", day, changes from trading_day_state
    where venue_id = ${venueId} and day < ${firstBefore(asked)} and last_received_at >= ${notSeenBy(scope, since)}`
  return { ...all, open: [...open, ...older], since }
}

/** Everything of a range that is to be looked at anew since its days do not hold; nothing where all of them do. */
export const lookAtChanged = async (scope: VenueScope, asked: Asked, rules: FraudRules): Promise<Look | undefined> => {
  const { open } = await lookAt(scope, asked, rules)
  const [first] = open
    .map(({ day }) => day)
    .filter((day) => day >= asked.from || day < firstBefore(asked))
    .sort()
  if (first === undefined) return undefined
  const { days: _, ...all } = await daysOf(scope, { ...asked, from: first > asked.from ? first : asked.from }, rules)
  return all
}

/** The first of the days before a range that rules look back on. */
const firstBefore = ({ from }: Asked): string => addDays(from, 1 - LOOK_BACK_DAYS)

/** A range with the days before it, all of them to be looked at, and which of them hold. */
const daysOf = async ({ sql, venueId }: VenueScope, asked: Asked, rules: FraudRules) => {
  const locations = await sql<{ locationId: number; currency: string }[]>`
    select location_id as "locationId", currency from location where venue_id = ${venueId} order by location_id`
  const places = locations.map(({ locationId, currency }) => ({ locationId, unit: 10 ** decimalsOf(currency) }))
  const basis = basisOf(rules, places)
  const days = await sql<(OpenDay & { isKept: boolean; checkedAt: Date | null })[]>`
    select t.location_id as "locationId", t.day, t.changes, coalesce(f.changes = t.changes and f.basis = ${basis}, false) as "isKept", f.checked_at as "checkedAt"
    from trading_day_state t left join fraud_day f on f.venue_id = ${venueId} and f.location_id = t.location_id and f.day = t.day
    where t.venue_id = ${venueId} and t.day between ${firstBefore(asked)} and ${asked.to} order by t.day, t.location_id`
  return { ...asked, places, basis, open: days, since: null, days }
}

/** When movements were made that a check may not have seen. */
export const notSeenBy = ({ sql }: VenueScope, since: Date) => sql`${since}::timestamptz - ${LONGEST_TRANSACTION}::interval`

/** Whether sales stored before there was a ledger are posted: until then uses come to days without changing them. */
export const isLedgerComplete = async ({ sql, venueId }: VenueScope): Promise<boolean> => {
  const rows = await sql`select from loyalty_backlog where venue_id = ${venueId} and is_done`
  return rows.length > 0
}
