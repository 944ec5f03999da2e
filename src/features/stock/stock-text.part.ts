import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { numberFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { unitWords } from './units.messages.ts'

const fixed = (value: number, digits: number, language: 'en' | 'jp'): string =>
  numberFormat(LOCALES[language], { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value === 0 ? 0 : value)
    .replace('-', '−')

/** How many decimals a quantity has, at most two. */
const decimalsIn = (amount: number): number => [0, 1, 2].find((digits) => Math.round(amount * 100) % 10 ** (2 - digits) === 0) ?? 2

/** Quantities, money, days and moments of the cellar in the reader's language. */
export const useStockText = (currency: string) => {
  const { language } = useLanguage()
  const sayUnit = useSay(unitWords)
  const places = useStoredUser()?.Config?.Locations ?? []
  const known = new Set(Object.keys(unitWords.en))
  return {
    money: (amount: number) => moneyText(amount, currency, language, 'plain'),
    /** With the currency's sign, as sentences have it. */
    sum: (amount: number) => moneyText(amount, currency, language),
    /** As many decimals as it has, at most two: 2.4, 17. */
    quantity: (amount: number) => numberText(Math.round(amount * 100) / 100, language, 2),
    /** Writes quantities that stand under each other: as many decimals, at most two, as the one among them that needs most. */
    column: (amounts: readonly number[]) => {
      const digits = Math.max(0, ...amounts.map(decimalsIn))
      return (amount: number) => fixed(amount, digits, language)
    },
    /** A rate: two decimals below ten, then one. */
    rate: (amount: number) => fixed(amount, amount < 10 ? 2 : 1, language),
    /** Days to one decimal. */
    days: (days: number) => fixed(days, 1, language),
    /** The name of a unit of the house's own list, in the number that fits; a name of the venue's own as it is. */
    unit: (unit: string, amount: number) => {
      const name = unit === '' ? 'each' : unit
      return known.has(name) ? sayUnit(`${name}${amount === 1 || name === 'each' ? '' : 's'}` as 'keg') : name
    },
    day: (day: string, style: 'full' | 'short' = 'full') => dayText(day, language, style),
    at: (at: string, locationId: number) => {
      const zone = places.find((place) => place.LocationId === locationId)?.TimeZone ?? 'UTC'
      const here = instantIn(new Date(at), zone)
      return `${dayText(here.slice(0, 10), language)}${language === 'jp' ? ' ' : ', '}${here.slice(11, 16)}`
    },
  }
}
