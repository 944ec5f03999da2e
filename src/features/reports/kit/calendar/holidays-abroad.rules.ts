import { addDays, isoWeekday } from '#shared/day.ts'
import { added, christmas, easter, easterSunday, type Holiday, isWeekend, nearestMonday, nth, on } from './holiday-days.rules.ts'

/** The public holidays of New Zealand by the Holidays Act 2003, Matariki by the schedule of its act of 2022, anniversaries of the provinces by custom. */
type Year = (year: number) => Holiday[]

/** MM-DD; fixed by law up to 2052. */
const MATARIKI: Record<number, string> = {
  2022: '06-24',
  2023: '07-14',
  2024: '06-28',
  2025: '06-20',
  2026: '07-10',
  2027: '06-25',
  2028: '07-14',
  2029: '07-06',
  2030: '06-21',
}

/** New Year's Day and the day after it; those on a weekend are kept on the next working days as well. */
const newYears: Year = (year) => {
  const [first, second] = [on(year, 1, 1), on(year, 1, 2)]
  const weekday = isoWeekday(first)
  const observed: Holiday[] = []
  if (weekday === 6) observed.push({ day: on(year, 1, 3), key: 'newYear', observed: true }, { day: on(year, 1, 4), key: 'dayAfterNewYear', observed: true })
  if (weekday === 7) observed.push({ day: on(year, 1, 3), key: 'newYear', observed: true })
  if (weekday === 5) observed.push({ day: on(year, 1, 4), key: 'dayAfterNewYear', observed: true })
  return [{ day: first, key: 'newYear' }, { day: second, key: 'dayAfterNewYear' }, ...observed]
}

const national: Year = (year) => [
  ...newYears(year),
  ...added('waitangiDay', on(year, 2, 6)),
  ...easter(year, 'FM'),
  ...added('anzacDay', on(year, 4, 25)),
  { day: nth(year, 6, 1, 1), key: 'kingsBirthday' },
  ...(MATARIKI[year] ? [{ day: `${year}-${MATARIKI[year]}`, key: 'matariki' }] : []),
  { day: nth(year, 10, 1, 4), key: 'labourDay' },
  ...christmas(year),
]

/** Otago keeps its day on the Tuesday, where the Monday is Easter's. */
const otago = (year: number): string => {
  const day = nearestMonday(on(year, 3, 23))
  return day === addDays(easterSunday(year), 1) ? addDays(day, 1) : day
}

const ANNIVERSARIES: Record<string, (year: number) => string> = {
  AUK: (year) => nearestMonday(on(year, 1, 29)),
  CAN: (year) => addDays(nth(year, 11, 2, 1), 10),
  CIT: (year) => nearestMonday(on(year, 11, 30)),
  HKB: (year) => addDays(nth(year, 10, 1, 4), -3),
  MBH: (year) => addDays(nth(year, 10, 1, 4), 7),
  NSN: (year) => nearestMonday(on(year, 2, 1)),
  OTA: otago,
  STC: (year) => nth(year, 9, 1, 4),
  STL: (year) => addDays(easterSunday(year), 2),
  TKI: (year) => nth(year, 3, 1, 2),
  WGN: (year) => nearestMonday(on(year, 1, 22)),
  WTC: (year) => nearestMonday(on(year, 12, 1)),
}

export const NEW_ZEALAND: Record<string, Year> = Object.fromEntries([
  ['NZ', national],
  ...Object.entries(ANNIVERSARIES).map(([code, day]) => [`NZ-${code}`, (year: number) => [...national(year), { day: day(year), key: 'anniversary' }]]),
])

/** The public holidays of Japan by the act of 1948 as it stands since 2022; the equinoxes as they fall between 1980 and 2099. */
export const japan: Year = (year) => {
  const drift = 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4)
  const own: Holiday[] = [
    { day: on(year, 1, 1), key: 'newYear' },
    { day: nth(year, 1, 1, 2), key: 'comingOfAge' },
    { day: on(year, 2, 11), key: 'foundationDay' },
    { day: on(year, 2, 23), key: 'emperorsBirthday' },
    { day: on(year, 3, Math.floor(20.8431 + drift)), key: 'vernalEquinox' },
    { day: on(year, 4, 29), key: 'showaDay' },
    { day: on(year, 5, 3), key: 'constitutionDay' },
    { day: on(year, 5, 4), key: 'greeneryDay' },
    { day: on(year, 5, 5), key: 'childrensDay' },
    { day: nth(year, 7, 1, 3), key: 'marineDay' },
    { day: on(year, 8, 11), key: 'mountainDay' },
    { day: nth(year, 9, 1, 3), key: 'respectForTheAged' },
    { day: on(year, 9, Math.floor(23.2488 + drift)), key: 'autumnalEquinox' },
    { day: nth(year, 10, 1, 2), key: 'sportsDay' },
    { day: on(year, 11, 3), key: 'cultureDay' },
    { day: on(year, 11, 23), key: 'labourThanksgiving' },
  ]
  const days = new Set(own.map(({ day }) => day))
  // One on a Sunday is kept on the next day that is none.
  const instead = own.filter(({ day }) => isoWeekday(day) === 7).map(({ day, key }): Holiday => ({ day: nextFree(day, days), key, observed: true }))
  // A day between two of them is one, too.
  const between = own
    .map(({ day }) => addDays(day, 1))
    .filter((day) => !days.has(day) && days.has(addDays(day, 1)) && !isWeekend(day) && !instead.some((other) => other.day === day))
    .map((day): Holiday => ({ day, key: 'nationalHoliday' }))
  return [...own, ...instead, ...between]
}

const nextFree = (day: string, taken: ReadonlySet<string>): string => {
  const next = addDays(day, 1)
  return taken.has(next) ? nextFree(next, taken) : next
}
