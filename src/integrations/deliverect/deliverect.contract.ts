import * as z from 'zod/mini'
import { LINK_TROUBLES } from '#integrations/link.contract.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber, sentText } from '#shared/fields.ts'
import { TillContent } from './deliverect-till.rules.ts'

const access = orAdmin(['can_linkpayment'])
const common = { barredWhileImpersonating: true } as const
const ofVenue = { access, venueParam: 'id', params: z.object({ id: Id }) } as const
const ofLocation = { access, venueParam: 'id', placeParam: 'locationId', params: z.object({ id: Id, locationId: Id }) } as const
const PATH = '/venue/:id/location/:locationId/deliverect'
const example = { as: 'owner', params: { id: 1, locationId: 2 } } as const

const ProviderName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'))

const DeliverectLink = z.object({
  DeliverectId: z.nullable(z.string()),
  DeliverectLocationId: z.nullable(z.string()),
  /** Whether orders that arrive are passed on to the till of the location. */
  SendToLocation: z.nullable(z.boolean()),
  /** Whether Deliverect said that there is such a location; null where nothing is linked. */
  Checked: z.nullable(z.boolean()),
})

/** The partner's access to Deliverect, which is Admin's. */
export const deliverectTokens = contract({
  standing: operation({
    method: 'GET',
    path: '/deliverect/tokens',
    summary: 'Whether this installation is connected to Deliverect, and which settings are missing.',
    access: 'admin',
    response: z.object({ Connected: z.boolean(), Missing: z.array(z.string()) }),
    example: { as: 'admin' },
  }),
  connect: operation({
    ...common,
    method: 'POST',
    path: '/deliverect/tokens',
    summary:
      'Connect this installation to Deliverect for all venues. Daybook gets a token with the settings DELIVERECT_CLIENT_ID and DELIVERECT_CLIENT_SECRET, and stores it encrypted.',
    access: 'admin',
    strict: true,
    asksOutside: true,
    body: z.object({}),
    response: z.object({ Connected: z.literal(true), ExpiresAt: z.string() }),
    example: { as: 'admin', body: {} },
  }),
  disconnect: operation({
    ...common,
    method: 'DELETE',
    path: '/deliverect/tokens',
    summary: 'Delete the token. Orders still arrive, but Deliverect gets no updates about them until you connect again.',
    access: 'admin',
    example: { as: 'admin' },
  }),
})

const Registered = z.object({ DeliverectId: z.string(), DeliverectLocationId: z.string(), Name: z.string(), At: z.string() })

const Channel = z.object({
  LocationId: z.int(),
  /** Deliverect's number of the channel. */
  Channel: z.int(),
  Name: z.string(),
  /** Null: nobody said so yet, and no fee is known. */
  CommissionPercent: z.nullable(z.number()),
  /** Of the last 28 days, as the three after it. */
  Orders: z.int(),
  Amount: z.number(),
  Fee: z.number(),
})

const Place = z.extend(DeliverectLink, {
  LocationId: z.int(),
  Location: z.string(),
  Currency: z.string(),
  /** Why the link needs somebody. */
  Trouble: z.nullable(z.enum(LINK_TROUBLES)),
  Name: z.nullable(z.string()),
  /** The pause of the location's storefront, which Deliverect is told of. */
  PausedUntil: z.nullable(z.string()),
  /** What Deliverect proposes for the location, since it was registered there under its number. */
  Registered: z.nullable(Registered),
  /** Orders that Deliverect is still to be told of. */
  Untold: z.int(),
  AtTill: z.int(),
})

export type DeliverectPlace = z.output<typeof Place>

const ListedOrder = z.object({
  OrderId: z.string(),
  LocationId: z.int(),
  Name: z.string(),
  Channel: z.string(),
  PlacedAt: z.string(),
  Amount: z.number(),
  /** Null where nobody said what the channel takes. */
  Fee: z.nullable(z.number()),
  /** Why it is listed. */
  Why: z.enum(['refused', 'at-till', 'refused-by-till', 'till-sale-missing', 'not-told', 'unknown-products']),
  /** With the till for more than ten minutes. */
  Late: z.boolean(),
  /** What intake or the till said, or the PLUs that no product has. */
  Details: z.string(),
})
export type DeliverectListed = z.output<typeof ListedOrder>

const Overview = z.object({
  /** Whether this installation is connected to Deliverect. */
  Connected: z.boolean(),
  Locations: z.array(Place),
  Channels: z.array(Channel),
  Orders: z.array(ListedOrder),
  /** Orders of the venue's accounts for locations there that nobody linked: they are kept until somebody does. */
  Unlinked: z.array(z.object({ DeliverectId: z.string(), DeliverectLocationId: z.string(), Orders: z.int(), Since: z.string() })),
})
export type DeliverectOverview = z.output<typeof Overview>

const Products = z.object({
  /** False: Deliverect only said what it would do. */
  Sent: z.boolean(),
  Products: z.int(),
  Inserted: z.int(),
  Updated: z.int(),
  Deleted: z.int(),
  /** What is deleted there, since the location did not sell it. */
  Deletes: z.array(z.object({ Plu: z.string(), Name: z.string() })),
})
export type ProductSync = z.output<typeof Products>

