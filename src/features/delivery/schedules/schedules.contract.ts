import * as z from 'zod/mini'
import { VIEWED, ViewName } from '#features/delivery/saved-views/saved-views.contract.ts'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { ClockTime, Day, FactId, IdNumber, sentText } from '#shared/fields.ts'
import { job } from '#shared/job.ts'
import { OutsideAddress } from './outside/outside.contract.ts'

export const EVERY = ['day', 'week', 'month'] as const
export const ATTACHMENTS = ['none', 'csv', 'xlsx'] as const
const LANGUAGES = ['en', 'jp'] as const

/**
 * What became of a mail, or becomes of the next: `waiting` for its turn or for the mail server; `no-access` since the recipient lost the
 * report's tag, one of its locations or their place at the venue; `no-address` since none is known; `empty` as asked where nothing was
 * sold; `refused` by the report itself; `outside-off` since the venue does not let reports be mailed to people outside Daybook.
 */
const MAIL_STATES = ['waiting', 'sent', 'no-access', 'no-address', 'unsubscribed', 'empty', 'refused', 'outside-off'] as const
export type MailState = (typeof MAIL_STATES)[number]

const WHAT_IS_SENT = {
  Name: ViewName,
  ...VIEWED,
  Every: z.enum(EVERY),
  /** The trading day whose end sends it: for weeks its ISO weekday, for months its number, 31 for the last one; 0 for every day. */
  OnDay: z.int().check(z.minimum(0), z.maximum(31)),
  Language: z.enum(LANGUAGES),
  Attachment: z.enum(ATTACHMENTS),
  /** Nothing is sent about a range in which nothing happened. */
  SkipEmpty: z.boolean(),
} as const

/** Addresses of people outside Daybook on one schedule. */
export const MOST_OUTSIDE = 10

export const NewSchedule = z
  .object({
    ...WHAT_IS_SENT,
    /** Employees of the venue. Daybook checks before each mail that they may still see the report. */
    Recipients: z.array(IdNumber).check(z.maxLength(100)),
    /**
     * E-mail addresses of people outside Daybook, where the venue allows it. Each confirms once; before that nothing is mailed to them. They
     * are sent what the schedule's owner may see.
     */
    Outside: z.optional(z.array(OutsideAddress).check(z.maxLength(MOST_OUTSIDE))),
    /** When to send, on the clock of the venue's first location, such as "09:00". Null or absent: 15 minutes after the trading day ends. */
    SendAt: z.optional(z.nullable(ClockTime)),
    Paused: z.optional(z.boolean()),
  })
  .check(z.refine(({ Recipients, Outside = [] }) => Recipients.length + Outside.length > 0, { error: 'must name somebody', path: ['Recipients'] }))
export type NewSchedule = z.infer<typeof NewSchedule>

const Mailed = z.object({
  /** Null for somebody outside Daybook, whose name is their address. */
  EmployeeId: z.nullable(z.int()),
  Name: z.string(),
  State: z.enum(MAIL_STATES),
  /** More about it: a failure's code, or what the mail server said. */
  Why: z.string(),
  Tries: z.int(),
  At: z.nullable(z.string()),
})

