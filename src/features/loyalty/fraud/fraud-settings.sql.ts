import { differenceOf, withSent } from '#features/venues/difference.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { usualCashLimit } from '#shared/countries.ts'
import { failure } from '#shared/failure.ts'
import { fraudRulesChanged } from './fraud.contract.ts'
import { type FraudRules, USUAL_RULES } from './fraud-rules.rules.ts'

/** A sale is large from so many times the sign-off limit that venues start with. */
const LARGE_SALE_LIMITS = 20

type Sent = { [K in keyof FraudRules]?: FraudRules[K] | undefined }

/** From where on each rule finds something at the venue, and how often that was changed. */
export const fraudRules = async ({ sql, venueId, venue }: VenueScope): Promise<{ Rules: FraudRules; Version: number }> => {
  const [row] = await sql<{ version: number; value: Sent }[]>`select version, value from fraud_setting where venue_id = ${venueId}`
  return { Rules: withSent({ ...USUAL_RULES, LargeSale: LARGE_SALE_LIMITS * usualCashLimit(venue.currency) }, row?.value ?? {}), Version: row?.version ?? 0 }
}

/** @throws Conflict */
export const changeFraudRules = async (venue: VenueScope, sent: Sent, version: number | undefined) => {
  const { sql, venueId } = venue
  await sql`insert into fraud_setting (venue_id) values (${venueId}) on conflict (venue_id) do nothing`
  await sql`select from fraud_setting where venue_id = ${venueId} for update`
  const before = await fraudRules(venue)
  if (version !== undefined && version !== before.Version) throw failure('Conflict')
  const after = withSent(before.Rules, sent)
  const difference = differenceOf({ ...before.Rules }, { ...after })
  if (Object.keys(difference).length === 0) return before
  await sql`update fraud_setting set version = version + 1, value = ${sql.json(after)} where venue_id = ${venueId}`
  await addJob(sql, fraudRulesChanged, { VenueId: venueId }, { key: `${fraudRulesChanged.name}-${venueId}` })
  await venue.audit({ action: 'venue.fraudrules-changed', subject: venue.venue.name, detail: difference })
  return fraudRules(venue)
}
