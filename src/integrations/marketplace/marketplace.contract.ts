import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, sentText, shortText } from '#shared/fields.ts'
import { Limit, MenuAnswer, OfferedProduct, SentMenu } from './marketplace-menu.rules.ts'
import { MarketplaceSettings, PAUSES } from './marketplace-settings.rules.ts'
import { Storefront } from './storefront.contract.ts'

const SettingsAnswer = z.object({ Settings: MarketplaceSettings, Version: z.int() })

const place = { venueParam: 'id', placeParam: 'locationId', params: z.object({ id: Id, locationId: Id }), access: orAdmin(['can_linkpayment']) } as const
const path = '/venue/:id/location/:locationId/marketplace'
const example = { as: 'owner', params: { id: 1, locationId: 1 } } as const

/** How a location appears on its marketplace: settings, what of the menu is published, and the storefront that comes of it. */
export const marketplace = contract({
  settings: operation({
    ...place,
    method: 'GET',
    path,
    summary: 'The marketplace settings of a location. Until someone saves some, these are the defaults, with the storefront off.',
    response: SettingsAnswer,
    example,
  }),
  changeSettings: operation({
    ...place,
    method: 'POST',
    path,
    summary:
      'Set all marketplace settings of a location. A field you leave out returns to its default. With Version, you get 409 if someone else has changed the settings since, and their change stays.',
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
    summary:
      'Remove the marketplace settings of a location. The storefront disappears, and the settings return to their defaults. The products you chose are kept.',
    example,
  }),
  pause: operation({
    ...place,
    method: 'POST',
    path: `${path}/pause`,
    summary: "Pause orders for 30 minutes, for an hour or until tomorrow's trading day begins, or end the pause. Nothing else changes.",
    strict: true,
    body: z.object({ Pause: z.enum(PAUSES) }),
    response: SettingsAnswer,
    example: { ...example, body: { Pause: '30 minutes' } },
  }),
  menu: operation({
    ...place,
    method: 'GET',
    path: `${path}/menu`,
    summary: 'The menu a location publishes, with list prices and marketplace prices.',
    response: MenuAnswer,
    example,
  }),
  changeMenu: operation({
    ...place,
    method: 'POST',
    path: `${path}/menu`,
    summary: 'Set the products a location publishes, with their groups and order. This replaces the whole menu.',
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
    summary: 'Products that can be published, by product group and name, with their list prices, page by page. You can search them.',
    query: z.object({
      /** Looked for in name and PLU. */
      Search: z.optional(shortText(100)),
      ProductGroup: z.optional(sentText(200)),
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
    summary: 'The storefront as customers would see it now, even while it is not published.',
    response: Storefront,
    example,
  }),
})
