import { FAILURES } from '#shared/failure.ts'
import { dayFormat } from '#shared/formats.ts'
import { type Language, LOCALES, type Messages } from '#shared/messages.ts'
import { dayInWords } from '#shared/said-dates.ts'
import { roleNames, tagNames } from '#shared/tag-names.messages.ts'
import { tokenReportNames } from '#shared/token-reports.messages.ts'
import type { AuditRow } from './audit.contract.ts'
import { auditWords, deedWords } from './audit.messages.ts'
import { fieldWords, valueWords } from './particulars.messages.ts'
import { lookedAtWords, reportWords } from './read-words.messages.ts'

/** Who speaks, and in which language; the screen and its files speak alike. */
export interface Speaker {
  language: Language
  say: (all: Messages, key: string, values?: Record<string, string | number>) => string
  /** Writes an instant. */
  moment: (instant: string) => string
}

type About = Pick<AuditRow, 'Action' | 'Subject' | 'SubjectName'>

/** Whether an action has its words. */
const hasWords = (action: string): boolean => Object.hasOwn(deedWords.en, action)

/** What was done, in words that follow whoever did it. */
export const deedText = (row: About, speaker: Speaker): string =>
  hasWords(row.Action) ? speaker.say(deedWords, row.Action, { subject: subjectText(row, speaker) }) : [row.Action, row.Subject].filter(Boolean).join(': ')

/** Whom or what it was done to. */
export const subjectText = ({ Action, Subject, SubjectName }: About, { say, language }: Speaker): string => {
  if (SubjectName !== null) return SubjectName
  if (Action === 'report.exported' && Object.hasOwn(reportWords.en, Subject)) return say(reportWords, Subject)
  const path = Subject.replace(/^GET /, '')
  if (Action === 'admin.read' && Object.hasOwn(lookedAtWords.en, path)) return say(lookedAtWords, path)
  if (Action.startsWith('sheet.') || Action === 'journal.exported') return subjectOfDays(Subject, language)
  if (!/^\d+$/.test(Subject)) return Subject
  if (/^(employee|impersonation)\./.test(Action)) return say(auditWords, 'employeeN', { n: Subject })
  return Action.startsWith('supplier.') ? say(auditWords, 'supplierN', { n: Subject }) : Subject
}

/** A till and its day, or the days from one to another. */
const subjectOfDays = (subject: string, language: Language): string =>
  subject.replace(/([^\s–] )?(\d{4}-\d\d-\d\d)/g, (_, till: string | undefined, day: string) => {
    const before = till && language === 'en' ? till.replace(' ', ', ') : (till ?? '')
    return before + dayInWords(day, language)
  })

interface ParticularText {
  label: string
  /** What it was, where that is known. */
  before: string | null
  value: string
}

/** A particular as a reader of the screens knows it. */
export const particularText = ({ Name, Of, Before, Values }: AuditRow['Detail'][number], speaker: Speaker): ParticularText => {
  const { say } = speaker
  const field = fieldLabel(Name, speaker)
  const list = (parts: readonly string[]) => parts.map((part) => valueText(Name, part, speaker)).join(speaker.language === 'jp' ? '、' : ', ')
  const orNothing = (parts: readonly string[]) => (parts.length === 0 ? say(valueWords, 'nothing') : list(parts))
  return {
    label: Of === null ? field : say(valueWords, 'ofPlace', { place: Of, field }),
    before: Before && orNothing(Before),
    value: orNothing(Values),
  }
}

const FIRST_DAY = '2000-01-01'

const fieldLabel = (name: string, { say, language }: Speaker): string => {
  const [, day] = /^Hours from (\d{4}-\d\d-\d\d)$/.exec(name) ?? []
  if (day !== undefined)
    return day === FIRST_DAY
      ? say(fieldWords, 'Hours')
      : say(valueWords, 'hoursFrom', { day: dayFormat(LOCALES[language], { dateStyle: 'medium' }).format(new Date(day)) })
  return Object.hasOwn(fieldWords.en, name) ? say(fieldWords, name) : name
}

const ISO_DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

const valueText = (name: string, value: string, { say, language, moment }: Speaker): string => {
  if (/Tags$/.test(name) && Object.hasOwn(tagNames.en, value)) return say(tagNames, value)
  if (/Roles$/.test(name) && Object.hasOwn(roleNames.en, value)) return say(roleNames, value)
  if (name === 'Report' && Object.hasOwn(reportWords.en, value)) return say(reportWords, value)
  if (name === 'TokenReports' && Object.hasOwn(tokenReportNames.en, value)) return say(tokenReportNames, value)
  if (name === 'Code') return refusalText(value, language)
  if (name === 'WeekStart' && /^[1-7]$/.test(value)) return weekday(Number(value), language)
  // A name somebody chose may be such a word or a day, and is no word of the wire.
  if (FREE.includes(name)) return value
  if (Object.hasOwn(valueWords.en, value)) return say(valueWords, value)
  return INSTANT.test(value) ? moment(value) : ISO_DAY.test(value) ? dayInWords(value, language) : value
}

const FREE = [
  'Name',
  'VenueName',
  'FirstName',
  'Surname',
  'Nickname',
  'ShownAs',
  'Email',
  'Phone',
  'NameBefore',
  'People',
  'Owner',
  'Address',
  'Region',
  'LoyaltyName',
  'TaxName',
  'MailSenderName',
  'Search',
  'Note',
  'Location',
  'Locations',
  'AddedLocations',
  'RemovedLocations',
]

const refusalText = (code: string, language: Language): string => {
  const sentence = Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES][language === 'jp' ? 2 : 1] : code
  return sentence.includes('{') ? code : sentence
}

/** 1 January 2024 was a Monday. */
const weekday = (iso: number, language: Language) => dayFormat(LOCALES[language], { weekday: 'long' }).format(new Date(Date.UTC(2024, 0, iso)))
