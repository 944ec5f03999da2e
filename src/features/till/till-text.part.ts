import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'

/** Money of a sheet and moments on its location's clock, in the reader's language. */
export const useTillText = () => {
  const { language } = useLanguage()
  const places = useStoredUser()?.Config?.Locations ?? []
  const local = (at: string, locationId: number) => instantIn(new Date(at), places.find((place) => place.LocationId === locationId)?.TimeZone ?? 'UTC')
  return {
    money: (amount: number, currency: string) => moneyText(amount, currency, language, 'plain'),
    day: (day: string) => dayText(day, language),
    at: (at: string, locationId: number) => {
      const here = local(at, locationId)
      return `${dayText(here.slice(0, 10), language)}, ${here.slice(11, 16)}`
    },
  }
}
