import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, Moment, NotTaken, shortText } from '#shared/fields.ts'
import { overlappingOpenings } from './opening-hours.rules.ts'
import { Storefront } from './storefront.contract.ts'

const Percent = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine((percent) => Math.abs(Math.round(percent * 100) / 100 - percent) < 1e-9, 'has at most two decimals'),
)
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59, like 17:30; midnight is 00:00'))

const Opening = z.object({ Weekday: z.int().check(z.minimum(1), z.maximum(7)), Opens: Clock, Closes: Clock })
/** At most six openings a day. */
const MOST_OPENINGS = 42

const OpeningHours = z.array(Opening).check(z.maxLength(MOST_OPENINGS), ({ value, issues }) => {
  const found = overlappingOpenings(value)
  const other = found && value[found[0]]
  if (!other) return
  const message = `overlaps the opening of weekday ${other.Weekday} from ${other.Opens} to ${other.Closes}`
  issues.push({ code: 'custom', input: value, path: [found[1]], message })
})

const LONGEST_NAME = 80
const LONGEST_DESCRIPTION = 500
const MOST_PREPARATION_MINUTES = 240
const MOST_MINIMUM = 100_000

export const MarketplaceSettings = z.object({
  /** Whether the storefront is there for anybody to read. */
  Enabled: z.boolean(),
  /** What the storefront is called. */
  DisplayName: shortText(LONGEST_NAME),
  Description: shortText(LONGEST_DESCRIPTION),
  PickupEnabled: z.boolean(),
  DeliveryEnabled: z.boolean(),
  PreparationMinutes: z.int().check(z.minimum(0), z.maximum(MOST_PREPARATION_MINUTES)),
  /** In the currency of the location. */
  MinimumOrder: z.number().check(z.minimum(0), z.maximum(MOST_MINIMUM)),
  /** Over the list price, in percent. */
  PriceMarkupPercent: Percent,
  /** What the marketplace keeps of a price, in percent; never published. */
  CommissionPercent: Percent,
  /** On the clock of the location, several a day; closing at the hour it opens or earlier is meant for the day after. */
  OpeningHours,
  /** Nothing is sold before; null: not paused. */
  PausedUntil: z.nullable(Moment),
})
export type MarketplaceSettings = z.output<typeof MarketplaceSettings>

/** Settings nobody has made yet. */
export const DEFAULT_SETTINGS: MarketplaceSettings = {
  Enabled: false,
  DisplayName: '',
  Description: '',
  PickupEnabled: true,
  DeliveryEnabled: false,
  PreparationMinutes: 15,
  MinimumOrder: 0,
  PriceMarkupPercent: 0,
  CommissionPercent: 0,
  OpeningHours: [],
  PausedUntil: null,
}

const Version = z.int().check(z.minimum(0))
const SettingsAnswer = z.object({ Settings: MarketplaceSettings, Version: z.int() })

export const PAUSES = ['30 minutes', '1 hour', 'Tomorrow', 'None'] as const

const MOST_GROUPS = 50
export const MOST_ITEMS = 1000
const Plu = shortText(64, 1)
const GroupName = shortText(LONGEST_NAME, 1)

const MenuAnswer = z.object({
  Groups: z.array(
    z.object({
      Name: z.string(),
      Description: z.string(),
      Products: z.array(
        z.object({
          Plu: z.string(),
          /** What it is called here; null: as the product is. */
          Name: z.nullable(z.string()),
          Description: z.string(),
          ProductName: z.string(),
          /** Null: the till sent none, and the product is left out until it does. */
          ListPrice: z.nullable(z.number()),
          /** The list price with the markup. */
          Price: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  Currency: z.string(),
  Version: z.int(),
})
export type MarketplaceMenu = z.output<typeof MenuAnswer>

const SentItem = z.object({
  Plu,
  Name: z.optional(z.nullable(GroupName)),
  Description: z.optional(shortText(LONGEST_DESCRIPTION)),
  ProductName: NotTaken,
  ListPrice: NotTaken,
  Price: NotTaken,
})
const SentGroup = z.object({
  Name: GroupName,
  Description: z.optional(shortText(LONGEST_DESCRIPTION)),
  Products: z.array(SentItem).check(z.maxLength(MOST_ITEMS)),
})
const SentMenu = z.object({ Groups: z.array(SentGroup).check(z.maxLength(MOST_GROUPS)), Currency: NotTaken, Version: z.optional(Version) })
export type SentMenu = z.output<typeof SentMenu>

const OfferedProduct = z.object({
  Plu: z.string(),
  Name: z.string(),
  ProductGroup: z.string(),
  ListPrice: z.nullable(z.number()),
})
export type OfferedProduct = z.output<typeof OfferedProduct>
export const PRODUCTS_AT_ONCE = 500
const Limit = z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(PRODUCTS_AT_ONCE))

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
    body: z.object({ Settings: z.partial(MarketplaceSettings), Version: z.optional(Version) }),
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
