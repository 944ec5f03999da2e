import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { useLanguage } from '#ui/language.tsx'
import { usePlaces } from './move-fields.part.tsx'

/** Moments on the clock of the location they belong to. */
export const useMoment = () => {
  const { language } = useLanguage()
  const places = usePlaces()
  const local = (at: string, locationId: number) => instantIn(new Date(at), places.find((place) => place.LocationId === locationId)?.TimeZone ?? 'UTC')
  return {
    time: (at: string, locationId: number) => local(at, locationId).slice(11, 16),
    full: (at: string, locationId: number) => {
      const here = local(at, locationId)
      return `${dayText(here.slice(0, 10), language)}, ${here.slice(11, 16)}`
    },
  }
}
