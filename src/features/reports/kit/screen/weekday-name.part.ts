import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { useLanguage } from '#ui/language.tsx'

/** The names of weekdays, 1 = Monday; short ones unless others are asked for. */
export const useWeekdayName = (length: 'short' | 'long' = 'short') => {
  const { language } = useLanguage()
  const weekday = dayFormat(LOCALES[language], { weekday: length })
  return (day: number): string => weekday.format(Date.UTC(2024, 0, day))
}
