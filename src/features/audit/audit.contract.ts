import * as z from 'zod/mini'
import { contract, operation, orAdmin, report } from '#shared/endpoint.ts'
import { Day, Id, shortText, Zone } from '#shared/fields.ts'
import { LARGEST_PAGE } from './audit.rules.ts'
import { auditTable } from './audit-table.rules.ts'

const Person = z.object({ UserId: z.int(), Name: z.string() })

const Particular = z.object({
  /** As it was written down, such as `AddedTags`. */
  Name: z.string(),
  /** The location whose field it is, where it is one's. */
  Of: z.nullable(z.string()),
  /** What it was before, where that is known; an empty list: nothing. */
  Before: z.nullable(z.array(z.string())),
  Values: z.array(z.string()),
})

export const AuditRow = z.object({
  /** A 63-bit id, as text. */
  EventId: z.string(),
  /** The instant, in UTC; screens write it in TimeZone. */
  At: z.string(),
  /** null where nobody did it: a job, a till, or somebody who could not prove who they are. */
  Who: z.nullable(Person),
  /** In whose name it was done, where somebody acted as somebody else. */
  OnBehalfOf: z.nullable(Person),
  /** What was done, as `venue.opened`. */
  Action: z.string(),
  /** What it was done to, as it was written down: an employee by their number. */
  Subject: z.string(),
  /** What the subject is called, where it was written down by its number and exists for the reader. */
  SubjectName: z.nullable(z.string()),
  /** The particulars: what changed, from what and to what; people, places and suppliers by name. */
  Detail: z.array(Particular),
  /** The address it came from. */
  Ip: z.nullable(z.string()),
  /** Whether it is a link of the chain by now; that takes about a second. */
  Sealed: z.boolean(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditList = z.object({
  Rows: z.array(AuditRow),
  /** Send as After for older rows; null where there are none. */
  Next: z.nullable(z.string()),
  /** The venue's zone: that of its first location; for the house the one asked for. Days of the filter are days there. */
  TimeZone: z.string(),
  AsAt: z.string(),
})
export type AuditList = z.infer<typeof AuditList>

const Limit = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(LARGEST_PAGE))

const Filter = {
  FromDate: z.optional(Day),
  ToDate: z.optional(Day),
  /** A UserId: what this person did, or what was done in their name. */
  Person: z.optional(Id),
  Action: z.optional(shortText(100, 1)),
  /** Looked for in what was done, to what, and in the particulars. */
  Search: z.optional(shortText(100, 1)),
  After: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/, 'must be the Next of the page before'))),
  Limit: z.optional(Limit),
} as const

const AuditQuery = z.object({
  ...Filter,
  Language: z.optional(z.enum(['en', 'jp'])),
  format: z.optional(z.enum(['json', 'csv', 'xlsx'])),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const AuditProof = z.object({
  /** Rows in the chain. */
  Sealed: z.int(),
  /** Rows that have no seal yet. */
  Waiting: z.int(),
  /** How many of the newest links were walked for this answer; `npm run daybook -- verify-audit` walks them all. */
  Checked: z.int(),
  /** Whether every one of them is as it was written. */
  Intact: z.boolean(),
  /** When the newest link was made; null where there is none. */
  UpTo: z.nullable(z.string()),
  AsAt: z.string(),
})
export type AuditProof = z.infer<typeof AuditProof>

const HouseQuery = z.object({
  ...Filter,
  /** Days of the filter are days in this zone; the house has none of its own. UTC unless said. */
  TimeZone: z.optional(Zone),
})

const access = orAdmin(['can_viewaudit'] as const)

/** The trail of who did what. */
export const audit = contract({
  trail: report({
    path: '/audit',
    summary: 'The audit trail of the venue, newest first. Rows that name a location are shown only to people who hold it.',
    access,
    query: AuditQuery,
    response: AuditList,
    table: auditTable,
    example: { as: 'owner', query: { Limit: 50 } },
  }),
  proof: operation({
    method: 'GET',
    path: '/audit/proof',
    summary: 'Checks whether the newest sealed rows of the audit trail are unchanged.',
    access,
    response: AuditProof,
    example: { as: 'owner' },
  }),
  houseTrail: operation({
    method: 'GET',
    path: '/admin/audit',
    summary: 'What happened outside of any venue, newest first: sign-ins, passwords, second factors, API keys, and what was refused there.',
    access: 'admin',
    query: HouseQuery,
    response: AuditList,
    example: { as: 'admin', query: { Limit: 50 } },
  }),
  houseProof: operation({
    method: 'GET',
    path: '/admin/audit/proof',
    summary: "Checks whether the newest sealed rows of the installation's audit trail are unchanged.",
    access: 'admin',
    response: AuditProof,
    example: { as: 'admin' },
  }),
})
