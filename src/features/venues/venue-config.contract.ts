import * as z from 'zod/mini'
import { COVER_METHODS } from '#features/reports/kit/covers.rules.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Day, Id, IdNumber, sentText, Zone } from '#shared/fields.ts'
import {
  Address,
  Country,
  Currency,
  DayStart,
  Email,
  FinancialYearStart,
  LanguageField,
  LoyaltyName,
  PlainName,
  Region,
  TaxName,
  VenueName,
  VersionField,
  WeekStart,
} from './venue-fields.rules.ts'
import { Location } from './venues.contract.ts'

const MOST_POINTS = 10_000_000
const PointsPrice = z.int().check(z.minimum(1), z.maximum(MOST_POINTS))
const Limit = z.number().check(z.minimum(0), z.maximum(1_000_000))
/** At most four decimals, so that what a sale earns is exact. */
const PointsRate = z.number().check(
  z.minimum(0),
  z.maximum(10_000),
  z.refine((rate) => Number.isInteger(Math.round(rate * 1e10) / 1e6), 'must have at most four decimals'),
)
const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

/** What a voucher of so many dollars costs in points. */
const VoucherPoints = z.object({ 20: PointsPrice, 25: PointsPrice, 50: PointsPrice, 100: PointsPrice })

export const Config = z.object({
  /** What the venue is called, everywhere. */
  VenueName,
  LoyaltyName,
  /** What the tax in prices is called, such as GST; sent empty, the usual name for the currency. */
  TaxName,
  WeekStart,
  FinancialYearStart,
  Language: LanguageField,
  /** Where the venue is. Its tax name, sign-off limit and journal accounts follow it until they are chosen. '' if not known. */
  Country: z.union([z.literal(''), Country]),
  Currency,
  VoucherPoints,
  /** Money over or short, above which signing a control sheet off takes a reason. */
  SignOffLimit: Limit,
  /** Points, above which an adjustment waits for a second person. */
  AdjustmentLimit: between(0, MOST_POINTS),
  /** Points a dollar earns where the till sends none; 0: only the till works points out. */
  PointsPerDollar: PointsRate,
  /** Product groups that earn at a rate of their own. */
  PointsRates: z.array(z.object({ ProductGroup: sentText(200, 1), PointsPerDollar: PointsRate })).check(
    z.maxLength(500),
    z.refine((rates) => new Set(rates.map(({ ProductGroup }) => ProductGroup)).size === rates.length, 'must name each product group once'),
  ),
  /** Months without use after which points may expire; 0: never. */
  PointsExpireMonths: between(0, 120),
})
export type Config = z.output<typeof Config>

export const Shows = z.object({
  ShowBreakdownPage: z.boolean(),
  ShowControlSheet: z.boolean(),
  ShowExcise: z.boolean(),
  ShowTimeAndAttendanceModule: z.boolean(),
})
export type Shows = z.output<typeof Shows>

/** To a tenth of a percent. */
const WagePercent = z.number().check(
  z.minimum(0.1),
  z.maximum(100),
  z.refine((percent) => Number.isInteger(Math.round(percent * 1e6) / 1e5), 'must have at most one decimal'),
)

export const VenueSettings = z.object({
  /** Who mails of the venue seem to come from; empty: Daybook. */
  MailSenderName: z.union([z.literal(''), PlainName(60)]),
  /** Who scheduled reports go to, unless a schedule says otherwise. */
  ReportRecipients: z.array(Email).check(z.maxLength(50)),
  /** Reports may be mailed to people outside Daybook, once they agreed. */
  OutsideRecipients: z.boolean(),
  /** Minutes a punch may differ from the roster and still agree with it. */
  TimesheetToleranceMinutes: between(0, 240),
  /** Wages in percent of net sales without tax that the venue aims at; null for no target. */
  WageTargetPercent: z.nullable(WagePercent),
  /** Locations with a target of their own: those granted to the reader. Sent, they replace these and leave others alone. */
  WageTargets: z.array(z.object({ LocationId: IdNumber, Percent: WagePercent })).check(
    z.maxLength(500),
    z.refine((targets) => new Set(targets.map(({ LocationId }) => LocationId)).size === targets.length, 'must name each location once'),
  ),
  /** Minutes without a call after which a session ends. */
  SessionIdleMinutes: between(5, 30),
  /** Hours after which a session ends in any case. */
  SessionHours: between(1, 12),
})
export type VenueSettings = z.output<typeof VenueSettings>

