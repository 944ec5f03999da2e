/** How something was paid, as tenders and counts name it. */
export const METHODS = ['Cash', 'Card', 'GiftCard', 'Voucher', 'Points', 'Account', 'Online', 'Other'] as const
export type Method = (typeof METHODS)[number]

/** The method that a tender counts as. Intake accepts any name, and one that is not listed is Other. */
export const methodOf = (name: string | null): Method => METHODS.find((method) => method === name) ?? 'Other'

/** Cash put in or taken out beside sales, in the order of their numbers in the database. */
export const MOVEMENT_KINDS = ['PayIn', 'PayOut', 'Drop', 'Banking', 'TipsPaidOut'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** What is odd about a sheet and was stored all the same. */
export const SHEET_MARKS = [
  'NotClosed',
  'NotCounted',
  'UnknownTill',
  'MissingZ',
  'RepeatedZ',
  'FloatChanged',
  'PiecesDiffer',
  'ForeignPieces',
  'Overlaps',
  'SettlementDiffers',
  'NegativeExpected',
  'LateItems',
] as const
export type SheetMark = (typeof SHEET_MARKS)[number]

/** Marks that say nothing of what is expected, so that whoever counts blind may see them. */
export const BLIND_MARKS: readonly SheetMark[] = [
  'NotClosed',
  'NotCounted',
  'UnknownTill',
  'MissingZ',
  'RepeatedZ',
  'FloatChanged',
  'ForeignPieces',
  'Overlaps',
]

/** What a photo of a sheet shows, in the order of their numbers in the database. */
export const PHOTO_KINDS = ['Count', 'BankingSlip'] as const
export type PhotoKind = (typeof PHOTO_KINDS)[number]

/** How a medium stands, as its line on the sheet says. */
export const MEDIA_STATES = ['NotDeclared', 'Agrees', 'WithinLimit', 'AboveLimit'] as const
export type MediaState = (typeof MEDIA_STATES)[number]

/** @param limit in the same units as the variance */
export const mediaStateOf = (variance: number | null, limit: number): MediaState =>
  variance === null ? 'NotDeclared' : variance === 0 ? 'Agrees' : Math.abs(variance) > limit ? 'AboveLimit' : 'WithinLimit'

/** How far a sheet has come, in the order of their numbers in the database. */
export const SHEET_STATES = ['Open', 'Counting', 'Declared', 'Reviewed', 'Committed'] as const
export type SheetState = (typeof SHEET_STATES)[number]

/** What cash is expected from, minor units; each is what it is called, none is below zero but sales. */
export interface CashParts {
  openingFloat: number
  /** Cash sales and non-sales after rounding, net of change and of cash refunds. */
  sales: number
  /** Cash handed out against cards. */
  cashOut: number
  payIns: number
  payOuts: number
  drops: number
  banked: number
  tipsPaidOut: number
}

/** Expected in the drawer: float + sales + pay-ins − pay-outs − cash-out − tips paid out − drops − banking (domain 3.3). */
export const expectedCash = (parts: CashParts): number =>
  parts.openingFloat + parts.sales + parts.payIns - parts.payOuts - parts.cashOut - parts.tipsPaidOut - parts.drops - parts.banked

/**
 * Over or short: what was counted less what was expected, so that short is below zero; nothing where nothing was counted.
 * @param expected of cash, with its float
 */
export const varianceOf = (counted: number | null, expected: number): number | null => (counted === null ? null : counted - expected)

/** What goes to the bank of a drawer: counted, and drops that were taken out before, less the float that stays. */
export const bankingOf = (counted: number, drops: number, closingFloat: number): number => counted + drops - closingFloat
