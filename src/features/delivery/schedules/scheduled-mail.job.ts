import { addressesOf } from '#platform/access/people.ts'
import { newSecret } from '#platform/access/secrets.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { implementJob, type JobImplementation } from '#platform/jobs/jobs.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import type { Implementation, Service } from '#platform/web/implement.ts'
import { Failure } from '#shared/failure.ts'
import { isAddressHere } from './outside/outside-checks.sql.ts'
import { type ClaimedMail, claimMail, keepToken, settleMail } from './schedule-runs.sql.ts'
import { letterFor, Unsent } from './scheduled-letter.adapter.ts'
import { type MailState, scheduledMail } from './schedules.contract.ts'
import { type KeptSchedule, schedulesOf } from './schedules.sql.ts'

interface Payload {
  VenueId: number
  RunId: string
  EmployeeId?: number | undefined
  OutsideId?: string | undefined
}

const recipientIn = ({ EmployeeId, OutsideId }: Payload): string => OutsideId ?? String(EmployeeId)

/**
 * Sends one mail of a run: asks what may be seen now, makes the report, hands it over and notes it. While the mail server refuses it waits,
 * longer each time. Somebody outside Daybook is sent what the schedule's owner may see, as long as the venue allows it.
 * @param reports every report of the product
 */
export const scheduledMailJob = (reports: () => readonly Implementation[]): JobImplementation =>
  implementJob('soon', scheduledMail, async (payload, { service, mailer }) => {
    const recipientId = recipientIn(payload)
    const claimed = await inVenue(service, payload, async (venue) => {
      const mail = await claimMail(venue, payload.RunId, recipientId)
      if (typeof mail === 'string') return mail
      const [schedule] = await schedulesOf(venue, mail.scheduleId)
      return schedule ? { mail, schedule, ...(await addressee(venue, mail, schedule)) } : 'done'
    })
    if (claimed === 'done') return
    if (claimed === 'taken') throw new Error('Another process is sending this mail.')
    const settle = (state: MailState, why?: string) => inVenue(service, payload, (venue) => settleMail(venue, payload.RunId, recipientId, state, why))
    if (claimed.mail.unsubscribed && claimed.mail.kind !== 'test') return settle('unsubscribed')
    if (claimed.off !== undefined) return settle('outside-off', claimed.off)
    if (!claimed.to) return settle('no-address')
    try {
      await send(reports, service, mailer, payload, { ...claimed, to: claimed.to })
    } catch (error) {
      if (error instanceof Unsent) return settle(error.state, claimed.mail.employee || error.state !== 'no-access' ? error.why : `owner-${error.why}`)
      if (error instanceof Failure && error.status < 500) return settle('refused', error.code)
      await settle('waiting', error instanceof Error ? error.message : '')
      throw error
    }
    await settle('sent')
  })

const inVenue = <T>(service: Service, { VenueId }: Payload, work: Parameters<typeof workInVenue<T>>[3]): Promise<T> =>
  workInVenue(service.database, VenueId, service.now(), work)

/** Where a mail goes, whose access it is made with, and whether the venue does not let it go there. */
const addressee = async (venue: VenueScope, { employee, address }: ClaimedMail, schedule: KeptSchedule) => {
  if (employee) return { to: (await addressesOf(venue.sql, [employee.userId])).get(employee.userId), reader: employee, off: undefined }
  const { outside } = await venueMailOf(venue.sql, venue.venueId)
  // Whoever came to work here since is mailed as one of the venue's people, or not at all.
  const isHere = address !== undefined && (await isAddressHere(venue, address))
  return {
    to: address === undefined ? undefined : { name: '', address },
    reader: { employeeId: schedule.employeeId, userId: schedule.ownerUserId },
    off: outside ? (isHere ? 'here' : undefined) : '',
  }
}

interface Claimed {
  mail: ClaimedMail
  schedule: KeptSchedule
  to: Mail['to']
  reader: { employeeId: number; userId: number }
}

const send = async (
  reports: () => readonly Implementation[],
  service: Service,
  mailer: Mailer,
  payload: Payload,
  { mail, schedule, to, reader }: Claimed,
): Promise<void> => {
  const { publicUrl } = service.settings
  const token = `${payload.VenueId}-${newSecret()}`
  const leave = `${publicUrl}/reports/unsubscribe#${token}`
  const { letter, file } = await letterFor(reports(), service, payload.VenueId, reader, schedule, { ...mail, outside: mail.employee === undefined }, leave)
  const { senderName, outside } = await inVenue(service, payload, async (venue) => {
    await keepToken(venue, payload.RunId, recipientIn(payload), token)
    return venueMailOf(venue.sql, payload.VenueId)
  })
  // The venue may have turned it off while the letter was made.
  if (!mail.employee && !outside) throw new Unsent('outside-off')
  await mailer.send({
    to,
    senderName,
    ...letter,
    ...(file ? { attachments: [{ filename: file.name, content: file.content, contentType: file.type }] } : {}),
    headers: { 'List-Unsubscribe': `<${publicUrl}/api/reports/unsubscribe/${token}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    messageId: `<report-${payload.RunId}-${recipientIn(payload)}@${new URL(publicUrl).hostname}>`,
  })
}