export const PROVIDERS = ['Stripe', 'Deputy', 'Involv', 'Shopify', 'Deliverect', 'Tyro', 'Marketplace'] as const
export type Provider = (typeof PROVIDERS)[number]

const Connection = z.object({
  Provider: z.enum(PROVIDERS),
  /** Linked once for the venue, or at each location. */
  Scope: z.enum(['venue', 'location']),
  Status: z.enum(['Not linked', 'Linked', 'Needs attention']),
  AccountName: z.nullable(z.string()),
  LastSync: z.nullable(z.string()),
  /** Shopify only: address of the venue's shop, of its link or as set. */
  ShopUrl: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
})

/** One link of a provider: of the whole venue, or of a location granted to the reader. */
const ConnectedPlace = z.object({
  Provider: z.string(),
  /** Null: the whole venue. */
  LocationId: z.nullable(z.int()),
  Status: z.enum(['Linked', 'Needs attention', 'Disconnecting', 'Not linked']),
  AccountName: z.nullable(z.string()),
  LastSync: z.nullable(z.string()),
  /** Since when it needs somebody. */
  TroubleSince: z.nullable(z.string()),
  /** Shopify at a location only: address of its shop, of its link or as set. */
  ShopUrl: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
})

const Heartbeat = z.object({ LocationId: z.int(), TerminalId: z.string(), LastSaleAt: z.string(), LastReceivedAt: z.string() })
const RegisteredDomain = z.object({ Domain: z.string(), Shown: z.string(), RegisteredAt: z.string() })

const Connections = z.object({
  Providers: z.array(Connection),
  /** Every link there is, the venue's first; and places that were linked and are no more. */
  Links: z.array(ConnectedPlace),
  /** Tills of the locations granted to you that sent sales in the last seven days. */
  Terminals: z.array(Heartbeat),
  /** Kept until the payment provider is linked, which is told of them then. */
  Domains: z.array(RegisteredDomain),
})
export type Connections = z.output<typeof Connections>

/** Scope and ShopUrl of a provider and ShopUrl of a location are stored; the other fields of an answer are accepted and ignored. */
const ChosenConnection = z.extend(z.partial(Connection), { Provider: z.enum(PROVIDERS) })
const ChosenLink = z.extend(z.partial(ConnectedPlace), { Provider: z.string() })
const ChosenConnections = z.object({
  Providers: z.array(ChosenConnection).check(z.maxLength(PROVIDERS.length)),
  Links: z.optional(z.array(ChosenLink)),
  Terminals: z.optional(z.array(Heartbeat)),
  Domains: z.optional(z.array(RegisteredDomain)),
})
export type ChosenConnections = z.output<typeof ChosenConnections>

export const LocationConfig = z.extend(Location, {
  /** Zone and cut-off by the trading day they hold from, earliest first. */
  Calendar: z.array(z.object({ FromDay: z.string(), TimeZone: z.string(), DayStart: z.string() })),
  /** Once there are sales, the currency stays. */
  HasSales: z.boolean(),
  /** The trading day that is under way. */
  Today: z.string(),
  /** How covers are counted there: by the patrons a table is opened for, or by what the items sold stand for. */
  CoverMethod: z.enum(COVER_METHODS),
})
export type LocationConfig = z.output<typeof LocationConfig>

const LocationChange = z.extend(z.partial(LocationConfig), {
  LocationId: IdNumber,
  Name: z.optional(PlainName(100)),
  TimeZone: z.optional(Zone),
  DayStart: z.optional(DayStart),
  Currency: z.optional(Currency),
  Address: z.optional(z.nullable(Address)),
  Region: z.optional(Region),
  Active: z.optional(z.boolean()),
  CoverMethod: z.optional(z.enum(COVER_METHODS)),
  /** The first trading day a new zone or cut-off holds for; absent, tomorrow's, or the first of all where nothing was sold yet. */
  FromDay: z.optional(Day),
})
export type LocationChange = z.output<typeof LocationChange>

