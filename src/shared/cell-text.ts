import type { ColumnKind } from './endpoint.ts'
import { dayFormat } from './formats.ts'
import { type Language, LOCALES } from './messages.ts'
import { moneyText, numberText, percentText } from './money.ts'

/**
 * How one value of a report is written; null is "not recorded", never zero.
 * @param decimals how many a quantity has at least, so that those of a column stand under each other
 */
export const cellText = (value: string | number | null | undefined, kind: ColumnKind, language: Language, currency: string, decimals = 0): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (kind === 'money') return moneyText(Number(value), currency, language, 'plain')
  if (kind === 'count') return numberText(Number(value), language)
  if (kind === 'quantity') return numberText(Number(value), language, MOST_DECIMALS, decimals)
  if (kind === 'percent') return percentText(Number(value) / 100, language, false)
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return dayText(String(value), language)
  return String(value)
}

const MOST_DECIMALS = 4

/** How many decimals the quantity among these has that needs most. */
export const decimalsOfColumn = (values: readonly (string | number | null | undefined)[]): number =>
  Math.max(0, ...values.map((value) => (typeof value === 'number' ? (String(Number(value.toFixed(MOST_DECIMALS))).split('.')[1]?.length ?? 0) : 0)))

/** Whether a column's values stand on the right. */
export const isFigure = (kind: ColumnKind): boolean => kind === 'money' || kind === 'count' || kind === 'quantity' || kind === 'percent'

/** "Mon 16 Nov 2026", 2026/11/16(月). */
export const dayText = (day: string, language: Language, style: 'full' | 'short' = 'full'): string => {
  const date = new Date(`${day}T00:00:00Z`)
  if (language === 'jp') {
    const weekday = dayFormat(LOCALES.jp, { weekday: 'short' }).format(date)
    return style === 'full' ? `${day.replaceAll('-', '/')}(${weekday})` : `${date.getUTCDate()}(${weekday})`
  }
  const options: Intl.DateTimeFormatOptions =
    style === 'full' ? { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } : { weekday: 'short', day: 'numeric' }
  return dayFormat(LOCALES.en, options).format(date).replaceAll(',', '')
}

/** "3 Mar 2026", 2026年3月3日: a day in a sentence. */
export const plainDayText = (day: string, language: Language): string =>
  dayFormat(LOCALES[language], { day: 'numeric', month: language === 'jp' ? 'long' : 'short', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`))
