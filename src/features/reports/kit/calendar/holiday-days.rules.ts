import { addDays, isoWeekday } from '#shared/day.ts'

/** A public holiday of a region. */
export interface Holiday {
  day: string
  /** Which one, the same in every year and region; `holidayWords` names it. */
  key: string
  /** The working day that is kept for one that falls on a weekend. */
  observed?: true
  /** Only from this time of the day on. */
  from?: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A day of the year. */
export const on = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`

/** The n-th of a weekday in a month, 1 = Monday. */
export const nth = (year: number, month: number, weekday: number, n: number): string => {
  const first = on(year, month, 1)
  return addDays(first, ((weekday - isoWeekday(first) + 7) % 7) + 7 * (n - 1))
}

/** The first of a weekday on or after a day. */
export const onOrAfter = (day: string, weekday: number): string => addDays(day, (weekday - isoWeekday(day) + 7) % 7)

/** The Monday nearest to a day. */
export const nearestMonday = (day: string): string => onOrAfter(addDays(day, -3), 1)

export const isWeekend = (day: string): boolean => isoWeekday(day) > 5

/** Easter Sunday of the western churches, by the calendar of 1583 (the rule of Meeus, Jones and Butcher). */
export const easterSunday = (year: number): string => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const march = epact + toSunday - 7 * late + 114
  return on(year, Math.floor(march / 31), (march % 31) + 1)
}

/** On its own day and, where that is a weekend, on the Monday after it as well. */
export const added = (key: string, day: string): Holiday[] =>
  isWeekend(day)
    ? [
        { day, key },
        { day: onOrAfter(day, 1), key, observed: true },
      ]
    : [{ day, key }]

/** On the Monday after it instead, where its own day is a weekend. */
export const moved = (key: string, day: string): Holiday[] => [isWeekend(day) ? { day: onOrAfter(day, 1), key, observed: true } : { day, key }]

/** Christmas and Boxing Day; those on a weekend are kept on the next working days as well. */
export const christmas = (year: number, second = 'boxing'): Holiday[] => {
  const [first, next] = [on(year, 12, 25), on(year, 12, 26)]
  const weekday = isoWeekday(first)
  const observed: Holiday[] = []
  if (weekday === 5) observed.push({ day: on(year, 12, 28), key: second, observed: true })
  if (weekday === 6) observed.push({ day: on(year, 12, 27), key: 'christmas', observed: true }, { day: on(year, 12, 28), key: second, observed: true })
  if (weekday === 7) observed.push({ day: on(year, 12, 27), key: 'christmas', observed: true })
  return [{ day: first, key: 'christmas' }, { day: next, key: second }, ...observed]
}

/** Good Friday and what else of Easter is kept: Saturday, Sunday, Monday, Tuesday. */
export const easter = (year: number, kept: 'FM' | 'FSM' | 'FYSM' | 'FYM' = 'FYSM'): Holiday[] => {
  const sunday = easterSunday(year)
  const days: Record<string, [number, string]> = { F: [-2, 'goodFriday'], Y: [-1, 'easterSaturday'], S: [0, 'easterSunday'], M: [1, 'easterMonday'] }
  return [...kept].map((one) => {
    const [offset, key] = days[one] as [number, string]
    return { day: addDays(sunday, offset), key }
  })
}
