import type { ProductChange, ProductRow } from './products.contract.ts'

/** What was changed of each product, by PLU, and not saved yet. */
export type Changes = Readonly<Record<string, Partial<Omit<ProductChange, 'Plu' | 'Version'>>>>

/** Cells that take a number. */
export const NUMBERS = ['PackSize', 'OrderMinimum', 'LeadDays', 'Least', 'Most', 'Abv', 'VolumeMl'] as const
export type NumberCell = (typeof NUMBERS)[number]

/** How many cells are changed, and in how many products. */
export const countOf = (changes: Changes): { cells: number; products: number } => {
  const all = Object.values(changes).map((one) => Object.values(one).filter((value) => value !== undefined).length)
  return { cells: all.reduce((sum, count) => sum + count, 0), products: all.filter((count) => count > 0).length }
}

/** What is sent: each changed product with how it stood when it was read. */
export const bodyOf = (changes: Changes, rows: readonly ProductRow[]): ProductChange[] =>
  Object.entries(changes).flatMap(([plu, change]) => {
    const row = rows.find(({ Plu }) => Plu === plu)
    return row && Object.keys(change).length > 0 ? [{ ...change, Plu: plu, Version: row.Version } as ProductChange] : []
  })

/** A typed number: null where nothing stands there, NaN where it is none. */
export const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.normalize('NFKC').replace(',', '.')))
