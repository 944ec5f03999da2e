import { dayFormat } from '#shared/formats.ts'
import { useLanguage } from '#ui/language.tsx'

/** The location whose marketplace is on screen. */
export interface MarketPlace {
  venueId: number
  locationId: number
  name: string
}

/** What every call about it names. */
export const paramsOf = ({ venueId, locationId }: MarketPlace) => ({ params: { id: venueId, locationId } })

/** Names of weekdays by their ISO number. */
export const useWeekdays = (style: 'long' | 'short' = 'long'): ((weekday: number) => string) => {
  const { locale } = useLanguage()
  const format = dayFormat(locale, { weekday: style })
  // The first of January 2024 was a Monday.
  return (weekday) => format.format(Date.UTC(2024, 0, ((weekday - 1) % 7) + 1))
}

/** Writes a moment as a day and a time, on the clock of a location. */
export const usePlaceMoment = (timeZone: string): ((moment: string) => string) => {
  const { locale } = useLanguage()
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const format = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  return (moment) => format.format(new Date(moment)).replace(', ', ' ')
}
