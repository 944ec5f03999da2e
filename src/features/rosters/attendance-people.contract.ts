import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, Id, IdNumber } from '#shared/fields.ts'
import { SOURCES } from './roster.rules.ts'

const MOST = 1_000_000

const Rate = z.object({
  FromDay: Day,
  Per: z.enum(['Hour', 'Week']),
  /** In major units of the currency of where they belong. */
  Amount: z.number().check(z.minimum(0, 'cannot be less than zero'), z.maximum(MOST, `must be at most ${MOST}`)),
})

const Person = z.object({
  PersonId: z.int(),
  /** The ID used in T & A. Entries that are the same person share it. */
  Who: z.int(),
  /** As the source names them. */
  Name: z.string(),
  Code: z.string(),
  Source: z.enum(SOURCES),
  EmployeeId: z.nullable(z.int()),
  /** The PersonId under which another source names them. */
  SameAs: z.nullable(z.int()),
  /** The employee's name, where one is matched. */
  EmployeeName: z.nullable(z.string()),
  /** Confirmed as an employee, or as a person without an account. */
  Matched: z.boolean(),
  /** Who confirmed it and when, on the venue's clock. Null if not confirmed or not recorded. */
  Confirmed: z.nullable(z.object({ By: z.string(), At: z.string() })),
  /** As the source has it, for whoever may match people. */
  Email: z.nullable(z.string()),
  /** The employee of the same e-mail or name, or else somebody of that name from another source, for a person to confirm, and what is the same. */
  Suggested: z.nullable(
    z.object({ EmployeeId: z.nullable(z.int()), PersonId: z.nullable(z.int()), Name: z.string(), Same: z.enum(['Name', 'Email', 'NameAndEmail']) }),
  ),
  HomeLocationId: z.nullable(z.int()),
  /** Hours to pay of the last four weeks, also while nobody is matched. */
  Hours: z.number(),
  /** The latest first. */
  Rates: z.array(Rate),
})
export type AttendancePerson = z.output<typeof Person>

/** Who the people are that rosters, timesheets and punches name, and what they cost. */
export const attendancePeople = contract({
  people: operation({
    method: 'GET',
    path: '/attendance/people',
    summary:
      'The people named by tills, files and linked providers, with the employee each of them is or might be, and their pay rates. People without access to all locations see those whose home location is granted to them, and those without a home location who worked there.',
    access: ['can_viewtimesheet'],
    response: z.object({ People: z.array(Person), Employees: z.array(z.object({ EmployeeId: z.int(), Name: z.string() })) }),
    example: { as: 'owner' },
  }),
  match: operation({
    method: 'POST',
    path: '/attendance/people/:personId',
    summary:
      'Set which employee a person is, their home location and their pay rates. Fields you leave out stay as they are. EmployeeId null means a person without an account. Daybook then recalculates their hours.',
    access: ['can_viewtimesheet', 'can_editsettings'],
    strict: true,
    params: z.object({ personId: Id }),
    body: z.object({
      EmployeeId: z.optional(z.nullable(IdNumber)),
      /** The PersonId of the same person from another source. Null separates them again. Do not send it with EmployeeId. */
      SameAs: z.optional(z.nullable(IdNumber)),
      HomeLocationId: z.optional(z.nullable(IdNumber)),
      /** The complete list, in any order, with each day at most once. */
      Rates: z.optional(z.array(Rate).check(z.maxLength(100))),
    }),
    response: Person,
    example: { as: 'owner', params: { personId: '{roster-person}' }, body: { EmployeeId: null } },
  }),
})
