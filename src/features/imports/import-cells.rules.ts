/** Reading the cells of files people made: dates in their order, amounts with their marks. */

const TOKENS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  h: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})(?:\\.\\d+)?',
  A: '(?<half>[AaPp]\\.?[Mm]\\.?)',
}
const TOKEN = /YYYY|YY|MM|M|DD|D|HH|H|hh|h|mm|ss|A/g

const compiled = new Map<string, RegExp>()

const patternOf = (format: string): RegExp => {
  let pattern = compiled.get(format)
  if (!pattern) {
    const parts = format.split(/(YYYY|YY|MM|M|DD|D|HH|H|hh|h|mm|ss|A)/)
    pattern = new RegExp(`^${parts.map((part) => TOKENS[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')).join('')}$`)
    compiled.set(format, pattern)
  }
  return pattern
}

/** Whether a text is a format of dates or times: known parts, each once. */
export const isFormat = (format: string): boolean => {
  const found = (format.match(TOKEN) ?? []).map((token) => ({ M: 'MM', D: 'DD', H: 'HH', h: 'HH', hh: 'HH', YY: 'YYYY' })[token] ?? token)
  return found.length > 0 && new Set(found).size === found.length && !/[A-Za-z]/.test(format.replace(TOKEN, '').replace(/T/g, ''))
}

/**
 * A date read by its format, as milliseconds of its midnight as if in UTC; ISO dates are understood under any format.
 * undefined for what is no date, 30 February among them.
 */
export const dateIn = (cell: string, format: string): number | undefined => {
  const found = patternOf(format).exec(cell)?.groups ?? /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)([T ]00:00(:00(\.0+)?)?Z?)?$/.exec(cell)?.groups
  if (!found) return undefined
  const year = found.year === undefined ? 2000 + Number(found.shortYear) : Number(found.year)
  const [month, day] = [Number(found.month ?? Number.NaN), Number(found.day ?? Number.NaN)]
  const at = Date.UTC(year, month - 1, day)
  const made = new Date(at)
  return made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? at : undefined
}

/** A time of day read by its format, in milliseconds since midnight; a spreadsheet's fraction of a day is understood too. */
export const timeIn = (cell: string, format: string): number | undefined => {
  if (/^0?\.\d+$|^0$/.test(cell)) return Math.round(Number(cell) * 86_400) * 1000
  const found = patternOf(format).exec(cell)?.groups ?? /^(?<hour>\d{1,2}):(?<minute>\d{2})(:(?<second>\d{2}))?$/.exec(cell)?.groups
  if (!found) return undefined
  const half = found.half?.[0]?.toLowerCase()
  const typed = Number(found.hour)
  if (half !== undefined && (typed < 1 || typed > 12)) return undefined
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0)
  const [minute, second] = [Number(found.minute ?? 0), Number(found.second ?? 0)]
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 : undefined
}

/** Date and time in one cell, as milliseconds as if in UTC. */
export const dateTimeIn = (cell: string, format: string): number | undefined => {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?$/.exec(cell)
  const found = patternOf(format).exec(cell)?.groups
  if (!found && iso) {
    const [date, time] = [dateIn(iso[1] ?? '', 'YYYY-MM-DD'), timeIn(iso[2] ?? '', 'HH:mm:ss')]
    return date === undefined || time === undefined ? undefined : date + time
  }
  if (!found) return undefined
  const date = dateIn(`${found.year ?? `20${found.shortYear}`}-${two(found.month)}-${two(found.day)}`, 'YYYY-MM-DD')
  const time = timeIn(`${two(found.hour)}:${two(found.minute)}:${two(found.second)}${found.half ?? ''}`, found.half ? 'HH:mm:ssA' : 'HH:mm:ss')
  return date === undefined || time === undefined ? undefined : date + time
}

const two = (part: string | undefined) => (part ?? '00').padStart(2, '0')

/** A decimal as digits and how many of them stand behind the point. */
export interface Decimal {
  digits: bigint
  places: number
}

const NUMBERS = {
  '.': /^([-+−△▲]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(-?)$/,
  ',': /^([-+−△▲]?)(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d*))?(-?)$/,
}
const PLAIN = /^-?\d+(?:\.\d+)?$/
const LONGEST_NUMBER = 24
/** 1E+1, as programs write 10 whose numbers keep no zeros at their end. */
const SCIENTIFIC = /^(-?\d{1,12})(?:\.(\d{1,12}))?E([+-]\d{1,2})$/

/** A number as people write it: signs of money, marks between thousands, a minus before or behind, brackets around, full width. */
export const decimalIn = (cell: string, mark: '.' | ','): Decimal | undefined => {
  const plain = PLAIN.test(cell) ? cell : cell.normalize('NFKC').replace(/[\s\p{Sc}'’円]/gu, '')
  const scientific = SCIENTIFIC.exec(plain)
  if (scientific) return scientificIn(scientific)
  const inBrackets = /^\((.*)\)$/.exec(plain)?.[1]
  const [, sign = '', whole = '', part = '', after = ''] = NUMBERS[mark].exec(inBrackets ?? plain) ?? []
  if ((whole === '' && part === '') || whole.length + part.length > LONGEST_NUMBER) return undefined
  const digits = BigInt(`${whole.replace(/[.,]/g, '') || '0'}${part}`)
  const minuses = [/[-−△▲]/.test(sign), after !== '', inBrackets !== undefined].filter(Boolean).length
  if (minuses > 1) return undefined
  return { digits: minuses === 1 ? -digits : digits, places: part.length }
}

const scientificIn = ([, whole = '', part = '', power = '0']: RegExpExecArray): Decimal | undefined => {
  if (whole.length + part.length + Math.abs(Number(power)) > LONGEST_NUMBER) return undefined
  const places = part.length - Number(power)
  const digits = BigInt(whole + part)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}

/** Whether a number has no more places than that, zeros at its end apart. */
export const fits = ({ digits, places }: Decimal, to: number): boolean => places <= to || digits % 10n ** BigInt(places - to) === 0n

/** The product of two numbers, exactly. */
export const times = (a: Decimal, b: Decimal): Decimal => ({ digits: a.digits * b.digits, places: a.places + b.places })

/** A number with so many places, as an integer of its smallest part; halves are rounded away from zero. */
export const rounded = ({ digits, places }: Decimal, to: number): number => {
  if (places <= to) return Number(digits * 10n ** BigInt(to - places))
  const unit = 10n ** BigInt(places - to)
  const size = digits < 0n ? -digits : digits
  const parts = (size + unit / 2n) / unit
  return Number(digits < 0n ? -parts : parts) + 0
}
