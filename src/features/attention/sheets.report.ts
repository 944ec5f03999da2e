import { isAboveLimit, lacksSecond, type Sheet, sheetsOf } from '#features/till/sheet.rules.ts'
import { isBlindTo } from '#features/till/sheet-answer.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { usualCashLimit } from '#shared/countries.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf } from './attention.rules.ts'
import type { PlaceNow } from './place-now.rules.ts'
import { type SheetsDue, sheetsDue } from './sheets-due.sql.ts'

/** Sheets over or short beyond the limit, and those of days that are over that nobody committed. */
export const oddSheets = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const due = await sheetsDue(scope, places)
  // Whoever counts does not learn before the count what is expected.
  const maySeeExpected = scope.tags.includes('can_signcontrolsheet')
  const sheets = sheetsOf(due.sessions, due.taken, [], scope.now, new Map()).map((sheet) =>
    isBlindTo(sheet, maySeeExpected) ? { ...sheet, variance: null } : sheet,
  )
  return places.flatMap((place) =>
    atPlace(
      place,
      sheets.filter(({ locationId }) => locationId === place.locationId),
      due,
    ),
  )
}

const atPlace = (place: PlaceNow, sheets: readonly Sheet[], { sessions, limit }: SheetsDue): Odd[] => {
  const Limit = limit ?? usualCashLimit(place.currency)
  const allowed = Limit * 10 ** decimalsOf(place.currency)
  const isDifferent = (sheet: Sheet) => sheet.variance !== null && isAboveLimit(sheet, allowed)
  const different = sheets.filter(isDifferent).sort((a, b) => Math.abs(b.variance ?? 0) - Math.abs(a.variance ?? 0))
  const open = sheets.filter((sheet) => !isDifferent(sheet) && sheet.day < place.day)
  const terminals = new Map(sessions.map(({ sessionId, terminal }) => [sessionId, terminal]))
  return [
    ...different.map(
      (sheet): Odd => ({
        Kind: 'SheetDifference',
        Key: keyOf('SheetDifference', place.locationId, sheet.sessionId ?? ''),
        LocationId: place.locationId,
        Currency: place.currency,
        SheetId: sheet.sessionId ?? '',
        TerminalId: terminals.get(sheet.sessionId ?? '') ?? '',
        Day: sheet.day,
        Variance: toMajor(sheet.variance ?? 0, place.currency),
        Limit,
        CountedBy: sheet.session?.countedBy ?? null,
        Signed: sheet.state === 'Reviewed' && !lacksSecond(sheet, allowed),
      }),
    ),
    ...(open.length > 0 ? [openSheets(place.locationId, open)] : []),
  ]
}

/** @param open the newest day first */
const openSheets = (locationId: number, open: readonly Sheet[]): Odd => {
  const LastDay = open[0]?.day ?? ''
  return {
    Kind: 'SheetsOpen',
    Key: keyOf('SheetsOpen', locationId, LastDay),
    LocationId: locationId,
    Sheets: open.length,
    NotCounted: open.filter(({ counted }) => counted === null).length,
    FirstDay: open.at(-1)?.day ?? '',
    LastDay,
  }
}