/** How locations are linked with Deliverect, and how their orders stand. */
export const deliverectCalls = contract({
  link: operation({
    ...ofLocation,
    method: 'GET',
    path: PATH,
    summary: "A location's link with Deliverect. The fields are null if it is not linked.",
    response: DeliverectLink,
    example,
  }),
  save: operation({
    ...common,
    ...ofLocation,
    method: 'POST',
    path: PATH,
    summary:
      'Link a location with a location at Deliverect. This replaces an earlier link. Daybook checks it with Deliverect if this installation is connected there.',
    strict: true,
    asksOutside: true,
    body: z.object({
      DeliverectId: ProviderName,
      DeliverectLocationId: ProviderName,
      SendToLocation: z.optional(z.boolean()),
      VenueId: z.optional(IdNumber),
      LocationId: z.optional(IdNumber),
    }),
    response: DeliverectLink,
    example: { ...example, body: { DeliverectId: '5f0000000000000000000001', DeliverectLocationId: '{fresh}', SendToLocation: true } },
  }),
  end: operation({
    ...common,
    ...ofLocation,
    method: 'DELETE',
    path: PATH,
    summary: "End a location's link with Deliverect. Orders that arrive later wait until it is linked again.",
    example,
  }),
  overview: operation({
    ...ofVenue,
    method: 'GET',
    path: '/venue/:id/deliverect',
    summary: 'The Deliverect links of the locations granted to you, the commissions of their channels, and orders that are waiting or were refused.',
    response: Overview,
    example: { as: 'owner', params: { id: 1 } },
  }),
  commissions: operation({
    ...common,
    ...ofLocation,
    method: 'POST',
    path: `${PATH}/commissions`,
    summary: 'Set the commission of each ordering channel of a location, as a percentage of the goods after discounts. Null means that it is not known.',
    strict: true,
    body: z.object({
      Commissions: z
        .array(
          z.object({
            Channel: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
            Percent: z.nullable(z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.01, 'can have at most two decimals'))),
          }),
        )
        .check(z.maxLength(200)),
    }),
    response: z.object({ Channels: z.array(Channel) }),
    example: { ...example, body: { Commissions: [{ Channel: 7, Percent: 30 }] } },
  }),
  products: operation({
    ...common,
    ...ofLocation,
    method: 'POST',
    path: `${PATH}/products`,
    summary:
      'Send the products that a location sold in the last 90 days to Deliverect. Deliverect deletes products that are not in the list. Without Deletes, nothing is sent and the answer says what would be deleted. With Deletes, the list is sent if that many products are still to be deleted.',
    strict: true,
    asksOutside: true,
    body: z.object({ Deletes: z.optional(z.int().check(z.minimum(0))) }),
    response: Products,
    example: { as: 'owner', params: { id: 1, locationId: '{deliverect-place}' }, body: {} },
  }),
})

const OrderId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the id of an order'))

/** Online orders at the till of their location, by the location's key. */
export const tillOrders = contract({
  waiting: operation({
    method: 'GET',
    path: '/pos/v1/orders',
    summary:
      'Online orders that the till of the key’s location has not answered yet, oldest first. An order that was cancelled since then is marked Cancelled until the till answers it.',
    access: 'location-key',
    response: z.object({
      Orders: z.array(
        z.object({
          OrderId: z.string(),
          Name: z.string(),
          Channel: z.string(),
          OrderType: z.nullable(z.string()),
          Table: z.nullable(z.string()),
          PlacedAt: z.string(),
          WaitingSince: z.string(),
          /** In minor units: what the location gets, before the channel's commission. */
          Total: z.int(),
          Test: z.boolean(),
          Cancelled: z.boolean(),
          /** Null once it was forgotten: two days after it came, or with its cancellation. */
          Content: z.nullable(TillContent),
        }),
      ),
    }),
    example: { as: 'till' },
  }),
  answer: operation({
    method: 'POST',
    path: '/pos/v1/orders/:id',
    summary:
      'Answer an online order: accepted, refused with a reason, or its progress (Preparing, Prepared, Ready, Finished), which also accepts it. Daybook already has a sale for the order. If the till sends its own sale, name it with TerminalId and SaleId, and it counts instead.',
    access: 'location-key',
    strict: true,
    params: z.object({ id: OrderId }),
    body: z
      .object({
        Taken: z.optional(z.boolean()),
        Refused: z.optional(z.boolean()),
        Reason: z.optional(sentText(200, 1)),
        /** Of an order that is being made. It never goes back: an earlier one than was told before changes nothing. */
        Status: z.optional(z.enum(['Preparing', 'Prepared', 'Ready', 'Finished'])),
        TerminalId: z.optional(sentText(64, 1)),
        SaleId: z.optional(sentText(64, 1)),
      })
      .check(
        z.refine(({ Taken, Refused, Status }) => [Taken === true, Refused === true, Status !== undefined].filter(Boolean).length === 1, {
          error: 'one of Taken, Refused and Status is needed',
          path: ['Taken'],
        }),
        z.refine(({ Status, SaleId }) => Status === undefined || SaleId === undefined, { error: 'is named with Taken', path: ['SaleId'] }),
        z.refine(({ Refused, Reason }) => Refused !== true || Reason !== undefined, { error: 'is needed with Refused', path: ['Reason'] }),
        z.refine(({ TerminalId, SaleId }) => (TerminalId === undefined) === (SaleId === undefined), {
          error: 'names the till’s own sale together with TerminalId',
          path: ['SaleId'],
        }),
      ),
    example: { as: 'till', params: { id: '{online-order}' }, body: { Taken: true } },
  }),
})
