/** A set of members, a bit for each, 32 to a word: over months and years they are counted a word at a time. */
export type MemberBits = Int32Array

/** A set of nobody. @param last the largest number a member has */
export const noMembers = (last: number): MemberBits => new Int32Array((last >> 5) + 1)

export const isIn = (bits: MemberBits, member: number): boolean => (((bits[member >> 5] as number) >>> (member & 31)) & 1) === 1

/** Adds a member, and answers whether it was not in yet. */
export const addMember = (bits: MemberBits, member: number): boolean => {
  const at = member >> 5
  const word = bits[at] as number
  const more = word | (1 << (member & 31))
  bits[at] = more
  return more !== word
}

/** Adds all of a set that is no larger. */
export const addAll = (bits: MemberBits, more: MemberBits): void => {
  for (let i = 0; i < more.length; i += 1) bits[i] = (bits[i] as number) | (more[i] as number)
}

/** How many there are. */
export const countOf = (bits: MemberBits): number => {
  let count = 0
  for (let i = 0; i < bits.length; i += 1) count += onesIn(bits[i] as number)
  return count
}

/** Pairs of bits are added up, then fours, then bytes; the product adds the four bytes. */
const onesIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
