import type { TillStaff } from '#features/loyalty/till-staff.contract.ts'
import type { Evidence } from './fraud.contract.ts'

/** Somebody at the tills, beside the uses of a card. */
export interface OnShift {
  name: string
  from: number
  to: number
  /** Uses while the person was there, and those they rang up. */
  inside: number
  rungUp: number
}

/** A stretch of the clock on which shifts and uses are drawn, in whole hours. */
export interface Clock {
  from: number
  to: number
}

const HOUR = 3_600_000

/** The moments a card was used at a location on a day. */
export const usesOn = (evidence: readonly Evidence[], locationId: number, day: string): Evidence[] =>
  evidence.filter(({ Kind, LocationId, Day }) => (Kind === 'Sale' || Kind === 'Refund') && LocationId === locationId && Day === day)

/** Who was there when the card was used: whoever rang up most of the uses first, and nobody who was not there at any. */
export const onShift = ({ People }: TillStaff, uses: readonly Evidence[]): OnShift[] =>
  People.map(({ Name, From, To }) => {
    const [from, to] = [Date.parse(From), Date.parse(To)]
    return {
      name: Name,
      from,
      to,
      inside: uses.filter(({ At }) => Date.parse(At) >= from && Date.parse(At) <= to).length,
      rungUp: uses.filter(({ Operator }) => Operator === Name).length,
    }
  })
    .filter(({ inside, rungUp }) => inside + rungUp > 0)
    .sort((a, b) => b.rungUp - a.rungUp || b.inside - a.inside || a.from - b.from)

/** The hours that hold all shifts and uses. */
export const clockOf = (people: readonly OnShift[], uses: readonly Evidence[]): Clock => {
  const moments = [...people.flatMap(({ from, to }) => [from, to]), ...uses.map(({ At }) => Date.parse(At))]
  const [from, to] = [Math.floor(Math.min(...moments) / HOUR) * HOUR, Math.ceil(Math.max(...moments) / HOUR) * HOUR]
  return { from, to: Math.max(to, from + HOUR) }
}

/** Where a moment lies on the clock, in percent. */
export const placeOn = ({ from, to }: Clock, moment: number): number => ((moment - from) * 100) / (to - from)
