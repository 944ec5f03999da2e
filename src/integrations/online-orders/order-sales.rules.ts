import type { WireSale } from '#features/intake/sale.contract.ts'

/** A sale of an order as its provider tells it; which version of it that is, is counted here. */
export type OrderSale = Omit<WireSale, 'Revision' | 'LocationId' | 'TerminalId'>

/** A sale of an order as it stands here. */
export interface StoredSale {
  locationId: number
  receipt: string
  revision: number
  /** Equal where the content is; empty once it was voided. */
  content: string
  closedAt: string
}

/** What has to be sent to a location. */
export interface Sending {
  locationId: number
  sale: WireSale
}

/**
 * What has to be taken in so that the sales of an order are what its provider tells now: new ones, changed ones as their next revision, and
 * those it no longer tells as voids. What did not change is not sent again.
 * @param till the terminal that orders of the provider are sold at
 * @param contentOf a text that is equal where two sales are
 * @returns the sendings, and how the sales stand once they are stored
 */
export const sendingsOf = (
  told: readonly OrderSale[],
  stored: readonly StoredSale[],
  { locationId, till, contentOf }: { locationId: number; till: string; contentOf: (sale: OrderSale) => string },
): { sendings: Sending[]; stored: StoredSale[] } => {
  const sendings: Sending[] = []
  const after = new Map(stored.map((sale) => [nameOf(sale), sale]))
  const wanted = new Set(told.map(({ SaleId }) => nameOf({ locationId, receipt: SaleId })))
  for (const old of stored) {
    if (old.content === '' || wanted.has(nameOf(old))) continue
    const revision = old.revision + 1
    const sale: WireSale = { SaleId: old.receipt, OriginalSaleId: old.receipt, Type: 'Void', Revision: revision, TerminalId: till, ClosedAt: old.closedAt }
    sendings.push({ locationId: old.locationId, sale })
    after.set(nameOf(old), { ...old, revision, content: '' })
  }
  for (const sale of told) {
    const name = nameOf({ locationId, receipt: sale.SaleId })
    const old = after.get(name)
    const content = contentOf(sale)
    if (old?.content === content) continue
    const revision = (old?.revision ?? 0) + 1
    sendings.push({ locationId, sale: { ...sale, TerminalId: till, Revision: revision } })
    after.set(name, { locationId, receipt: sale.SaleId, revision, content, closedAt: sale.ClosedAt })
  }
  return { sendings, stored: [...after.values()] }
}

const nameOf = ({ locationId, receipt }: Pick<StoredSale, 'locationId' | 'receipt'>): string => `${locationId} ${receipt}`
