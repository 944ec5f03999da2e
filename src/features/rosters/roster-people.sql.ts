import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'

/** A person as a source names them. */
export interface NamedPerson {
  code: string
  /** '' where the source names nobody. */
  name: string
}

/** The persons that a source names, by their codes; those met for the first time are kept to be matched, and a new name replaces the old one. */
export const personIdsOf = async ({ sql, venueId }: VenueScope, source: number, named: readonly NamedPerson[]): Promise<Map<string, number>> => {
  const names = new Map<string, string>()
  for (const { code, name } of named) names.set(code, name.trim() || names.get(code) || '')
  // In one order, so that two who name the same people do not wait in a circle.
  const codes = [...names.keys()].sort()
  if (codes.length === 0) return new Map()
  const rows = await sql<{ code: string; personId: number }[]>`
    insert into roster_person as p (venue_id, source, code, name)
    select ${venueId}, ${source}, w.code, coalesce(nullif(w.name, ''), w.code)
    from unnest(${texts(codes)}::text[], ${texts(codes.map((code) => names.get(code) ?? ''))}::text[]) as w(code, name) order by w.code
    on conflict (venue_id, source, code) do update set name = case when excluded.name = excluded.code then p.name else excluded.name end
    returning p.code, p.person_id as "personId"`
  return new Map(rows.map(({ code, personId }) => [code, personId]))
}

/** Keeps the e-mails that a source has of people who are known here, by their codes; null where it has none any more. */
export const keepEmails = async ({ sql, venueId }: VenueScope, source: number, emails: ReadonlyMap<string, string | null>): Promise<void> => {
  if (emails.size === 0) return
  await sql`
    update roster_person p set email = nullif(u.email, '')
    from unnest(${texts([...emails.keys()])}::text[], ${texts([...emails.values()].map((one) => one ?? ''))}::text[]) as u(code, email)
    where p.venue_id = ${venueId} and p.source = ${source} and p.code = u.code and p.email is distinct from nullif(u.email, '') returning 1`
}
