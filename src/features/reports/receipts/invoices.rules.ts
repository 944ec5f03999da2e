import { FIGURE_NAMES, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { fieldFailure } from '#shared/failure.ts'

/** What a receipt is. */
export const KINDS = ['sale', 'refund', 'taken-back', 'void', 'no-sale', 'training'] as const

/** Averages and shares do not add up. */
type Average = 'AverageSale' | 'AverageSpend' | 'GrossProfitPercent'
type AddedFigure = Exclude<FigureName, Average>
/** Figures that receipts add up to. */
export const ADDED_FIGURES = FIGURE_NAMES.filter((name) => !/^Average|Percent$/.test(name)) as [AddedFigure, ...AddedFigure[]]

/** Those of the Sales Summary, and covers, which each receipt counts as its location does. */
export const INVOICE_FIGURES = [...ADDED_FIGURES, 'Covers'] as [AddedFigure | 'Covers', ...(AddedFigure | 'Covers')[]]
export type InvoiceFigure = (typeof INVOICE_FIGURES)[number]

/** How those at a table came. */
export const BOOKED = ['reserved', 'walk-in'] as const
export type Booked = (typeof BOOKED)[number]

/** The figure whose receipts stand behind a figure: an average's are those of what it is the average of. */
export const provenBy = (figure: FigureName): AddedFigure => {
  if (figure === 'AverageSale') return 'Amount'
  if (figure === 'AverageSpend') return 'Net'
  return figure === 'GrossProfitPercent' ? 'GrossProfit' : figure
}

/** Figures every receipt has a part in, even where that part is 0.00; of the others only receipts that contribute are listed. */
export const LISTS_ALL: readonly InvoiceFigure[] = [
  'Net',
  'Amount',
  'Gross',
  'Takings',
  'Customers',
  'Quantity',
  'AmountExTax',
  'NetExTax',
  'Tax',
  'Cost',
  'GrossProfit',
]

export const isCount = (figure: InvoiceFigure): boolean =>
  ['Sales', 'Customers', 'ShiftCount', 'DeliveryCount', 'TakeawayCount', 'TotalCount', 'LoyaltyCount'].includes(figure)

/** Told with as many decimals as there are: quantities, and covers of items that stand for a part of one. */
export const isFraction = (figure: InvoiceFigure): boolean => figure === 'Quantity' || figure === 'Covers'

/** What part of a receipt may be asked for. */
interface AskedPart {
  mediaKey?: number | undefined
  productIds?: readonly number[] | undefined
  classIds?: readonly number[] | undefined
  adjustment?: object | undefined
  wastage?: boolean | undefined
}

/** Whether a part of each receipt is asked for, and not the whole of it. */
export const byPart = ({ mediaKey, productIds, classIds, adjustment, wastage }: AskedPart): boolean =>
  mediaKey !== undefined || productIds !== undefined || classIds !== undefined || adjustment !== undefined || wastage === true

export const USUAL_PAGE = 100
export const LARGEST_PAGE = 500
/** A file has all receipts, up to so many, and is read so many at a time: few enough to be written and forgotten while they are young in memory. */
export const LARGEST_FILE = 1_000_000
export const FILE_PAGE = 500

/** Where a page ended: receipts are in the order of business date, closing and id. */
export interface Position {
  date: string
  closedAtMicros: string
  saleId: string
}

export const writePosition = ({ date, closedAtMicros, saleId }: Position): string => `${date}_${closedAtMicros}_${saleId}`

/** @throws ValidationFailed for what is not the Next of a page */
export const readPosition = (after: string): Position => {
  const found = /^(\d{4}-\d{2}-\d{2})_(-?\d{1,17})_(\d{1,19})$/.exec(after)
  if (!found?.[1] || !found[2] || !found[3]) throw fieldFailure('After', 'After must be the Next of the page before.')
  return { date: found[1], closedAtMicros: found[2], saleId: found[3] }
}

/** A card number as people may see it: the last four. */
export const maskedCard = (card: string | null): string | null => (card === null ? null : card.length > 4 ? `•••${card.slice(-4)}` : `•${card.slice(-2)}`)

/** Numbers that receipts of several tills have: they tell a receipt only together with its till. */
export const sharedNumbers = (receipts: readonly { Receipt: string; LocationId: number; Terminal: string }[]): ReadonlySet<string> => {
  const tills = new Map<string, Set<string>>()
  for (const { Receipt, LocationId, Terminal } of receipts) tills.set(Receipt, (tills.get(Receipt) ?? new Set()).add(`${LocationId} ${Terminal}`))
  return new Set([...tills].flatMap(([number, of]) => (of.size > 1 ? [number] : [])))
}
