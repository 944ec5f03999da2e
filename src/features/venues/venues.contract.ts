import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id } from '#shared/fields.ts'

/** A place of a venue, as its people see it. */
export const Location = z.object({
  LocationId: z.int(),
  VenueId: z.int(),
  Name: z.string(),
  TimeZone: z.string(),
  /** When its trading day begins on the wall clock, HH:MM. */
  DayStart: z.string(),
  Currency: z.string(),
  Address: z.nullable(z.string()),
  Region: z.string(),
  Active: z.boolean(),
  /** The numbers of the tills that have sent sales. */
  Terminals: z.array(z.string()),
})
export type Location = z.output<typeof Location>

const Locations = z.object({ Locations: z.array(Location) })
const anyone = orAdmin('signed-in')
const ofVenue = { access: anyone, venueParam: 'id', params: z.object({ id: Id }) } as const
const owner = { as: 'owner', params: { id: 1 } } as const

/** A venue and its places as everybody signed in there sees them, cut to the locations granted to them. */
export const venues = contract({
  locations: operation({
    method: 'GET',
    path: '/locations',
    summary: 'The locations of the open venue that are granted to you.',
    access: anyone,
    response: Locations,
    example: { as: 'owner' },
  }),
  location: operation({
    method: 'GET',
    path: '/locations/:id',
    summary: 'One location of the open venue.',
    access: anyone,
    params: z.object({ id: Id }),
    response: Location,
    example: owner,
  }),
  locationsOfVenue: operation({
    ...ofVenue,
    method: 'GET',
    path: '/venue/:id/locations',
    summary: 'The locations of a venue that are granted to you. Admin gets all locations of any venue.',
    response: Locations,
    example: owner,
  }),
  venueInfo: operation({
    method: 'GET',
    path: '/venueinfo',
    summary: 'The open venue: its names, currency, and the start of its weeks and years.',
    access: anyone,
    response: z.object({
      VenueId: z.int(),
      Name: z.string(),
      Sample: z.boolean(),
      Language: z.enum(['en', 'jp']),
      Currency: z.string(),
      /** ISO weekday, 1 = Monday. */
      WeekStart: z.int(),
      /** MM-DD. */
      FinancialYearStart: z.string(),
      LoyaltyName: z.string(),
      /** How many of its locations are granted to you. */
      Locations: z.int(),
    }),
    example: { as: 'owner' },
  }),
  userLocations: operation({
    method: 'GET',
    path: '/userlocations',
    summary: 'The locations granted to a person at the open venue, as far as they are granted to you too. Needs can_viewemp for anyone but yourself.',
    access: anyone,
    query: z.object({
      /** Absent: yourself. */
      userid: z.optional(Id),
    }),
    response: Locations,
    example: { as: 'owner' },
  }),
  categories: operation({
    ...ofVenue,
    method: 'GET',
    path: '/venue/:id/categories',
    summary: 'The categories of products sold, by name, with the product groups of each.',
    response: z.object({ Categories: z.array(z.object({ Name: z.string(), ProductGroups: z.array(z.string()) })) }),
    example: owner,
  }),
  productGroups: operation({
    ...ofVenue,
    method: 'GET',
    path: '/venue/:id/productgroups',
    summary: 'The product groups of products sold, by name, with the departments of each.',
    response: z.object({ ProductGroups: z.array(z.object({ Name: z.string(), Departments: z.array(z.string()) })) }),
    example: owner,
  }),
  nonSales: operation({
    ...ofVenue,
    method: 'GET',
    path: '/venue/:id/nonsales',
    summary:
      'Non-sales items that tills ring up, such as gift vouchers, deposits and account payments. An item is listed if it was last rung up as a non-sale.',
    response: z.object({ NonSales: z.array(z.object({ Plu: z.string(), Name: z.string() })) }),
    example: owner,
  }),
  suppliers: operation({
    ...ofVenue,
    method: 'GET',
    path: '/venue/:id/suppliers',
    summary: "The venue's suppliers, by the venue's names for them.",
    response: z.object({ Suppliers: z.array(z.object({ SupplierId: z.int(), Name: z.string() })) }),
    example: owner,
  }),
})
