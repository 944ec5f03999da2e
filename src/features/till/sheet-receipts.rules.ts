import { METHODS } from './till.rules.ts'

/** Figures of a sheet that receipts and movements stand behind: what is expected of each method, and what the sheet counts beside. */
export const SHEET_FIGURES = [
  ...METHODS,
  'CashSales',
  'CashOut',
  'Takings',
  'Amount',
  'Tax',
  'Department',
  'Refunds',
  'Discounts',
  'Voids',
  'NoSales',
  'Covers',
  'Total',
  'Shift',
  'Delivery',
  'Takeaway',
] as const
export type SheetFigure = (typeof SHEET_FIGURES)[number]

const COUNTS: readonly SheetFigure[] = ['Voids', 'NoSales', 'Covers', 'Total', 'Shift', 'Delivery', 'Takeaway']

/** Whether a figure counts, and is no money. */
export const isCountFigure = (figure: SheetFigure): boolean => COUNTS.includes(figure)

/** What an open count may not give away; the others say nothing of what is expected. */
export const isBlindFigure = (figure: SheetFigure): boolean => !isCountFigure(figure)
