import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'

/** Whether a step is done, as the database has it now, and since when. */
const STEP = { Done: z.boolean(), Since: z.nullable(z.string()) } as const

const Place = z.object({ LocationId: z.int(), Name: z.string(), TimeZone: z.string(), DayStart: z.string(), Region: z.string() })

/** The sale that arrived last. */
const LastSale = z.object({
  LocationId: z.int(),
  /** The till that sent it; empty where none did. */
  TerminalId: z.string(),
  ClosedAt: z.string(),
  ReceivedAt: z.string(),
  /** Its trading day. */
  Day: z.string(),
})

const Setup = z.object({
  /** Whether the list was put aside at this venue. */
  Hidden: z.boolean(),
  Venue: z.object({ ...STEP, Name: z.string(), Currency: z.string(), WeekStart: z.int(), FinancialYearStart: z.string() }),
  /** Places that trade, of those granted to the reader. */
  Locations: z.object({ ...STEP, Places: z.array(Place) }),
  /** Done once something was sold at a location granted to the reader. */
  Sales: z.object({
    ...STEP,
    Last: z.nullable(LastSale),
    /** Keys that tills may come with, and when one of them last did, with a sale that was taken or without. */
    Keys: z.object({ Made: z.int(), MadeAt: z.nullable(z.string()), LastUsedAt: z.nullable(z.string()) }),
    /** The latest file of sales. */
    Import: z.nullable(
      z.object({ FileName: z.string(), Status: z.enum(['waiting', 'running', 'done', 'refused', 'stopped', 'failed']), Accepted: z.int(), At: z.string() }),
    ),
  }),
  /** Who else is here or invited; null for whoever may not see people. */
  People: z.nullable(z.object({ ...STEP, Joined: z.int(), Invited: z.int() })),
  /** Done with the first link that works; none is needed. */
  Links: z.object({ ...STEP, Linked: z.array(z.string()) }),
})
export type Setup = z.output<typeof Setup>

const access = ['can_editsettings'] as const

/** The first steps of a venue, each told by what is really so. */
export const setup = contract({
  setup: operation({
    method: 'GET',
    path: '/setup',
    summary: 'The first steps of the venue and which are done: venue, locations, first sales, people and links. Daybook checks each of them.',
    access,
    response: Setup,
    example: { as: 'owner' },
  }),
  changeSetup: operation({
    method: 'PUT',
    path: '/setup',
    summary: 'Hide the list of first steps for everybody at the venue, or show it again.',
    access,
    body: z.object({ Hidden: z.boolean() }),
    response: Setup,
    example: { as: 'owner', body: { Hidden: true } },
  }),
})
