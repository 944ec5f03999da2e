import type { ProductChange, ProductRow } from './products.contract.ts'

/** What can be changed of a product, as the wire names it. */
export const CELLS = [
  'Supplier',
  'SupplierCode',
  'PackSize',
  'OrderMinimum',
  'LeadDays',
  'PackCost',
  'Least',
  'Most',
  'ListPrice',
  'Unit',
  'Stocked',
  'VolumeMl',
  'Abv',
  'Beverage',
  'Container',
  'Draught',
  'TariffItem',
  'Sticks',
  'TobaccoGrams',
  'Parts',
] as const
export type Cell = (typeof CELLS)[number]

/** Cells that take a number. */
export const NUMBERS = ['PackSize', 'OrderMinimum', 'LeadDays', 'PackCost', 'Least', 'Most', 'ListPrice', 'VolumeMl', 'Abv', 'Sticks', 'TobaccoGrams'] as const
export type NumberCell = (typeof NUMBERS)[number]
export const isNumberCell = (cell: string): cell is NumberCell => (NUMBERS as readonly string[]).includes(cell)

export type SentPart = NonNullable<ProductChange['Parts']>[number]
type TakenPart = Pick<ProductRow['Parts'][number], 'Plu' | 'VolumeMl' | 'Quantity' | 'Loss'>

/** A part as it is sent. */
const sentOf = ({ Plu, VolumeMl, Quantity, Loss }: TakenPart): SentPart => ({
  Plu,
  ...(VolumeMl === null ? {} : { VolumeMl }),
  ...(Quantity === null ? {} : { Quantity: String(Quantity) }),
  ...(Loss > 0 ? { Loss } : {}),
})

/** A cell of a row as it is sent. */
export const cellOf = (row: Pick<ProductRow, Cell>, cell: Cell): unknown => (cell === 'Parts' ? row.Parts.map(sentOf) : row[cell])

/** Whether two values of a cell say the same. */
export const isSameCell = (one: unknown, other: unknown): boolean => JSON.stringify(plain(one)) === JSON.stringify(plain(other))

const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? (value as Partial<SentPart>[]).map(({ Plu, VolumeMl, Quantity, Loss }) => [
        Plu,
        VolumeMl ?? null,
        Quantity === undefined ? null : Number(Quantity),
        Loss ?? 0,
      ])
    : (value ?? null)
