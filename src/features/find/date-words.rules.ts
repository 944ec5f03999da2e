import { addDays } from '#shared/day.ts'
import { isDay, presetRange } from '#shared/range.ts'
import {
  calendarYear,
  type DateWords,
  day,
  financialYear,
  lastMany,
  lastWeekday,
  lastWeekdays,
  month,
  number,
  oneDay,
  oneOf,
  only,
  type ReadDays,
  span,
  weekdayOfWeek,
  weekdayReadings,
  weekend,
} from './date-reading.rules.ts'

/** A word that is being typed: its first letters do. */
const begun = (word: string, least: number): string =>
  word.slice(0, least) + [...word.slice(least)].map((letter) => `(?:${letter}`).join('') + ')?'.repeat(word.length - least)

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const WEEKDAY = `(${WEEKDAYS.map((name) => begun(name, 3)).join('|')}|weds)`
const MONTH = `(${MONTHS.map((name) => begun(name, 3)).join('|')})`
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?:,?\\s*(20\\d{2}))?'
const TO = '\\s*(?:-|–|—|~|〜|\\.\\.|to|until|till)\\s*'
const ISO = '(\\d{4}-\\d{2}-\\d{2})'
const PAST = '(?:last|past|previous|prev)'
const MANY = { two: 2, three: 3, four: 4, five: 5, six: 6 } as const

const weekdayNumber = (word = ''): number => WEEKDAYS.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1
const monthNumber = (word = ''): number => MONTHS.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1
const many = (word = ''): number => MANY[word as keyof typeof MANY] ?? Number(word)

/** Words that stand alone, in any text: letters and digits beside them belong to other words. */
const words = (pattern: string, read: ReadDays): DateWords => [new RegExp(`(?<![\\p{L}\\d/])(?:${pattern})(?![\\p{L}\\d/])`, 'u'), read]

const isoDay = (written: string | undefined): string | undefined => (written !== undefined && isDay(written) ? written : undefined)

const someWeekdays =
  (isPast: boolean): ReadDays =>
  ([word], calendar) =>
    weekdayReadings(lastWeekday(weekdayNumber(word), isPast ? addDays(calendar.today, -1) : calendar.today), calendar)

const ofWeek: ReadDays = ([which, word], calendar) => {
  const wanted = weekdayOfWeek(weekdayNumber(word), which === 'this' ? 0 : -1, calendar)
  return only(oneDay(wanted, calendar))
}

const fewWeekdays: ReadDays = ([count, word], calendar) => lastWeekdays(weekdayNumber(word), many(count), calendar)

