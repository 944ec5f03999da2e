import { ImportMapping } from './import-mapping.rules.ts'
import coffee from './mappings/coffee.json' with { type: 'json' }
import supermarket from './mappings/supermarket.json' with { type: 'json' }

/** The mappings that come with the product, by name. */
export const BUILT_IN_MAPPINGS: ReadonlyMap<string, ImportMapping> = new Map([
  ['coffee', ImportMapping.parse(coffee)],
  ['supermarket', ImportMapping.parse(supermarket)],
])
