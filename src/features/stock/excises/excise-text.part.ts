import { useStockText } from '#features/stock/stock-text.part.ts'
import { dayFormat, numberFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { useLanguage } from '#ui/language.tsx'
import type { ExcisesAnswer } from './excises.contract.ts'

/** Figures and days of Excises: decimals stand below each other, and days of rates go without their weekday. */
export const useExciseText = (currency: string) => {
  const { language } = useLanguage()
  const stock = useStockText(currency)
  const fixed = (digits: number) => (value: number) =>
    numberFormat(LOCALES[language], { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value).replace('-', '−')
  const dayIn = (day: string, withYear: boolean) =>
    dayFormat(LOCALES[language], { day: 'numeric', month: language === 'jp' ? 'numeric' : 'short', ...(withYear ? { year: 'numeric' } : {}) }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return {
    ...stock,
    tenths: fixed(1),
    lal: fixed(3),
    whole: fixed(0),
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

/** Whether a rate holds for anything in the report: without one its duty is not known, which is not zero. */
export const isDutyKnown = ({ Items }: Pick<ExcisesAnswer, 'Items'>): boolean =>
  Items.length === 0 || Items.some(({ Rates }) => Rates.some((rate) => rate !== null))
