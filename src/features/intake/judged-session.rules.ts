import type { FieldError } from '#shared/failure.ts'
import { type CalendarEntry, tradingTime } from '#shared/trading-day.ts'
import type { WireTillSession } from './take-till-sessions.contract.ts'

/** Where a till session is taken in: the location, its money and its clock. */
export interface SessionCounter {
  locationId: number
  currency: string
  calendar: readonly CalendarEntry[]
  now: Date
}

const DAY_MS = 86_400_000
const OLDEST_DAYS = 400

/** The trading day a session belongs to: that of its opening, as a session may run past the cut-off. */
export const dayOfSession = ({ OpenedAt }: WireTillSession, { calendar }: SessionCounter): string => tradingTime(Date.parse(OpenedAt), calendar).businessDate

/**
 * Everything that is wrong with a till session as it was sent. What is only odd, such as notes that do not add up to the cash, is
 * stored and marked on its sheet.
 */
export const wrongIn = (sent: WireTillSession, { locationId, currency, now }: SessionCounter): FieldError[] => {
  const wrong: FieldError[] = []
  const complain = (FieldName: string, ErrorCode: string, Message: string) => wrong.push({ FieldName, ErrorCode, Message })
  const opened = Date.parse(sent.OpenedAt)
  const closed = sent.ClosedAt === undefined ? undefined : Date.parse(sent.ClosedAt)
  if (sent.LocationId !== undefined && sent.LocationId !== locationId) complain('LocationId', 'LocationNotFound', 'There is no such location for this key.')
  if (sent.Currency !== undefined && sent.Currency !== currency)
    complain('Currency', 'WrongCurrency', `This location trades in ${currency}, not ${sent.Currency}.`)
  if (opened < now.getTime() - OLDEST_DAYS * DAY_MS) complain('OpenedAt', 'Invalid', `OpenedAt is more than ${OLDEST_DAYS} days ago.`)
  if (opened > now.getTime() + DAY_MS) complain('OpenedAt', 'Invalid', 'OpenedAt is more than a day in the future.')
  if (closed !== undefined && closed > now.getTime() + DAY_MS) complain('ClosedAt', 'Invalid', 'ClosedAt is more than a day in the future.')
  if (closed !== undefined && closed < opened) complain('ClosedAt', 'Invalid', 'ClosedAt is before OpenedAt.')
  for (const [i, { Media }] of (sent.Counts ?? []).entries()) {
    if (new Set(Media.map(({ Method }) => Method)).size < Media.length) complain(`Counts.${i}.Media`, 'Taken', 'A method is counted twice.')
  }
  for (const [i, { Denominations = [] }] of (sent.Counts ?? []).entries()) {
    if (new Set(Denominations.map(({ Value }) => Value)).size < Denominations.length)
      complain(`Counts.${i}.Denominations`, 'Taken', 'A note or coin is counted twice.')
  }
  if (new Set((sent.Settlements ?? []).map(({ Terminal }) => Terminal)).size < (sent.Settlements ?? []).length)
    complain('Settlements', 'Taken', 'A card terminal is settled twice.')
  return wrong
}
