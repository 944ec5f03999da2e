/** How a card stands: its points, or what it owes. Never both. */
export interface Standing {
  Points: number
  Owed: number
}

/** How a card stands after points were added or taken: what is owed is paid first. */
export const standingAfter = ({ Points, Owed }: Standing, change: number): Standing => {
  const net = Points - Owed + change
  return { Points: Math.max(net, 0), Owed: Math.max(-net, 0) }
}

/** Whether so many points cannot be taken. */
export const isBelowZero = ({ Points }: Standing, change: number): boolean => change < 0 && Points + change < 0

/** Whole points as somebody typed them; undefined where it is not a whole number. */
export const typedPoints = (text: string): number | undefined => {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined
}

/** What points are worth as vouchers, by what the smallest one costs; undefined where that is not known. */
export const worthOf = (points: number, pointsOfTwenty: number | undefined): number | undefined =>
  pointsOfTwenty ? Math.round((points * 20 * 100) / pointsOfTwenty) / 100 : undefined
