import type { InvoiceFigure } from '#features/reports/receipts/invoices.rules.ts'
import type { CostLine } from './costs-table.rules.ts'

const BEHIND = {
  NetExTax: { Figure: 'NetExTax' },
  CostOfGoods: { Figure: 'Cost' },
  Wastage: { Wastage: '1', Figure: 'Cost' },
  SurchargesReceived: { Figure: 'Surcharges' },
} as const satisfies Partial<Record<CostLine, { Figure: InvoiceFigure; Wastage?: '1' }>>

/** A line of the account that receipts add up to; the others are worked out from these. */
export type ProvenCost = keyof typeof BEHIND
export const isProvenCost = (line: string): line is ProvenCost => Object.hasOwn(BEHIND, line)

/** What the receipts behind a line are asked for by. */
export const costReceipts = (line: ProvenCost): { Figure: InvoiceFigure; Wastage?: '1' } => BEHIND[line]
