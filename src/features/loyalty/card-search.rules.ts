import { cardKey } from '#shared/card-number.ts'
import { SEARCH_FIELDS, type SearchField, tooShort } from './search.rules.ts'

/** Where somebody may look; Any chooses by what was typed. */
export const PICKED_FIELDS = ['Any', ...SEARCH_FIELDS] as const
export type PickedField = (typeof PICKED_FIELDS)[number]

/** The fields to ask for a text: a call of the API asks for one at a time. None where the text is too short for any. */
export const fieldsToAsk = (text: string, field: PickedField): SearchField[] => fieldsLike(text, field).filter((one) => tooShort[one](text) === undefined)

const fieldsLike = (text: string, field: PickedField): SearchField[] => {
  if (field !== 'Any') return [field]
  const typed = text.normalize('NFKC').trim()
  if (typed.includes('@')) return ['Email']
  const digits = typed.replace(/[\s+().-]/g, '')
  if (/^\d+$/.test(digits)) return ['CardNumber', 'Phone']
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
