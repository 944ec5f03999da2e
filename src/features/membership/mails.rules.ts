import type { Language } from '#shared/messages.ts'
import { text } from '#shared/messages.ts'
import { type Letter, writtenLetter } from './letter.rules.ts'
import { mails } from './mails.messages.ts'

interface Reader {
  displayName: string
  userName: string
  language: Language
}

/** The mail that lets a person set a password they forgot. */
export const resetLetter = (reader: Reader, link: string, minutes: number): Letter =>
  letter(reader, 'resetSubject', {}, [
    { line: 'resetText', values: { userName: reader.userName } },
    { button: 'resetButton', link },
    { line: 'resetValid', values: { minutes } },
    { line: 'resetIgnore' },
  ])

/** The mail that lets a new employee choose their first password. */
export const inviteLetter = (reader: Reader, venueName: string | undefined, link: string, hours: number): Letter => {
  const venue = venueName ?? text(mails, reader.language, 'yourVenue')
  return letter(reader, 'inviteSubject', { venue }, [
    { line: 'inviteText', values: { venue, userName: reader.userName } },
    { button: 'inviteButton', link },
    { line: 'inviteValid', values: { hours, venue } },
  ])
}

interface Inviting {
  venue: string
  /** Whoever of the venue, or of the house, invites. */
  by: string
  link: string
}

/** The mail that invites somebody who has no login yet: they choose a password. */
export const newcomerLetter = (reader: Reader, { venue, by, link }: Inviting, hours: number): Letter =>
  letter(reader, 'inviteSubject', { venue }, [
    { line: 'newcomerText', values: { venue, by } },
    { button: 'inviteButton', link },
    { line: 'inviteValid', values: { hours, venue } },
    { line: 'inviteIgnore' },
  ])

/** The mail that invites somebody to one more venue, with the login they have. */
export const invitationLetter = (reader: Reader, { venue, by, link }: Inviting, days: number): Letter =>
  letter(reader, 'inviteSubject', { venue }, [
    { line: 'invitationText', values: { venue, by, userName: reader.userName } },
    { button: 'invitationButton', link },
    { line: 'invitationValid', values: { venue, days } },
    { line: 'inviteIgnore' },
  ])

/** The mail that tells a person their password was changed. */
export const changedLetter = (reader: Reader, at: string, page: string): Letter =>
  letter(reader, 'changedSubject', {}, [
    { line: 'changedText', values: { userName: reader.userName, at } },
    { line: 'changedNotYou' },
    { button: 'changedButton', link: page },
  ])

/** The mail that tells a person with a password that a venue lets them in. */
export const givenLetter = (reader: Reader, venueName: string | undefined, page: string): Letter => {
  const venue = venueName ?? text(mails, reader.language, 'yourVenue')
  return letter(reader, 'givenSubject', { venue }, [
    { line: 'givenText', values: { venue, userName: reader.userName } },
    { button: 'givenButton', link: page },
  ])
}

/** The mail that tells a person that a venue lets them in no more. */
export const revokedLetter = (reader: Reader, venueName: string | undefined): Letter => {
  const venue = venueName ?? text(mails, reader.language, 'yourVenue')
  return letter(reader, 'revokedSubject', { venue }, [
    { line: 'revokedText', values: { venue, userName: reader.userName } },
    { line: 'revokedNotExpected', values: { venue } },
  ])
}

/** The mail that tells a person that somebody acts as them. */
export const actedLetter = (reader: Reader, venueName: string | undefined, by: string, until: string): Letter => {
  const venue = venueName ?? text(mails, reader.language, 'yourVenue')
  return letter(reader, 'actedSubject', {}, [
    { line: 'actedText', values: { by, venue, until } },
    { line: 'actedNotExpected', values: { venue } },
  ])
}

/** The mail that tells a person that a second factor guards their sign-in now, or does no longer. */
export const secondFactorLetter = (reader: Reader, what: 'on' | 'off' | 'reset', at: string, page: string): Letter =>
  letter(reader, `${what}FactorSubject`, {}, [
    { line: `${what}FactorText`, values: { userName: reader.userName, at } },
    { line: 'factorNotYou' },
    { button: 'changedButton', link: page },
  ])

/** The mail to a new address that asks whether it is the person's. */
export const addressLetter = (reader: Reader, link: string, hours: number): Letter =>
  letter(reader, 'addressSubject', {}, [
    { line: 'addressText', values: { userName: reader.userName } },
    { button: 'addressButton', link },
    { line: 'addressValid', values: { hours } },
    { line: 'addressIgnore' },
  ])

/** The mail to the address there was, before another one takes its place. */
export const addressNotice = (reader: Reader, { email, venue, page }: { email: string; venue: string | undefined; page: string }): Letter =>
  letter(reader, 'addressNoticeSubject', {}, [
    { line: venue === undefined ? 'addressNoticeText' : 'addressNoticeByVenue', values: { userName: reader.userName, email, venue: venue ?? '' } },
    { line: 'addressNoticeNotYou' },
    { button: 'changedButton', link: page },
  ])

/** The mail to an address that somebody else wanted for their login, while it has one already. */
export const addressTakenLetter = (reader: Reader): Letter => {
  const say = (key: string) => text(mails, reader.language, key)
  return writtenLetter(reader.language, { subject: say('addressTakenSubject'), hello: say('addressTakenHello'), footer: say('footer') }, [
    { line: say('addressTakenText') },
    { line: say('addressTakenNothing') },
  ])
}

type Part = { line: string; values?: Record<string, string | number> } | { button: string; link: string }

const letter = (reader: Reader, subject: string, values: Record<string, string | number>, parts: Part[]): Letter => {
  const say = (key: string, given: Record<string, string | number> = {}) => text(mails, reader.language, key, given)
  const written = parts.map((part) => ('line' in part ? { line: say(part.line, part.values) } : { button: say(part.button), link: part.link }))
  return writtenLetter(reader.language, { subject: say(subject, values), hello: say('hello', { name: reader.displayName }), footer: say('footer') }, written)
}
