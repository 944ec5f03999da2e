/** What is known of a product at a location that was never counted by anybody before something else happened to it. */
export interface Beginnings {
  /** The first day something moved; null where nothing did. */
  movedOn: string | null
  /** Whether something came in on that day. */
  cameIn: boolean
  /** Milliseconds of the first count somebody made; null where nobody did. */
  countedAt: number | null
}

/**
 * The day at whose opening nothing was there: that of the first delivery, where nobody counted before it. It follows from the facts alone, whatever order they
 * arrived in; whether it was sold before is asked besides.
 */
export const emptyAtOpeningOf = ({ movedOn, cameIn, countedAt }: Beginnings, openingOf: (day: string) => number): string | null => {
  if (movedOn === null || !cameIn) return null
  return countedAt !== null && countedAt < openingOf(movedOn) ? null : movedOn
}
