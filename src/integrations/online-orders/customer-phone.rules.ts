/** Calling codes of countries that write their own numbers with a leading 0, where a currency tells the country. */
const CALLING_CODES: Readonly<Record<string, string>> = { AUD: '61', NZD: '64', JPY: '81', GBP: '44' }
const SHORTEST = 8

/**
 * The digits by which a phone number may stand on a card: as it is told, and as people of the venue's country write it, "+61 412 345 678" as
 * 61412345678 and 0412345678. A number too short to be somebody's own is none.
 */
export const waysToWritePhone = (phone: string, currency: string): string[] => {
  const plain = phone.normalize('NFKC')
  const digits = plain.replace(/\D/g, '')
  if (digits.length < SHORTEST) return []
  const code = CALLING_CODES[currency]
  const isOurs = code !== undefined && plain.trim().startsWith('+') && digits.startsWith(code)
  return isOurs ? [digits, `0${digits.slice(code.length)}`] : [digits]
}
