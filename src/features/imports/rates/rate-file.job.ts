import { openTable, type ReadTable, readTable } from '#features/imports/small-file.job.ts'
import type { AttendancePerson } from '#features/rosters/attendance-people.contract.ts'
import { attendancePeopleOf, employeesOf } from '#features/rosters/attendance-people.sql.ts'
import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { currencyAt, keepRates } from '#features/rosters/pay-rates.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { MOST_RATE_ROWS, type RateImportOutcome } from './rate-import.contract.ts'
import { type RateMapping, rateMappingComplaints } from './rate-mapping.rules.ts'
import { isWrongRate, type Rate, type RateRow, rateRowReader, type WrongRateRow } from './rate-rows.rules.ts'

const MOST_SHOWN = 1000
const MOST_RATES = 100

interface Wanted {
  FileId: string
  Mapping: RateMapping
  Check?: boolean | undefined
}

/** An uploaded file of rates. @throws NotFound */
export const openRateFile = (scope: VenueScope, { FileId }: Wanted) => openTable(scope, 'rates', FileId)

/** The rows of a file. Call this outside a transaction. @throws FileNotReadable, TooLarge, ValidationFailed where the mapping cannot make rates of this file */
export const readRateFile = (opened: { name: string; open: number }, { Mapping }: Wanted): Promise<ReadTable> =>
  readTable(opened, Mapping, { most: MOST_RATE_ROWS, complaints: (headings) => rateMappingComplaints(Mapping, headings) })

/** Checks rows of pay rates, or imports those that are right, all in the scope's transaction: nothing is half done. */
export const importRateRows = async (
  scope: VenueScope,
  { Mapping, Check = false }: Wanted,
  { name, headings, rows }: ReadTable,
): Promise<RateImportOutcome> => {
  if (!Check) await lockAttendance(scope)
  const people = await attendancePeopleOf(scope, await employeesOf(scope))
  const currencyOf = ({ HomeLocationId }: AttendancePerson) => currencyAt(scope, HomeLocationId)
  const read = rows.map(rateRowReader({ mapping: Mapping, headings, people, currencyOf }))
  const wrong = read.filter(isWrongRate)
  const right = unrepeated(
    read.filter((row): row is RateRow => !isWrongRate(row)),
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
