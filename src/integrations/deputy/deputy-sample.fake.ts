import { addDays } from '#shared/day.ts'
import { instantAtWall, weekdayOf } from '#shared/trading-day.ts'
import type { DeputyBooks } from './deputy-books.fake.ts'

const ZONE = 'Australia/Sydney'
const HOUR_MS = 3_600_000
const [FUNCTIONS, TASTINGS, GARDEN] = [11, 12, 13]
const [TILDA, RAVI, JUNE, PIET, MIA] = [21, 22, 23, 24, 25]
const SATURDAY = 6
const SUNDAY = 7

/** A moment of a trading day on Sydney's wall clock, as Deputy writes it; hour 26 is two in the night. */
const at = (day: string, hour: number): string => {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const instant = instantAtWall(wall, ZONE)
  // Where the clock jumped over it, it shows a later time.
  const offset = Math.round((wall - instant) / HOUR_MS)
  return `${new Date(instant + offset * HOUR_MS).toISOString().slice(0, 19)}+${String(offset).padStart(2, '0')}:00`
}

/**
 * What a customer of Deputy has who runs functions and tastings at two places of the sample, beside the people the sample has already: shifts by
 * day and into the night, also over the night on which the clocks change, breaks, drafts, open shifts, leave, what was discarded, and who is at work.
 */
export const fillSampleRosters = (books: DeputyBooks, today: string, now: Date): void => {
  for (const [Id, CompanyName] of ['Harbour Bar', 'Cellar Door'].entries()) books.put('Company', { Id: Id + 1, CompanyName, Active: true })
  for (const [Id, Company, OperationalUnitName] of [
    [FUNCTIONS, 1, 'Functions'],
    [TASTINGS, 2, 'Tastings'],
    [GARDEN, 2, 'Garden'],
  ])
    books.put('OperationalUnit', { Id, Company, OperationalUnitName, Active: true })
  for (const [i, DisplayName] of ['Tilda Moss', 'Ravi Shah', 'June Okada', 'Piet Vos', 'Mia Tanaka'].entries())
    books.put('Employee', { Id: TILDA + i, DisplayName, Active: true })
  for (let back = 60; back >= -10; back -= 1) fillDay(books, addDays(today, -back), back)
  books.timesheet(TASTINGS, JUNE, [new Date(now.getTime() - 2 * HOUR_MS).toISOString().replace(/\.\d+Z$/, '+00:00'), null])
}

/** The templates that shifts by day are made of. */
const [FUNCTION_DAY, GARDEN_DAY] = [41, 42]
const BREAK = '2026-01-01T00:30:00+11:00'

const fillDay = (books: DeputyBooks, day: string, back: number): void => {
  const [weekday, isPublished] = [weekdayOf(day), back > -7]
  for (const [i, person] of [TILDA, RAVI, PIET].entries()) {
    if ((back + i) % 3 !== 0) continue
    const area = person === PIET ? GARDEN : FUNCTIONS
    const planned = books.roster(area, person, [at(day, 12), at(day, 20)], {
      ...{ Mealbreak: BREAK, TotalTime: 7.5, Cost: 217.5, Published: isPublished, ShiftTemplate: person === PIET ? GARDEN_DAY : FUNCTION_DAY },
    })
    if (back < 1) continue
    const hours = back % 11 === 0 ? 10 : 8
    const approved = {
      Mealbreak: BREAK,
      TotalTime: hours - 0.5,
      Roster: planned.Id,
      RealTime: true,
      TimeApproved: back > 3,
      TimeApprover: back > 3 ? MIA : null,
    }
    books.timesheet(area, person, [at(day, 12), at(day, 12 + hours)], approved)
  }
  if (weekday === SATURDAY) night(books, day, back, isPublished)
  if (weekday === SUNDAY) books.roster(GARDEN, 0, [at(day, 10), at(day, 15)], { Published: isPublished })
  if (back === 9) books.timesheet(TASTINGS, JUNE, [at(day, 9), at(day, 17)], { IsLeave: true, TimeApproved: true, TimeApprover: MIA })
  if (back === 5) books.timesheet(FUNCTIONS, RAVI, [at(day, 9), at(day, 9)], { Discarded: true })
}

/** A wedding that goes on until three: the owner of the sample works there too. */
const night = (books: DeputyBooks, day: string, back: number, Published: boolean): void => {
  const span = [at(day, 19), at(day, 27)] as [string, string]
  for (const person of [JUNE, MIA]) {
    const { Id } = books.roster(FUNCTIONS, person, span, { Published })
    if (back > 0) books.timesheet(FUNCTIONS, person, span, { Roster: Id, TimeApproved: back > 3, TimeApprover: back > 3 ? TILDA : null })
  }
}
