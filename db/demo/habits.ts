import { isoWeekday } from '#shared/day.ts'
import type { Member, World } from './members.ts'
import type { Random } from './random.ts'
import type { TillSale } from './till-sale.ts'
import { PLACES } from './trading.ts'

/** Who may come to a place on a day, each with how likely that is beside the others. */
export interface Coming {
  member: Member
  nth: number
  weight: number
}

/** Share of the days on which members go to the place they mostly go to. */
const FAITHFUL = 0.93

/**
 * The members who may come to a place on a day. Nobody goes to two places on one day, and whoever gets another card that day stays at home.
 */
export const comingTo = (world: World, place: number, day: string, number: number): Coming[] => {
  const weekday = isoWeekday(day)
  return aroundAt(world, place, number).filter(({ member: { weekdays } }) => weekdays.length === 0 || weekdays.includes(weekday))
}

/** Whoever may buy a gift voucher with points at a place on a day: for that they come on any day of the week. */
export const buyersAt = (world: World, place: number, number: number): Coming[] =>
  aroundAt(world, place, number).filter(({ member }) => member.spending === 'vouchers')

const aroundAt = ({ seed, anchor, members }: World, place: number, number: number): Coming[] =>
  members.flatMap((member, nth) => {
    const { from, until, weight, replaced } = member
    if (weight === 0 || number < from || number > until || replaced?.on === number) return []
    // The sample's last days are sold before its history: a card that replaces another may not be used by then.
    if (replaced && Math.abs(number - anchor) <= 3) return []
    return placeOn(seed, member, nth, number) === place ? [{ member, nth, weight }] : []
  })

const placeOn = (seed: number, { place }: Member, nth: number, day: number): number => {
  // Asked of every member every day, so no chance with a name of its own.
  let mixed = Math.imul(seed ^ Math.imul(nth + 1, 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b), 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f)
  const chance = ((mixed ^ (mixed >>> 13)) >>> 0) / 4294967296
  return chance < FAITHFUL ? place : Math.floor(((chance - FAITHFUL) / (1 - FAITHFUL)) * PLACES.length)
}

/** The hour on the wall clock at which a sale was closed. */
export const hourOf = ({ ClosedAt }: TillSale): number => Number(ClosedAt.slice(11, 13))

/** After so many days somebody without days of their own meets the same of the staff again. */
const SHIFTS = 10

/**
 * Whoever pays a sale: somebody who is at the place around that hour and has not been served that day. A member is served by one of the staff
 * today and by the next tomorrow, as shifts go round, and so by nobody as often as the fraud check asks about.
 */
export const payerOf = (
  coming: readonly Coming[],
  sale: TillSale,
  place: number,
  day: number,
  served: ReadonlySet<Member>,
  random: Random,
): Member | undefined => {
  const clerks = PLACES[place]?.clerks ?? []
  const clerk = clerks.findIndex(([id]) => id === sale.ClerkId)
  const hour = hourOf(sale)
  const here = coming.filter(({ member, nth }) => (nth + day) % (member.weekdays.length > 0 ? clerks.length : SHIFTS) === clerk && !served.has(member))
  if (here.length === 0) return undefined
  return random.pick(here, ({ member, weight }) => weight * atHour(Math.abs(member.hour - hour))).member
}

const atHour = (apart: number): number => (apart <= 1 ? 1 : apart <= 3 ? 0.2 : 0.01)
