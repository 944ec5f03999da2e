import { useStockText } from '#features/stock/stock-text.part.ts'
import { dayFormat, numberFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Basis } from './counted.rules.ts'
import { exciseWords } from './excise.messages.ts'

/** Figures and days of Excises: decimals stand below each other, and days of rates go without their weekday. */
export const useExciseText = (currency: string) => {
  const { language } = useLanguage()
  const say = useSay(exciseWords)
  const stock = useStockText(currency)
  const fixed = (digits: number) => (value: number) =>
    numberFormat(LOCALES[language], { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value).replace('-', '−')
  const rate = (value: number) => numberFormat(LOCALES[language], { minimumFractionDigits: 2, maximumFractionDigits: 5 }).format(value)
  const dayIn = (day: string, withYear: boolean) =>
    dayFormat(LOCALES[language], { day: 'numeric', month: language === 'jp' ? 'numeric' : 'short', ...(withYear ? { year: 'numeric' } : {}) }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return {
    ...stock,
    tenths: fixed(1),
    lal: fixed(3),
    whole: fixed(0),
    /** 43.39, 1.16435. */
    dutyRate: rate,
    duty: (duty: number | null) => (duty === null ? null : stock.money(duty)),
    /** What a rate counts, with its unit where it is no litre of alcohol. */
    counted: (value: number, basis: Basis) => {
      if (basis === 'lal') return fixed(3)(value)
      const n = basis === 'percent' ? stock.money(value) : basis === 'stick' ? numberText(value, language, 4) : fixed(3)(value)
      return say(`n.${basis}`, { n })
    },
    /** 3 Aug 2026. */
    day: (day: string) => dayIn(day, true),
    /** 3 Aug. */
    shortDay: (day: string) => dayIn(day, false),
    /** 1 Jul – 2 Aug 2026. */
    span: (from: string, to: string) => {
      if (from === to) return dayIn(from, true)
      const sameYear = from.slice(0, 4) === to.slice(0, 4)
      if (language === 'jp') return `${dayIn(from, true)}〜${dayIn(to, !sameYear)}`
      const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dayIn(from, !sameYear)
      return `${first} – ${dayIn(to, true)}`
    },
  }
}
