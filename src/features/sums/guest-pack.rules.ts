import { formatOf, UnsoundSums, WORDS_FORM } from '#shared/stored-sums.ts'

/**
 * What is added up of a day's guests. A table is a sale with a number of patrons; cover units
 * are what the items sold stand for. Nets are gross − promotions − discounts − refunds, in minor units.
 */
export const COVER_SUMS = [
  'n',
  'net',
  'food',
  'beverage',
  /** Σ quantity × cover units, in hundred-millionths. */
  'units',
  'reservedUnits',
  'tableN',
  'patrons',
  'tableNet',
  'tableFood',
  'tableBeverage',
  'reservedN',
  'reservedTableN',
  'reservedPatrons',
  'reservedTableNet',
] as const
export type CoverSum = (typeof COVER_SUMS)[number]
export const COVER_UNIT_STEPS = 100_000_000

/** What of it is kept for lunch and for dinner as well. */
const MEAL_SUMS = ['units', 'net', 'patrons', 'tableNet'] as const satisfies readonly CoverSum[]
export const MEALS = ['lunch', 'dinner'] as const
export type Meal = (typeof MEALS)[number]

/** A day of guests: COVER_SUMS, then MEAL_SUMS of lunch and of dinner. */
export const DAY_SUMS: readonly string[] = [...COVER_SUMS, ...MEALS.flatMap((meal) => MEAL_SUMS.map((name) => `${meal} ${name}`))]

/** Where a sum stands in a day, of all of it or of a meal. */
export const daySumAt = (name: CoverSum): number => COVER_SUMS.indexOf(name)
export const mealSumAt = (meal: Meal, name: (typeof MEAL_SUMS)[number]): number => DAY_SUMS.indexOf(`${meal} ${name}`)

/** A day's sales, covers and their nets by one way of counting: of all, of lunch and of dinner, and what was booked; food and beverages. */
const coversBy = (n: CoverSum, covers: 'patrons' | 'units', booked: CoverSum, net: 'tableNet' | 'net', food: CoverSum, beverage: CoverSum): Int32Array =>
  Int32Array.of(
    daySumAt(n),
    daySumAt(covers),
    mealSumAt('lunch', covers),
    mealSumAt('dinner', covers),
    daySumAt(booked),
    daySumAt(net),
    mealSumAt('lunch', net),
    mealSumAt('dinner', net),
    daySumAt(food),
    daySumAt(beverage),
  )

/** What tables sold: those that were booked, and all of them. */
export const TABLE_SUMS = ['reservedTableN', 'reservedPatrons', 'reservedTableNet', 'tableN', 'patrons', 'tableNet'] as const satisfies readonly CoverSum[]

/** What of a day is packed together, since it is read together: where each of its numbers stands in DAY_SUMS. */
export const DAY_PARTS = {
  patron: coversBy('tableN', 'patrons', 'reservedPatrons', 'tableNet', 'tableFood', 'tableBeverage'),
  item: coversBy('n', 'units', 'reservedUnits', 'net', 'food', 'beverage'),
  tables: Int32Array.from(TABLE_SUMS, daySumAt),
} as const
export type DayPart = keyof typeof DAY_PARTS

/** A part of a day's DAY_SUMS. */
export const partOfDay = (sums: Float64Array, part: DayPart): Float64Array => Float64Array.from(DAY_PARTS[part], (at) => sums[at] as number)

/** A sum's column of the view guest_source, which says what each sale adds. */
export const coverColumn = (name: CoverSum): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Wall-clock hours of the meals. */
export interface GuestBasis {
  lunch: readonly number[]
  dinner: readonly number[]
}

interface Daypart {
  Name: string
  From: number
  To: number
}

const LUNCH = /^(lunch|midday|ランチ|昼食?)$/i
const DINNER = /^(dinner|evening|ディナー|夕食|夜)$/i

/** What covers are counted by at a venue: its own dayparts named lunch and dinner, else 11 to 15 and 17 to 21. */
export const guestBasis = (dayparts: readonly Daypart[]): GuestBasis => ({
  lunch: hours(dayparts.find(({ Name }) => LUNCH.test(Name)) ?? { From: 11, To: 15 }),
  dinner: hours(dayparts.find(({ Name }) => DINNER.test(Name)) ?? { From: 17, To: 21 }),
})

const hours = ({ From, To }: { From: number; To: number }): number[] => Array.from({ length: Math.max(0, To - From) }, (_, i) => (From + i) % 24)

