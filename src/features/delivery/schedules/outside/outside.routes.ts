import { scheduleHere } from '#features/delivery/schedules/schedules.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { type Implementation, implement, type Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { type Asked, outside } from './outside.contract.ts'
import { addressKey } from './outside.rules.ts'
import { type AskedOutside, askAgain, keepAnswer, outsideAsked } from './outside.sql.ts'
import { refuseActing } from './outside-checks.sql.ts'

/** What people outside Daybook are asked, and their answers. */
export const outsideRoutes: Implementation[] = implement(outside, {
  outsideAsked: ({ params, service }) => byLink(service, params.token, async (venue, asked) => shown(venue, asked, asked.state)),

  answerOutside: ({ params, body, service }) =>
    byLink(service, params.token, async (venue, asked) => {
      const state = body.Answer === 'confirm' ? 'confirmed' : 'declined'
      await keepAnswer(venue, asked, state)
      return shown(venue, asked, state)
    }),

  askOutsideAgain: async ({ venue, params, body }) => {
    const schedule = await scheduleToAsk(venue, params.scheduleId)
    const listed = schedule.outside.find(({ address, unsubscribed }) => addressKey(address) === addressKey(body.Address) && !unsubscribed)
    if (!listed) throw failure('NotFound')
    if (!(await venueMailOf(venue.sql, venue.venueId)).outside) throw failure('OutsideOff')
    await askAgain(venue, listed.outsideId, schedule)
  },

  finders: {
    answerOutside: ({ params, service }) => byLink(service, params.token, async () => undefined),
    askOutsideAgain: ({ venue, params }) => scheduleToAsk(venue, params.scheduleId),
  },
})

/** @throws NotWhileImpersonating, NotFound */
const scheduleToAsk = async (venue: VenueScope, scheduleId: string) => {
  refuseActing(venue)
  return scheduleHere(venue, scheduleId)
}

/**
 * Work for whoever holds the link of a mail, in the venue that it is of.
 * @throws LinkNotValid where the link is over, nobody asks any more, or the venue does not mail reports to people outside
 */
const byLink = async <T>(service: Service, token: string, work: (venue: VenueScope, asked: AskedOutside) => Promise<T>): Promise<T> => {
  const venueId = Number(token.split('-', 1)[0])
  if (venueId > 2_147_483_647) throw failure('LinkNotValid')
  const done = await workInVenue(service.database, venueId, service.now(), async (venue) => {
    if (!(await venueMailOf(venue.sql, venueId)).outside) return undefined
    const asked = await outsideAsked(venue, { token })
    return asked && asked.reports.length > 0 ? { answer: await work(venue, asked) } : undefined
  }).catch((error: { code?: string }) => {
    if (error.code === 'VenueNotFound') return undefined
    throw error
  })
  if (!done) throw failure('LinkNotValid')
  return done.answer
}

const shown = (venue: VenueScope, { reports, askedBy, address, expires }: AskedOutside, State: Asked['State']): Asked => ({
  Venue: venue.venue.name,
  Reports: reports,
  AskedBy: askedBy,
  Address: address,
  State,
  Expires: expires.toISOString(),
})
