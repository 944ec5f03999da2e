import { addressesOf } from '#platform/access/people.ts'
import { newSecret } from '#platform/access/secrets.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { implementJob, type JobImplementation } from '#platform/jobs/jobs.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import type { Implementation, Service } from '#platform/web/implement.ts'
import { Failure } from '#shared/failure.ts'
import { type ClaimedMail, claimMail, keepToken, settleMail } from './schedule-runs.sql.ts'
import { letterFor, Unsent } from './scheduled-letter.adapter.ts'
import { type MailState, scheduledMail } from './schedules.contract.ts'
import { type KeptSchedule, schedulesOf } from './schedules.sql.ts'

interface Payload {
  VenueId: number
  RunId: string
  EmployeeId: number
}

/**
 * Sends one mail of a run: asks what its recipient may see now, makes the report as they would see it, hands it over and notes it. While
 * the mail server refuses it waits, longer each time.
 * @param reports every report of the product
 */
export const scheduledMailJob = (reports: () => readonly Implementation[]): JobImplementation =>
  implementJob('soon', scheduledMail, async (payload, { service, mailer }) => {
    const claimed = await inVenue(service, payload, async (venue) => {
      const mail = await claimMail(venue, payload.RunId, payload.EmployeeId)
      if (typeof mail === 'string') return mail
      const [schedule] = await schedulesOf(venue, mail.scheduleId)
      const addresses = await addressesOf(venue.sql, [mail.userId])
      return schedule ? { mail, schedule, to: addresses.get(mail.userId) } : 'done'
    })
    if (claimed === 'done') return
    if (claimed === 'taken') throw new Error('Another process is sending this mail.')
    const settle = (state: MailState, why?: string) => inVenue(service, payload, (venue) => settleMail(venue, payload.RunId, payload.EmployeeId, state, why))
    if (claimed.mail.unsubscribed && claimed.mail.kind !== 'test') return settle('unsubscribed')
    if (!claimed.to) return settle('no-address')
    try {
      await send(reports, service, mailer, payload, { ...claimed, to: claimed.to })
    } catch (error) {
      if (error instanceof Unsent) return settle(error.state, error.why)
      if (error instanceof Failure && error.status < 500) return settle('refused', error.code)
      await settle('waiting', error instanceof Error ? error.message : '')
      throw error
    }
    await settle('sent')
  })

const inVenue = <T>(service: Service, { VenueId }: Payload, work: Parameters<typeof workInVenue<T>>[3]): Promise<T> =>
  workInVenue(service.database, VenueId, service.now(), work)

interface Claimed {
  mail: ClaimedMail
  schedule: KeptSchedule
  to: Mail['to']
}

const send = async (
  reports: () => readonly Implementation[],
  service: Service,
  mailer: Mailer,
  payload: Payload,
  { mail, schedule, to }: Claimed,
): Promise<void> => {
  const { publicUrl } = service.settings
  const token = `${payload.VenueId}-${newSecret()}`
  const person = { userId: mail.userId, employeeId: payload.EmployeeId }
  const { letter, file } = await letterFor(reports(), service, payload.VenueId, person, schedule, mail, `${publicUrl}/reports/unsubscribe#${token}`)
  const { senderName } = await inVenue(service, payload, async (venue) => {
    await keepToken(venue, payload.RunId, payload.EmployeeId, token)
    return venueMailOf(venue.sql, payload.VenueId)
  })
  await mailer.send({
    to,
    senderName,
    ...letter,
    ...(file ? { attachments: [{ filename: file.name, content: file.content, contentType: file.type }] } : {}),
    headers: { 'List-Unsubscribe': `<${publicUrl}/api/reports/unsubscribe/${token}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    messageId: `<report-${payload.RunId}-${payload.EmployeeId}@${new URL(publicUrl).hostname}>`,
  })
}
