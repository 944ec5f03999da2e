import { addMonths, dayNumber, dayOf } from '#shared/day.ts'
import { newPerson, type Person } from './people.ts'
import { type Random, randomFor } from './random.ts'
import { isClosed } from './trading.ts'

/** What a card is planted for, where it is no ordinary member's. */
export type Role = 'ownCard' | 'refundLoop' | 'twoPlaces' | 'staffDiscount' | 'sleeper' | 'chain1' | 'chain2' | 'chain3' | 'chain4'

type Kind = 'heavy' | 'regular' | 'occasional' | 'lapsed' | 'unused' | 'unknown' | Role

/** How points are spent: now and then, on gift vouchers, more than there are, or not at all. */
type Spending = 'often' | 'vouchers' | 'beyond' | 'never'

/** A member of the sample with their habits. Days are days since 1970. */
export interface Member extends Person {
  kind: Kind
  number: string
  tier: string | null
  joined: number
  /** First and last day on which they may come. */
  from: number
  until: number
  /** Index of the place they mostly go to. */
  place: number
  /** ISO weekdays on which they come; none: any. */
  weekdays: readonly number[]
  /** Hour around which they pay. */
  hour: number
  /** How often they are at the till beside others on their days. */
  weight: number
  spending: Spending
  /** Points carried over when the venue began with Daybook. */
  opening: number
  blocked: boolean
  replaced?: { on: number; by: string; keepsOld: boolean }
}

/** The sample's members, over fourteen months from `start`. */
export interface World {
  seed: number
  start: number
  /** The day the sample was made, on which its history ends and the tills go on selling. */
  anchor: number
  members: readonly Member[]
}

export const HISTORY_MONTHS = 14
/** The first member joined so many days before the history begins: by that card its start is known again. */
export const FIRST_JOINED_BEFORE = 1100
export const FIRST_NUMBER = '6000000001'

/** How many there are of each kind: 2,000 cards with the fourteen replacements. */
const KINDS: readonly (readonly [Kind, number])[] = [
  ['heavy', 60],
  ['regular', 270],
  ['occasional', 1050],
  ['lapsed', 320],
  ['unused', 269],
  ['ownCard', 1],
  ['refundLoop', 1],
  ['twoPlaces', 1],
  ['staffDiscount', 1],
  ['sleeper', 1],
  ['chain1', 1],
  ['chain2', 1],
  ['chain3', 1],
  ['chain4', 1],
  ['unknown', 8],
]
const REPLACEMENTS = 14
const SAVERS = 25
const BEYOND = 8
/** Index of the Cellar Door among the places. */
export const CELLAR_DOOR = 2
const NAMED: Partial<Record<Kind, Person>> = {
  ownCard: { name: 'Priya Nair', email: 'priya.n@example.com', phone: '0491 570 204' },
  refundLoop: { name: 'Dean Kovac', email: 'dean.kovac@example.net', phone: '0491 570 651' },
  twoPlaces: { name: 'Kylie Brandt', email: 'kylie.brandt@example.com', phone: '0491 570 318' },
  staffDiscount: { name: 'Staff discount Harbour Bar', email: null, phone: null },
  chain1: { name: 'Glen Harrow', email: 'glen.harrow@example.com', phone: '0491 570 412' },
  chain2: { name: 'Petra Lindqvist', email: null, phone: '0491 570 413' },
  chain3: { name: 'Scott Amery', email: 'scott.amery@example.net', phone: null },
  chain4: { name: 'Malcolm Barker', email: 'm.barker@example.org', phone: '0491 570 415' },
  sleeper: { name: 'Walter Grieve', email: 'walter.grieve@example.org', phone: '0491 570 977' },
}
/** Usual hours at each place, where people pay. */
const HOURS: readonly (readonly number[])[] = [
  [12, 13, 16, 17, 18, 18, 19, 20, 21, 22],
  [8, 9, 12, 13, 18, 19, 19, 20],
  [11, 12, 13, 14, 15],
]
const WEIGHTS: Partial<Record<Kind, number>> = { heavy: 100, regular: 42, occasional: 1.3, lapsed: 18, unknown: 5 }

/** The members of a history that begins on a day; the same for the same day and seed. */
export const worldOf = (seed: number, start: string): World => {
  const first = dayNumber(start)
  const anchor = dayNumber(addMonths(start, HISTORY_MONTHS))
  const taken = new Set(Object.values(NAMED).map(({ name }) => name))
  const kinds = KINDS.flatMap(([kind, count]) => Array.from({ length: count }, (_, nth) => ({ kind, nth })))
  const made = kinds.map(({ kind, nth }) => memberOf(kind, nth, randomFor(seed, `member ${kind} ${nth}`), { first, anchor, taken }))
  const named = made.sort((a, b) => a.joined - b.joined).map((member, i) => ({ ...member, number: numberOf(i + 1) }))
  const ordinary = named.filter(({ kind }) => kind === 'heavy' || kind === 'regular')
  const step = Math.floor(ordinary.length / REPLACEMENTS)
  for (let i = 0; i < REPLACEMENTS; i += 1) {
    const member = ordinary[i * step]
    const on = tradedFrom(first + 50 + i * 27)
    if (member) member.replaced = { on: Math.max(on, tradedFrom(member.joined + 20)), by: numberOf(named.length + 1 + i), keepsOld: i % 5 === 2 }
  }
  return { seed, start: first, anchor, members: named }
}