/** Names how `packedMembers` writes, and who came as bits. Whoever changes it changes this. */
const MEMBERS_FORM = 'steps of members, counted days first'

/** What is packed of a month's guests: the sums of each part by name, and how they and the members are written. */
const GUEST_FORMAT = formatOf([
  WORDS_FORM,
  MEMBERS_FORM,
  Object.entries(DAY_PARTS).map(([part, places]) => [part, Array.from(places, (place) => DAY_SUMS[place])]),
])

/** Equal where covers are counted alike, and packed alike: rows of another format are not read, nor does another version read these. */
export const basisName = (basis: GuestBasis): string => JSON.stringify({ ...basis, packed: GUEST_FORMAT })

/** Adds an hour, whose COVER_SUMS begin at `at`, to its day. */
export const addHour = (day: Float64Array, basis: GuestBasis, localHour: number, hour: ArrayLike<number>, at: number): void => {
  for (let i = 0; i < COVER_SUMS.length; i += 1) day[i] = (day[i] as number) + (hour[at + i] as number)
  for (const meal of MEALS) {
    if (!basis[meal].includes(localHour % 100)) continue
    for (const name of MEAL_SUMS) day[mealSumAt(meal, name)] = (day[mealSumAt(meal, name)] as number) + (hour[at + daySumAt(name)] as number)
  }
}

/** The members of a day, in rising order. */
export interface DayMembers {
  /** Days since 1970-01-01. */
  day: number
  members: Int32Array
}

/** Days and their members as one base64 text: how many days, then each as its number, how many members, and the steps from one to the next. */
export const packedMembers = (days: readonly DayMembers[]): string => {
  const bytes: number[] = []
  putNumber(bytes, days.length)
  for (const { day, members } of days) {
    putNumber(bytes, day)
    putNumber(bytes, members.length)
    let last = 0
    for (const member of members) {
      putNumber(bytes, member - last)
      last = member
    }
  }
  return base64Of(Uint8Array.from(bytes))
}

const putNumber = (bytes: number[], value: number): void => {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/**
 * Lays the members of `packedMembers` one after the other, each day's in rising order, and tells of each day where its own begin and end.
 * Half a million members of three years pass through the inner loop.
 * @param bytes what the text stands for; no more members than bytes are in it
 * @returns where the last one ends
 * @throws UnsoundSums where the text is cut short
 */
export const layMembers = (bytes: Uint8Array, into: Int32Array, at: number, tell: (day: number, begin: number, end: number) => void): number => {
  const last = bytes.length - 1
  let days = numberAt(bytes, 0)
  let from = widthOf(days)
  let to = at
  for (; from <= last; days -= 1) {
    const day = numberAt(bytes, from)
    from += widthOf(day)
    const count = numberAt(bytes, from)
    from += widthOf(count)
    if (count > bytes.length - from) throw cutShort()
    const begin = to
    let member = 0
    for (const end = begin + count; to < end; to += 1) {
      const byte = bytes[from] as number
      const second = from < last ? (bytes[from + 1] as number) : 0
      // One byte or two are as likely, and a wrong guess costs more than reading both.
      const isLong = byte >> 7
      if ((isLong & (second >> 7)) === 0) {
        member += (byte & 127) | ((second << 7) & -isLong)
        from += 1 + isLong
      } else {
        const step = numberAt(bytes, from)
        member += step
        from += widthOf(step)
      }
      into[to] = member
    }
    tell(day, begin, to)
  }
  if (days !== 0 || from !== bytes.length) throw cutShort()
  return to
}

const cutShort = () => new UnsoundSums('The stored members of a month are cut short.')

/** The number that begins there, and how many bytes one is. */
const numberAt = (bytes: Uint8Array, from: number): number => {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[from + shift / 7]
    if (byte === undefined) throw cutShort()
    value |= (byte & 127) << shift
    if (byte < 128) return value
  }
}
const widthOf = (value: number): number => (value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : value < 268_435_456 ? 4 : 5)

/** A bit for each member of any of the days, as `packBits` packs them. */
export const visitorBits = (days: readonly DayMembers[]): Uint8Array => {
  const last = days.reduce((most, { members }) => Math.max(most, members.at(-1) ?? -1), -1)
  const bits = new Uint8Array((last >> 3) + 1)
  for (const { members } of days) for (const member of members) bits[member >> 3] = (bits[member >> 3] as number) | (1 << (member & 7))
  return bits
}

const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
