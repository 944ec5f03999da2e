/**
 * What makes two card numbers the same: spaces, case and full-width digits do not count, leading zeros do. A reader at the till, a person
 * at the desk and a file may write one number in three ways.
 */
export const cardKey = (number: string): string => (PLAIN.test(number) ? number.toLowerCase() : foldedKey(number))

/** Letters, digits and signs that stay as they are but for their case: nearly every number, at a tenth of the work. */
const PLAIN = /^[!-~]*$/

const foldedKey = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/** A card number as it may stand in the audit trail and on screens: its last four characters. */
export const maskedNumber = (number: string): string => `•••• ${[...number.trim()].slice(-4).join('')}`
