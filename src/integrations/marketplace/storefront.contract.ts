import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id } from '#shared/fields.ts'

/** The form of the feed. It counts up where a field changes its meaning or goes; fields may be added without. */
export const STOREFRONT_VERSION = 1

/** What a location publishes of itself. */
export const Storefront = z.object({
  Version: z.literal(STOREFRONT_VERSION),
  LocationId: z.int(),
  Name: z.string(),
  Description: z.string(),
  TimeZone: z.string(),
  Currency: z.string(),
  /** Whether it sells now: open by its hours, and not paused. */
  Open: z.boolean(),
  /** While it is open: when it closes, as a moment with the location's offset; null where it never does. */
  ClosesAt: z.nullable(z.string()),
  /** While it is not: when it opens next; null where it has no hours. */
  NextOpening: z.nullable(z.string()),
  PausedUntil: z.nullable(z.string()),
  /** Every week, on the location's clock; Weekday 1 is Monday. Closing at the hour it opens or earlier is on the day after. */
  OpeningHours: z.array(z.object({ Weekday: z.int(), Opens: z.string(), Closes: z.string() })),
  Pickup: z.boolean(),
  Delivery: z.boolean(),
  PreparationMinutes: z.int(),
  MinimumOrder: z.number(),
  /** Groups and products in the order of the venue. Prices include tax. */
  Menu: z.array(
    z.object({
      Name: z.string(),
      Description: z.string(),
      /** Id stays as long as the product is published. */
      Products: z.array(z.object({ Id: z.string(), Name: z.string(), Description: z.string(), Price: z.number() })),
    }),
  ),
})
export type Storefront = z.output<typeof Storefront>

/** The storefront of a location, for anybody. */
export const storefront = contract({
  storefront: operation({
    method: 'GET',
    path: '/storefront/:location',
    summary:
      'The storefront of a location: whether it is open, its hours, menu and prices. Anybody can read it without signing in. Send If-None-Match when you ask again. 404 if there is no such storefront.',
    access: 'public',
    params: z.object({ location: Id }),
    response: Storefront,
    example: { as: 'anonymous', params: { location: '{storefront}' } },
  }),
})
