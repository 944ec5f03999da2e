import type { TableWords } from '#shared/endpoint.ts'
import { said, useLanguage } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'

/** What a report's table needs to write its rows in the language on screen. */
export const useTableTexts = (config: VenueConfig): TableWords => {
  const speech = useLanguage()
  return {
    language: speech.language,
    venueName: config.VenueName,
    loyaltyName: speech.loyaltyName,
    say: (messages, key, values) => said(messages, speech, key, values),
  }
}

/** The same, where only single words are wanted. */
export const useTableSay = (): Pick<TableWords, 'say'> => {
  const speech = useLanguage()
  return { say: (messages, key, values) => said(messages, speech, key, values) }
}
