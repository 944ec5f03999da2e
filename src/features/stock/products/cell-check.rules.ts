import type { NumberCell } from './cells.rules.ts'
import type { productWords } from './products.messages.ts'

/** What is wrong with a number in a cell: the sentence, and the number that was probably meant. */
export interface WrongCell {
  key: Extract<keyof (typeof productWords)['en'], `wrong.${string}`>
  meant?: number
}

/** Bounds of a cell, its decimals, and what it is called when they are broken. */
interface Bounds {
  least: number
  /** Whether the least itself is too little. */
  isAbove?: boolean
  most: number
  decimals: number
}

const BOUNDS: Record<NumberCell, Bounds> = {
  PackSize: { least: 0, isAbove: true, most: 999_999, decimals: 4 },
  OrderMinimum: { least: 1, most: 100_000, decimals: 0 },
  LeadDays: { least: 0, most: 365, decimals: 0 },
  PackCost: { least: 0, most: 10_000_000, decimals: 4 },
  Least: { least: 0, most: 999_999, decimals: 4 },
  Most: { least: 0, most: 999_999, decimals: 4 },
  ListPrice: { least: 0, most: 10_000_000, decimals: 4 },
  VolumeMl: { least: 0, isAbove: true, most: 10_000_000, decimals: 3 },
  Abv: { least: 0, most: 100, decimals: 2 },
  Sticks: { least: 1, most: 10_000_000, decimals: 0 },
  TobaccoGrams: { least: 0, isAbove: true, most: 1_000_000, decimals: 3 },
}

/**
 * What is wrong with a number in a cell by itself.
 * @param value NaN is what cannot be read as a number; null is nothing
 */
export const wrongNumber = (cell: NumberCell, value: number | null): WrongCell | undefined => {
  if (value === null) return undefined
  const { least, isAbove = false, most, decimals } = BOUNDS[cell]
  if (Number.isNaN(value)) return { key: 'wrong.number' }
  if (value < least || (isAbove && value === least)) return { key: `wrong.${cell}Low`, ...meant(-value, cell) }
  if (value > most) return { key: `wrong.${cell}High`, ...meant(tenthWithin(value, most), cell) }
  const scale = 10 ** decimals
  const rounded = Math.round(value * scale) / scale
  return Math.abs(rounded - value) > 1e-9 * Math.max(1, value) ? { key: `wrong.decimals${decimals as 0 | 2 | 3 | 4}`, ...meant(rounded, cell) } : undefined
}

/** A number as it would be with its decimal mark where it was forgotten: 410 is 41.0. */
const tenthWithin = (value: number, most: number): number => {
  let less = value
  while (less > most) less /= 10
  return less
}

const meant = (value: number, cell: NumberCell): { meant?: number } => (isBeyond(cell, value) ? {} : { meant: value })

const isBeyond = (cell: NumberCell, value: number): boolean => {
  const { least, isAbove = false, most, decimals } = BOUNDS[cell]
  const scale = 10 ** decimals
  return value < least || (isAbove && value === least) || value > most || Math.abs(Math.round(value * scale) / scale - value) > 1e-9
}

/** The number that was meant, as it is written: a strength with a decimal. */
export const meantText = (cell: NumberCell, value: number): string => (cell === 'Abv' && Number.isInteger(value * 10) ? value.toFixed(1) : String(value))