/** Days as people write them in English; what says more comes before what says less. */
export const ENGLISH_DAYS: readonly DateWords[] = [
  words(`${ISO}${TO}${ISO}`, ([from, to], calendar) => only(span(isoDay(from), isoDay(to), calendar))),
  words(ISO, ([written], calendar) => oneOf(isoDay(written), calendar)),
  words('(20\\d{2})-(\\d{1,2})', ([year, ofMonth], calendar) => only(month(Number(ofMonth), Number(year), calendar))),
  words(`${DAY}\\s*(?:of\\s+)?${MONTH}${YEAR}${TO}${DAY}\\s*(?:of\\s+)?${MONTH}${YEAR}`, ([a, m, y, b, n, z], calendar) =>
    only(span(day(Number(a), monthNumber(m), number(y ?? z), calendar), day(Number(b), monthNumber(n), number(z), calendar), calendar)),
  ),
  words(`${DAY}${TO}${DAY}\\s*(?:of\\s+)?${MONTH}${YEAR}`, ([a, b, m, y], calendar) =>
    only(span(day(Number(a), monthNumber(m), number(y), calendar), day(Number(b), monthNumber(m), number(y), calendar), calendar)),
  ),
  words(`${MONTH}\\s*${DAY}${TO}(?:${MONTH}\\s*)?${DAY}${YEAR}`, ([m, a, n, b, y], calendar) =>
    only(span(day(Number(a), monthNumber(m), number(y), calendar), day(Number(b), monthNumber(n ?? m), number(y), calendar), calendar)),
  ),
  words(`${DAY}\\s*(?:of\\s+)?${MONTH}${YEAR}`, ([a, m, y], calendar) => oneOf(day(Number(a), monthNumber(m), number(y), calendar), calendar)),
  words(`${MONTH}\\s*${DAY}${YEAR}`, ([m, a, y], calendar) => oneOf(day(Number(a), monthNumber(m), number(y), calendar), calendar)),
  words(`(?<!\\d(?:st|nd|rd|th)?\\s*(?:of\\s+)?)(?:${PAST}\\s+|in\\s+)?${MONTH}${YEAR}(?!\\s*\\d)`, ([m, y], calendar) =>
    only(month(monthNumber(m), number(y), calendar)),
  ),
  words('(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?', ([a, m, y], calendar) => oneOf(day(Number(a), Number(m), number(y), calendar), calendar)),
  words(`${PAST}\\s+(\\d{1,3}|two|three|four|five|six)\\s*d(?:a(?:ys?)?)?`, ([n], calendar) => only(lastMany(many(n), 'day', calendar))),
  words(`${PAST}\\s+(\\d{1,3}|two|three|four|five|six)\\s*we(?:e(?:ks?)?)?`, ([n], calendar) => only(lastMany(many(n), 'week', calendar))),
  words(`${PAST}\\s+(\\d{1,3}|two|three|four|five|six)\\s*mo(?:n(?:t(?:hs?)?)?)?`, ([n], calendar) => only(lastMany(many(n), 'month', calendar))),
  words(`${PAST}\\s+(\\d{1,2}|two|three|four|five|six)\\s+${WEEKDAY}s?`, fewWeekdays),
  words(`(?:${PAST}|(this))\\s+week(?:'s)?(?:\\s+on)?\\s+${WEEKDAY}`, ofWeek),
  words(`${WEEKDAY}\\s+(?:of\\s+)?(?:${PAST}|(this))\\s+week`, ([word, which], calendar) => ofWeek([which, word], calendar)),
  words(`${PAST}\\s+${WEEKDAY}`, someWeekdays(true)),
  words(`(?:on\\s+)?${WEEKDAY}`, someWeekdays(false)),
  words(`${PAST}\\s+weekend`, (_, calendar) => only(weekend(true, calendar))),
  words('(?:this\\s+|the\\s+)?weekend', (_, calendar) => only(weekend(false, calendar))),
  words(`${PAST}\\s+(?:financial\\s+year|fy)`, (_, calendar) => only(financialYear({ back: 1 }, calendar))),
  words('(?:financial\\s+year|fy)\\s*(\\d{4}|\\d{2})', ([y], calendar) =>
    only(financialYear({ ending: Number(y) < 100 ? 2000 + Number(y) : Number(y) }, calendar)),
  ),
  words(`(?:this\\s+|the\\s+|current\\s+)?(?:${begun('financial year', 7)}|fy)`, (_, calendar) => only(financialYear({ back: 0 }, calendar))),
  words(`${PAST}\\s+${begun('week', 2)}`, (_, calendar) => only(presetRange('lastweek', calendar))),
  words(`${PAST}\\s+${begun('month', 2)}`, (_, calendar) => only(presetRange('lastmonth', calendar))),
  words(`${PAST}\\s+${begun('year', 2)}`, (_, calendar) => only(calendarYear(Number(calendar.today.slice(0, 4)) - 1, calendar))),
  words(`this\\s+${begun('week', 2)}`, (_, calendar) => only(presetRange('thisweek', calendar))),
  words(`this\\s+${begun('month', 2)}`, (_, calendar) => only(presetRange('thismonth', calendar))),
  words(`this\\s+${begun('year', 2)}`, (_, calendar) => only(calendarYear(Number(calendar.today.slice(0, 4)), calendar))),
  words(begun('yesterday', 4), (_, calendar) => only(presetRange('yesterday', calendar))),
  words("today|tonight|todays|today's", (_, calendar) => only(presetRange('today', calendar))),
]
