import { TYRO_CURRENCY } from '#integrations/tyro/tyro-answers.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { readSheets } from './read-sheets.report.ts'
import type { Sheet } from './sheet.rules.ts'
import { isBlindTo } from './sheet-answer.rules.ts'
import { terminalDay } from './terminal-day.sql.ts'

/**
 * The card terminals of the sheet's location by their provider, where the till sent no settlement. Nobody tells which till a terminal stands at, so they are
 * compared with the cards of all sheets of the day.
 */
export const terminalsBeside = async (
  scope: VenueScope,
  { locationId, day }: Sheet,
  location: ScopeLocation,
  maySign: boolean,
): Promise<SheetAnswer['TerminalDay']> => {
  if (location.currency !== TYRO_CURRENCY) return null
  const taken = await terminalDay(scope, locationId, day)
  if (!taken) return null
  const sheets = await readSheets(scope, { locationIds: [locationId], from: day, to: day })
  const cards = sheets.flatMap(({ media }) => media.filter(({ method }) => method === 'Card'))
  const sum = cards.reduce((total, { expected, late }) => total + expected + late, 0)
  const money = (cents: number) => toMajor(cents, location.currency)
  return {
    Provider: 'Tyro',
    Day: day,
    Sheets: sheets.length,
    ReadAt: taken.readAt?.toISOString() ?? null,
    Terminals: taken.terminals.map(({ terminal, amount, payments }) => ({ Terminal: terminal, Amount: money(amount), Payments: payments })),
    Cards: sheets.some((sheet) => isBlindTo(sheet, maySign)) ? null : money(sum),
    CardPayments: cards.reduce((total, { n }) => total + n, 0),
  }
}
