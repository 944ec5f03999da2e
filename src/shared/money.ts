import { numberFormat } from './formats.ts'
import { type Language, LOCALES } from './messages.ts'

/** Money is integer minor units inside, a decimal number in major units on the wire. */

const decimalsByCurrency = new Map<string, number>()

/** How many decimals a currency has: AUD 2, JPY 0. */
export const decimalsOf = (currency: string): number => {
  let decimals = decimalsByCurrency.get(currency)
  if (decimals === undefined) {
    decimals = numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    decimalsByCurrency.set(currency, decimals)
  }
  return decimals
}

/** The nearest whole step, half a step away from zero; never minus zero. */
export const whole = (value: number): number => (value < 0 ? -Math.round(-value) : Math.round(value)) + 0

/** Minor units, or a fraction of them from an average, as the wire's decimal number: 1250 → 12.5 for AUD. */
export const toMajor = (minor: number, currency: string): number => whole(minor) / 10 ** decimalsOf(currency)

/** Shares `amount` over `weights` so that the parts are integers and add up to it (largest remainder). */
export const allocate = (amount: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map((_, i) => (i === 0 ? amount : 0))
  const exact = weights.map((weight) => (amount * weight) / whole)
  const parts = exact.map(Math.floor)
  let left = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact.map((value, i) => [value - Math.floor(value), i] as const).sort((a, b) => b[0] - a[0] || a[1] - b[1])
  for (const [, i] of byRemainder) {
    if (left <= 0) break
    parts[i] = (parts[i] ?? 0) + 1
    left -= 1
  }
  return parts
}

/** "$1,234.50" with a true minus; compact ("1.2M", 「123万」, 「3,538」) only for tiles and axes. */
export const moneyText = (major: number, currency: string, language: Language, style: 'full' | 'plain' | 'compact' = 'full'): string => {
  if (style === 'compact') return shortText(major, language)
  const options: Intl.NumberFormatOptions =
    style === 'plain'
      ? { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: decimalsOf(currency) }
      : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }
  return trueMinus(numberFormat(LOCALES[language], options).format(major === 0 ? 0 : major))
}

/** Japanese shortens from ten thousand on: what is less is written out, grouped, and to the tenth only where it is less than a hundred. */
const shortText = (value: number, language: Language): string => {
  const whole = language === 'jp' && Math.abs(value) >= 100 ? Math.round(value) : value
  const isWritten = language === 'jp' && Math.abs(whole) < 10_000
  const options: Intl.NumberFormatOptions = isWritten ? { maximumFractionDigits: 1 } : { notation: 'compact', maximumFractionDigits: 1 }
  return trueMinus(numberFormat(LOCALES[language], options).format(whole === 0 ? 0 : whole))
}

/** Counts and quantities: at most four decimals, grouped. */
export const numberText = (value: number, language: Language, decimals = 0, least = 0): string =>
  trueMinus(numberFormat(LOCALES[language], { minimumFractionDigits: least, maximumFractionDigits: decimals }).format(value === 0 ? 0 : value))

/** "+3.9 %": one decimal, sign unless zero. */
export const percentText = (ratio: number, language: Language, signed = true): string =>
  `${trueMinus(numberFormat(LOCALES[language], { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: signed ? 'exceptZero' : 'auto' }).format(ratio * 100))} %`

const trueMinus = (formatted: string) => formatted.replace('-', '−')
