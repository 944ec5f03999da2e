import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'

/** Money, days and moments of the journal in the reader's language; moments are on the clock of the first location. */
export const useJournalText = () => {
  const { language } = useLanguage()
  const zone = useStoredUser()?.Config?.Locations[0]?.TimeZone ?? 'UTC'
  return {
    money: (amount: number, currency: string) => moneyText(amount, currency, language, 'plain'),
    day: (day: string) => dayText(day, language),
    at: (moment: string) => {
      const here = instantIn(new Date(moment), zone)
      return `${dayText(here.slice(0, 10), language)}, ${here.slice(11, 16)}`
    },
  }
}
