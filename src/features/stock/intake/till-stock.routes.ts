import type * as z from 'zod/mini'
import { countsOf, type ItemOutcome, idIn, resultOf } from '#features/intake/item-results.rules.ts'
import { expectedAt } from '#features/stock/on-hand/expected-at.report.ts'
import { implement } from '#platform/web/implement.ts'
import { parse } from '#platform/web/read-input.ts'
import { Failure, failure, fieldFailure } from '#shared/failure.ts'
import type { Judged } from './read-items.rules.ts'
import { tillPlaceOf } from './read-items.sql.ts'
import { takeProducts } from './take-products.sql.ts'
import { takeCounts, takeInvoices, takeMovements } from './take-stock.sql.ts'
import {
  CountSent,
  InvoiceSent,
  MOST_COUNTS,
  MOST_INVOICES,
  MOST_MOVEMENTS,
  MOST_PRODUCTS,
  MovementSent,
  ProductSent,
  tillStock,
} from './till-stock.contract.ts'

export const tillStockImplementation = implement(tillStock, {
  sendProducts: async ({ venue, body: { BatchId = null, Products } }) => {
    refuseNumber(Products, MOST_PRODUCTS, 'Products', 'product')
    return answer(BatchId, Products, 'Plu', await takeProducts(venue, readItems(ProductSent, Products), tillPlaceOf(venue).today))
  },
  sendPurchases: async ({ venue, body: { BatchId = null, Purchases } }) => {
    refuseNumber(Purchases, MOST_INVOICES, 'Purchases', 'invoice')
    return answer(
      BatchId,
      Purchases,
      'Invoice',
      await takeInvoices(venue, readItems(InvoiceSent, Purchases), { place: tillPlaceOf(venue), poster: { source: 'till' } }),
    )
  },
  sendStockCounts: async ({ venue, body: { BatchId = null, StockCounts } }) => {
    refuseNumber(StockCounts, MOST_COUNTS, 'StockCounts', 'count')
    return answer(BatchId, StockCounts, 'CountId', await takeCounts(venue, readItems(CountSent, StockCounts), expectedAt))
  },
  sendStockMovements: async ({ venue, body: { BatchId = null, StockMovements } }) => {
    refuseNumber(StockMovements, MOST_MOVEMENTS, 'StockMovements', 'movement')
    return answer(BatchId, StockMovements, 'MovementId', await takeMovements(venue, readItems(MovementSent, StockMovements), expectedAt))
  },
})

/** Each of the things that were sent, as its schema has it, or what is wrong with its fields. */
const readItems = <S extends z.ZodMiniType>(schema: S, sent: readonly unknown[]): Judged<z.output<S>>[] =>
  sent.map((one) => {
    try {
      return parse(schema, one, undefined, true) as z.output<S>
    } catch (error) {
      if (error instanceof Failure) return error.fields
      throw error
    }
  })

const refuseNumber = (sent: readonly unknown[], most: number, field: string, one: string): void => {
  if (sent.length > most) throw failure('TooLarge', { limit: `${most} ${one}s` })
  if (sent.length === 0) throw fieldFailure(field, `${field} must have at least one ${one}.`)
}

const answer = <Name extends string>(BatchId: string | null, sent: readonly unknown[], name: Name, outcomes: readonly ItemOutcome[]) => ({
  BatchId,
  Received: sent.length,
  ...countsOf(outcomes),
  Results: outcomes.map((outcome, Index) => ({ Index, ...({ [name]: idIn(sent[Index], name) } as Record<Name, string | null>), ...resultOf(outcome) })),
})