const ScheduleRun = z.object({
  RunId: z.string(),
  /** By the clock, asked for again, or a test to oneself. */
  Kind: z.enum(['due', 'again', 'test']),
  /** The trading day it is about. */
  Day,
  At: z.string(),
  AskedBy: z.nullable(z.string()),
  Mails: z.array(Mailed),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

/** `asked` until they confirm, `expired` where they did not within seven days, `off` while the venue does not allow it. */
const OutsideRecipient = z.object({
  OutsideId: z.string(),
  Address: z.string(),
  State: z.enum(['ready', 'asked', 'expired', 'declined', 'unsubscribed', 'off']),
  /** A confirmation mail may be sent again. */
  MayAskAgain: z.boolean(),
})

const Schedule = z.object({
  ScheduleId: z.string(),
  ...WHAT_IS_SENT,
  Paused: z.boolean(),
  /** It stopped when its owner left. */
  StoppedAt: z.nullable(z.string()),
  Owner: z.string(),
  Mine: z.boolean(),
  /** The chosen time of sending; null: 15 minutes after the trading day ends. */
  SendAt: z.nullable(z.string()),
  /** When it is sent on the clock of the first location, "05:15". */
  SentAt: z.string(),
  /** The next trading day whose end sends it, and when that is; null while it does not send. */
  NextDay: z.nullable(Day),
  NextAt: z.nullable(z.string()),
  Recipients: z.array(z.object({ EmployeeId: z.int(), Name: z.string(), State: z.enum(['ready', 'no-access', 'no-address', 'unsubscribed']) })),
  Outside: z.array(OutsideRecipient),
  LastRun: z.nullable(ScheduleRun),
})
export type Schedule = z.infer<typeof Schedule>

const Preview = z.object({
  Subject: z.string(),
  /** The days it is about, in words. */
  Range: z.string(),
  /** The mail as those see it who read no HTML. */
  Text: z.string(),
  Notes: z.array(z.string()),
  /** The figure it begins with, and what changed against what it is compared with, as they are written; null where the report has none. */
  Headline: z.nullable(z.object({ Title: z.string(), Value: z.string(), Change: z.nullable(z.string()) })),
  /** What the rows are the top five by; null: they are the first. */
  TopBy: z.nullable(z.string()),
  Columns: z.array(z.object({ Title: z.string(), Figure: z.boolean() })),
  /** Cells as they are written, row by row; null where nothing is kept. */
  Rows: z.array(z.array(z.nullable(z.string()))),
  Totals: z.array(z.array(z.nullable(z.string()))),
  /** Rows that are left out of the mail and stand in its attachment. */
  More: z.int(),
  Empty: z.boolean(),
})
export type Preview = z.infer<typeof Preview>

const access = { anyOf: REPORT_TAGS } as const
const params = z.object({ scheduleId: FactId })
const body = {
  Name: 'Last week for the owners',
  Path: '/reports/sales',
  Search: 'range=lastweek&by=day',
  Report: { Path: '/sales/day', Query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  Every: 'week',
  OnDay: 7,
  Language: 'en',
  Attachment: 'xlsx',
  SkipEmpty: true,
}

/** Reports that are mailed by themselves. */
export const schedules = contract({
  listSchedules: operation({
    method: 'GET',
    path: '/reports/schedules',
    summary: 'Your own schedules. With can_editsettings all schedules of the venue.',
    access,
    response: z.object({ Schedules: z.array(Schedule), TimeZone: z.string() }),
    example: { as: 'owner' },
  }),
  makeSchedule: operation({
    method: 'POST',
    path: '/reports/schedules',
    summary: 'Send a report by e-mail after each trading day, week or month.',
    access,
    body: NewSchedule,
    response: Schedule,
    example: { as: 'owner', body: { ...body, Recipients: [1] } },
  }),
  changeSchedule: operation({
    method: 'PUT',
    path: '/reports/schedules/:scheduleId',
    summary: 'Change what is sent, when, and to whom. Pause or resume it.',
    access,
    params,
    body: NewSchedule,
    response: Schedule,
    example: { as: 'owner', params: { scheduleId: '{schedule}' }, body: { ...body, Recipients: [1], Paused: true } },
  }),
  removeSchedule: operation({
    method: 'DELETE',
    path: '/reports/schedules/:scheduleId',
    summary: 'Delete a schedule and its history.',
    access,
    params,
    example: { as: 'owner', params: { scheduleId: '{schedule}' } },
  }),
  runs: operation({
    method: 'GET',
    path: '/reports/schedules/:scheduleId/runs',
    summary: 'What a schedule sent, latest first, and what happened to each e-mail.',
    access,
    params,
    response: z.object({ Runs: z.array(ScheduleRun) }),
    example: { as: 'owner', params: { scheduleId: '{schedule}' } },
  }),
  again: operation({
    method: 'POST',
    path: '/reports/schedules/:scheduleId/again',
    summary: 'Send it again for a past trading day.',
    access,
    params,
    body: z.object({ Date: Day }),
    response: ScheduleRun,
    example: { as: 'owner', params: { scheduleId: '{schedule}' }, body: { Date: '2026-11-15' } },
  }),
  test: operation({
    method: 'POST',
    path: '/reports/schedules/:scheduleId/test',
    summary: 'Send it to yourself now, for the last closed trading day.',
    access,
    params,
    response: ScheduleRun,
    example: { as: 'owner', params: { scheduleId: '{schedule}' } },
  }),
  preview: operation({
    method: 'POST',
    path: '/reports/schedules/preview',
    summary: 'The e-mail as it would be now, with what you may see yourself.',
    access,
    allowance: 'read',
    body: z.object({ ...WHAT_IS_SENT, Date: z.optional(Day) }),
    response: Preview,
    example: { as: 'owner', body },
  }),
  people: operation({
    method: 'GET',
    path: '/reports/schedules/people',
    summary: 'Who can receive a report: people of the venue who may see it.',
    access,
    query: z.object({ Report: sentText(200), Search: z.optional(sentText(2000)) }),
    response: z.object({
      People: z.array(
        z.object({
          EmployeeId: z.int(),
          Name: z.string(),
          HasAddress: z.boolean(),
          Me: z.boolean(),
          /** Their address is among those reports of the venue usually go to. */
          Usual: z.boolean(),
        }),
      ),
      /** The venue lets reports be mailed to people outside Daybook. */
      OutsideAllowed: z.boolean(),
      /** When the mail about a trading day is sent unless another time is chosen, on the clock of the first location: "05:15". */
      SentAt: z.string(),
    }),
    example: { as: 'owner', query: { Report: '/sales/day' } },
  }),
  unsubscribe: operation({
    method: 'POST',
    path: '/reports/unsubscribe/:token',
    summary: 'Unsubscribe from a schedule with the link of any of its e-mails, in one click (RFC 8058).',
    access: 'public',
    rawBody: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    params: z.object({ token: z.string().check(z.regex(/^[1-9]\d{0,9}-[\w-]{20,100}$/)) }),
    response: z.object({ Name: z.string(), Venue: z.string() }),
    example: { as: 'anonymous', params: { token: '{unsubscribe}' } },
  }),
})

/** One mail of a run, to an employee or to somebody outside. What it says is made when it is sent, as may be seen then. */
export const scheduledMail = job(
  'scheduled-mail',
  z.object({ VenueId: z.int(), RunId: z.string(), EmployeeId: z.optional(z.int()), OutsideId: z.optional(z.string()) }),
)
