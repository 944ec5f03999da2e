import { nameKey } from '#shared/name-key.ts'

const LONGEST_PART = 24

/** A name from each of its letters on, cut after a while: any part of it is the beginning of one of these. */
export const namePartsOf = (name: string): string[] => {
  const letters = [...nameKey(name)]
  const parts = letters.map((_, i) => letters.slice(i, i + LONGEST_PART).join(''))
  return [...new Set(parts.filter((part) => !part.startsWith(' ')))]
}

/** What is looked for among parts: as much of it as a part has. */
export const soughtPart = (sought: string): string => [...nameKey(sought)].slice(0, LONGEST_PART).join('')

const LAST = '\u{10ffff}'

/** The end of everything that begins with a text, in the order of code points. */
export const afterAll = (beginning: string): string => `${beginning}${LAST}`

/** A text from its end, so that its last characters are the beginning of it. */
export const reversed = (text: string): string => [...text].reverse().join('')
