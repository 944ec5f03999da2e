import { useMemo } from 'react'
import { said, useLanguage } from '#ui/language.tsx'
import type { Speaker } from './audit-words.rules.ts'

/** Words in the language on screen, instants by the clock of a zone. */
export const useSpeaker = (timeZone = 'UTC'): Speaker => {
  const speech = useLanguage()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(speech.locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone })
    return {
      language: speech.language,
      say: (all, key, values) => said(all, speech, key, values),
      moment: (instant) => clock.format(new Date(instant)),
    }
  }, [speech, timeZone])
}
