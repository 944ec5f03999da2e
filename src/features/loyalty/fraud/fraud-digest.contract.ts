import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { job } from '#shared/job.ts'

const Digest = z.object({
  /** Whether you are mailed new cases at this venue, once a day. */
  On: z.boolean(),
})

const own = { access: ['can_viewloyalty'], path: '/loyalty/fraud/digest', response: Digest, barredWhileImpersonating: true } as const

/** The daily mail of the fraud check, which everybody asks for themselves. */
export const fraudDigest = contract({
  digest: operation({ ...own, method: 'GET', summary: 'Whether you receive new cases of the fraud check by e-mail once a day.', example: { as: 'owner' } }),
  setDigest: operation({
    ...own,
    method: 'POST',
    summary:
      'Turns your daily e-mail of the fraud check on or off. It lists cases opened from then on at your locations, and ends if you lose can_viewloyalty.',
    body: z.object({ On: z.boolean() }),
    example: { as: 'owner', body: { On: false } },
  }),
})

/** Mails somebody the cases that are new since their last mail. */
export const fraudDigestMail = job('fraud-digest-mail', z.object({ VenueId: z.int(), EmployeeId: z.int() }))
