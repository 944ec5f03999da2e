import { isoWeekday } from '#shared/day.ts'
import { added, christmas, easter, type Holiday, moved, nth, on, onOrAfter } from './holiday-days.rules.ts'

/**
 * The public holidays of the Australian states and territories, 2023 to 2028, by their acts: Public Holidays Act 2010 (NSW), 1993 (Vic),
 * Holidays Act 1983 (Qld), Public Holidays Act 2023 (SA), Public and Bank Holidays Act 1972 (WA), Statutory Holidays Act 2000 (Tas),
 * Public Holidays Act 1981 (NT), Holidays Act 1958 (ACT), and what was proclaimed for a year. Days of towns and regions are not in it.
 */
type Year = (year: number) => Holiday[]

const one = (key: string, day: string): Holiday[] => [{ day, key }]
const eve = (key: string, day: string, from: string): Holiday[] => [{ day, key, from }]
const newYear: Year = (year) => added('newYear', on(year, 1, 1))
const australiaDay: Year = (year) => moved('australiaDay', on(year, 1, 26))
const anzacDay = (year: number) => on(year, 4, 25)
const anzac: Year = (year) => one('anzacDay', anzacDay(year))
/** On the Monday instead, where it is a Sunday. */
const anzacNotOnSunday: Year = (year) => (isoWeekday(anzacDay(year)) === 7 ? moved('anzacDay', anzacDay(year)) : anzac(year))
const kingInJune: Year = (year) => one('kingsBirthday', nth(year, 6, 1, 2))
const labourInOctober: Year = (year) => one('labourDay', nth(year, 10, 1, 1))

/** Added by proclamation where Anzac Day falls on a weekend, for two years. */
const NSW_ANZAC_ADDED = [2026, 2027]
/** Proclaimed year by year: a Monday at the end of September. */
const WA_KING: Record<number, number> = { 2023: 25, 2024: 23, 2025: 29, 2026: 28, 2027: 27, 2028: 25 }

const nsw: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...easter(year),
  ...(NSW_ANZAC_ADDED.includes(year) ? added('anzacDay', anzacDay(year)) : anzac(year)),
  ...kingInJune(year),
  ...labourInOctober(year),
  ...christmas(year),
]

/** The day before the Grand Final: the last Saturday of September; the league fixes it year by year. */
const vic: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...one('labourDay', nth(year, 3, 1, 2)),
  ...easter(year),
  ...anzac(year),
  ...kingInJune(year),
  ...one('grandFinalEve', onOrAfter(on(year, 9, 23), 5)),
  ...one('melbourneCup', nth(year, 11, 2, 1)),
  ...christmas(year),
]

const qld: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...easter(year),
  ...anzacNotOnSunday(year),
  ...one('labourDay', nth(year, 5, 1, 1)),
  ...one('kingsBirthday', nth(year, 10, 1, 1)),
  ...eve('christmasEve', on(year, 12, 24), '18:00'),
  ...christmas(year),
]

const sa: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...one('adelaideCup', nth(year, 3, 1, 2)),
  // Easter Sunday since the act of 2023.
  ...easter(year, year < 2024 ? 'FYM' : 'FYSM'),
  ...anzac(year),
  ...kingInJune(year),
  ...labourInOctober(year),
  ...eve('christmasEve', on(year, 12, 24), '19:00'),
  ...christmas(year, 'proclamationDay'),
  ...eve('newYearsEve', on(year, 12, 31), '19:00'),
]

const wa: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...one('labourDay', nth(year, 3, 1, 1)),
  ...easter(year, 'FSM'),
  ...added('anzacDay', anzacDay(year)),
  ...one('westernAustraliaDay', nth(year, 6, 1, 1)),
  ...one('kingsBirthday', WA_KING[year] === undefined ? nth(year, 9, 1, 4) : on(year, 9, WA_KING[year])),
  ...christmas(year),
]

const tas: Year = (year) => [
  ...moved('newYear', on(year, 1, 1)),
  ...australiaDay(year),
  ...one('eightHoursDay', nth(year, 3, 1, 2)),
  ...easter(year, 'FM'),
  ...anzac(year),
  ...kingInJune(year),
  // Boxing Day moves, where Christmas Day has a second day.
  ...christmas(year).filter(({ day, key }) => key !== 'boxing' || isoWeekday(day) < 6),
]

const nt: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...easter(year, year < 2024 ? 'FYM' : 'FYSM'),
  ...anzacNotOnSunday(year),
  ...one('mayDay', nth(year, 5, 1, 1)),
  ...kingInJune(year),
  ...one('picnicDay', nth(year, 8, 1, 1)),
  ...eve('christmasEve', on(year, 12, 24), '19:00'),
  ...christmas(year),
  ...eve('newYearsEve', on(year, 12, 31), '19:00'),
]

const act: Year = (year) => [
  ...newYear(year),
  ...australiaDay(year),
  ...one('canberraDay', nth(year, 3, 1, 2)),
  ...easter(year),
  ...(isoWeekday(anzacDay(year)) === 6 ? added('anzacDay', anzacDay(year)) : anzacNotOnSunday(year)),
  ...one('reconciliationDay', onOrAfter(on(year, 5, 27), 1)),
  ...kingInJune(year),
  ...labourInOctober(year),
  ...christmas(year),
]

export const AUSTRALIA = { ACT: act, NSW: nsw, NT: nt, QLD: qld, SA: sa, TAS: tas, VIC: vic, WA: wa } as const satisfies Record<string, Year>
