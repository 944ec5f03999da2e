/** What a list of what is odd may hold, the worst first. */
export const KINDS = [
  ...(['SheetDifference', 'Silent', 'CardUse', 'Link', 'Orders', 'StockOut', 'Restated'] as const),
  ...(['Loss', 'ShiftOpen', 'SheetsOpen', 'Unmatched', 'TillSilent'] as const),
] as const
export type Kind = (typeof KINDS)[number]

/** For how long somebody dismisses something: until the next trading day, or that occurrence for good. */
export const UNTIL = ['Tomorrow', 'Always'] as const
export type Until = (typeof UNTIL)[number]

/** What is given away or thrown away, each on a screen of its own. */
export const LOSSES = ['Discounts', 'Wastage'] as const
export type LossFigure = (typeof LOSSES)[number]

/** What stands for the venue where a key has a location. */
const VENUE = 'venue'

/** Names one occurrence: what it is, where, and which day or thing. The same on the next day is another one. */
export const keyOf = (kind: Kind, locationId: number | null, ...which: readonly (string | number)[]): string => [kind, locationId ?? VENUE, ...which].join('.')

/** A moment as part of a key, which has neither colons nor signs. */
export const momentKey = (at: string | Date): string => new Date(at).toISOString().slice(0, 16).replaceAll(':', '-')

const LONGEST_KEY = 100
const KEY = new RegExp(`^(${KINDS.join('|')})\\.(${VENUE}|[1-9]\\d{0,9})(\\.[A-Za-z0-9-]{1,40}){1,3}$`)

export const isKey = (written: string): boolean => written.length <= LONGEST_KEY && KEY.test(written)

/** The location a key names; null for the venue. */
export const placeOf = (key: string): number | null => {
  const place = key.split('.')[1]
  return place === VENUE || place === undefined ? null : Number(place)
}

/** The worst first; within a kind as it was read. */
export const byKind = (a: { Kind: Kind }, b: { Kind: Kind }): number => KINDS.indexOf(a.Kind) - KINDS.indexOf(b.Kind)
