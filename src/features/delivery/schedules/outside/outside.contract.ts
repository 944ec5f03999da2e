import * as z from 'zod/mini'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId } from '#shared/fields.ts'
import { job } from '#shared/job.ts'

/** An address of somebody outside Daybook. */
export const OutsideAddress = z.email('must be an e-mail address').check(z.maxLength(254))

const token = { params: z.object({ token: z.string().check(z.regex(/^[1-9]\d{0,9}-[\w-]{20,100}$/)) }) } as const

const Asked = z.object({
  Venue: z.string(),
  /** Screens of the reports that would be mailed, such as /reports/sales. */
  Reports: z.array(z.string()),
  AskedBy: z.string(),
  Address: z.string(),
  State: z.enum(['asked', 'confirmed', 'declined']),
  /** Until when the link can be used. */
  Expires: z.string(),
})
export type Asked = z.infer<typeof Asked>

/** People outside Daybook say whether reports may be mailed to them. The link of the mail they get is all they need. */
export const outside = contract({
  outsideAsked: operation({
    method: 'GET',
    path: '/reports/recipients/:token',
    summary: 'What somebody outside Daybook is asked by the link of their mail: which venue, which reports, and who asks. Looking changes nothing.',
    access: 'public',
    ...token,
    response: Asked,
    example: { as: 'anonymous', params: { token: '{outside-link}' } },
  }),
  answerOutside: operation({
    method: 'POST',
    path: '/reports/recipients/:token',
    summary: 'Say yes or no to reports being mailed to the address the link was sent to.',
    access: 'public',
    ...token,
    body: z.object({ Answer: z.enum(['confirm', 'decline']) }),
    response: Asked,
    example: { as: 'anonymous', params: { token: '{outside-link}' }, body: { Answer: 'confirm' } },
  }),
  askOutsideAgain: operation({
    method: 'POST',
    path: '/reports/schedules/:scheduleId/ask',
    summary: 'Send somebody outside Daybook the confirmation mail again, a day after the last one at the earliest.',
    access: { anyOf: REPORT_TAGS },
    params: z.object({ scheduleId: FactId }),
    body: z.object({ Address: OutsideAddress }),
    example: { as: 'owner', params: { scheduleId: '{outside-schedule}' }, body: { Address: 'accountant@ledgers.example' } },
  }),
})

/** The mail that asks somebody outside Daybook. The link is made when it is sent. */
export const outsideMail = job('outside-mail', z.object({ VenueId: z.int(), OutsideId: z.string() }))
