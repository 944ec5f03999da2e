import type { VenueScope } from '#platform/access/venue-scope.ts'
import { parse } from '#platform/web/read-input.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { Failure, type FieldError } from '#shared/failure.ts'
import { AHEAD_DAYS, OLDEST_DAYS } from './intake/cellar-clock.rules.ts'
import { productsOf } from './products.sql.ts'
import { PurchaseLine, type PurchaseLineSent } from './purchase-line.contract.ts'
import { isSameLine, judgedLine, lineKey, type PurchaseFacts, type PurchaseJudge } from './purchases.rules.ts'
import { purchasesNamed, storePurchases } from './purchases.sql.ts'

/** Who posts: the supplier, and its user. */
interface SupplierUser {
  supplierId: number
  userId: number
}

/** What became of a line. */
export interface LineOutcome {
  status: 'accepted' | 'duplicate' | 'conflict' | 'rejected'
  errors: FieldError[]
}

/** Takes invoice lines in: each is stored once, or told why not; the others do not mind. */
export const takePurchases = async (scope: VenueScope, poster: SupplierUser, sent: readonly unknown[]): Promise<LineOutcome[]> => {
  const judge = await judgeOf(scope, poster.supplierId)
  const judged = sent.map((line) => read(line, judge))
  // Of lines that share a name within one post the first is meant; the others are held against it.
  const first = new Map<string, PurchaseFacts>()
  for (const line of judged) if (!Array.isArray(line) && !first.has(lineKey(line))) first.set(lineKey(line), line)
  const stored = await storePurchases(scope, { ...poster, source: 'supplier' }, [...first.values()])
  const there = new Map<string, PurchaseFacts>()
  const others = [...first.values()].filter((line) => !stored.has(lineKey(line)))
  for (const line of await purchasesNamed(scope, poster.supplierId, others)) there.set(lineKey(line), line)
  if (stored.size > 0) await noteIn(scope, poster, stored.size)
  return judged.map((line) => {
    if (Array.isArray(line)) return { status: 'rejected', errors: line }
    const key = lineKey(line)
    if (stored.has(key) && first.get(key) === line) return { status: 'accepted', errors: [] }
    const held = there.get(key) ?? first.get(key)
    return held && isSameLine(held, line) ? { status: 'duplicate', errors: [] } : { status: 'conflict', errors: [CONFLICT] }
  })
}

const CONFLICT: FieldError = {
  FieldName: 'Line',
  ErrorCode: 'Conflict',
  Message: 'This line of the invoice is already stored with other contents. To correct it, post a credit and then a new line.',
}

const judgeOf = async (scope: VenueScope, supplierId: number): Promise<PurchaseJudge> => ({
  places: new Map(
    scope.locations
      .filter(({ active }) => active)
      .map(({ locationId, currency, timeZone, dayStart }) => {
        const { day } = tradingMoment(scope.now, timeZone, dayStart)
        return [locationId, { currency, firstDay: addDays(day, -OLDEST_DAYS), lastDay: addDays(day, AHEAD_DAYS) }]
      }),
  ),
  products: new Map((await productsOf(scope, supplierId)).map(({ plu, productId }) => [plu, productId])),
})

const read = (line: unknown, judge: PurchaseJudge): PurchaseFacts | FieldError[] => {
  try {
    return judgedLine(parse(PurchaseLine, line, undefined, true) as PurchaseLineSent, judge)
  } catch (error) {
    if (error instanceof Failure) return error.fields
    throw error
  }
}

const noteIn = (scope: VenueScope, { supplierId, userId }: SupplierUser, lines: number): Promise<void> =>
  scope.audit({ action: 'purchases.posted', subject: `${lines} lines`, detail: { SupplierId: supplierId, SupplierUser: userId, Lines: lines } })
