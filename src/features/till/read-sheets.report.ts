import { openSheetDays, sheetSums } from '#features/sums/reading/sheet-sums.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { marksOfSessions } from './session-marks.sql.ts'
import { sessionsOf } from './sessions.sql.ts'
import { type Sheet, sheetsOf } from './sheet.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
  terminalKey?: number
}

/** The sheets of these days, in minor units. */
export const readSheets = async (scope: VenueScope, asked: Asked): Promise<Sheet[]> => {
  const open = await openSheetDays(scope, asked)
  const reading = sessionsOf(scope, asked)
  const [sessions, { taken, sold }, marks] = await Promise.all([reading, sheetSums(scope, asked, open), marksOfSessions(scope, asked, reading)])
  const own = asked.terminalKey === undefined ? sessions : sessions.filter(({ terminalKey }) => terminalKey === asked.terminalKey)
  return sheetsOf(own, taken, sold, scope.now, marks)
}
