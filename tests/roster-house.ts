import { hash } from 'node:crypto'
import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { SOURCE, STATE } from '#features/rosters/roster.rules.ts'
import { personIdsOf } from '#features/rosters/roster-people.sql.ts'
import { type SheetFromSource, type ShiftFromSource, storeSheets, storeShifts } from '#features/rosters/store-rosters.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'

interface Planned extends Partial<ShiftFromSource> {
  name: string | null
  day: string
  /** Moments as they are written on the wire. */
  start: string
  end: string
}

interface Worked extends Partial<SheetFromSource> {
  name: string
  day: string
  start: string
  end: string | null
}

const idsOf = async (scope: Parameters<typeof personIdsOf>[0], names: readonly (string | null)[]) =>
  personIdsOf(
    scope,
    SOURCE.file,
    names.flatMap((name) => (name === null ? [] : [{ code: name, name }])),
  )
const content = (row: object) => hash('sha256', JSON.stringify(row), 'hex')

/** Shifts as a file would bring them, breaks being half an hour. */
export const planShifts = (database: Database, venueId: number, locationId: number, now: Date, shifts: readonly Planned[]): Promise<string[]> =>
  workInVenue(database, venueId, now, async (scope) => {
    await lockAttendance(scope)
    const people = await idsOf(
      scope,
      shifts.map(({ name }) => name),
    )
    return storeShifts(
      scope,
      SOURCE.file,
      shifts.map(({ name, day, start, end, ...more }) => {
        const [from, to, breakMinutes] = [Date.parse(start), Date.parse(end), more.breakMinutes ?? 30]
        return {
          code: `${name} ${start}`,
          locationId,
          areaId: null,
          day,
          personId: name === null ? null : (people.get(name) ?? 0),
          from,
          to,
          breakMinutes,
          minutes: (to - from) / 60_000 - breakMinutes,
          cost: null,
          published: true,
          content: content({ day, start, end, ...more }),
          ...more,
        }
      }),
    )
  })

/** Timesheets as a file would bring them. */
export const handIn = (database: Database, venueId: number, locationId: number, now: Date, sheets: readonly Worked[]): Promise<string[]> =>
  workInVenue(database, venueId, now, async (scope) => {
    await lockAttendance(scope)
    const people = await idsOf(
      scope,
      sheets.map(({ name }) => name),
    )
    return storeSheets(
      scope,
      SOURCE.file,
      sheets.map(({ name, day, start, end, ...more }) => ({
        code: `${name} ${start}`,
        locationId,
        areaId: null,
        day,
        personId: people.get(name) ?? 0,
        from: Date.parse(start),
        to: end === null ? null : Date.parse(end),
        breakMinutes: 0,
        claimed: null,
        actual: null,
        approved: null,
        cost: null,
        state: more.approved !== undefined && more.approved !== null ? STATE.approved : STATE.submitted,
        isLeave: false,
        approvedBy: '',
        note: '',
        shiftCode: null,
        content: content({ day, start, end, ...more }),
        ...more,
      })),
    )
  })
