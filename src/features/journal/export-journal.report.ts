import { personOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { holdExports, keepExport, type NewPart } from './exports.sql.ts'
import { type DayJournal, journalDays } from './journal-days.report.ts'
import { sum } from './journal-lines.rules.ts'

interface Asked {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
  IncludeNotFinal?: boolean | undefined
}

interface Exported {
  ExportId: string | null
  Days: number
  Corrections: number
  LeftOut: number
}

/**
 * Exports what was not exported yet, and what changed of the rest. Of two people at once the second finds nothing left to export.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound; JournalCurrencies; JournalNotBalanced
 */
export const exportJournal = async (scope: VenueScope, asked: Asked): Promise<Exported> => {
  await holdExports(scope)
  const { range, days } = await journalDays(scope, asked)
  const isLeftOut = ({ state }: DayJournal) => state === 'Trading' || (state === 'NotFinal' && asked.IncludeNotFinal !== true)
  const wanted = days.filter((day) => day.state !== 'Exported' && !isLeftOut(day) && (day.lines.length > 0 || day.exported)).reverse()
  const counted = {
    Days: wanted.filter(({ exported }) => !exported).length,
    Corrections: wanted.filter(({ exported }) => exported).length,
    LeftOut: days.filter(isLeftOut).length,
  }
  const currency = wanted[0]?.location.currency
  if (currency === undefined) return { ExportId: null, ...counted }
  if (wanted.some(({ location }) => location.currency !== currency)) throw failure('JournalCurrencies')
  const parts = wanted.map(partOf)
  const ExportId = await keepExport(scope, personOf(scope), { ...range, currency, parts })
  const { Days, Corrections } = counted
  const Amount = toMajor(sum(parts.flatMap(({ lines }) => lines).map(({ amount }) => Math.max(amount, 0))), currency)
  await scope.audit({
    action: 'journal.exported',
    subject: `${range.from} – ${range.to}`,
    detail: { Locations: [...new Set(parts.map(({ locationId }) => locationId))], Days, Corrections, Amount },
  })
  return { ExportId, ...counted }
}

const partOf = ({ location, day, openSheets, lines, difference, exported }: DayJournal): NewPart => {
  if (sum(lines.map(({ amount }) => amount)) !== 0) throw failure('JournalNotBalanced', { location: location.name, day })
  const posted = exported ? difference : lines
  return { locationId: location.locationId, day, part: (exported?.part ?? 0) + 1, isFinal: openSheets === 0, figures: lines, lines: posted }
}
