import type { VenueScope } from '#platform/access/venue-scope.ts'

/** Keeps a domain; one that is kept already stays as it is. */
export const keepDomain = async (venue: VenueScope, domain: string, shown: string): Promise<void> => {
  const { sql, venueId, holder } = venue
  const by = holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : null
  const [kept] = await sql`
    insert into venue_domain (venue_id, domain, shown, registered_by) values (${venueId}, ${domain}, ${shown}, ${by})
    on conflict (venue_id, domain) do nothing returning domain`
  if (kept) await venue.audit({ action: 'venue.domain-registered', subject: domain })
}

/** Every domain the venue keeps. */
export const domainsKept = async ({ sql, venueId }: VenueScope): Promise<string[]> => {
  const rows = await sql<{ domain: string }[]>`select domain from venue_domain where venue_id = ${venueId} order by domain`
  return rows.map(({ domain }) => domain)
}
