/**
 * What is added up of a day's guests, for the whole day, its lunch and its dinner. A table is a sale with a number of patrons; cover units
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

/** The parts of a day that covers are told for. */
export const PART = { day: 0, lunch: 1, dinner: 2 } as const

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

/** The parts of the day an hour counts in. */
export const partsOfHour = ({ lunch, dinner }: GuestBasis, localHour: number): number[] => [
  PART.day,
  ...(lunch.includes(localHour % 100) ? [PART.lunch] : []),
  ...(dinner.includes(localHour % 100) ? [PART.dinner] : []),
]

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

/** The days of `packedMembers` in their order. */
export const unpackedMembers = (text: string): DayMembers[] => {
  const bytes = bytesOf(text)
  const days: DayMembers[] = []
  let at = 0
  const next = (): number => {
    let byte = bytes[at++] as number
    if (byte < 128) return byte
    let value = byte & 127
    for (let shift = 7; ; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const day = next()
    const members = new Int32Array(next())
    let last = 0
    for (let i = 0; i < members.length; i += 1) {
      last += next()
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

const bytesOf = (text: string): Uint8Array => {
  const chars = atob(text)
  const bytes = new Uint8Array(chars.length)
  for (let i = 0; i < chars.length; i += 1) bytes[i] = chars.charCodeAt(i)
  return bytes
}
