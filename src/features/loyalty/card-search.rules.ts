import { cardKey } from '#shared/card-number.ts'

/** What a search may look in; Any chooses by what was typed. */
export const SEARCH_FIELDS = ['Any', 'CardNumber', 'Name', 'Email', 'Phone'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]
export type AskedField = Exclude<SearchField, 'Any'>

const LEAST_PHONE = 6

/** The fields to ask for a text: a call of the API asks for one at a time. */
export const fieldsToAsk = (text: string, field: SearchField): AskedField[] => {
  if (field !== 'Any') return [field]
  const typed = text.normalize('NFKC').trim()
  if (typed.includes('@')) return ['Email']
  const digits = typed.replace(/[\s+().-]/g, '')
  if (/^\d+$/.test(digits)) return digits.length >= LEAST_PHONE ? ['CardNumber', 'Phone'] : ['CardNumber']
  const oneWord = !/\s/.test(typed)
  return ['Name', ...(oneWord ? (['Email'] as const) : []), ...(/\d/.test(typed) ? (['CardNumber'] as const) : [])]
}

/** What was typed, or the number a card reader took from the magnetic stripe: it writes ;6031447100834417=2512…? */
export const typedOrSwiped = (text: string): string => {
  const [, number] = /^\s*;\s*([^=?]+)(?:=[^?]*)?\?/.exec(text.normalize('NFKC')) ?? []
  return (number ?? text).trim()
}

/** The card whose whole number this is. */
export const cardWithNumber = <C extends { CardNumber: string }>(cards: readonly C[], number: string): C | undefined =>
  cards.find(({ CardNumber }) => cardKey(CardNumber) === cardKey(number))

/** A text split around what was searched for, so that it can be marked; the found parts are the odd ones. */
export const markedParts = (text: string, wanted: string): string[] => {
  const word = wanted.trim()
  if (word === '') return [text]
  const at = text.toLowerCase().indexOf(word.toLowerCase())
  // Some letters are longer in lower case; then nothing is marked rather than the wrong part.
  if (at < 0 || text.toLowerCase().length !== text.length) return [text]
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)]
}
