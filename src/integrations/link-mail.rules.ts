import { type Letter, writtenLetter } from '#features/membership/letter.rules.ts'
import { type Language, LOCALES, text } from '#shared/messages.ts'
import type { LinkedProvider } from './link.contract.ts'
import { linkMailWords } from './link-mail.messages.ts'

/** A link that stopped working, as one of those who may link it again is told. */
export interface TroubleTold {
  provider: LinkedProvider
  trouble: 'revoked-there' | 'refused' | 'domain'
  /** That the account does not take, where that is the trouble. */
  domain: string
  since: Date
  /** Nothing: the whole venue. */
  locationName: string | undefined
  venueName: string
  timeZone: string
  publicUrl: string
}

/** What happened, what it means, and the next step. */
export const linkTroubleLetter = (name: string, language: Language, told: TroubleTold): Letter => {
  const { provider, trouble, domain, since, locationName, venueName: venue, timeZone, publicUrl } = told
  const isDomain = trouble === 'domain'
  const say = (key: keyof (typeof linkMailWords)['en'], values: Record<string, string> = {}) => text(linkMailWords, language, key, values)
  const when = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone }).format(since)
  const about = { provider, venue, when, domain, place: locationName ?? say('wholeVenue') }
  return writtenLetter(language, { subject: say(isDomain ? 'domainSubject' : 'subject', about), hello: say('hello', { name }), footer: say('footer') }, [
    { line: say(trouble, about) },
    { line: say(isDomain ? 'domainMissing' : 'missing', about) },
    { button: say('button'), link: `${publicUrl}/venue/connections` },
    { line: say('because', about) },
  ])
}
