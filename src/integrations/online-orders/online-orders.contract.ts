import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber, sentText } from '#shared/fields.ts'
import { job } from '#shared/job.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'

const OnlinePlace = z.object({
  /** The shop or the store's account, as the provider calls it. */
  AccountId: z.string(),
  PlaceId: z.string(),
  Name: z.string(),
  /** Null: nobody said yet where its orders go, and they wait. */
  LocationId: z.nullable(z.int()),
  /** The location of the same name, for a person to confirm. */
  Suggested: z.nullable(z.int()),
  /** Orders that wait for somebody to say so, or were refused. */
  Open: z.int(),
})
export type OnlinePlace = z.output<typeof OnlinePlace>
const Places = z.object({ Places: z.array(OnlinePlace) })

const OpenOrder = z.object({
  OrderId: z.string(),
  /** What people call it, such as #1001. */
  Name: z.string(),
  AccountId: z.string(),
  Place: z.string(),
  LocationId: z.nullable(z.int()),
  PlacedAt: z.string(),
  /** Empty where the provider's words could not be read. */
  Currency: z.string(),
  Total: z.number(),
  State: z.enum(['Waiting', 'Refused']),
  /** Why it was refused. */
  Reasons: z.array(z.object({ ErrorCode: z.string(), FieldName: z.string(), Message: z.string() })),
})
export type OpenOrder = z.output<typeof OpenOrder>

const common = {
  venueParam: 'id',
  wholeVenue: true,
  params: z.object({ id: Id }),
  access: orAdmin({ anyOf: ['can_linkshopify', 'can_linkpayment'] }),
} as const
const Provider = z.enum(ORDER_PROVIDERS)

/** Where online orders go, and which of them could not be taken in. */
export const onlineOrders = contract({
  places: operation({
    ...common,
    method: 'GET',
    path: '/venue/:id/onlineplaces',
    summary: 'The places that online orders of a provider come from, and the location each is matched with. Needs access to all locations.',
    query: z.object({ Provider }),
    response: Places,
    example: { as: 'owner', params: { id: 1 }, query: { Provider: 'Shopify' } },
  }),
  map: operation({
    ...common,
    method: 'POST',
    path: '/venue/:id/onlineplaces',
    summary:
      'Set the location at which orders from a place count. Null removes it. Orders that waited for it become sales. Orders that already are sales stay where they are.',
    barredWhileImpersonating: true,
    strict: true,
    body: z.object({
      Provider,
      Places: z.array(z.object({ AccountId: sentText(300, 1), PlaceId: sentText(200, 1), LocationId: z.nullable(IdNumber) })).check(z.maxLength(500)),
    }),
    response: Places,
    example: { as: 'owner', params: { id: 1 }, body: { Provider: 'Shopify', Places: [] } },
  }),
  open: operation({
    ...common,
    method: 'GET',
    path: '/venue/:id/onlineorders',
    summary:
      'Online orders of a provider that are not counted as sales, because their place is not matched or they were refused, with the reason. Oldest first, at most 200.',
    query: z.object({ Provider }),
    response: z.object({ Orders: z.array(OpenOrder), Count: z.int() }),
    example: { as: 'owner', params: { id: 1 }, query: { Provider: 'Shopify' } },
  }),
})

/** Takes in the orders of a provider that wait, once a place was mapped. */
export const takeWaitingOrders = job('links.take-orders', z.object({ VenueId: IdNumber, Provider }))
