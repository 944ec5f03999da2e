import { type Letter, writtenLetter } from '#features/membership/letter.rules.ts'
import { type Language, text } from '#shared/messages.ts'
import { dayInWords } from '#shared/said-dates.ts'
import { outsideWords } from './outside.messages.ts'
import { nameInMail } from './outside.rules.ts'

/** What somebody outside Daybook is asked. */
interface Question {
  venue: string
  askedBy: string
  /** The names of the reports as Daybook calls them. */
  reports: readonly string[]
  /** The last day the link can be used. */
  lastDay: string
  link: string
}

/** The mail that asks somebody outside whether reports may be mailed to them. Of what people typed it has names and nothing else. */
export const outsideLetter = (language: Language, { venue, askedBy, reports, lastDay, link }: Question): Letter => {
  const say = (key: keyof (typeof outsideWords)['en'], values: Record<string, string> = {}) => text(outsideWords, language, key, values)
  const about = { venue: nameInMail(venue), name: nameInMail(askedBy), reports: reports.join(say('and')), day: dayInWords(lastDay, language, true) }
  return writtenLetter(language, { subject: say('mailSubject', about), hello: say('mailHello'), footer: say('mailFooter', about) }, [
    { line: say('mailQuestion', about) },
    { button: say('mailButton'), link },
    { line: say('mailValid', about) },
    { line: say('mailIgnore') },
  ])
}
