import type { VenueScope } from '#platform/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import type { ImportMapping } from './import-mapping.rules.ts'

export interface KeptMapping {
  name: string
  mapping: ImportMapping
}

/** The mappings a venue keeps, by name; for the first of a file's columns the one used last. */
export const keptMappings = async ({ sql, venueId }: VenueScope): Promise<KeptMapping[]> =>
  sql<KeptMapping[]>`select name, mapping from import_mapping where venue_id = ${venueId} order by updated_at desc, name`

/** Keeps a mapping; one of that name is replaced. */
export const keepMapping = async ({ sql, venueId, now }: VenueScope, name: string, mapping: ImportMapping): Promise<void> => {
  await sql`
    insert into import_mapping (venue_id, name, mapping, updated_at) values (${venueId}, ${name}, ${sql.json(mapping as never)}, ${now})
    on conflict (venue_id, name) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`
}

/** @throws NotFound */
export const forgetMapping = async ({ sql, venueId }: VenueScope, name: string): Promise<void> => {
  const gone = await sql`delete from import_mapping where venue_id = ${venueId} and name = ${name}`
  if (gone.count === 0) throw failure('NotFound')
}
