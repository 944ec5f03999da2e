/** Intl's writers by locale and options, each made once: making one costs a hundred times what writing with it does. */

type Zoned = Omit<Intl.DateTimeFormatOptions, 'timeZone'>

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()
const plurals = new Map<string, Intl.PluralRules>()

const madeOnce = <F>(made: Map<string, F>, key: string, make: () => F): F => {
  let format = made.get(key)
  if (!format) {
    format = make()
    made.set(key, format)
  }
  return format
}

/** Writes numbers. */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  madeOnce(numbers, `${locale}${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))

/** Writes days as they stand in a calendar, which is in no zone. */
export const dayFormat = (locale: string, options: Zoned): Intl.DateTimeFormat =>
  madeOnce(dates, `${locale}${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

/** Tells one from several, as each language does. */
export const pluralRules = (locale: string): Intl.PluralRules => madeOnce(plurals, locale, () => new Intl.PluralRules(locale))

/** Writes how long ago something was; Japanese has no space between a number and its counter. */
export const agoText = (format: Intl.RelativeTimeFormat, passed: number, unit: Intl.RelativeTimeFormatUnit): string =>
  format.format(-passed, unit).replace(/(?<=\d) (?=\p{Script=Han})/u, '')
