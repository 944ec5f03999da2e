import * as z from 'zod/mini'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { LINK_TROUBLES } from '#integrations/link.contract.ts'
import { contract, operation, orAdmin, report } from '#shared/endpoint.ts'
import { Day, Id, LocationList } from '#shared/fields.ts'
import { terminalDaysTable } from './terminal-days-table.rules.ts'

const TyroId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'))

const TyroLink = z.object({
  /** A merchant id, or the id of a location of Tyro Connect; null where nothing is linked. */
  TyroId: z.nullable(z.string()),
  /** Whether what arrives there is passed on to the location's till. */
  SendToLocation: z.nullable(z.boolean()),
  /** Whether Tyro said that it knows the id; null where nothing is linked. */
  Checked: z.nullable(z.boolean()),
})
export type TyroLink = z.output<typeof TyroLink>

const Places = z.object({
  /** Whether this server is set up for Tyro; without it ids are kept and nothing is read. */
  Ready: z.boolean(),
  Places: z.array(
    z.object({
      LocationId: z.int(),
      Location: z.string(),
      ...TyroLink.shape,
      /** What Tyro calls the merchant. */
      AccountName: z.nullable(z.string()),
      Status: z.enum(['Not linked', 'Linked', 'Needs attention']),
      Trouble: z.nullable(z.enum(LINK_TROUBLES)),
      TroubleSince: z.nullable(z.string()),
      LinkedAt: z.nullable(z.string()),
      LinkedBy: z.nullable(z.string()),
      /** When it was last read without trouble. */
      LastSync: z.nullable(z.string()),
      /** How much of the last 90 days was fetched, in per cent; null once all of it was. */
      Fetched: z.nullable(z.int()),
      /** The first terminal business day that is fetched. Null before the first reading. */
      FirstDay: z.nullable(Day),
    }),
  ),
})
export type TyroPlaces = z.output<typeof Places>

/** What the terminals did, in dollars. */
const FIGURES = {
  /** Sales and refunds that were approved and not reversed. */
  Payments: z.int(),
  Sales: z.number(),
  /** Below zero. */
  Refunds: z.number(),
  Surcharges: z.number(),
  Tips: z.number(),
  CashOut: z.number(),
  Donations: z.number(),
  /** All of these together. */
  Total: z.number(),
  /** The acquiring fee; fractions of a cent are added up before they are rounded. */
  Fee: z.number(),
  /** What Tyro says it settles of these payments. */
  Settled: z.number(),
  /** Cards of the till, with cash handed out against them; null where the till counts in another currency. */
  Till: z.nullable(z.number()),
  /** Total less till, of the days that are compared. */
  Difference: z.nullable(z.number()),
} as const

const TerminalDays = z.object({
  FromDate: Day,
  ToDate: Day,
  /** The most days that are read at once. */
  LongestDays: z.int(),
  Currency: z.string(),
  /** The newest day first. */
  Days: z.array(z.object({ LocationId: z.int(), Location: z.string(), Day, ...FIGURES })),
  Totals: z.object(FIGURES),
  /** What went to banks and elsewhere on these days, the newest first. */
  BankDays: z.array(
    z.object({
      LocationId: z.int(),
      Location: z.string(),
      Day,
      /** From nought, of the day at the location. */
      Line: z.int(),
      /** Null where Tyro leaves it out. */
      Amount: z.nullable(z.number()),
      /** Where it goes, and how far it is, as Tyro names it. */
      Type: z.nullable(z.string()),
      Status: z.nullable(z.string()),
      IsSent: z.boolean(),
      /** By which the bank shows it. */
      Reference: z.nullable(z.string()),
    }),
  ),
  /** What of BankDays was sent to a bank account. */
  SentToBank: z.number(),
  AsAt: z.string(),
})
export type TerminalDays = z.output<typeof TerminalDays>

const DaysQuery = z.object({ ...RANGE, Locations: z.optional(LocationList), ...WRITTEN })
export type DaysQuery = z.output<typeof DaysQuery>

const access = orAdmin(['can_linkpayment'])
const place = {
  venueParam: 'id',
  placeParam: 'locationId',
  params: z.object({ id: Id, locationId: Id }),
  path: '/venue/:id/location/:locationId/tyro',
} as const
const example = { as: 'owner', params: { id: 1, locationId: 2 } } as const

/** The link of a location with Tyro's card terminals, and what was read by it. */
export const tyroCalls = contract({
  tyroLink: operation({
    ...place,
    method: 'GET',
    summary: "A location's link with Tyro. The fields are null if it is not linked.",
    access,
    response: TyroLink,
    example,
  }),
  linkTyro: operation({
    ...place,
    method: 'POST',
    summary:
      'Link a location with Tyro by its merchant ID. This replaces an earlier link. If this server is set up for Tyro, an ID that Tyro does not know is refused.',
    access,
    barredWhileImpersonating: true,
    asksOutside: true,
    body: z.object({ TyroId, SendToLocation: z.optional(z.boolean()) }),
    response: TyroLink,
    example: { ...example, body: { TyroId: '{tyro-id}', SendToLocation: true } },
  }),
  endTyro: operation({
    ...place,
    method: 'DELETE',
    summary: "End a location's link with Tyro, if it has one. Data that was read stays.",
    access,
    barredWhileImpersonating: true,
    example,
  }),
  tyroPlaces: operation({
    method: 'GET',
    path: '/venue/:id/tyro',
    venueParam: 'id',
    params: z.object({ id: Id }),
    summary: 'The locations granted to you and their Tyro links: the ID, whether Tyro knows it, and when it was last read.',
    access,
    response: Places,
    example: { as: 'owner', params: { id: 1 } },
  }),
  terminalDays: report({
    path: '/reports/card-terminals',
    summary:
      "What card terminals took by location and the terminals' business day, for at most 92 days, as Tyro reports it: sales, refunds, surcharges, tips, cash out, acquiring fee and settlement, next to the till's card sales. Also what was settled by bank day.",
    access: ['can_viewpayments'],
    query: DaysQuery,
    response: TerminalDays,
    table: terminalDaysTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
