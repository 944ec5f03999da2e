import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import type { Language } from '#shared/messages.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import type { SheetMark } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'

const pieceText = (value: number, currency: string, language: Language): string =>
  value < 1 ? `${Math.round(value * 100)}c` : moneyText(value, currency, language).replace(/[.,]00$/, '')

/** Money of a sheet and moments on its location's clock, in the reader's language. */
export const useTillText = () => {
  const { language } = useLanguage()
  const places = useStoredUser()?.Config?.Locations ?? []
  const local = (at: string, locationId: number) => instantIn(new Date(at), places.find((place) => place.LocationId === locationId)?.TimeZone ?? 'UTC')
  return {
    money: (amount: number, currency: string) => moneyText(amount, currency, language, 'plain'),
    /** With its currency's sign, as sentences have it. */
    sum: (amount: number, currency: string) => moneyText(amount, currency, language),
    /** Over with a plus, short with a minus. */
    difference: (amount: number, currency: string) => `${amount > 0 ? '+' : ''}${moneyText(amount, currency, language, 'plain')}`,
    /** What a note or coin is called: $100, 50c. */
    piece: (value: number, currency: string) => pieceText(value, currency, language),
    time: (at: string, locationId: number) => local(at, locationId).slice(11, 16),
    day: (day: string) => dayText(day, language),
    /** A moment near the day it stands under: without the year. */
    near: (at: string, locationId: number) => {
      const here = local(at, locationId)
      return `${dayText(here.slice(0, 10), language).replace(language === 'jp' ? /^\d{4}\// : / \d{4}$/, '')} ${here.slice(11, 16)}`
    },
    at: (at: string, locationId: number) => {
      const here = local(at, locationId)
      return `${dayText(here.slice(0, 10), language)}, ${here.slice(11, 16)}`
    },
  }
}

/** What is odd about a sheet, in words with its own numbers. */
export const useMarkText = () => {
  const say = useSay(tillScreenWords)
  const { money } = useTillText()
  return (mark: SheetMark, { Late, Currency, MissingZ, OpeningFloat, OtherFloat, TerminalId }: Omit<SheetsAnswer['Sheets'][number], 'Needs'>): string =>
    say(`mark.${mark}`, {
      amount: money(Late, Currency),
      z: MissingZ ?? '',
      float: money(OpeningFloat, Currency),
      other: money(OtherFloat ?? 0, Currency),
      currency: Currency,
      till: TerminalId,
    })
}
