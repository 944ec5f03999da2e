import { DIFFERENCE_REASONS, type DifferenceReason } from '#features/loyalty/points-figures.rules.ts'

/** What a reason asks of the reader. */
export type DifferenceState = 'bad' | 'fix' | 'wait' | 'fine'

/** How a reason stands: what nobody can explain first, then what is to be fixed, what settles itself, and what is as it should be. */
export const STATE_OF: Record<DifferenceReason, DifferenceState> = {
  NotYetPosted: 'wait',
  UnknownOrBlockedCard: 'fine',
  ReplacedCard: 'fine',
  ManualAccrual: 'fine',
  PostedTwice: 'fix',
  RefundNotReversed: 'fix',
  RateChanged: 'fine',
  Unexplained: 'bad',
}

const ORDER: readonly DifferenceState[] = ['bad', 'fix', 'wait', 'fine']

/** The most pressing first. */
export const byPressure = (a: { Reason: DifferenceReason }, b: { Reason: DifferenceReason }): number =>
  ORDER.indexOf(STATE_OF[a.Reason]) - ORDER.indexOf(STATE_OF[b.Reason])

/** Whether somebody has to do something about a reason: look into it, or put it right. */
export const isToDo = ({ Reason }: { Reason: DifferenceReason }): boolean => ['bad', 'fix'].includes(STATE_OF[Reason])

/** A difference that was opened: of a reason or of all, at a location or everywhere. */
export interface OpenedDifference {
  reason: DifferenceReason | undefined
  locationId: number | undefined
}

/** Writes it into the address: `RefundNotReversed`, `all/2`. */
export const writeOpened = ({ reason, locationId }: OpenedDifference): string => `${reason ?? 'all'}${locationId === undefined ? '' : `/${locationId}`}`

/** Reads it from the address; undefined where it makes no sense. */
export const readOpened = (written: string | undefined): OpenedDifference | undefined => {
  const [name, place] = (written ?? '').split('/')
  const reason = DIFFERENCE_REASONS.find((known) => known === name)
  if ((!reason && name !== 'all') || (place !== undefined && !/^\d{1,9}$/.test(place))) return undefined
  return { reason, locationId: place === undefined ? undefined : Number(place) }
}
