import * as z from 'zod/mini'

/** Shapes that many operations share. Wire money is a decimal number in major units. */

/** An id below 2^31 that arrives in a path or a query. */
export const Id = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'must be a whole number')), z.transform(Number)).check(z.maximum(2147483647))

/** An id in a JSON body. */
export const IdNumber = z.int().check(z.minimum(0), z.maximum(2147483647))

/** The 63-bit id of a fact, as text since JSON and doubles lose such numbers. */
export const FactId = z.string().check(
  z.regex(/^[1-9]\d{0,18}$/, 'must be a whole number'),
  z.refine((id) => !/^\d{19,}$/.test(id) || BigInt(id) <= 9_223_372_036_854_775_807n, 'must be a whole number'),
)

/** A calendar day as YYYY-MM-DD that exists. */
export const Day = z.iso
  .date('must be a date like 2026-11-20')
  .check(z.refine((day) => day >= '1900-01-01' && day <= '2999-12-31', 'must be between 1900 and 2999'))

/** A moment with its offset, like 2026-11-20T19:30:00+11:00. */
export const Moment = z.string().check(
  z.maxLength(40),
  z.regex(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/, 'must be a moment with its offset, like 2026-11-20T19:30:00+11:00'),
  z.refine((moment) => moment >= '1900' && moment < '3000' && isMoment(moment), 'must be a moment that exists'),
)

/** Date.parse takes the 30th of February for a day in March. */
function isMoment(moment: string): boolean {
  const day = moment.slice(0, 10)
  return !Number.isNaN(Date.parse(moment)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** A comma list of location ids, as `Locations=3,4`. */
export const LocationList = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,499}$/, 'must be location ids separated by commas')),
  z.transform((list) => [...new Set(list.split(',').map(Number))]),
)

/** What answers show of a location or a venue beside its id. */
const SHOWN = {
  LocationId: 'VenueId Name TimeZone DayStart Currency Address Region Active Terminals Calendar HasSales Today CoverMethod',
  VenueId:
    'EmployeeId Name Sample Locations Roles LastOpened Currency Language CreatedAt Users LastSaleAt LastReceivedAt Tills Links ShowBreakdownPage ShowControlSheet ShowExcise ShowTimeAndAttendanceModule',
} as const

/** Part of an answer that may be sent back, and is not taken. */
export const NotTaken = z.optional(z.unknown())

/** One of a list of locations or venues in a body: by its id, or as the object an answer shows it in, of which only the id counts. */
export const idOrShown = (name: keyof typeof SHOWN) =>
  z.pipe(
    z.union([IdNumber, z.object({ ...Object.fromEntries(SHOWN[name].split(' ').map((shown) => [shown, NotTaken])), [name]: IdNumber })]),
    z.transform((one): number => (typeof one === 'number' ? one : (one[name] as number))),
  )

/** Text PostgreSQL can store and JSON can carry: no NUL, no lone surrogates. */
export const isCleanText = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** Control characters, line separators and direction marks: each disturbs the label or the table cell that shows it. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Whether a single-line text has only characters that a screen can show in one line. */
export const isPrintable = (value: string) => !UNPRINTABLE.test(value)

/** The text without unprintable characters: line breaks become spaces, the others are removed. NUL stays, since it means a damaged file. */
export const printable = (text: string): string => (isPrintable(text) ? text : text.replaceAll(LINE_BREAKS, ' ').replaceAll(REMOVED, '').trim())

/** What reports and their files show where a figure is not known. */
export const UNKNOWN = '–'

/** A cell of an imported file without unprintable characters; empty where a report was exported without a figure. */
export const importedCell = (text: string): string => (text === UNKNOWN ? '' : printable(text))

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const REMOVED = new RegExp(`(?!\\0)${UNPRINTABLE.source}`, 'gu')

/** Text of a till, a file or a provider, or a reference to one: stored byte for byte, since refusing it would lose a sale. */
export const sentText = (longest: number, shortest = 0) =>
  z.string().check(z.minLength(shortest), z.maxLength(longest), z.refine(isCleanText, 'contains characters that cannot be stored'))

/** Single-line text that a person types. */
export const shortText = (longest: number, shortest = 0) =>
  sentText(longest, shortest).check(z.refine(isPrintable, 'contains characters that cannot be printed'))

/** The name of an uploaded file: people seldom see what is in it, so unprintable characters are removed instead of refused. */
export const FileName = z.pipe(sentText(200, 1), z.transform(printable)).check(z.refine((name) => name !== '', 'is needed'))

/** Text that a person types in several lines. */
export const longText = (longest: number, shortest = 0) =>
  sentText(longest, shortest).check(z.refine((text) => isPrintable(text.replaceAll(/[\t\n\r]/g, '')), 'contains characters that cannot be printed'))

/** Where the clocks are; one of those Node and PostgreSQL both know, and alike. */
export const Zone = z.string().check(z.maxLength(60), z.refine(isTimeZone, 'must be a time zone like Australia/Sydney'))

/**
 * By continent and place, as the list of zones has them. An offset such as +10:00 knows no summer time, and short names stand for other
 * zones in the database than here, or for none: ACT is Darwin here and Acre there, AET Sydney here and nothing there.
 */
const PLACE = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)(\/[A-Z][A-Za-z0-9_+-]*)+$/

function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !PLACE.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A time of day on a wall clock, "17:30". */
export const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59, such as 17:30 (midnight is 00:00)'))