const numberOf = (n: number): string => `600${String(n).padStart(7, '0')}`

interface Times {
  first: number
  anchor: number
  taken: Set<string>
}

const memberOf = (kind: Kind, nth: number, random: Random, { first, anchor, taken }: Times): Member => {
  const place = kind === 'heavy' && nth < SAVERS ? 1 : random.pick([0, 1, 2], (at) => [58, 31, 11][at] ?? 0)
  const joined = kind === 'heavy' && nth === 0 ? first - FIRST_JOINED_BEFORE : joinedOf(kind, random, first, anchor)
  const from = Math.max(joined, first)
  const isOften = kind === 'heavy' || kind === 'regular'
  const weight = (WEIGHTS[kind] ?? 0) * (kind === 'occasional' ? (nth < BEYOND ? 3 : 0.5 + random.next()) : 1)
  return {
    kind,
    number: '',
    ...(NAMED[kind] ?? (kind === 'unknown' ? { name: '', email: null, phone: null } : newPerson(random, taken))),
    tier: kind === 'staffDiscount' ? 'Staff' : kind === 'heavy' ? 'Gold' : isOften ? 'Silver' : null,
    joined,
    from,
    until: untilOf(kind, nth, random, from, anchor),
    place,
    weekdays: daysOf(kind, nth, place, random),
    hour: random.pick(HOURS[place] ?? []),
    weight,
    spending: spendingOf(kind, nth, weight),
    opening: openingOf(kind, random, joined < first, nth),
    blocked: kind === 'lapsed' && nth < 6,
  }
}

/** Whoever comes seldom spends no points: a card that is emptied after months is what the fraud check looks for. */
const spendingOf = (kind: Kind, nth: number, weight: number): Spending => {
  if (kind === 'heavy' && nth < SAVERS) return 'vouchers'
  if (kind === 'occasional' && nth < BEYOND) return 'beyond'
  return kind === 'heavy' || kind === 'regular' || (kind === 'occasional' && weight > 1.45) ? 'often' : 'never'
}

const joinedOf = (kind: Kind, random: Random, first: number, anchor: number): number => {
  if (kind === 'unknown') return anchor - 60
  if (kind === 'lapsed' || kind === 'sleeper' || kind.startsWith('chain')) return first - random.between(20, 900)
  if (kind === 'ownCard' || kind === 'staffDiscount') return first - random.between(20, 200)
  return random.chance(0.5) ? first - random.between(1, FIRST_JOINED_BEFORE - 20) : first + random.between(0, anchor - first - 5)
}

const untilOf = (kind: Kind, nth: number, random: Random, from: number, anchor: number): number => {
  if (kind === 'lapsed') return from + random.between(10, 240)
  if (kind === 'unknown') return anchor - 5
  // One in twelve regulars has moved away.
  if (kind === 'regular' && nth % 12 === 11) return from + random.between(60, 300)
  return Number.POSITIVE_INFINITY
}

/** Whoever comes often has days of their own; whoever also buys vouchers comes for them on others. */
const daysOf = (kind: Kind, nth: number, place: number, random: Random): number[] => {
  if (kind === 'heavy' && nth >= SAVERS && place !== CELLAR_DOOR) return weekdaysOf(place, 2, random)
  return kind === 'heavy' || kind === 'regular' || kind === 'lapsed' ? weekdaysOf(place, 1, random) : []
}

/** Two days of the week are never next to each other; the bistro is closed on Mondays. */
const weekdaysOf = (place: number, count: number, random: Random): number[] => {
  const weekday = random.pick([1, 2, 3, 4, 5, 6, 7], (day) => (place === 1 && day === 1 ? 0 : day >= 5 ? 3 : 2))
  const other = ((weekday + 2) % 7) + 1
  return count === 1 ? [weekday] : [weekday, place === 1 && other === 1 ? 2 : other]
}

const openingOf = (kind: Kind, random: Random, isEarlier: boolean, nth: number): number => {
  const points = random.between(4, 99) * 10
  if (kind === 'chain1') return 960
  if (kind === 'sleeper') return 980
  if (!isEarlier || kind === 'unknown' || kind.startsWith('chain') || kind === 'ownCard' || kind === 'staffDiscount') return 0
  if (kind === 'occasional' && nth < BEYOND) return 0
  return kind === 'heavy' || kind === 'regular' ? Math.max(300, points) : random.chance(0.7) ? Math.round(points / 3) : 0
}

/** The member planted for something. */
export const planted = ({ members }: World, role: Role): Member => {
  const found = members.find(({ kind }) => kind === role)
  if (!found) throw new Error(`The sample has no card for ${role}.`)
  return found
}

/** The number a member hands over on a day. */
export const numberOn = ({ number, replaced }: Member, day: number, random: Random): string => {
  if (!replaced || day < replaced.on) return number
  return replaced.keepsOld && random.chance(0.2) ? number : replaced.by
}

/** A day, or the next one where the venue is closed on it. */
export const tradedFrom = (day: number): number => (isClosed(dayOf(day)) ? day + 1 : day)
