import type { WireReservation } from '#features/intake/take-reservations.contract.ts'
import type { FieldError } from '#shared/failure.ts'
import { type CalendarEntry, tradingTime } from '#shared/trading-day.ts'
import { type CountedReservation, STATUS } from './reservations.rules.ts'

/** A reservation as it is stored. */
export interface ReservationFacts extends CountedReservation {
  reservationId: string
  revision: number
  businessDate: string
  area: string | null
}

/** What a reservation is judged by: whose place it is, its clock, and how old and how far ahead it may be. */
export interface ReservationJudge {
  locationId: number
  calendar: readonly CalendarEntry[]
  now: Date
}

const DAY_MS = 86_400_000
const OLDEST_DAYS = 400
const FURTHEST_DAYS = 800

/** A reservation as it would be stored, or everything that is wrong with it. */
export const judgedReservation = (sent: WireReservation, judge: ReservationJudge): ReservationFacts | FieldError[] => {
  const facts = factsOf(sent, judge)
  const wrong = complaintsOf(sent, facts, judge)
  return wrong.length > 0 ? wrong : facts
}

const factsOf = (sent: WireReservation, { calendar }: ReservationJudge): ReservationFacts => {
  const at = (moment: string | undefined) => (moment === undefined ? null : new Date(moment))
  const dueAt = new Date(sent.DueAt)
  return {
    reservationId: sent.ReservationId,
    revision: sent.Revision ?? 1,
    status: STATUS[sent.Status],
    businessDate: tradingTime(dueAt.getTime(), calendar).businessDate,
    dueAt,
    bookedAt: at(sent.BookedAt),
    seatedAt: at(sent.SeatedAt),
    leftAt: at(sent.LeftAt),
    cancelledAt: at(sent.CancelledAt),
    covers: sent.Covers,
    seatedCovers: sent.SeatedCovers ?? null,
    area: sent.Area ?? null,
  }
}

const complaintsOf = (sent: WireReservation, facts: ReservationFacts, { locationId, now }: ReservationJudge): FieldError[] => {
  const wrong: FieldError[] = []
  const complain = (FieldName: string, Message: string, ErrorCode = 'Invalid') => wrong.push({ FieldName, ErrorCode, Message })
  const { dueAt, bookedAt, seatedAt, leftAt } = facts
  if (sent.LocationId !== undefined && sent.LocationId !== locationId) complain('LocationId', 'There is no such location.', 'LocationNotFound')
  if (dueAt.getTime() < now.getTime() - OLDEST_DAYS * DAY_MS) complain('DueAt', `DueAt is more than ${OLDEST_DAYS} days ago.`)
  if (dueAt.getTime() > now.getTime() + FURTHEST_DAYS * DAY_MS) complain('DueAt', `DueAt is more than ${FURTHEST_DAYS} days ahead.`)
  const needsBooking = sent.Status !== 'WalkIn' && sent.Status !== 'Waitlist'
  if (needsBooking && !bookedAt) complain('BookedAt', 'A reservation needs BookedAt.', 'Missing')
  if (bookedAt && bookedAt > dueAt) complain('BookedAt', 'BookedAt is after DueAt.')
  if (sent.Status === 'Cancelled' && !sent.CancelledAt) complain('CancelledAt', 'A cancelled reservation needs CancelledAt.', 'Missing')
  if (leftAt && !seatedAt) complain('SeatedAt', 'A reservation with LeftAt needs SeatedAt.', 'Missing')
  if (leftAt && seatedAt && leftAt < seatedAt) complain('LeftAt', 'LeftAt is before SeatedAt.')
  return wrong
}
