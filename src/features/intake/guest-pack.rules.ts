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
type Meal = 'lunch' | 'dinner'
const MEALS: readonly Meal[] = ['lunch', 'dinner']

/** A day as it is packed: COVER_SUMS, then MEAL_SUMS of lunch and of dinner. */
export const DAY_SUMS: readonly string[] = [...COVER_SUMS, ...MEALS.flatMap((meal) => MEAL_SUMS.map((name) => `${meal} ${name}`))]

/** Where a sum stands in a packed day, of the whole day or of a meal. */
export const daySumAt = (name: CoverSum): number => COVER_SUMS.indexOf(name)
export const mealSumAt = (meal: Meal, name: (typeof MEAL_SUMS)[number]): number => DAY_SUMS.indexOf(`${meal} ${name}`)

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

/** Equal where covers are counted alike. */
export const basisName = (basis: GuestBasis): string => JSON.stringify(basis)

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

/** Days and their members as one base64 text: each day as its number, how many, and the steps from one member to the next. */
export const packedMembers = (days: readonly DayMembers[]): string => {
  const bytes: number[] = []
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

/** The days of `packedMembers` in their order. Half a million members of three years pass through the inner loop. */
export const unpackedMembers = (text: string): DayMembers[] => {
  const bytes = bytesOf(text)
  const days: DayMembers[] = []
  let at = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const day = next()
    const members = new Int32Array(next())
    let last = 0
    for (let i = 0; i < members.length; i += 1) {
      const byte = bytes[at] as number
      if (byte < 128) {
        at += 1
        last += byte
      } else last += next()
      members[i] = last
    }
    days.push({ day, members })
  }
  return days
}

/** A bit for each member of any of the days, as base64. */
export const packedVisitors = (days: readonly DayMembers[]): string => {
  const last = days.reduce((most, { members }) => Math.max(most, members.at(-1) ?? -1), -1)
  const bits = new Uint8Array((last >> 3) + 1)
  for (const { members } of days) for (const member of members) bits[member >> 3] = (bits[member >> 3] as number) | (1 << (member & 7))
  return base64Of(bits)
}

/** Sets the bits of `packedVisitors` in a set that is large enough. */
export const addVisitors = (bits: Uint8Array, text: string): void => {
  const more = bytesOf(text)
  for (let i = 0; i < more.length; i += 1) bits[i] = (bits[i] as number) | (more[i] as number)
}

const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

const SIX_BITS = new Uint8Array(128)
for (const [i, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) SIX_BITS[char.charCodeAt(0)] = i

/** Straight from the characters: by way of atob it takes longer. */
const bytesOf = (text: string): Uint8Array => {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3)
  for (let i = 0, at = 0; i < text.length; i += 4, at += 3) {
    const bits =
      ((SIX_BITS[text.charCodeAt(i)] as number) << 18) |
      ((SIX_BITS[text.charCodeAt(i + 1)] as number) << 12) |
      ((SIX_BITS[text.charCodeAt(i + 2)] as number) << 6) |
      (SIX_BITS[text.charCodeAt(i + 3)] as number)
    bytes[at] = bits >> 16
    bytes[at + 1] = (bits >> 8) & 255
    bytes[at + 2] = bits & 255
  }
  return bytes.subarray(0, bytes.length - padding)
}
