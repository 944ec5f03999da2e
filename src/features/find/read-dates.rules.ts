import type { Language } from '#shared/messages.ts'
import type { VenueCalendar } from '#shared/range.ts'
import { searchText } from '#shared/search-text.ts'
import type { DateWords, Reading } from './date-reading.rules.ts'
import { ENGLISH_DAYS } from './date-words.rules.ts'
import { JAPANESE_DAYS } from './date-words-jp.rules.ts'

/** The days a text is about, and what else it is about. */
export interface DatesRead {
  /** The text without the words about days. */
  rest: string
  /** Those words. */
  phrase: string
  /** What they mean, the likeliest first. */
  readings: readonly Reading[]
}

/** Words by which days hang on to the rest. */
const JOINED = /^(?:の|は|を)+|(?:の|は|を)+$|(?<!\S)(?:on|for|in|from|of|since)$/gu

/**
 * Reads the days in a text by the venue's calendar. Both languages are read, whatever is on screen; the screen's comes first, since 5/11 is in
 * November for one of them and in May for the other.
 */
export const readDates = (text: string, calendar: VenueCalendar, language: Language): DatesRead | undefined => {
  const typed = searchText(text).trim()
  for (const [pattern, read] of language === 'jp' ? [...JAPANESE_DAYS, ...ENGLISH_DAYS] : [...ENGLISH_DAYS, ...JAPANESE_DAYS]) {
    const found = foundIn(typed, [pattern, read], calendar)
    if (found) return found
  }
  return undefined
}

const foundIn = (typed: string, [pattern, read]: DateWords, calendar: VenueCalendar): DatesRead | undefined => {
  const match = pattern.exec(typed)
  const readings = match && read(match.slice(1), calendar)
  if (!match || !readings) return undefined
  const sides = [typed.slice(0, match.index), typed.slice(match.index + match[0].length)]
  const rest = sides.map((side) => side.trim().replace(JOINED, '').trim()).filter(Boolean)
  return { rest: rest.join(' '), phrase: match[0].trim(), readings }
}
