import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { sheetNow } from './sheet-actions.sql.ts'
import { isBlindTo } from './sheet-answer.rules.ts'
import { sheetDetails } from './sheet-details.sql.ts'
import type { SheetReceipts } from './sheet-proofs.contract.ts'
import { isBlindFigure, isCountFigure, type SheetFigure } from './sheet-receipts.rules.ts'
import { receiptsBehind } from './sheet-receipts.sql.ts'
import { MOVEMENT_KINDS } from './till.rules.ts'

const MOST_LISTED = 2000
const KIND_NAMES = ['sale', 'refund', 'void', 'no-sale', 'taken-back'] as const

/** The receipts and movements behind a figure of a sheet. @throws SheetNotFound, CountFirst where the reader may not see what is expected yet */
export const sheetReceipts = async (scope: VenueScope, id: string, figure: SheetFigure, department: string | undefined): Promise<SheetReceipts> => {
  const sheet = await sheetNow(scope, id)
  const location = scope.locations.find(({ locationId }) => locationId === sheet.locationId)
  if (!location) throw failure('SheetNotFound')
  if (isBlindFigure(figure) && isBlindTo(sheet, scope.tags.includes('can_signcontrolsheet'))) throw failure('CountFirst')
  const [rows, { movements }] = await Promise.all([receiptsBehind(scope, sheet, { figure, department, limit: MOST_LISTED }), sheetDetails(scope, id)])
  const money = (minor: number) => (isCountFigure(figure) ? minor : toMajor(minor, location.currency))
  const moved = figure === 'Cash' ? movements.map((one) => ({ ...one, amount: one.kind === 1 ? one.amount : -one.amount })) : []
  const total = (rows[0]?.total ?? 0) + moved.reduce((sum, { amount }) => sum + amount, 0)
  return {
    Figure: figure,
    Currency: location.currency,
    Count: rows[0]?.receipts ?? 0,
    Total: money(total),
    Receipts: rows.map(({ saleId, receipt, closedAt, kind, clerk, value }) => ({
      SaleId: saleId,
      Receipt: receipt,
      ClosedAt: closedAt.toISOString(),
      Kind: KIND_NAMES[kind - 1] ?? 'sale',
      Staff: clerk,
      Value: money(value),
    })),
    Movements: moved.map(({ kind, amount, reason, at, by }) => ({
      Kind: MOVEMENT_KINDS[kind - 1] ?? 'PayIn',
      Amount: money(amount),
      Reason: reason,
      At: at.toISOString(),
      By: by,
    })),
  }
}
