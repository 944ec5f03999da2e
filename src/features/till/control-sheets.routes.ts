import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { controlSheets } from './control-sheets.contract.ts'
import { sheetsReport } from './control-sheets.report.ts'
import { commitSheet, commitSheets, countSheet, moveCash, reverseSheet, sheetNow, signSheet, startSheet } from './sheet-actions.sql.ts'
import { sheetReport } from './sheet-answer.report.ts'

const inPath = ({ venue, params }: { venue: VenueScope; params: { id: string } }) => sheetNow(venue, params.id)

export const controlSheetsImplementation = implement(controlSheets, {
  controlSheets: ({ venue, query }) => sheetsReport(venue, query),
  controlSheet: ({ venue, params }) => sheetReport(venue, params.id),
  startSheet: async ({ venue, body }) => ({ SheetId: await startSheet(venue, body.LocationId, body.TerminalId, body.Day, body.OpeningFloat) }),
  countSheet: async ({ venue, params, body }) => {
    await countSheet(venue, params.id, body)
    return sheetReport(venue, params.id)
  },
  moveCash: async ({ venue, params, body }) => {
    await moveCash(venue, params.id, body.Kind, body.Amount, body.Reason)
    return sheetReport(venue, params.id)
  },
  signSheet: async ({ venue, params, body }) => {
    await signSheet(venue, params.id, body.Reason ?? '', body.Note ?? '')
    return sheetReport(venue, params.id)
  },
  commitSheet: async ({ venue, params }) => {
    await commitSheet(venue, params.id)
    return sheetReport(venue, params.id)
  },
  commitSheets: async ({ venue, body }) => ({ Committed: await commitSheets(venue, body.SheetIds) }),
  reverseSheet: async ({ venue, params, body }) => {
    await reverseSheet(venue, params.id, body.Reason)
    return sheetReport(venue, params.id)
  },

  finders: { countSheet: inPath, moveCash: inPath, signSheet: inPath, reverseSheet: inPath },
})
