import { hash } from 'node:crypto'
import { openTable, type ReadTable, readTable } from '#features/imports/small-file.job.ts'
import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { hoursOf, SOURCE, STATE } from '#features/rosters/roster.rules.ts'
import { personIdsOf } from '#features/rosters/roster-people.sql.ts'
import { type Stored, storeSheets, storeShifts } from '#features/rosters/store-rosters.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { decimalsOf } from '#shared/money.ts'
import { calendarOf } from '#shared/trading-day.ts'
import { MOST_ROWS, type RosterImportOutcome } from './roster-import.contract.ts'
import { type FileKind, type RosterMapping, rosterMappingComplaints } from './roster-mapping.rules.ts'
import { isWrongRow, type RosterPlace, type RosterRow, rosterRowReader, type WrongRosterRow } from './roster-rows.rules.ts'

interface Asked {
  FileId: string
  Kind: FileKind
  Mapping: RosterMapping
  LocationId: number
  Check?: boolean | undefined
}

const BATCH = 500
const MOST_WRONG = 1000

const placeOf = (location: ScopeLocation): RosterPlace => ({
  locationId: location.locationId,
  name: location.name,
  timeZone: location.timeZone,
  calendar: calendarOf(location),
  decimals: decimalsOf(location.currency),
})

/** An uploaded file of rosters or timesheets. @throws NotFound, LocationNotFound */
export const openRosterFile = (scope: VenueScope, { FileId, LocationId }: Asked) => {
  scope.chosenLocations([LocationId])
  return openTable(scope, 'rosters', FileId)
}

/** The rows of a file. Call this outside a transaction. @throws FileNotReadable, TooLarge, ValidationFailed where the mapping cannot make shifts of this file */
export const readRosterFile = (opened: { name: string; open: number }, { Mapping }: Asked): Promise<ReadTable> =>
  readTable(opened, Mapping, { most: MOST_ROWS, complaints: (headings) => rosterMappingComplaints(Mapping, headings) })

/**
 * Checks rows of rosters or timesheets, or imports those that are right, all in the scope's transaction: nothing is half done.
 * @throws LocationNotFound
 */
export const importRosterRows = async (
  scope: VenueScope,
  { Kind, Mapping, LocationId, Check = false }: Asked,
  { name, headings, rows }: ReadTable,
): Promise<RosterImportOutcome> => {
  const [location] = scope.chosenLocations([LocationId])
  if (!location) throw failure('LocationNotFound')
  const read = rows.map(rosterRowReader({ kind: Kind, mapping: Mapping, headings, place: placeOf(location), places: scope.locations.map(placeOf) }))
  const wrong = read.filter(isWrongRow)
  const right = unrepeated(
    read.filter((row): row is RosterRow => !isWrongRow(row)),
    wrong,
  )
  const outcomes = await store(scope, Kind, right, Check)
  const count = (what: Stored) => outcomes.filter((one) => one === what).length
  const counts = { New: count('new'), Changed: count('changed'), Unchanged: count('unchanged'), RowsRejected: wrong.length }
  if (!Check) await scope.audit({ action: 'rosters.imported', subject: name, detail: { Kind, ...counts } })
  return {
    Check,
    RowsRead: read.length,
    ...counts,
    Hours: hoursOf(right.reduce((sum, row) => sum + (Kind === 'Rosters' ? row.minutes : (row.approved ?? row.claimed ?? row.actual ?? 0)), 0)),
    WrongRows: wrong.slice(0, MOST_WRONG).map(({ row, errors }) => ({ Line: row.line, Cells: [...row.cells], Errors: errors })),
  }
}

/** Two rows of the same shift: nobody knows which is right, so the later one is refused. */
const unrepeated = (rows: readonly RosterRow[], wrong: WrongRosterRow[]): RosterRow[] => {
  const first = new Map<string, number>()
  return rows.filter((row) => {
    const line = first.get(row.code)
    if (line === undefined) {
      first.set(row.code, row.row.line)
      return true
    }
    wrong.push({ row: row.row, errors: [{ ErrorCode: 'Repeated', Column: '', Message: `Line ${line} is the same shift: same person, day and start.` }] })
    return false
  })
}

const store = async (scope: VenueScope, kind: FileKind, rows: readonly RosterRow[], check: boolean): Promise<Stored[]> => {
  await lockAttendance(scope)
  const people = check
    ? new Map<string, number>()
    : await personIdsOf(
        scope,
        SOURCE.file,
        rows.filter(({ personCode }) => personCode !== '').map(({ personCode, personName }) => ({ code: personCode, name: personName })),
      )
  const outcomes: Stored[] = []
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    outcomes.push(
      ...(kind === 'Rosters'
        ? await storeShifts(
            scope,
            SOURCE.file,
            batch.map((row) => shiftOf(row, people)),
            check,
          )
        : await storeSheets(
            scope,
            SOURCE.file,
            batch.map((row) => sheetOf(row, people)),
            check,
          )),
    )
  }
  return outcomes
}

const contentOf = ({ row: _, ...rest }: RosterRow): string => hash('sha256', JSON.stringify(rest), 'hex')

const shiftOf = (row: RosterRow, people: ReadonlyMap<string, number>) => ({
  code: row.code,
  locationId: row.locationId,
  areaId: null,
  day: row.day,
  personId: people.get(row.personCode) ?? null,
  from: row.from,
  to: row.to,
  breakMinutes: row.breakMinutes,
  minutes: row.minutes,
  cost: row.cost,
  published: true,
  content: contentOf(row),
})

const sheetOf = (row: RosterRow, people: ReadonlyMap<string, number>) => ({
  code: row.code,
  locationId: row.locationId,
  areaId: null,
  day: row.day,
  personId: people.get(row.personCode) ?? 0,
  from: row.from,
  to: row.to,
  breakMinutes: row.breakMinutes,
  claimed: row.claimed,
  actual: row.actual,
  approved: row.approved,
  cost: row.cost,
  state: row.approved === null ? STATE.submitted : STATE.approved,
  isLeave: row.isLeave,
  approvedBy: '',
  note: '',
  shiftCode: null,
  content: contentOf(row),
})
