import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { differenceOf } from './difference.rules.ts'

/** What is set up together and changes together. */
type SectionName = 'config' | 'shows' | 'settings' | 'connections' | 'payment' | 'locations' | 'setup'

interface Section {
  /** How often it was changed. */
  version: number
  value: Record<string, unknown>
}

/** A section as it is kept; one nobody has changed is empty, in version 0. */
export const sectionOf = async ({ sql, venueId }: VenueScope, name: SectionName): Promise<Section> => {
  const [row] = await sql<Section[]>`select version, value from venue_setting where venue_id = ${venueId} and section = ${name}`
  return row ?? { version: 0, value: {} }
}

/** What a change came to: what is kept of it in the section, and both states as the audit compares them. */
interface Change {
  value?: Record<string, unknown>
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Changes a section while nobody else does. Where nothing differs nothing is written; else the version counts on and the difference is
 * written down.
 * @param expected the version the change was made from, if that is known
 * @throws Conflict where it is another one by now
 */
export const changeSection = async (
  venue: VenueScope,
  name: SectionName,
  expected: number | undefined,
  work: (section: Section) => Promise<Change>,
): Promise<void> => {
  const { sql, venueId } = venue
  await sql`insert into venue_setting (venue_id, section) values (${venueId}, ${name}) on conflict (venue_id, section) do nothing`
  const [section = { version: 0, value: {} }] = await sql<Section[]>`
    select version, value from venue_setting where venue_id = ${venueId} and section = ${name} for update`
  if (expected !== undefined && expected !== section.version) throw failure('Conflict')
  const { value, before, after } = await work(section)
  const difference = differenceOf(before, after)
  if (Object.keys(difference).length === 0) return
  await sql`
    update venue_setting set version = version + 1, value = ${sql.json((value ?? section.value) as never)}
    where venue_id = ${venueId} and section = ${name}`
  await venue.audit({ action: `venue.${name}-changed`, subject: venue.venue.name, detail: difference })
}
