/** The tables whose columns each person chooses for themselves. */
export const CHOOSABLE_TABLES = [
  'sales-detail',
  'daily-sales',
  'daily-sales-detail',
  'breakdown-products',
  'breakdown-people',
  'breakdown-uses',
  'breakdown-wastage',
  'breakdown-margins',
  'plu-sales',
  'plu-sales-detail',
  'media',
  'media-detail',
] as const
export type ChoosableTable = (typeof CHOOSABLE_TABLES)[number]

/** The columns somebody chose, by table. */
export type ChosenColumns = Partial<Record<ChoosableTable, readonly string[]>>

/** More than any table has. */
export const MOST_COLUMNS = 60

/** How a column is named in an address, a choice or a query: `Net`, `at:3`, `2026-11-09`. */
export const COLUMN_NAME = /^[A-Za-z0-9][A-Za-z0-9:() -]{0,30}$/
/** Several of them, parted by commas. */
export const COLUMN_LIST = /^[A-Za-z0-9][A-Za-z0-9:() -]{0,30}(,[A-Za-z0-9][A-Za-z0-9:() -]{0,30}){0,59}$/
