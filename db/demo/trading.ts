/** How busy the sample's places are: by hour, weekday, season and holiday. Shapes, not data. */
import type { MENUS } from './catalogue.ts'

export interface Place {
  menu: keyof typeof MENUS
  terminals: readonly string[]
  clerks: readonly (readonly [id: string, name: string])[]
  /** Sales on an ordinary day, before weekday, season and holiday. */
  salesPerDay: number
  /** Factor by ISO weekday, Monday first; 0 is closed. */
  weekdays: readonly number[]
  /** Share of the day by wall-clock hour; hours past midnight count on from 24. */
  hours: Readonly<Record<number, number>>
  /** People on one bill, least and most. */
  covers: readonly [number, number]
  linesPerCover: number
  orderTypes: readonly (readonly [type: 'DineIn' | 'Takeaway' | 'Delivery' | 'Bar' | 'Online', share: number])[]
}

export const PLACES: readonly Place[] = [
  {
    menu: 'bar',
    terminals: ['HB1', 'HB2'],
    clerks: [
      ['201', 'Sam Whitlock'],
      ['202', 'Grace Okafor'],
      ['203', 'Oskar Lund'],
      ['204', 'Priya Nair'],
    ],
    salesPerDay: 105,
    weekdays: [0.55, 0.65, 0.8, 1, 1.55, 1.75, 1.15],
    hours: { 11: 1, 12: 4, 13: 5, 14: 3, 15: 3, 16: 5, 17: 8, 18: 10, 19: 12, 20: 13, 21: 12, 22: 9, 23: 7, 24: 4, 25: 2, 26: 0.7 },
    covers: [1, 4],
    linesPerCover: 1.3,
    orderTypes: [
      ['Bar', 80],
      ['DineIn', 15],
      ['Takeaway', 5],
    ],
  },
  {
    menu: 'bistro',
    terminals: ['VB1'],
    clerks: [
      ['301', 'Hana Sato'],
      ['302', 'Daniel Reyes'],
      ['303', 'Leo Marsh'],
    ],
    salesPerDay: 58,
    weekdays: [0, 0.75, 0.85, 1, 1.4, 1.6, 1.35],
    hours: { 7: 2, 8: 5, 9: 6, 10: 4, 11: 3, 12: 9, 13: 10, 14: 5, 15: 1, 17: 4, 18: 11, 19: 14, 20: 10, 21: 4, 22: 1 },
    covers: [1, 6],
    linesPerCover: 1.9,
    orderTypes: [
      ['DineIn', 84],
      ['Takeaway', 9],
      ['Delivery', 5],
      ['Online', 2],
    ],
  },
  {
    menu: 'cellar',
    terminals: ['C1'],
    clerks: [
      ['401', 'Aiko Brennan'],
      ['402', 'Tom Vella'],
    ],
    salesPerDay: 19,
    weekdays: [0.5, 0.6, 0.7, 0.9, 1.2, 1.9, 1.5],
    hours: { 10: 3, 11: 6, 12: 8, 13: 8, 14: 9, 15: 9, 16: 6, 17: 2 },
    covers: [1, 4],
    linesPerCover: 1.2,
    orderTypes: [
      ['DineIn', 62],
      ['Takeaway', 33],
      ['Online', 5],
    ],
  },
]

/** Public holidays of New South Wales that fall into any sample's fourteen months, by MM-DD or by full date. */
const FIXED_HOLIDAYS = ['01-01', '01-26', '04-25', '12-25', '12-26']
const MOVING_HOLIDAYS = [
  '2025-04-18',
  '2025-04-21',
  '2025-06-09',
  '2025-10-06',
  '2026-04-03',
  '2026-04-06',
  '2026-06-08',
  '2026-10-05',
  '2027-03-26',
  '2027-03-29',
  '2027-06-14',
  '2027-10-04',
  '2028-04-14',
  '2028-04-17',
  '2028-06-12',
  '2028-10-02',
]

export const isHoliday = (day: string): boolean => FIXED_HOLIDAYS.includes(day.slice(5)) || MOVING_HOLIDAYS.includes(day)

/** Closed on Christmas Day. */
export const isClosed = (day: string): boolean => day.slice(5) === '12-25'

/** Summer is busier by the harbour; a slow growth over the years keeps comparisons interesting. */
export const seasonOf = (day: string): number => {
  const date = new Date(`${day}T00:00:00Z`)
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000
  const growth = 1 + ((date.getTime() - Date.UTC(2025, 0, 1)) / 86_400_000 / 365) * 0.045
  return (1 + 0.16 * Math.cos(((dayOfYear - 10) / 365) * 2 * Math.PI)) * growth
}

/** ISO weekday of a day, 1 = Monday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
