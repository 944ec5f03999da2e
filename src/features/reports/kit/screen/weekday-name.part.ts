import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { useLanguage } from '#ui/language.tsx'

/** The short names of weekdays, 1 = Monday. */
export const useWeekdayName = () => {
  const { language } = useLanguage()
  const weekday = dayFormat(LOCALES[language], { weekday: 'short' })
  return (day: number): string => weekday.format(Date.UTC(2024, 0, day))
}
