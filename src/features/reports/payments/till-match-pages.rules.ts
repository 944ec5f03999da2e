import { fieldFailure } from '#shared/failure.ts'

/** A comparison looks at every tender and payment of its days: of more days it is not made. */
export const LONGEST_MATCH_DAYS = 92
/** More tenders and payments that stand alone are not a list anybody works off. */
export const MOST_ALONE = 1000
export const PAIRS_PAGE = 100

/** Where a page of pairs ended: so many of this day were told. */
export interface PairPosition {
  day: string
  done: number
}

export const writePairPosition = ({ day, done }: PairPosition): string => `${day}.${done}`

/** @throws ValidationFailed for what is not the Next of a page */
export const readPairPosition = (after: string): PairPosition => {
  const found = /^(\d{4}-\d{2}-\d{2})\.(\d{1,7})$/.exec(after)
  if (!found?.[1] || !found[2]) throw fieldFailure('After', 'After must be the Next of the page before.')
  return { day: found[1], done: Number(found[2]) }
}
