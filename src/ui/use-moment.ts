import { useLanguage } from './language.tsx'
import { useStoredUser } from './stored-user.ts'

/** The zone whose clock every screen goes by: that of the venue's first location; the device's own where no venue is open. */
export const useVenueZone = (): { timeZone?: string } => {
  const timeZone = useStoredUser()?.Config?.Locations[0]?.TimeZone
  return timeZone ? { timeZone } : {}
}

/** Writes a moment as a day and a time, on the clock of the venue's first location. */
export const useVenueMoment = (): ((moment: string) => string) => {
  const { locale } = useLanguage()
  const zone = useVenueZone()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', ...zone })
  return (moment) => format.format(new Date(moment))
}
