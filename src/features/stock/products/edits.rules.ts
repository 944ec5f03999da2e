import { plainNumber } from '#shared/typed-number.ts'
import { meantText, type WrongCell, wrongNumber } from './cell-check.rules.ts'
import { type Cell, cellOf, isNumberCell, isSameCell, type NumberCell } from './cells.rules.ts'
import type { ProductChange, ProductRow } from './products.contract.ts'

/** A product as far as somebody changes something of it: a row of the table, or what a keg's row tells of its glass. */
export type Edited = Partial<ProductRow> & Pick<ProductRow, 'Plu' | 'Name'>

/** What is changed of a product and not saved: numbers as they were typed. */
export interface Edit {
  /** As it stood when it was read. */
  row: Edited
  cells: Partial<Record<Cell, unknown>>
}

/** By PLU. */
export type Edits = Readonly<Record<string, Edit>>

/** A typed number: null where nothing stands there, NaN where it is none. */
export const numberOf = (typed: string): number | null => {
  const plain = plainNumber(typed)
  return plain === '' ? null : Number(plain)
}

const sentCell = (cell: Cell, value: unknown): unknown => (isNumberCell(cell) && typeof value === 'string' ? numberOf(value) : value)
const wasCell = (row: Edited, cell: Cell): unknown => cellOf(row as ProductRow, cell)

/** The edits with a cell of a product changed; one that says what was there is no change. */
export const withCells = (edits: Edits, row: Edited, changed: Edit['cells']): Edits => {
  const { [row.Plu]: before, ...others } = edits
  const base = before ? { ...row, ...before.row } : row
  const cells = Object.fromEntries(
    Object.entries({ ...before?.cells, ...changed }).filter(
      ([cell, value]) => value !== undefined && !isSameCell(sentCell(cell as Cell, value), wasCell(base, cell as Cell)),
    ),
  ) as Edit['cells']
  return Object.keys(cells).length === 0 ? others : { ...others, [row.Plu]: { row: base, cells } }
}

/** The same changes over the rows of another day or location. */
export const rebased = (edits: Edits, rows: readonly ProductRow[]): Edits =>
  rows.reduce<Edits>((all, row) => {
    const { [row.Plu]: edit, ...others } = all
    return edit ? withCells(others, row, edit.cells) : all
  }, edits)

/** What a cell shows: what was typed, else what is there. */
export const shownCell = (row: Edited, edit: Edit | undefined, cell: Cell): unknown =>
  edit && Object.hasOwn(edit.cells, cell) ? edit.cells[cell] : wasCell(row, cell)

/** A number of a cell, as it would be saved; null where it is none. */
export const numberIn = (row: Edited, edit: Edit | undefined, cell: NumberCell): number | null => {
  const value = sentCell(cell, shownCell(row, edit, cell))
  return typeof value === 'number' && !Number.isNaN(value) ? value : null
}

/** How many cells are changed, and in how many products. */
export const countOf = (edits: Edits): { cells: number; products: number } => {
  const all = Object.values(edits)
  return { cells: all.reduce((sum, { cells }) => sum + Object.keys(cells).length, 0), products: all.length }
}

/** A cell that cannot be saved. */
export interface Complaint extends WrongCell {
  plu: string
  name: string
  cell: Cell
  /** What was probably meant, as it is typed. */
  instead?: string
}

/** Every changed cell that cannot be saved as it is. */
export const complaintsIn = (edits: Edits): Complaint[] =>
  Object.values(edits).flatMap(({ row, cells }) => {
    const of = { plu: row.Plu, name: row.Name }
    const numbers = Object.entries(cells).flatMap(([name, value]): Complaint[] => {
      if (!isNumberCell(name)) return []
      const wrong = wrongNumber(name, sentCell(name, value) as number | null)
      return wrong ? [{ ...of, ...wrong, cell: name, ...(wrong.meant === undefined ? {} : { instead: meantText(name, wrong.meant) }) }] : []
    })
    const edit = { row, cells }
    const [least, most] = [numberIn(row, edit, 'Least'), numberIn(row, edit, 'Most')]
    const isTurned = (Object.hasOwn(cells, 'Least') || Object.hasOwn(cells, 'Most')) && least !== null && most !== null && least > most
    return isTurned ? [...numbers, { ...of, key: 'wrong.minAboveMax', cell: Object.hasOwn(cells, 'Most') ? 'Most' : 'Least' }] : numbers
  })

/** What is sent: the changed cells of each product, and how they stood when they were read. */
export const bodyOf = (edits: Edits): ProductChange[] =>
  Object.values(edits).map(({ row, cells }) => {
    const names = Object.keys(cells) as Cell[]
    return {
      Plu: row.Plu,
      Was: Object.fromEntries(names.map((cell) => [cell, wasCell(row, cell)])),
      ...Object.fromEntries(names.map((cell) => [cell, sentCell(cell, cells[cell])])),
    } as ProductChange
  })

/** A cell that somebody else changed since it was read. */
export interface Conflict {
  plu: string
  name: string
  cell: Cell
  mine: unknown
  theirs: unknown
  /** The product as it stands now. */
  now: ProductRow
}

/** What somebody else changed meanwhile of what is changed here. */
export const conflictsIn = (edits: Edits, now: readonly ProductRow[]): Conflict[] =>
  now.flatMap((row) => {
    const edit = edits[row.Plu]
    if (!edit) return []
    return (Object.keys(edit.cells) as Cell[]).flatMap((cell) => {
      const theirs = cellOf(row, cell)
      const mine = sentCell(cell, edit.cells[cell])
      return isSameCell(theirs, wasCell(edit.row, cell)) || isSameCell(theirs, mine) ? [] : [{ plu: row.Plu, name: row.Name, cell, mine, theirs, now: row }]
    })
  })

/** The edits once it is decided about a conflict: mine goes over theirs, or theirs stays. */
export const decided = (edits: Edits, { plu, cell, now }: Conflict, keepsMine: boolean): Edits => {
  const { [plu]: edit, ...others } = edits
  if (!edit) return edits
  const { [cell]: mine, ...cells } = edit.cells
  const row = { ...edit.row, [cell]: now[cell] }
  return keepsMine
    ? { ...others, [plu]: { row, cells: { ...cells, [cell]: mine } } }
    : Object.keys(cells).length === 0
      ? others
      : { ...others, [plu]: { row, cells } }
}
