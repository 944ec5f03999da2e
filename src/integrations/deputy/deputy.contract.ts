import * as z from 'zod/mini'
import { tokenCalls } from '#integrations/link.contract.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber } from '#shared/fields.ts'

/** The calls that link Deputy. */
export const deputyTokens = tokenCalls('Deputy', 'can_linkdeputy', 'deputytokens', 'location', '{deputy-code}')

const DeputyArea = z.object({
  AreaId: z.int(),
  /** What Deputy calls the place that the area belongs to. */
  Company: z.string(),
  Area: z.string(),
  /** Null: nobody said yet where it is. */
  LocationId: z.nullable(z.int()),
  /** Who said where it is and when, on the venue's clock; null where nobody did, or nobody kept it. */
  Confirmed: z.nullable(z.object({ By: z.string(), At: z.string() })),
  /** The location of the same name, for a person to confirm. */
  Suggested: z.nullable(z.int()),
  /** Hours planned there in the last four weeks. */
  RosterHours: z.number(),
})
export type DeputyArea = z.output<typeof DeputyArea>
const Areas = z.object({ Areas: z.array(DeputyArea) })

const Sales = z.object({
  Links: z.array(
    z.object({
      /** Null: the link of the whole venue. */
      LocationId: z.nullable(z.int()),
      On: z.boolean(),
      ToldAt: z.nullable(z.string()),
      /** Deputy did not take them then, and has not since. */
      RefusedAt: z.nullable(z.string()),
      /** The area that has the sales of each location. */
      Areas: z.array(z.object({ LocationId: z.int(), Area: z.string() })),
    }),
  ),
})
export type DeputySales = z.output<typeof Sales>

const common = { venueParam: 'id', wholeVenue: true, params: z.object({ id: Id }), path: '/venue/:id/deputyareas', response: Areas } as const

/** Where the areas of Deputy are here. */
export const deputyCalls = contract({
  areas: operation({
    ...common,
    method: 'GET',
    summary: "The areas in Deputy's rosters, with the location each belongs to or might belong to. Needs access to all locations.",
    access: orAdmin(['can_linkdeputy']),
    example: { as: 'owner', params: { id: 1 } },
  }),
  place: operation({
    ...common,
    method: 'POST',
    summary: 'Set the location of areas in Deputy. Null removes it. Their hours then count at that location, including those of the last 90 days.',
    access: orAdmin(['can_linkdeputy']),
    barredWhileImpersonating: true,
    strict: true,
    body: z.object({ Areas: z.array(z.object({ AreaId: IdNumber, LocationId: z.nullable(IdNumber) })).check(z.maxLength(500)) }),
    example: { as: 'owner', params: { id: 1 }, body: { Areas: [] } },
  }),
  sales: operation({
    ...common,
    path: '/venue/:id/deputysales',
    response: Sales,
    method: 'GET',
    summary: 'Whether Daybook sends Deputy the sales of each location by hour, and to which area. Needs access to all locations.',
    access: orAdmin(['can_linkdeputy']),
    example: { as: 'owner', params: { id: 1 } },
  }),
  tellSales: operation({
    ...common,
    path: '/venue/:id/deputysales',
    response: Sales,
    method: 'POST',
    summary:
      'Switch sending net sales by hour to Deputy on or off, for the link of a location or of the whole venue. It is off at first. If an hour changes within 35 days, Daybook sends it again.',
    access: orAdmin(['can_linkdeputy']),
    barredWhileImpersonating: true,
    strict: true,
    body: z.object({ LocationId: z.optional(IdNumber), On: z.boolean() }),
    example: { as: 'owner', params: { id: 1 }, body: { LocationId: 2, On: false } },
  }),
})
