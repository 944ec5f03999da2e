import type { FileRow } from '#features/imports/file-table.rules.ts'
import { openTable, type ReadTable, readTable } from '#features/imports/small-file.job.ts'
import { boughtAs } from '#features/stock/intake/bought-as.sql.ts'
import { lockCellar } from '#features/stock/intake/cellar-places.sql.ts'
import { productIdsOf, stockPlaceOf, suppliersByName } from '#features/stock/intake/read-items.sql.ts'
import { judgeInvoices } from '#features/stock/intake/take-stock.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import { type FileInvoice, invoicesIn } from './file-invoices.rules.ts'
import { type InvoiceFileOutcome, MOST_INVOICE_ROWS } from './invoice-files.contract.ts'
import { type InvoiceMapping, invoiceMappingComplaints } from './invoice-mapping.rules.ts'
import { type InvoiceRow, invoiceRowReader } from './invoice-rows.rules.ts'

const MOST_SHOWN = 1000

interface Wanted {
  FileId: string
  Mapping: InvoiceMapping
  LocationId?: number | undefined
  Check?: boolean | undefined
}

/** An uploaded file of invoices. @throws NotFound, LocationNotFound */
export const openInvoiceFile = (scope: VenueScope, { FileId, LocationId }: Wanted) => {
  if (LocationId !== undefined) scope.chosenLocations([LocationId])
  return openTable(scope, 'invoices', FileId)
}

/** The rows of a file. Call this outside a transaction. @throws FileNotReadable, TooLarge, ValidationFailed where the mapping cannot make invoices of this file */
export const readInvoiceFile = (opened: { name: string; open: number }, { Mapping, LocationId }: Wanted): Promise<ReadTable> =>
  readTable(opened, Mapping, { most: MOST_INVOICE_ROWS, complaints: (headings) => invoiceMappingComplaints(Mapping, headings, LocationId !== undefined) })

/**
 * Checks rows of invoices, or stores the invoices that are right, each whole or not at all, all in the scope's transaction.
 * @throws LocationNotFound
 */
export const importInvoiceRows = async (
  scope: VenueScope,
  { Mapping, LocationId, Check = false }: Wanted,
  { name, headings, rows }: ReadTable,
): Promise<InvoiceFileOutcome> => {
  const [chosen] = LocationId === undefined ? [] : scope.chosenLocations([LocationId])
  const known = await knownOf(scope, rows, (row) => row.cells[headings.indexOf(Mapping.Columns.Plu ?? '')]?.trim() ?? '')
  const read = rows.map(invoiceRowReader({ mapping: Mapping, headings, places: scope.locations, chosen, ...known }))
  const { invoices, wrong } = invoicesIn(read, Mapping.Columns)
  const { fresh, there, refused, store } = await judged(scope, invoices, Mapping)
  const wrongRows = [...wrong, ...refused].sort((a, b) => a.row.line - b.row.line)
  const counts = { New: linesOf(fresh), Unchanged: linesOf(there), RowsRejected: wrongRows.length }
  if (!Check && fresh.length > 0) {
    await store()
    await scope.audit({ action: 'stock.invoices-imported', subject: name, detail: { Invoices: fresh.length, ...counts } })
  }
  return {
    Check,
    RowsRead: read.length,
    ...counts,
    NewInvoices: fresh.length,
    Invoices: [...fresh.map((one) => told(one, 'New')), ...there.map((one) => told(one, 'Unchanged'))].slice(0, MOST_SHOWN),
    WrongRows: wrongRows.slice(0, MOST_SHOWN).map(({ row, errors }) => ({ Line: row.line, Cells: [...row.cells], Errors: errors })),
  }
}

const linesOf = (invoices: readonly FileInvoice[]): number => invoices.reduce((sum, { rows }) => sum + rows.length, 0)

const told = ({ wire, place }: FileInvoice, Status: 'New' | 'Unchanged'): InvoiceFileOutcome['Invoices'][number] => {
  const sum = (field: 'Cost' | 'Freight' | 'Tax') =>
    toMajor(
      wire.Lines.reduce((all, line) => all + (line[field] ?? 0), 0),
      place.currency,
    )
  const { Supplier, Invoice, ReceivedOn } = wire
  const money = { Currency: place.currency, Cost: sum('Cost'), Freight: sum('Freight'), Tax: sum('Tax') }
  return { Supplier, Invoice, Location: place.name, ReceivedOn, Lines: wire.Lines.length, ...money, Status }
}

/** Tells which products and suppliers there are, and the pack a supplier sells a product in, as the products' list has it. */
const knownOf = async (scope: VenueScope, rows: readonly FileRow[], pluOf: (row: FileRow) => string) => {
  const ids = await productIdsOf(
    scope,
    rows.map(pluOf).filter((plu) => plu !== '' && !plu.includes('\0')),
  )
  const bought = await boughtAs(scope, [...ids.values()])
  const suppliers = new Map([...(await suppliersByName(scope))].map(([name, id]) => [nameKey(name), id]))
  return {
    isProduct: (plu: string) => ids.has(plu),
    isSupplier: (name: string) => suppliers.has(nameKey(name)),
    packOf: (supplier: string, plu: string): number | undefined => {
      const one = bought.get(ids.get(plu) ?? 0)
      return one?.packSize && one.supplierId === suppliers.get(nameKey(supplier)) ? one.packSize : undefined
    },
  }
}

type Refused = Pick<InvoiceRow, 'row' | 'errors'>

/** Each invoice judged as one that a till sends, at its location. */
const judged = async (scope: VenueScope, invoices: readonly FileInvoice[], { Columns }: InvoiceMapping) => {
  const { holder } = scope
  const poster = { source: 'file' as const, notedBy: holder.kind === 'person' ? holder.userId : null }
  const suppliers = await suppliersByName(scope)
  const locationIds = [...new Set(invoices.map(({ place }) => place.locationId))].sort((a, b) => a - b)
  const named = invoices.flatMap(({ wire }) => suppliers.get(wire.Supplier.toLowerCase()) ?? [])
  if (invoices.length > 0) await lockCellar(scope, locationIds, named)
  const fresh: FileInvoice[] = []
  const there: FileInvoice[] = []
  const refused: Refused[] = []
  const stores: (() => Promise<void>)[] = []
  for (const location of scope.chosenLocations(locationIds)) {
    const here = invoices.filter(({ place }) => place.locationId === location.locationId)
    if (here.length === 0) continue
    const { outcomes, store } = await judgeInvoices(
      scope,
      here.map(({ wire }) => wire),
      { place: stockPlaceOf(scope, location), poster },
    )
    stores.push(store)
    for (const [i, one] of here.entries()) {
      const outcome = outcomes[i]
      if (outcome?.status === 'accepted') fresh.push(one)
      else if (outcome?.status === 'duplicate') there.push(one)
      else refused.push(...one.refused(outcome?.errors ?? [], Columns))
    }
  }
  const store = async () => {
    for (const step of stores) await step()
  }
  return { fresh, there, refused, store }
}
