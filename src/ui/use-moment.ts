import { useLanguage } from './language.tsx'
import { useStoredUser } from './stored-user.ts'

/** Writes a moment as a day and a time, on the clock of the venue's first location. */
export const useVenueMoment = (): ((moment: string) => string) => {
  const { locale } = useLanguage()
  const timeZone = useStoredUser()?.Config?.Locations[0]?.TimeZone
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', ...(timeZone ? { timeZone } : {}) })
  return (moment) => format.format(new Date(moment))
}
