import { addressesOf } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { LINK_TAGS, type LinkedProvider } from './link.contract.ts'
import { linkTroubleMail } from './link-work.contract.ts'

interface Linker {
  employeeId: number
  userId: number
  name: string
}

/** Everybody who may link a provider there, by their own tags or a role's: the whole venue takes all locations. */
const linkersAt = async ({ sql, venueId }: VenueScope, provider: LinkedProvider, locationId: number | null): Promise<Linker[]> => sql<Linker[]>`
  select e.employee_id as "employeeId", e.user_id as "userId", e.display_name as name from employee e
  where e.venue_id = ${venueId} and e.active and e.registered and e.user_id is not null
    and (${LINK_TAGS[provider]} = any(e.tags) or exists (select from employee_role er join role r on r.venue_id = ${venueId} and r.role_id = er.role_id
      where er.venue_id = ${venueId} and er.employee_id = e.employee_id and ${LINK_TAGS[provider]} = any(r.tags)))
    and (e.all_locations or exists (select from employee_location l
      where l.venue_id = ${venueId} and l.employee_id = e.employee_id and l.location_id = ${locationId}::int))
  order by e.display_name, e.employee_id`

/**
 * Asks for a mail to everybody who may link again what stopped working and has an address.
 * @param domain that the account does not take, where that is what happened
 * @returns their names
 */
export const askForTroubleMails = async (
  venue: VenueScope,
  { linkId, provider, locationId, domain }: { linkId: string; provider: LinkedProvider; locationId: number | null; domain?: string },
): Promise<string[]> => {
  const linkers = await linkersAt(venue, provider, locationId)
  const addresses = await addressesOf(
    venue.sql,
    linkers.map(({ userId }) => userId),
  )
  const told = linkers.filter(({ userId }) => addresses.has(userId))
  for (const { employeeId: EmployeeId, userId: UserId } of told) {
    const mail = { VenueId: venue.venueId, LinkId: linkId, EmployeeId, UserId, Since: venue.now.toISOString(), ...(domain ? { Domain: domain } : {}) }
    await addJob(venue.sql, linkTroubleMail, mail, { key: [linkTroubleMail.name, venue.venueId, linkId, EmployeeId, domain ?? ''].join(' ') })
  }
  return told.map(({ name }) => name)
}

/** A link that needs somebody and why; nothing once it works, has ended, or takes the domain. */
export const linkInTrouble = async (
  { sql, venueId }: VenueScope,
  linkId: string,
  domain: string | undefined,
): Promise<{ provider: LinkedProvider; locationId: number | null; trouble: 'revoked-there' | 'refused' | 'domain' } | undefined> => {
  const [row] = await sql<{ provider: LinkedProvider; locationId: number | null; trouble: string | null }[]>`
    select l.provider, l.location_id as "locationId", l.last_error as trouble from link l
    where l.venue_id = ${venueId} and l.link_id = ${linkId}::bigint and l.status in ('connected', 'attention')
      and case when ${domain ?? null}::text is null then l.status = 'attention' else exists (select from domain_refusal r
        where r.venue_id = ${venueId} and r.link_id = l.link_id and r.domain = ${domain ?? null}) end`
  if (!row) return undefined
  return { ...row, trouble: domain !== undefined ? 'domain' : row.trouble === 'revoked-there' ? 'revoked-there' : 'refused' }
}
