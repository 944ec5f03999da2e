import { instantIn } from './day.ts'
import { dayFormat } from './formats.ts'
import { type Language, LOCALES } from './messages.ts'

/** Days and moments as a person says them, in mails, in the names of files and in what stands above their rows. */

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** "21 Nov 2026", 2026年11月21日; with its weekday "Sat 21 Nov 2026", 2026年11月21日(土). */
export const dayInWords = (day: string, language: Language, withWeekday = false): string => {
  if (language === 'en')
    return dayFormat(LOCALES.en, withWeekday ? { weekday: 'short', ...DAY } : DAY)
      .format(dateOf(day))
      .replaceAll(',', '')
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日${withWeekday ? `(${dayFormat(LOCALES.jp, { weekday: 'short' }).format(dateOf(day))})` : ''}`
}

/** "16–22 Nov 2026", 2026年11月16日～22日; what both ends share is said once. */
export const spanInWords = ({ from, to }: { from: string; to: string }, language: Language): string => {
  if (from === to) return dayInWords(from, language)
  const [sameYear, sameMonth] = [from.slice(0, 4) === to.slice(0, 4), from.slice(0, 7) === to.slice(0, 7)]
  if (language === 'jp') {
    const last = dayInWords(to, 'jp')
    return `${dayInWords(from, 'jp')}～${sameMonth ? last.replace(/^.*月/, '') : sameYear ? last.replace(/^.*年/, '') : last}`
  }
  if (sameMonth) return `${Number(from.slice(8))}–${dayInWords(to, 'en')}`
  return `${sameYear ? dayInWords(from, 'en').replace(/ \d{4}$/, '') : dayInWords(from, 'en')} – ${dayInWords(to, 'en')}`
}

/** "21 Nov 2026, 21:04", 2026年11月21日 21:04, on a clock. */
export const momentInWords = (moment: string | Date, language: Language, timeZone: string): string => {
  const at = instantIn(new Date(moment), timeZone)
  return `${dayInWords(at.slice(0, 10), language)}${language === 'en' ? ',' : ''} ${at.slice(11, 16)}`
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** A value of a text in words where it is a day or a moment, with the clock where that is to be named; anything else as it is. */
export const inWords = (value: string | number, language: Language, timeZone: string, isNamed = false): string | number => {
  if (typeof value !== 'string') return value
  if (MOMENT.test(value)) return `${momentInWords(value, language, timeZone)}${isNamed ? ` (${timeZone})` : ''}`
  return ISO_DAY.test(value) ? dayInWords(value, language) : value
}
