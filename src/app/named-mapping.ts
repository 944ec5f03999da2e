import { existsSync, readFileSync } from 'node:fs'
import { BUILT_IN_MAPPINGS } from '#features/imports/built-in-mappings.adapter.ts'
import { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { keptMappings } from '#features/imports/import-mappings.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { issueInWords } from '#platform/web/issue-in-words.ts'
import { WrongUsage } from './command.ts'

/**
 * The mapping of that name, the product's or the venue's own, or in the file of that name.
 * @throws WrongUsage where there is none
 */
export const mappingNamed = async (map: string, database: Database, venueId: number | undefined): Promise<ImportMapping> => {
  const builtIn = BUILT_IN_MAPPINGS.get(map)
  if (builtIn) return builtIn
  const kept = venueId === undefined ? [] : await workInVenue(database, venueId, new Date(), keptMappings)
  const own = kept.find(({ name }) => name === map)
  if (own) return own.mapping
  if (!existsSync(map)) {
    const names = [...BUILT_IN_MAPPINGS.keys(), ...kept.map(({ name }) => name)]
    throw new WrongUsage(`There is no mapping or file called "${map}". These mappings exist: ${names.join(', ')}.`)
  }
  return mappingIn(map)
}

const mappingIn = (file: string): ImportMapping => {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = ImportMapping.safeParse(json)
  if (parsed.success) return parsed.data
  throw new Error(`${file} is not a mapping: ${parsed.error.issues.map((issue) => issueInWords(issue, json).Message).join(' ')}`)
}
