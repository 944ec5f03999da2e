import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { IdNumber, LocationList, NotTaken } from '#shared/fields.ts'
import { FIRST_MONTH, LAST_MONTH, MOST_AMOUNT, MOST_AT_ONCE } from './targets.rules.ts'

const Month = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11'))
  .check(z.refine((month) => month >= FIRST_MONTH && month <= LAST_MONTH, 'must be between 2000 and 2099'))

const Target = z.object({
  LocationId: z.int(),
  Month: z.string(),
  /** Net sales with GST, in major units of the location's currency. */
  Amount: z.number(),
  /** What of it each day of the month is to bring, in order; they add up to it. */
  Days: z.array(z.number()),
  /** null where Admin set it. */
  SetBy: z.nullable(z.string()),
  SetAt: z.string(),
})

const Targets = z.object({ Targets: z.array(Target) })
export type TargetsAnswer = z.infer<typeof Targets>

const SentTarget = z.object({
  LocationId: IdNumber,
  Month,
  /** null takes the target away. */
  Amount: z.nullable(z.number().check(z.minimum(0), z.maximum(MOST_AMOUNT))),
  ...{ Days: NotTaken, SetBy: NotTaken, SetAt: NotTaken },
})
export type SentTarget = z.output<typeof SentTarget>

const MONTHS = { FromMonth: Month, ToMonth: Month, Locations: z.optional(LocationList) } as const

/** What each location is to sell in a month. */
export const targets = contract({
  targets: operation({
    method: 'GET',
    path: '/targets',
    summary: 'The net sales target of each location for each month, at most 36 months, with the days it is spread over.',
    access: ['can_viewsales'],
    query: z.object(MONTHS),
    response: Targets,
    example: { as: 'owner', query: { FromMonth: '2026-07', ToMonth: '2027-06' } },
  }),
  setTargets: operation({
    method: 'PUT',
    path: '/targets',
    summary:
      "Set targets of locations for whole months, all of them or none. Each is spread over the days of its month by the location's own weekdays and public holidays now, and stays so until it is set again. An Amount of null removes a target. A month may be up to five years back and three years ahead.",
    access: ['can_editsettings'],
    body: z.object({ Targets: z.array(SentTarget).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) }),
    response: Targets,
    example: { as: 'owner', body: { Targets: [{ LocationId: 1, Month: '2026-12', Amount: 180_000 }] } },
  }),
  removeTargets: operation({
    method: 'DELETE',
    path: '/targets',
    summary: 'Remove the targets of these months, at these locations or at all of yours.',
    access: ['can_editsettings'],
    query: z.object(MONTHS),
    response: z.object({ Removed: z.int() }),
    example: { as: 'owner', query: { FromMonth: '2028-01', ToMonth: '2028-12' } },
  }),
})
