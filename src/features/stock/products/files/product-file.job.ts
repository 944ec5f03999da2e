import { openTable, type ReadTable, readTable } from '#features/imports/small-file.job.ts'
import { type Cell, cellOf } from '#features/stock/products/cells.rules.ts'
import { judgedChanges } from '#features/stock/products/change-products.report.ts'
import { madeText } from '#features/stock/products/made-text.rules.ts'
import { productRows } from '#features/stock/products/product-rows.report.ts'
import type { ProductChange, ProductRow } from '#features/stock/products/products.contract.ts'
import { todayOf } from '#features/stock/products/products.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FieldError } from '#shared/failure.ts'
import { isWrongProduct, type ProductFileRow, productRowReader, type WrongProductRow } from './product-file-rows.rules.ts'
import { MOST_PRODUCT_ROWS, type ProductFileOutcome } from './product-files.contract.ts'
import { type ProductField, type ProductMapping, productMappingComplaints } from './product-mapping.rules.ts'

const MOST_SHOWN = 1000

interface Wanted {
  FileId: string
  Mapping: ProductMapping
  From?: string | undefined
  LocationId?: number | undefined
  Check?: boolean | undefined
}

/** An uploaded file of products. @throws NotFound, LocationNotFound */
export const openProductFile = (scope: VenueScope, { FileId, LocationId }: Wanted) => {
  if (LocationId !== undefined) scope.chosenLocations([LocationId])
  return openTable(scope, 'products', FileId)
}

/** The rows of a file. Call this outside a transaction. @throws FileNotReadable, TooLarge, ValidationFailed where the mapping cannot make products of this file */
export const readProductFile = (opened: { name: string; open: number }, { Mapping }: Wanted): Promise<ReadTable> =>
  readTable(opened, Mapping, { most: MOST_PRODUCT_ROWS, complaints: (headings) => productMappingComplaints(Mapping, headings) })

/**
 * Checks rows of products, or imports those that are right, all in the scope's transaction: nothing is half done.
 * @throws WholeVenueOnly, ValidationFailed where the day is out of reach
 */
export const importProductRows = async (scope: VenueScope, wanted: Wanted, { name, headings, rows }: ReadTable): Promise<ProductFileOutcome> => {
  const { Mapping, From, LocationId, Check = false } = wanted
  const products = new Map((await productRows(scope, From ?? todayOf(scope), LocationId)).map((row) => [row.Plu, row]))
  const read = rows.map(productRowReader({ mapping: Mapping, headings, products }))
  const readable = read.filter((row): row is ProductFileRow => !isWrongProduct(row))
  const told = readable.filter(({ cells, change }) => cells.length > 0 || !products.has(change.Plu))
  const judged = await judgedChanges(scope, { From, LocationId, Products: told.map(({ change }) => change) })
  const wrong = [...read.filter(isWrongProduct), ...told.flatMap(({ row }, i) => refused(row, judged.wrong[i] ?? [], Mapping))]
  const right = told.filter((_, i) => (judged.wrong[i]?.length ?? 0) === 0)
  const added = right.filter(({ change }) => !products.has(change.Plu)).length
  const counts = { New: added, Changed: right.length - added, Unchanged: readable.length - told.length, RowsRejected: wrong.length }
  if (!Check) {
    await judged.store()
    await scope.audit({ action: 'stock.products-imported', subject: name, detail: counts })
  }
  return {
    Check,
    RowsRead: read.length,
    ...counts,
    Changes: right.flatMap((one) => changesOf(one, products.get(one.change.Plu))).slice(0, MOST_SHOWN),
    WrongRows: wrong
      .sort((a, b) => a.row.line - b.row.line)
      .slice(0, MOST_SHOWN)
      .map(({ row, errors }) => ({ Line: row.line, Cells: [...row.cells], Errors: errors })),
  }
}

/** A row that is wrong, with the heading of each column at fault. */
const refused = (row: ProductFileRow['row'], errors: readonly FieldError[], { Columns }: ProductMapping): WrongProductRow[] =>
  errors.length === 0
    ? []
    : [
        {
          row,
          errors: errors.map(({ FieldName, ErrorCode, Message }) => ({
            ErrorCode,
            Message,
            Column: Columns[(FieldName.split('.')[0] ?? '') as ProductField] ?? '',
          })),
        },
      ]

const changesOf = ({ row, change, cells }: ProductFileRow, there: ProductRow | undefined): ProductFileOutcome['Changes'] => {
  const { Plu } = change
  const Name = there?.Name ?? change.Name ?? Plu
  const told = cells.map((Field) => ({ Line: row.line, Plu, Name, Field, Before: there ? beforeText(there, Field) : '', After: afterText(change, Field) }))
  return there ? told : [{ Line: row.line, Plu, Name, Field: 'Name' as const, Before: '', After: Name }, ...told]
}

const beforeText = (row: ProductRow, cell: Cell): string => (cell === 'Parts' ? madeText(row.Parts) : textOf(cellOf(row, cell)))

const afterText = (change: ProductChange, cell: Cell): string =>
  cell === 'Parts'
    ? madeText(
        (change.Parts ?? []).map(({ Plu, VolumeMl = null, Quantity, Loss = 0 }) => ({
          Plu,
          VolumeMl,
          Quantity: Quantity === undefined ? null : Number(Quantity),
          Loss,
        })),
      )
    : textOf(change[cell])

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === null || value === undefined ? '' : String(value))
