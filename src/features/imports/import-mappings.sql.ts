import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { importPlaces } from './import-places.sql.ts'
import { namesPlace } from './mapping-places.rules.ts'

export interface KeptMapping {
  name: string
  mapping: ImportMapping
}

/** The mappings a venue keeps, by name; for the first of a file's columns the one used last. One that names a location which is not the holder's does not exist for them. */
export const keptMappings = async (scope: VenueScope): Promise<KeptMapping[]> => {
  const { sql, venueId } = scope
  const kept = await sql<KeptMapping[]>`select name, mapping from import_mapping where venue_id = ${venueId} order by updated_at desc, name`
  const isOthers = await othersMappings(scope)
  return kept.filter(({ mapping }) => !isOthers(mapping))
}

/** Tells which mappings name a location that is not the holder's. */
const othersMappings = async (scope: VenueScope): Promise<(mapping: ImportMapping) => boolean> => {
  if (scope.allLocations) return () => false
  const others = (await importPlaces(scope, null)).filter((place) => !scope.locations.some(({ locationId }) => locationId === place.locationId))
  return (mapping) => namesPlace(mapping, others)
}

const isHidden = async (scope: VenueScope, name: string): Promise<boolean> => {
  const { sql, venueId } = scope
  const [kept] = await sql<KeptMapping[]>`select name, mapping from import_mapping where venue_id = ${venueId} and name = ${name}`
  return kept !== undefined && (await othersMappings(scope))(kept.mapping)
}

/**
 * Keeps a mapping; one of that name is replaced.
 * @throws ValidationFailed where the one of that name does not exist for the holder
 */
export const keepMapping = async (scope: VenueScope, name: string, mapping: ImportMapping): Promise<void> => {
  const { sql, venueId, now } = scope
  if (await isHidden(scope, name)) throw fieldFailure('Name', 'There is already a mapping with this name. Choose another name.', 'Taken')
  await sql`
    insert into import_mapping (venue_id, name, mapping, updated_at) values (${venueId}, ${name}, ${sql.json(mapping as never)}, ${now})
    on conflict (venue_id, name) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`
}

/** @throws NotFound */
export const forgetMapping = async (scope: VenueScope, name: string): Promise<void> => {
  const { sql, venueId } = scope
  if (await isHidden(scope, name)) throw failure('NotFound')
  const gone = await sql`delete from import_mapping where venue_id = ${venueId} and name = ${name}`
  if (gone.count === 0) throw failure('NotFound')
}
