import { importedCell } from '#shared/fields.ts'
import type { FileRow, RowError } from './file-table.rules.ts'
import type { ImportField, ImportMapping } from './import-mapping.rules.ts'

/** Tells what a row says of a field: its cell, translated; the default where that is empty. */
export type CellReader = (row: FileRow, field: ImportField) => string

/** What is known of a field: where its cell stands, what it means, and what it is without one. */
interface KnownField {
  at: number
  meanings: Record<string, string> | undefined
  otherwise: string
}

export const cellReader = (mapping: ImportMapping, headings: readonly string[]): CellReader => {
  const { Columns, Defaults = {}, Values = {} } = mapping
  const known = new Map<ImportField, KnownField>()
  for (const field of mappedFields(mapping)) {
    known.set(field, { at: headings.indexOf(Columns[field] ?? ''), meanings: Values[field], otherwise: Defaults[field] ?? '' })
  }
  return (row, field) => {
    const value = known.get(field)
    if (value === undefined) return ''
    const cell = row.cells[value.at]?.trim() ?? ''
    const meant = value.meanings && Object.hasOwn(value.meanings, cell) ? value.meanings[cell] : importedCell(cell)
    return meant || value.otherwise
  }
}

const fieldsByMapping = new WeakMap<ImportMapping, ImportField[]>()

/** The fields a file's rows can say something of. */
export const mappedFields = (mapping: ImportMapping): readonly ImportField[] => {
  const known = fieldsByMapping.get(mapping)
  if (known) return known
  const fields = [...new Set([...Object.keys(mapping.Columns), ...Object.keys(mapping.Defaults ?? {})])] as ImportField[]
  fieldsByMapping.set(mapping, fields)
  return fields
}

/** Complains about a field of a row, under the heading of its column. */
export type Complain = (field: ImportField, ErrorCode: string, Message: string) => void

export const complainer =
  ({ Columns }: ImportMapping, errors: RowError[]): Complain =>
  (field, ErrorCode, Message) => {
    errors.push({ ErrorCode, Column: Columns[field] ?? '', Message })
  }

/** A cell in a sentence. */
export const shown = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell)
