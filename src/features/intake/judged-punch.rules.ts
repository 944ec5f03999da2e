import type { FieldError } from '#shared/failure.ts'
import type { WirePunch } from './take-punches.contract.ts'

const DAY_MS = 86_400_000
const OLDEST_DAYS = 400

/** Everything that is wrong with a punch as it was sent. What does not fit others, such as a punch out alone, is stored and shown in T & A. */
export const wrongInPunch = ({ LocationId, At, ClerkId }: WirePunch, locationId: number, now: Date): FieldError[] => {
  const wrong: FieldError[] = []
  const complain = (FieldName: string, ErrorCode: string, Message: string) => wrong.push({ FieldName, ErrorCode, Message })
  const at = Date.parse(At)
  if (LocationId !== undefined && LocationId !== locationId) complain('LocationId', 'LocationNotFound', 'There is no such location for this key.')
  if (ClerkId.trim() === '') complain('ClerkId', 'Missing', 'A punch needs the ID of the person who clocked in or out.')
  if (at < now.getTime() - OLDEST_DAYS * DAY_MS) complain('At', 'Invalid', `At is more than ${OLDEST_DAYS} days ago.`)
  if (at > now.getTime() + DAY_MS) complain('At', 'Invalid', 'At is more than a day in the future. Check the till’s clock.')
  return wrong
}
