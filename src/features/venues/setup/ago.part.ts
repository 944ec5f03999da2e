import { agoText } from '#shared/formats.ts'
import { useLanguage } from '#ui/language.tsx'

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago a moment is, as "2 min ago". */
export const useAgo = (): ((moment: string) => string) => {
  const { locale } = useLanguage()
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' })
  return (moment) => {
    const passed = Math.max(0, Date.now() - Date.parse(moment))
    const [unit, length] = STEPS.find(([, step]) => passed >= step) ?? (['second', 1000] as const)
    return agoText(format, Math.floor(passed / length), unit)
  }
}
