import { openFile, WEB_BOUNDS } from '#features/imports/file-reader.adapter.ts'
import { rowsOf } from '#features/imports/file-rows.job.ts'
import { fileNamed, keptFile } from '#features/imports/import-files.sql.ts'
import type { AttendancePerson } from '#features/rosters/attendance-people.contract.ts'
import { attendancePeopleOf, employeesOf } from '#features/rosters/attendance-people.sql.ts'
import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { currencyAt, keepRates } from '#features/rosters/pay-rates.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { MOST_RATE_ROWS, type RateImportOutcome } from './rate-import.contract.ts'
import { type RateMapping, rateMappingComplaints } from './rate-mapping.rules.ts'
import { isWrongRate, type Rate, type RateRow, rateRowReader, type WrongRateRow } from './rate-rows.rules.ts'

const MOST_SHOWN = 1000
const MOST_RATES = 100
const WITHIN_MS = 15_000

/** Checks rows of pay rates, or imports those that are right, all in the scope's transaction: nothing is half done. */
export const importRateRows = async (
  scope: VenueScope,
  { Check = false }: { Check?: boolean | undefined },
  name: string,
  read: readonly (RateRow | WrongRateRow)[],
): Promise<RateImportOutcome> => {
  if (!Check) await lockAttendance(scope)
  // Rates may have changed while the file was read.
  const people = new Map((await attendancePeopleOf(scope, await employeesOf(scope))).map((person) => [person.PersonId, person]))
  const wrong = read.filter(isWrongRate)
  const right = unrepeated(
    read.filter((row): row is RateRow => !isWrongRate(row)).map((row) => ({ ...row, person: people.get(row.person.PersonId) ?? row.person })),
    wrong,
  )
  const changes = right.map((row) => changeOf(scope, row))
  const told = changes.filter(({ isSame }) => !isSame).map(({ change }) => change)
  const counts = {
    New: told.filter(({ Before }) => Before === null).length,
    Changed: told.filter(({ Before }) => Before !== null).length,
    Unchanged: right.length - told.length,
    RowsRejected: wrong.length,
  }
  if (!Check) {
    await keepRates(scope, mergedRates(right))
    await scope.audit({ action: 'attendance.rates-imported', subject: name, detail: counts })
  }
  return {
    Check,
    RowsRead: read.length,
    ...counts,
    Changes: told.slice(0, MOST_SHOWN),
    WrongRows: wrong.slice(0, MOST_SHOWN).map(({ row, errors }) => ({ Line: row.line, Cells: [...row.cells], Errors: errors })),
  }
}

interface Reading {
  name: string
  open: number
  mapping: RateMapping
  people: readonly AttendancePerson[]
  currencyOf: (person: AttendancePerson) => string
}

/** An uploaded file of rates, and the people its rows may name. @throws NotFound */
export const openRateFile = async (scope: VenueScope, { FileId, Mapping }: { FileId: string; Mapping: RateMapping }): Promise<Reading> => {
  const name = await fileNamed(scope, 'rates', FileId)
  const people = await attendancePeopleOf(scope, await employeesOf(scope))
  const currencyOf = ({ HomeLocationId }: AttendancePerson) => currencyAt(scope, HomeLocationId)
  return { name, open: await keptFile(scope, 'rates', FileId), mapping: Mapping, people, currencyOf }
}

/** The rows of a file. Call this outside a transaction. @throws FileNotReadable, TooLarge, ValidationFailed where the mapping cannot make rates of this file */
export const readRateFile = async ({ open, mapping, people, currencyOf }: Reading): Promise<(RateRow | WrongRateRow)[]> => {
  const settings = { encoding: mapping.Encoding, delimiter: mapping.Delimiter, sheet: mapping.Sheet }
  const file = await openFile({ file: open }, { settings, bounds: WEB_BOUNDS, withinMs: WITHIN_MS })
  try {
    const [complaint] = rateMappingComplaints(mapping, file.headings)
    if (complaint) throw fieldFailure(`Mapping.Columns.${complaint.field}`, complaint.message, complaint.code)
    const reader = rateRowReader({ mapping, headings: file.headings, people, currencyOf })
    const read: (RateRow | WrongRateRow)[] = []
    for await (const piece of rowsOf(file, {})) {
      if (read.length + piece.length > MOST_RATE_ROWS) throw failure('TooLarge', { limit: `${MOST_RATE_ROWS.toLocaleString('en')} rows` })
      read.push(...piece.map(reader))
    }
    return read
  } finally {
    file.close()
  }
}

/** Two rates of a person from the same day: nobody knows which is right, so the later one is refused; so is what is beyond a hundred rates. */
const unrepeated = (rows: readonly RateRow[], wrong: WrongRateRow[]): RateRow[] => {
  const first = new Map<string, number>()
  const known = new Map<number, Set<string>>()
  return rows.filter(({ row, person, rate: { FromDay } }) => {
    const key = `${person.PersonId} ${FromDay}`
    const line = first.get(key)
    const days = known.get(person.PersonId) ?? new Set(person.Rates.map((one) => one.FromDay))
    known.set(person.PersonId, days)
    if (line === undefined && (days.has(FromDay) || days.size < MOST_RATES)) {
      first.set(key, row.line)
      days.add(FromDay)
      return true
    }
    const Message =
      line === undefined
        ? `${person.Name} already has ${MOST_RATES} rates. Remove some first.`
        : `Line ${line} has a rate for the same person from the same day.`
    wrong.push({ row, errors: [{ ErrorCode: line === undefined ? 'TooManyRates' : 'Repeated', Column: '', Message }] })
    return false
  })
}

const changeOf = (scope: VenueScope, { row, person, rate }: RateRow) => {
  const before = person.Rates.find(({ FromDay }) => FromDay === rate.FromDay)
  return {
    isSame: before !== undefined && before.Per === rate.Per && before.Amount === rate.Amount,
    change: {
      Line: row.line,
      Name: person.EmployeeName ?? person.Name,
      ...rate,
      Currency: currencyAt(scope, person.HomeLocationId),
      Before: before ? { Per: before.Per, Amount: before.Amount } : null,
    },
  }
}

/** All rates of whoever has one that is new or changes. */
const mergedRates = (rows: readonly RateRow[]): { before: AttendancePerson; rates: Rate[] }[] => {
  const byPerson = new Map<number, { before: AttendancePerson; rates: Rate[]; isChanged: boolean }>()
  for (const { person, rate } of rows) {
    const merged = byPerson.get(person.PersonId) ?? { before: person, rates: [...person.Rates], isChanged: false }
    const at = merged.rates.findIndex(({ FromDay }) => FromDay === rate.FromDay)
    const was = merged.rates[at]
    if (!was || was.Per !== rate.Per || was.Amount !== rate.Amount) merged.isChanged = true
    merged.rates.splice(at < 0 ? merged.rates.length : at, at < 0 ? 0 : 1, rate)
    byPerson.set(person.PersonId, merged)
  }
  return [...byPerson.values()].filter(({ isChanged }) => isChanged)
}
