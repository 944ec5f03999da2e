import { ImportMapping } from './import-mapping.rules.ts'
import coffee from './mappings/coffee.json' with { type: 'json' }
import loyverse from './mappings/loyverse.json' with { type: 'json' }
import shopify from './mappings/shopify.json' with { type: 'json' }
import smaregi from './mappings/smaregi.json' with { type: 'json' }
import square from './mappings/square.json' with { type: 'json' }
import supermarket from './mappings/supermarket.json' with { type: 'json' }
import toast from './mappings/toast.json' with { type: 'json' }

/** The mappings that come with the product, by name. */
export const BUILT_IN_MAPPINGS: ReadonlyMap<string, ImportMapping> = new Map([
  ['coffee', ImportMapping.parse(coffee)],
  ['supermarket', ImportMapping.parse(supermarket)],
  ['Square', ImportMapping.parse(square)],
  ['Toast', ImportMapping.parse(toast)],
  ['Shopify', ImportMapping.parse(shopify)],
  ['Loyverse', ImportMapping.parse(loyverse)],
  ['スマレジ', ImportMapping.parse(smaregi)],
])
