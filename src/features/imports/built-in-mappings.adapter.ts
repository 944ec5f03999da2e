import { ImportMapping } from './import-mapping.rules.ts'
import airregi from './mappings/airregi.json' with { type: 'json' }
import airregiBills from './mappings/airregi-bills.json' with { type: 'json' }
import coffee from './mappings/coffee.json' with { type: 'json' }
import lightspeedK from './mappings/lightspeed-k.json' with { type: 'json' }
import lightspeedKGerman from './mappings/lightspeed-k-german.json' with { type: 'json' }
import lightspeedX from './mappings/lightspeed-x.json' with { type: 'json' }
import loyverse from './mappings/loyverse.json' with { type: 'json' }
import shopify from './mappings/shopify.json' with { type: 'json' }
import smaregi from './mappings/smaregi.json' with { type: 'json' }
import square from './mappings/square.json' with { type: 'json' }
import supermarket from './mappings/supermarket.json' with { type: 'json' }
import toast from './mappings/toast.json' with { type: 'json' }

/**
 * The mappings that come with the product, by name. About of each names the help page it is made from; docs/decisions/0095 says more, and where the
 * columns of those are from that no help page names.
 */
export const BUILT_IN_MAPPINGS: ReadonlyMap<string, ImportMapping> = new Map([
  ['coffee', ImportMapping.parse(coffee)],
  ['supermarket', ImportMapping.parse(supermarket)],
  ['Square', ImportMapping.parse(square)],
  ['Lightspeed X-Series', ImportMapping.parse(lightspeedX)],
  ['Lightspeed K-Series', ImportMapping.parse(lightspeedK)],
  ['Lightspeed K-Series (Deutsch)', ImportMapping.parse(lightspeedKGerman)],
  ['Toast', ImportMapping.parse(toast)],
  ['Shopify', ImportMapping.parse(shopify)],
  ['Loyverse', ImportMapping.parse(loyverse)],
  ['スマレジ', ImportMapping.parse(smaregi)],
  ['Airレジ', ImportMapping.parse(airregi)],
  // After the one above: of a file with its items both can be made, and the first that fits is offered.
  ['Airレジ 会計ごと', ImportMapping.parse(airregiBills)],
])
