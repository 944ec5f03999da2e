import { askForTroubleMails } from '#integrations/link-mail.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Account } from './payments.sql.ts'

/** Keeps a domain; one that is kept already stays as it is. */
export const keepDomain = async (venue: VenueScope, domain: string, shown: string): Promise<void> => {
  const { sql, venueId, holder } = venue
  const by = holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : null
  const [kept] = await sql`
    insert into venue_domain (venue_id, domain, shown, registered_by) values (${venueId}, ${domain}, ${shown}, ${by})
    on conflict (venue_id, domain) do nothing returning domain`
  if (kept) await venue.audit({ action: 'venue.domain-registered', subject: domain })
}

/** Forgets a domain; one that is not kept is no error. */
export const forgetDomain = async (venue: VenueScope, domain: string): Promise<void> => {
  const { sql, venueId } = venue
  const [was] = await sql`delete from venue_domain where venue_id = ${venueId} and domain = ${domain} returning 1`
  if (was) await venue.audit({ action: 'venue.domain-deleted', subject: domain })
}

/** Every domain the venue keeps. */
export const domainsKept = async ({ sql, venueId }: VenueScope): Promise<string[]> => {
  const rows = await sql<{ domain: string }[]>`select domain from venue_domain where venue_id = ${venueId} order by domain`
  return rows.map(({ domain }) => domain)
}

/** What a linked account said to a domain. Where it refuses it now and did not before, the trail and those who may link it are told, once. */
export const noteDomain = async (venue: VenueScope, { linkId, locationId }: Account, domain: string, isRefused: boolean): Promise<void> => {
  const { sql, venueId, now } = venue
  const place = { LocationId: locationId, Domain: domain }
  if (!isRefused) {
    const [was] = await sql`delete from domain_refusal where venue_id = ${venueId} and domain = ${domain} and link_id = ${linkId}::bigint returning 1`
    if (was) await venue.audit({ action: 'link.domain-taken', subject: 'Stripe', detail: place })
    return
  }
  const [isNew] = await sql`
    insert into domain_refusal (venue_id, domain, link_id, refused_at) values (${venueId}, ${domain}, ${linkId}::bigint, ${now})
    on conflict (venue_id, domain, link_id) do nothing returning 1`
  if (!isNew) return
  const told = await askForTroubleMails(venue, { linkId, provider: 'Stripe', locationId, domain })
  await venue.audit({ action: 'link.domain-refused', subject: 'Stripe', detail: { ...place, MailedTo: told.join(', ') } })
}
