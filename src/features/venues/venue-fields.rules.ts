import * as z from 'zod/mini'
import { COUNTRIES } from '#shared/countries.ts'
import { isPrintable, longText, shortText } from '#shared/fields.ts'
import { nameKey } from '#shared/name-key.ts'

/** What the fields of venues and locations may be; screens, server and documentation read the same. */

const LONGEST_LOYALTY_NAME = 40
const LONGEST_TAX_NAME = 20

/** Whether a name has neither unprintable characters nor ones that are drawn as nothing. */
const isPlain = (name: string): boolean => name.isWellFormed() && isPrintable(name) && !/[\u200b\u2060\ufeff]/.test(name)

/** A name that may be empty. */
const freeName = (longest: number) =>
  z.string().check(
    z.refine((name) => [...name.trim()].length <= longest, `must have at most ${longest} characters`),
    z.refine((name) => isPlain(name), 'contains characters that cannot be printed'),
  )

/** What a venue calls its programme; empty leaves the word as it is. Counted in characters as a reader would, not in code units. */
export const LoyaltyName = freeName(LONGEST_LOYALTY_NAME)

/** What a venue calls the tax in its prices; empty leaves it to the currency. */
export const TaxName = freeName(LONGEST_TAX_NAME)

/** A name people read: of venues, locations, senders. */
export const PlainName = (longest: number) =>
  z.string().check(
    z.refine((name) => nameKey(name) !== '', 'is needed'),
    z.refine((name) => [...name.trim()].length <= longest, `must have at most ${longest} characters`),
    z.refine((name) => isPlain(name), 'contains characters that cannot be printed'),
  )

/** What a venue is called. */
export const VenueName = PlainName(100)

export const Currency = z.string().check(z.refine(isCurrency, 'must be a currency such as AUD'))

/** An ISO 3166 code. */
export const Country = z.string().check(z.refine((code) => COUNTRIES.includes(code), 'must be a country code such as AU'))

/** One of the two says the other. */
export const hasCountryOrCurrency = z.refine<{ Country?: string | undefined; Currency?: string | undefined }>(
  ({ Country: country, Currency: currency }) => country !== undefined || currency !== undefined,
  { error: 'is needed, unless a currency is sent', path: ['Country'] },
)

/** When the trading day begins: in the first half of the day, so that the day keeps its date. */
export const DayStart = z.string().check(z.regex(/^(0\d|1[01]):[0-5]\d$|^12:00$/, 'must be a time from 00:00 to 12:00, such as 05:00'))

/** ISO weekday, 1 = Monday. */
export const WeekStart = z.int().check(z.minimum(1), z.maximum(7))

/** MM-DD of a day every year has. */
export const FinancialYearStart = z.string().check(z.refine(isDayOfEveryYear, 'must be a day of the year such as 07-01'))

export const LanguageField = z.enum(['en', 'jp'])
export const Email = z.email('must be an e-mail address').check(z.maxLength(254))
export const Address = longText(300)
export const Region = shortText(60)
export const VersionField = z.optional(z.int().check(z.minimum(0)))

const currencies = new Set(Intl.supportedValuesOf('currency'))

function isCurrency(code: string): boolean {
  return currencies.has(code)
}

function isDayOfEveryYear(text: string): boolean {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(text) ?? []
  if (month === undefined) return false
  // 2027 has no 29 February: a financial year cannot begin on a day most years lack.
  const at = new Date(`2027-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(5, 10) === text
}
