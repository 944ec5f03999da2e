import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, shortText } from '#shared/fields.ts'
import { Limit, MenuAnswer, OfferedProduct, SentMenu } from './marketplace-menu.rules.ts'
import { MarketplaceSettings, PAUSES } from './marketplace-settings.rules.ts'
import { Storefront } from './storefront.contract.ts'

const SettingsAnswer = z.object({ Settings: MarketplaceSettings, Version: z.int() })

const place = { venueParam: 'id', params: z.object({ id: Id, locationId: Id }), access: orAdmin(['can_linkpayment']) } as const
const path = '/venue/:id/location/:locationId/marketplace'
const example = { as: 'owner', params: { id: 1, locationId: 1 } } as const

/** How a location appears on its marketplace: settings, what of the menu is published, and the storefront that comes of it. */
export const marketplace = contract({
  settings: operation({
    ...place,
    method: 'GET',
    path,
    summary: 'The marketplace settings of a location; the defaults, not enabled, where nobody made any.',
    response: SettingsAnswer,
    example,
  }),
  changeSettings: operation({
    ...place,
    method: 'POST',
    path,
    summary:
      'Set the marketplace settings of a location as a whole: a field that is not sent is back at its default. With Version, a change made meanwhile by somebody else is 409 and stays.',
    strict: true,
    body: z.object({ Settings: z.partial(MarketplaceSettings), Version: z.optional(z.int().check(z.minimum(0))) }),
    response: SettingsAnswer,
    example: {
      ...example,
      body: {
        Settings: {
          Enabled: true,
          DisplayName: 'Front Bar to go',
          PickupEnabled: true,
          PriceMarkupPercent: 12.5,
          OpeningHours: [{ Weekday: 5, Opens: '17:00', Closes: '01:30' }],
        },
      },
    },
  }),
  removeSettings: operation({
    ...place,
    method: 'DELETE',
    path,
    summary: 'Go back to the defaults: the storefront is gone. Which products were chosen is kept for another time.',
    example,
  }),
  pause: operation({
    ...place,
    method: 'POST',
    path: `${path}/pause`,
    summary: 'Stop selling for 30 minutes, an hour or until the trading day of tomorrow begins, or go on at once. Nothing else changes.',
    strict: true,
    body: z.object({ Pause: z.enum(PAUSES) }),
    response: SettingsAnswer,
    example: { ...example, body: { Pause: '30 minutes' } },
  }),
  menu: operation({
    ...place,
    method: 'GET',
    path: `${path}/menu`,
    summary: 'What of the menu a location publishes, with list prices and those of the marketplace.',
    response: MenuAnswer,
    example,
  }),
  changeMenu: operation({
    ...place,
    method: 'POST',
    path: `${path}/menu`,
    summary: 'Say which products a location publishes, in which groups and order: these and no others.',
    strict: true,
    bodyLimit: 1_000_000,
    body: SentMenu,
    response: MenuAnswer,
    example: { ...example, body: { Groups: [{ Name: 'Beer', Description: 'On tap', Products: [] }] } },
  }),
  products: operation({
    ...place,
    method: 'GET',
    path: `${path}/products`,
    summary: 'Products to publish, by product group and name, with their list prices; searched, and page by page.',
    query: z.object({
      /** Looked for in name and PLU. */
      Search: z.optional(shortText(100)),
      ProductGroup: z.optional(shortText(200)),
      /** How many to pass over. */
      Skip: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number')), z.transform(Number))),
      Limit: z.optional(Limit),
    }),
    response: z.object({
      Products: z.array(OfferedProduct),
      /** Products that match, on all pages. */
      Total: z.int(),
      /** The product groups there are, whatever was searched. */
      ProductGroups: z.array(z.object({ Name: z.string(), Products: z.int() })),
    }),
    example: { ...example, query: { Search: 'ale', Limit: 50 } },
  }),
  preview: operation({
    ...place,
    method: 'GET',
    path: `${path}/preview`,
    summary: 'The storefront as anybody would read it now, also while it is not enabled.',
    response: Storefront,
    example,
  }),
})
