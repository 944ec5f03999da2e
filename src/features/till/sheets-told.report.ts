import type { VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn } from '#shared/day.ts'
import { readSheets } from './read-sheets.report.ts'
import type { Sheet } from './sheet.rules.ts'

/** Sheets are made of the payments of their days: of more days they are not read at once. */
export const MOST_SHEET_DAYS = 92

/** The control sheets of these days, or why a report does not tell them: they need can_viewcontrolsheet, and days that are few enough. */
export const sheetsTold = async (
  scope: VenueScope,
  asked: { locationIds: readonly number[]; from: string; to: string },
): Promise<readonly Sheet[] | 'not-permitted' | 'too-long'> => {
  if (!scope.tags.includes('can_viewcontrolsheet')) return 'not-permitted'
  if (daysIn(asked.from, asked.to) > MOST_SHEET_DAYS) return 'too-long'
  return readSheets(scope, asked)
}
