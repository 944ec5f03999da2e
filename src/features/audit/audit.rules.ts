import * as z from 'zod/mini'
import { failure, fieldFailure } from '#shared/failure.ts'

export const USUAL_PAGE = 50
export const LARGEST_PAGE = 500
/** Rows in one file. */
export const LARGEST_FILE = 50_000
/** Links walked to show on a screen that the chain is whole. */
export const LINKS_SHOWN = 20_000
const LONGEST_DAYS = 3653
const DAY_MS = 86_400_000

/** Where a page ends: the moment of its last row, to the microsecond, and the row's id. */
export interface Position {
  at: string
  eventId: string
}

const Position = z.object({ at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)), eventId: z.string().check(z.regex(/^\d{1,19}$/)) })

/** A position as it goes over the wire; not meant to be read by anyone else. */
export const writePosition = ({ at, eventId }: Position): string => `${at.replace(/\D/g, '')}-${eventId}`

/** @throws ValidationFailed for what is no position */
export const readPosition = (written: string): Position => {
  const [digits = '', eventId = ''] = written.split('-')
  const at = digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/, '$1-$2-$3T$4:$5:$6.$7Z')
  const read = Position.safeParse({ at, eventId })
  if (!read.success || Number.isNaN(Date.parse(at)) || BigInt(eventId) > 9_223_372_036_854_775_807n)
    throw fieldFailure('After', 'After must be the Next of the page before.')
  return read.data
}

/** @throws RangeBackwards, RangeTooLong */
export const checkDays = (from: string | undefined, to: string | undefined): void => {
  if (from === undefined || to === undefined) return
  if (from > to) throw failure('RangeBackwards')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= LONGEST_DAYS) throw failure('RangeTooLong', { limit: '10 years' })
}

/** A row's particulars as names and values, lists in one line; what is empty says nothing. */
export const particulars = (detail: Readonly<Record<string, unknown>>): { Name: string; Value: string }[] =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([Name, value]) => ({ Name, Value: valueInWords(value) }))

const valueInWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Text to be looked for as it stands, in a LIKE. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
