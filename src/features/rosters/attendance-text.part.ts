import { dayText } from '#shared/cell-text.ts'
import { numberFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage } from '#ui/language.tsx'

const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** Hours, money and moments of T & A in the reader's language; moments come on the location's clock already. */
export const useAttendanceText = (currency: string) => {
  const { language } = useLanguage()
  const hours = (value: number) =>
    numberFormat(LOCALES[language], TWO)
      .format(value === 0 ? 0 : value)
      .replace('-', '−')
  return {
    hours,
    difference: (value: number) => `${value > 0 ? '+' : ''}${hours(value)}`,
    money: (value: number) => moneyText(value, currency, language, 'plain'),
    sum: (value: number) => moneyText(value, currency, language),
    percent: (value: number) => `${numberFormat(LOCALES[language], { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)} %`,
    /** A share without needless decimals, "30 %". */
    share: (value: number) => `${numberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(value)} %`,
    points: (value: number) => numberFormat(LOCALES[language], { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
    count: (value: number) => numberText(value, language),
    clock: (moment: string | null) => moment?.slice(11, 16) ?? '–',
    day: (day: string, style: 'full' | 'short' = 'full') => dayText(day, language, style),
    /** 1:05 for 65 minutes. */
    minutes: (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`,
  }
}