const LocationsAnswer = z.object({
  Locations: z.array(LocationConfig),
  Version: z.int(),
  /** Whether the reader could add one: it would be everybody's with all locations, so nobody else adds any. */
  MayAdd: z.boolean(),
})
const ConfigAnswer = z.object({ Config, Version: z.int() })
const ShowsAnswer = z.object({ Config: Shows, Version: z.int() })
const ConnectionsAnswer = z.object({ Config: Connections, Version: z.int() })
const SettingsAnswer = z.object({ Settings: VenueSettings, Version: z.int() })

const venue = { venueParam: 'id', params: z.object({ id: Id }) } as const
const read = { ...venue, method: 'GET', access: orAdmin('signed-in') } as const
const readByEditors = { ...venue, method: 'GET', access: orAdmin(['can_editsettings']) } as const
const write = { ...venue, method: 'POST', access: orAdmin(['can_editsettings']), wholeVenue: true } as const
const example = { as: 'owner', params: { id: 1 } } as const

/** How a venue is set up. What is not sent stays; with Version, a change made meanwhile by somebody else is 409 and stays too. */
export const venueConfig = contract({
  config: operation({ ...read, path: '/venue/:id/config', summary: "The venue's general settings.", response: ConfigAnswer, example }),
  changeConfig: operation({
    ...write,
    path: '/venue/:id/config',
    summary:
      'Change the names of the venue, the programme and the tax, the start of weeks and years, language, currency, limits, and how points are earned, spent and expire. A changed rate applies to sales that arrive from then on.',
    body: z.object({ Config: z.partial(Config), Version: VersionField }),
    response: ConfigAnswer,
    example: { ...example, body: { Config: { LoyaltyName: 'Regulars', WeekStart: 1 } } },
  }),
  shows: operation({ ...read, path: '/venue/:id/config/shows', summary: 'Which screens the venue shows.', response: ShowsAnswer, example }),
  changeShows: operation({
    ...write,
    path: '/venue/:id/config/shows',
    summary: "Show or hide screens in everybody's menu.",
    body: z.object({ Config: z.partial(Shows), Version: VersionField }),
    response: ShowsAnswer,
    example: { ...example, body: { Config: { ShowExcise: true } } },
  }),
  connections: operation({
    ...readByEditors,
    path: '/venue/:id/config/connections',
    summary: 'The links, the last contact of each till and the registered domains.',
    response: ConnectionsAnswer,
    example,
  }),
  changeConnections: operation({
    ...write,
    path: '/venue/:id/config/connections',
    summary:
      'Choose for a provider whether it is linked for the venue or at each location, and set the address of the Shopify shop of the venue or of a location.',
    body: z.object({ Config: ChosenConnections, Version: VersionField }),
    response: ConnectionsAnswer,
    example: { ...example, body: { Config: { Providers: [{ Provider: 'Deputy', Scope: 'location' }] } } },
  }),
  settings: operation({
    ...readByEditors,
    path: '/venue/:id/config/settings',
    summary: "The venue's settings for e-mails, timesheets, wage targets and sessions.",
    response: SettingsAnswer,
    example,
  }),
  changeSettings: operation({
    ...write,
    wholeVenue: false,
    path: '/venue/:id/config/settings',
    summary: 'Change the settings for e-mails, timesheets, wage targets and sessions. Without access to all locations, only the WageTargets of your own.',
    body: z.object({ Settings: z.partial(VenueSettings), Version: VersionField }),
    response: SettingsAnswer,
    example: { ...example, body: { Settings: { MailSenderName: 'Harbour & Vine', ReportRecipients: ['office@harbourvine.example'] } } },
  }),
  locationsConfig: operation({
    ...read,
    path: '/venue/:id/locations/config',
    summary: 'The locations granted to you, with the days from which their time zones and cut-offs apply.',
    response: LocationsAnswer,
    example,
  }),
  changeLocations: operation({
    ...write,
    wholeVenue: false,
    method: 'PUT',
    path: '/venue/:id/locations/config',
    summary: 'Change the locations that are sent, either all of them or none. A new time zone or cut-off applies from a day on and changes nothing before it.',
    body: z.object({ Locations: z.array(LocationChange).check(z.minLength(1), z.maxLength(500)), Version: VersionField }),
    response: LocationsAnswer,
    example: { ...example, body: { Locations: [{ LocationId: 1, Region: 'NSW' }] } },
  }),
})
