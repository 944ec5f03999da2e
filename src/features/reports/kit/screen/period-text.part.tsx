import type { Unit } from '#features/reports/kit/period.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { dayFormat } from '#shared/formats.ts'
import { type Language, LOCALES } from '#shared/messages.ts'
import { useLanguage } from '#ui/language.tsx'

/** How periods are named on screen: short over a column, long in a sentence. */
export const usePeriodText = (unit: Unit) => {
  const { language } = useLanguage()
  return {
    short: (period: string) => written(period, unit, language, true),
    long: (period: string) => written(period, unit, language, false),
    /** A day among those of several months, where its weekday and number alone would be two days or more. */
    dated: (day: string) => dayFormat(LOCALES[language], { day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00:00Z`)),
  }
}

const written = (period: string, asked: Unit, language: Language, short: boolean): string => {
  const unit = unitOf(period, asked)
  if (unit === 'hour' || unit === 'year') return short && unit === 'hour' ? period.replace(':00', '') : period
  if (unit === 'day') return dayText(period, language, short ? 'short' : 'full')
  const date = new Date(`${unit === 'month' ? `${period}-01` : period}T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions) => dayFormat(LOCALES[language], options).format(date)
  if (unit === 'month') return format(short ? { month: 'short', year: '2-digit' } : { month: 'long', year: 'numeric' })
  const end = new Date(date.getTime() + 6 * 86_400_000)
  const range = dayFormat(LOCALES[language], { day: 'numeric', month: 'short', ...(short ? {} : { year: 'numeric' }) })
  return short ? format({ day: 'numeric', month: 'short' }) : range.formatRange(date, end)
}

/**
 * A period tells by its form whether it is an hour, a month or a year; of days and weeks, which look alike, the question tells. So the last
 * answer is named rightly while the next one, of other periods, is on its way.
 */
const unitOf = (period: string, asked: Unit): Unit => {
  if (/^\d\d:/.test(period)) return 'hour'
  if (/^\d{4}$/.test(period)) return 'year'
  if (/^\d{4}-\d\d$/.test(period)) return 'month'
  return asked === 'week' ? 'week' : 'day'
}

/** A time of day on the location's clock, from an instant that carries its offset. */
const clockText = (instant: string): string => instant.slice(11, 16)

/** A moment as somebody says it on a trading day: the time alone where it is of that day, else with its date. */
export const momentText = (instant: string, today: string, language: Language): string =>
  instant.slice(0, 10) === today || isLateTonight(instant, today) ? clockText(instant) : `${dayText(instant.slice(0, 10), language)} ${clockText(instant)}`

/** The small hours belong to the evening before. */
const isLateTonight = (instant: string, today: string): boolean =>
  Date.parse(`${instant.slice(0, 10)}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`) === 86_400_000
