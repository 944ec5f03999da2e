import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { useLanguage } from '#ui/language.tsx'

/** Writes months, given as YYYY-MM. */
export const useMonthText = () => {
  const { language } = useLanguage()
  const written = (options: Intl.DateTimeFormatOptions) => (month: string) => dayFormat(LOCALES[language], options).format(Date.parse(`${month}-01`))
  return { short: written({ month: 'short', year: 'numeric' }), long: written({ month: 'long', year: 'numeric' }) }
}
