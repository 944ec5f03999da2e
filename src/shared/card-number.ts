/**
 * What makes two card numbers the same: spaces, case and full-width digits do not count, leading zeros do. A reader at the till, a person
 * at the desk and a file may write one number in three ways.
 */
export const cardKey = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
