import type * as z from 'zod/mini'
import { networkOf } from '#platform/access/sign-in-limits.ts'
import type { Sql } from '#platform/database/pool.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { PublicScope, Service } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import { failure } from '#shared/failure.ts'
import { passwordMail } from './mails.contract.ts'

const REQUESTS_PER_HOUR = 10
const LINK_USES_PER_MINUTE = 30

/** Puts the request aside without looking anyone up. Beyond ten an hour from one network, nothing is put aside and nothing said. */
export const askForPasswordMail = async (
  service: Service,
  once: PublicScope['once'],
  ip: string,
  asked: z.input<typeof passwordMail.payload>,
): Promise<void> => {
  const network = networkOf(ip)
  const requests = await countIn(service.database.house, 'password-request', network, 3600)
  await once(`password-request:${network}`, async (sql) => {
    if (requests <= REQUESTS_PER_HOUR) await addJob(sql, passwordMail, asked)
  })
}

/**
 * Counts one look at a mailed link, so that links cannot be tried by the thousand.
 * @throws TooManyRequests
 */
export const limitLinkUse = async (house: Sql, ip: string): Promise<void> => {
  if ((await countIn(house, 'link-use', networkOf(ip), 60)) > LINK_USES_PER_MINUTE) throw failure('TooManyRequests', {}, [], 60)
}
