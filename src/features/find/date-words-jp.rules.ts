import { addDays } from '#shared/day.ts'
import { presetRange, type VenueCalendar } from '#shared/range.ts'
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

const TO = '\\s*(?:-|–|—|~|〜|から)\\s*'
const YEAR = '(?:(\\d{4})年)?'
const MONTH = '(\\d{1,2})月'
const DAY = '(\\d{1,2})日'
/** With 曜, or alone where no name goes on before or after it; 日 and 月 stand for more than weekdays, so these two need 曜. */
const WEEKDAY = '(?:([月火水木金土日])曜日?|(?<!\\p{Script=Han})([火水木金土])(?![\\p{Script=Han}\\p{Script=Katakana}]))'
const WEEKDAYS = '月火水木金土日'

const words = (pattern: string, read: ReadDays): DateWords => [new RegExp(pattern, 'u'), read]
const ago =
  (days: number): ReadDays =>
  (_, calendar) =>
    only(oneDay(addDays(calendar.today, -days), calendar))
const preset =
  (word: Parameters<typeof presetRange>[0]): ReadDays =>
  (_, calendar) =>
    only(presetRange(word, calendar))
const year =
  (back: number): ReadDays =>
  (_, calendar) =>
    only(calendarYear(Number(calendar.today.slice(0, 4)) - back, calendar))
const weekdayNumber = (a: string | undefined, b: string | undefined): number => WEEKDAYS.indexOf(a ?? b ?? '') + 1

const ofWeek =
  (weeks: number): ReadDays =>
  ([a, b], calendar) =>
    only(oneDay(weekdayOfWeek(weekdayNumber(a, b), weeks, calendar), calendar))

/** The day of this month, or of the last one where that is still to come. */
const dayAlone = (number: number, calendar: VenueCalendar): string | undefined => {
  const ofMonth = Number(calendar.today.slice(5, 7))
  const isToCome = number > Number(calendar.today.slice(8))
  return day(number, isToCome ? ofMonth - 1 || 12 : ofMonth, undefined, calendar)
}

const fewWeekdays: ReadDays = ([count, a, b], calendar) => lastWeekdays(weekdayNumber(a, b), Number(count), calendar)

/** Days as people write them in Japanese; what says more comes before what says less. */
export const JAPANESE_DAYS: readonly DateWords[] = [
  words(`${YEAR}${MONTH}${DAY}${TO}(?:${MONTH})?${DAY}`, ([y, m, a, n, b], calendar) =>
    only(span(day(Number(a), Number(m), number(y), calendar), day(Number(b), Number(n ?? m), number(y), calendar), calendar)),
  ),
  words(`${YEAR}${MONTH}${DAY}`, ([y, m, a], calendar) => oneOf(day(Number(a), Number(m), number(y), calendar), calendar)),
  words(`${YEAR}${MONTH}(?!\\d)`, ([y, m], calendar) => only(month(Number(m), number(y), calendar))),
  words('(\\d{4})/(\\d{1,2})/(\\d{1,2})', ([y, m, a], calendar) => oneOf(day(Number(a), Number(m), Number(y), calendar), calendar)),
  words('(\\d{4})年度', ([y], calendar) => only(financialYear({ ending: Number(y) + (calendar.financialYearStart === '01-01' ? 0 : 1) }, calendar))),
  words('(\\d{4})年', ([y], calendar) => only(calendarYear(Number(y), calendar))),
  words(`(?<!\\d)${DAY}${TO}${DAY}`, ([a, b], calendar) => only(span(dayAlone(Number(a), calendar), dayAlone(Number(b), calendar), calendar))),
  words('(?:過去|直近|この|ここ)(\\d{1,3})日間?', ([n], calendar) => only(lastMany(Number(n), 'day', calendar))),
  words('(?:過去|直近|この|ここ)(\\d{1,2})週間?', ([n], calendar) => only(lastMany(Number(n), 'week', calendar))),
  words('(?:過去|直近|この|ここ)(\\d{1,2})(?:か|ヶ|カ|ヵ|ケ|箇)月間?', ([n], calendar) => only(lastMany(Number(n), 'month', calendar))),
  words(`(?:過去|直近)(\\d{1,2})回の${WEEKDAY}`, fewWeekdays),
  words(`先々週の?${WEEKDAY}`, ofWeek(-2)),
  words(`先週の?${WEEKDAY}`, ofWeek(-1)),
  words(`今週の?${WEEKDAY}`, ofWeek(0)),
  words(`(?:前回|この前)の?${WEEKDAY}`, ([a, b], calendar) => weekdayReadings(lastWeekday(weekdayNumber(a, b), addDays(calendar.today, -1)), calendar)),
  words('先週末', (_, calendar) => only(weekend(true, calendar))),
  words('今?週末', (_, calendar) => only(weekend(false, calendar))),
  words('先々週', (_, calendar) => {
    const first = addDays(presetRange('lastweek', calendar).from, -7)
    return only({ from: first, to: addDays(first, 6) })
  }),
  words('先週', preset('lastweek')),
  words('今週', preset('thisweek')),
  words('先月', preset('lastmonth')),
  words('今月', preset('thismonth')),
  words('(?:昨|前)年度', (_, calendar) => only(financialYear({ back: 1 }, calendar))),
  words('今?年度', (_, calendar) => only(financialYear({ back: 0 }, calendar))),
  words('昨年|去年', year(1)),
  words('今年', year(0)),
  words('一昨日|おととい', ago(2)),
  words('昨日|きのう', preset('yesterday')),
  words('今日|本日|きょう', preset('today')),
  words(WEEKDAY, ([a, b], calendar) => weekdayReadings(lastWeekday(weekdayNumber(a, b), calendar.today), calendar)),
  words('(?<![\\d/])(\\d{1,2})/(\\d{1,2})(?![\\d/])', ([m, a], calendar) => oneOf(day(Number(a), Number(m), undefined, calendar), calendar)),
  words(`(?<![\\d月])${DAY}(?!間)`, ([a], calendar) => oneOf(dayAlone(Number(a), calendar), calendar)),
]
