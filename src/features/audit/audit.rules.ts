import * as z from 'zod/mini'
import { failure, fieldFailure } from '#shared/failure.ts'

export const USUAL_PAGE = 50
export const LARGEST_PAGE = 500
/** Rows in one file. */
export const LARGEST_FILE = 50_000
const LONGEST_DAYS = 3653
const DAY_MS = 86_400_000

/** Where a page ends: the moment of its last row, to the microsecond, and the row's id. */
export interface Position {
  at: string
  eventId: string
}

const Position = z.object({ at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)), eventId: z.string().check(z.regex(/^\d{1,19}$/)) })

/** A position as it goes over the wire; not meant to be read by anyone else. */
export const writePosition = ({ at, eventId }: Position): string => `${at.replace(/\D/g, '')}-${eventId}`

/** @throws ValidationFailed for what is no position */
export const readPosition = (written: string): Position => {
  const [digits = '', eventId = ''] = written.split('-')
  const at = digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/, '$1-$2-$3T$4:$5:$6.$7Z')
  const read = Position.safeParse({ at, eventId })
  if (!read.success || Number.isNaN(Date.parse(at)) || BigInt(eventId) > 9_223_372_036_854_775_807n)
    throw fieldFailure('After', 'After must be the Next of the page before.')
  return read.data
}

/** @throws RangeBackwards, RangeTooLong */
export const checkDays = (from: string | undefined, to: string | undefined): void => {
  if (from === undefined || to === undefined) return
  if (from > to) throw failure('RangeBackwards')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= LONGEST_DAYS) throw failure('RangeTooLong', { limit: '10 years' })
}

/** What happens before a venue is open, or about the house itself; the rest happens at a venue, and some of it at both. */
const OF_THE_HOUSE = [
  'account.locked',
  'admin.made',
  'api-key.made',
  'api-key.revoked',
  'api-key.rotated',
  'invitation.mailed',
  'own-invitation.declined',
  'password.changed',
  'password.link-made',
  'second-factor.off',
  'second-factor.on',
  'second-factor.recovery-used',
  'sign-in',
  'sign-in.failed',
  'sign-out',
]
const AT_BOTH = ['access.refused', 'second-factor.reset', 'session.anti-forgery', 'session.companion-missing']

/** Of these actions those that a trail may have: the house's, or a venue's. */
export const actionsOf = (whose: 'house' | 'venue', actions: readonly string[]): string[] =>
  actions.filter((action) => AT_BOTH.includes(action) || OF_THE_HOUSE.includes(action) === (whose === 'house'))
