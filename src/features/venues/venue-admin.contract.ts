import * as z from 'zod/mini'
import { contract, onlyAdmin, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber, Zone } from '#shared/fields.ts'
import { LocationConfig } from './venue-config.contract.ts'
import {
  Address,
  Country,
  Currency,
  DayStart,
  Email,
  FinancialYearStart,
  hasCountryOrCurrency,
  LanguageField,
  PlainName,
  Region,
  VersionField,
  WeekStart,
} from './venue-fields.rules.ts'

const VenueLine = z.object({
  VenueId: z.int(),
  Name: z.string(),
  Sample: z.boolean(),
  Currency: z.string(),
  Language: z.enum(['en', 'jp']),
  CreatedAt: z.string(),
  /** Locations that trade. */
  Locations: z.int(),
  /** People with access. */
  Users: z.int(),
  LastSaleAt: z.nullable(z.string()),
  /** When a till was last heard, whatever it sent. */
  LastReceivedAt: z.nullable(z.string()),
  /** Locations that trade whose tills were heard within a day, and those whose tills have been silent since longer. */
  Tills: z.object({ Heard: z.int(), Silent: z.int() }),
  /** How many of the venue's links work, how many need somebody or were not read for a day, and the providers of these. */
  Links: z.object({ Linked: z.int(), NeedAttention: z.int(), Providers: z.array(z.string()) }),
  ShowBreakdownPage: z.boolean(),
  ShowControlSheet: z.boolean(),
  ShowExcise: z.boolean(),
  ShowTimeAndAttendanceModule: z.boolean(),
})
export type VenueLine = z.output<typeof VenueLine>

const place = { Name: PlainName(100), TimeZone: z.optional(Zone), DayStart: z.optional(DayStart), Address: z.optional(Address), Region: z.optional(Region) }

/** Somebody there already by their user name, or somebody new by e-mail, who is invited. */
const Owner = z
  .object({
    UserName: z.optional(PlainName(200)),
    Email: z.optional(Email),
    FirstName: z.optional(PlainName(100)),
    Surname: z.optional(PlainName(100)),
  })
  .check(z.refine(({ UserName, Email: address }) => (UserName === undefined) !== (address === undefined), 'needs either UserName or Email, not both'))

const NewVenue = z
  .object({
    Name: PlainName(100),
    /** Where it is. What is left out below is as usual in that country. Without a country, it is the one the currency is named after. */
    Country: z.optional(Country),
    Currency: z.optional(Currency),
    WeekStart: z.optional(WeekStart),
    FinancialYearStart: z.optional(FinancialYearStart),
    Language: z.optional(LanguageField),
    /** The first location, if it is known already. */
    Location: z.optional(z.object(place)),
    Owner: z.optional(Owner),
  })
  .check(hasCountryOrCurrency)
export type NewVenueBody = z.output<typeof NewVenue>

const Percentage = z.number().check(z.minimum(0), z.maximum(100))
const Money = z.number().check(z.minimum(0), z.maximum(1_000_000))
const Fees = z.object({ PercentageFee: z.number(), FixedFee: z.number(), Currency: z.string(), Version: z.int() })
const params = z.object({ id: Id })

/** What Admin does with venues, and what is registered for them. */
export const venueAdmin = contract({
  venues: operation({
    method: 'GET',
    path: '/venues',
    summary: 'Every venue with its locations, people, last sale, links and switched-on screens.',
    access: 'admin',
    response: z.object({ Venues: z.array(VenueLine) }),
    example: { as: 'admin' },
  }),
  makeVenue: operation({
    method: 'POST',
    path: '/venues',
    summary: 'Create a venue with the standard roles, its first location and its first Owner. An Owner who is new to Daybook is invited by e-mail.',
    access: 'admin',
    body: NewVenue,
    response: z.object({
      VenueId: z.int(),
      LocationId: z.nullable(z.int()),
      OwnerUserId: z.nullable(z.int()),
      /** Whether a mail with a link is on its way to the Owner. */
      Invited: z.boolean(),
    }),
    example: {
      as: 'admin',
      body: {
        Name: 'Copper Lantern',
        Country: 'AU',
        Currency: 'AUD',
        WeekStart: 1,
        Location: { Name: 'Front Bar', TimeZone: 'Australia/Melbourne', DayStart: '05:00' },
        Owner: { Email: 'mia@copperlantern.example', FirstName: 'Mia', Surname: 'Tanaka' },
      },
    },
  }),
  addLocation: operation({
    method: 'POST',
    path: '/venue/:id/locations',
    summary:
      "Add a location to a venue. Time zone, currency and cut-off are those of its first location unless sent. Needs access to all of the venue's locations.",
    access: orAdmin(['can_editsettings']),
    venueParam: 'id',
    params,
    body: z.object({ ...place, Currency: z.optional(Currency) }),
    response: LocationConfig,
    example: { as: 'owner', params: { id: 1 }, body: { Name: 'Garden Bar', TimeZone: 'Australia/Sydney' } },
  }),
  emptyLocations: operation({
    method: 'GET',
    path: '/venue/:id/locations/empty',
    summary: 'The locations that an import added and that nothing refers to: no sale, key, person, sheet or setting. They can be removed.',
    access: orAdmin(['can_editsettings']),
    venueParam: 'id',
    params,
    response: z.object({ Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })) }),
    example: { as: 'owner', params: { id: 1 } },
  }),
  removeLocation: operation({
    method: 'DELETE',
    path: '/venue/:id/locations/:locationId',
    summary: "Remove a location that an import added and that nothing refers to. Needs access to all of the venue's locations.",
    access: ['can_editsettings'],
    venueParam: 'id',
    params: z.object({ id: Id, locationId: Id }),
    example: { as: 'owner', params: { id: 1, locationId: '{empty-location}' } },
  }),
  paymentInfo: operation({
    method: 'GET',
    path: '/venue/:id/config/paymentinfo',
    summary: 'What a card payment costs the venue: a percentage, and a fixed fee for each payment.',
    access: onlyAdmin,
    venueParam: 'id',
    params,
    response: Fees,
    example: { as: 'admin', params: { id: 1 } },
  }),
  changePaymentInfo: operation({
    method: 'PUT',
    path: '/venue/:id/config/paymentinfo',
    summary: "Set what a card payment costs the venue from today's trading day. The percentage can have two decimals. Earlier days keep their fees.",
    access: onlyAdmin,
    venueParam: 'id',
    strict: true,
    params,
    body: z.object({
      VenueId: z.optional(IdNumber),
      PercentageFee: Percentage,
      FixedFee: Money,
      /** The venue's, as it was answered; another one is refused. */
      Currency: z.optional(Currency),
      Version: VersionField,
    }),
    response: Fees,
    example: { as: 'admin', params: { id: 1 }, body: { PercentageFee: 1.75, FixedFee: 0.3 } },
  }),
})
