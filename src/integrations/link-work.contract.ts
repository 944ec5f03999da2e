import * as z from 'zod/mini'
import { FactId, IdNumber } from '#shared/fields.ts'
import { job } from '#shared/job.ts'

/** Reads what a provider has since it was read last. */
export const linkSync = job('links.sync', z.object({ VenueId: IdNumber, LinkId: FactId }))

/** Tells a provider that a link ended; how often it was tried already. */
export const linkRevoke = job('links.revoke', z.object({ VenueId: IdNumber, LinkId: FactId, Tries: z.optional(z.int()) }))

/** Mails somebody who may link it that a link stopped working, or that its account does not take a domain; `Since` is when. */
export const linkTroubleMail = job(
  'link-trouble-mail',
  z.object({ VenueId: IdNumber, LinkId: FactId, EmployeeId: IdNumber, UserId: IdNumber, Since: z.string(), Domain: z.optional(z.string()) }),
)
