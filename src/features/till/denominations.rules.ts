import { decimalsOf } from '#shared/money.ts'
import { plainNumber } from '#shared/typed-number.ts'

/** Notes and coins that are counted, the largest first, in major units; a currency without any is counted as one amount. */
const PIECES: Record<string, readonly number[]> = {
  AUD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05],
  NZD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1],
  JPY: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
}

export const piecesOf = (currency: string): readonly number[] => PIECES[currency] ?? []

/** Values that are no note or coin of a currency, in minor units; none where the currency's own are not known. Rare notes are of the currency too. */
export const foreignPieces = (currency: string, values: readonly number[]): number[] => {
  const own = [...piecesOf(currency), ...(currency === 'JPY' ? [2000] : [])].map((value) => Math.round(value * 10 ** decimalsOf(currency)))
  return own.length === 0 ? [] : values.filter((value) => !own.includes(value))
}

/** A number of pieces as it was typed; nothing for what is none. */
export const typedCount = (typed: string): number | undefined => (typed.trim() === '' ? 0 : /^\d{1,6}$/.test(typed.trim()) ? Number(typed.trim()) : undefined)

/** An amount as it was typed, in major units; undefined for what is none, and for 1,250 in a currency with three decimals, where it could be either. */
export const typedAmount = (typed: string, currency: string): number | undefined => {
  const decimals = decimalsOf(currency)
  if (decimals === 3 && /^[1-9]\d{0,2},\d{3}$/.test(typed.normalize('NFKC').trim())) return undefined
  const text = plainNumber(typed)
  const found = /^\d{1,12}(?:\.(\d+))?$/.exec(text)
  return found && (found[1] ?? '').length <= decimals ? Number(text) : undefined
}

/** What pieces come to, without the remainders of doubles. */
export const worth = (pieces: readonly (readonly [value: number, count: number])[]): number =>
  pieces.reduce((sum, [value, count]) => sum + Math.round(value * 1000) * count, 0) / 1000
