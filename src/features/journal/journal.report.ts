import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { journalAccounts } from './accounts.sql.ts'
import type { JournalAnswer, JournalDay } from './journal.contract.ts'
import { answerLine, sumsOf } from './journal-answer.rules.ts'
import { type DayJournal, journalDays } from './journal-days.report.ts'

interface JournalQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
}

/**
 * The journals of a range with how far each has come.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const journalReport = async (scope: VenueScope, query: JournalQuery): Promise<JournalAnswer> => {
  const { range, places, clocks, days } = await journalDays(scope, query)
  const [freshness, { Accounts }] = await Promise.all([freshnessOf(scope, places, clocks), journalAccounts(scope)])
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  return {
    FromDate: range.from,
    ToDate: range.to,
    Locations: freshness,
    Days: days.map(answerDay),
    Unmapped: unmappedIn(days, new Set(Accounts.Departments.map(({ Key }) => Key))),
    Totals: currencies.map((currency) => {
      const own = days.filter(({ location }) => location.currency === currency)
      return {
        Currency: currency,
        Days: own.length,
        ...sumsOf(
          own.flatMap(({ lines }) => lines),
          currency,
        ),
      }
    }),
    AsAt: scope.now.toISOString(),
  }
}

const answerDay = ({ location, day, state, openSheets, lines, difference, exported }: DayJournal): JournalDay => ({
  LocationId: location.locationId,
  Location: location.name,
  Currency: location.currency,
  Day: day,
  State: state,
  OpenSheets: openSheets,
  ...sumsOf(lines, location.currency),
  ExportId: exported?.exportId ?? null,
  ExportedAt: exported?.exportedAt.toISOString() ?? null,
  ExportedBy: exported?.exportedBy ?? null,
  Parts: exported?.part ?? 0,
  Lines: lines.map((line) => answerLine(line, location.currency)),
  Difference: difference.map((line) => answerLine(line, location.currency)),
})

/** Departments that sold something on these days and have no account of their own. */
const unmappedIn = (days: readonly DayJournal[], mapped: ReadonlySet<number>): JournalAnswer['Unmapped'] => {
  const found = new Map<number, string>()
  for (const { kind, key, name } of days.flatMap(({ lines }) => lines)) if (kind === 'Sales' && !mapped.has(key)) found.set(key, name)
  return [...found].map(([Key, Name]) => ({ Key, Name }))
}
