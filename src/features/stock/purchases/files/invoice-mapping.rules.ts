import * as z from 'zod/mini'
import { columnsByHeading, type HeadingWords } from '#features/imports/guess/heading-words.rules.ts'
import { dateIn, isFormat } from '#features/imports/import-cells.rules.ts'
import { sentText, shortText } from '#shared/fields.ts'

/** What a column of a file of invoices can hold. */
export const INVOICE_FIELDS = [
  'Supplier',
  'Invoice',
  'ReceivedOn',
  'Location',
  'Plu',
  'Quantity',
  'Packs',
  'PackSize',
  'Cost',
  'UnitCost',
  'PackCost',
  'Freight',
  'Tax',
] as const
export type InvoiceField = (typeof INVOICE_FIELDS)[number]

/** How the columns of a file become invoice lines. */
export const InvoiceMapping = z.object({
  /** Field → the heading of its column. */
  Columns: z.partialRecord(z.enum(INVOICE_FIELDS), sentText(200, 1)),
  DateFormat: z.optional(shortText(40, 1).check(z.refine(isFormat, 'must be a format such as D/M/YYYY'))),
  DecimalMark: z.optional(z.enum(['.', ','])),
  Delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  Encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932', 'windows-1252'])),
  Sheet: z.optional(sentText(100, 1)),
})
export type InvoiceMapping = z.output<typeof InvoiceMapping>

const WORDS: HeadingWords<InvoiceField> = [
  ['Invoice', 'invoice invoiceno invoicenumber invoiceid invoiceref docket docketno reference 伝票番号 請求書番号 納品書番号'],
  ['Supplier', 'supplier suppliername vendor vendorname 仕入先 仕入先名'],
  ['ReceivedOn', 'receivedon received receiveddate deliverydate delivered invoicedate date 入荷日 納品日 日付'],
  ['Location', 'location locationname venue site store outlet 店舗 店舗名'],
  ['Plu', 'plu sku itemcode productcode code itemno 商品コード'],
  ['PackSize', 'packsize unitsperpack casesize 入数'],
  ['Packs', 'packs cases cartons packqty casesqty ケース数'],
  ['Quantity', 'quantity units qty unitqty 数量'],
  ['UnitCost', 'unitcost costperunit unitprice costeach 単価'],
  ['PackCost', 'packcost casecost packprice caseprice ケース単価'],
  ['Cost', 'cost costexgst linecost linetotal totalexgst exgst net amount total 金額 税抜金額'],
  ['Freight', 'freight delivery deliveryfee shipping 送料 運賃'],
  ['Tax', 'gst tax vat 消費税 税額'],
]

const DATES = ['YYYY-MM-DD', 'YYYY/M/D', 'D/M/YYYY', 'M/D/YYYY', 'D.M.YYYY', 'YYYY年M月D日'] as const

/** What the columns of a file seem to be, by their headings and their first rows. */
export const guessedInvoiceMapping = (headings: readonly string[], rows: readonly (readonly string[])[]): InvoiceMapping => {
  const Columns = columnsByHeading(WORDS, headings)
  const cells = rows.map((row) => (row[headings.indexOf(Columns.ReceivedOn ?? '')] ?? '').trim()).filter((cell) => cell !== '')
  const date = cells.length === 0 ? undefined : DATES.find((format) => cells.every((cell) => dateIn(cell, format) !== undefined))
  return { Columns, ...(date ? { DateFormat: date } : {}) }
}

interface MappingComplaint {
  code: 'NoColumn' | 'NotMapped' | 'NoQuantity' | 'NoCost' | 'NoLocation'
  field: InvoiceField
  message: string
}

/** Why a mapping cannot make invoices of a file: the field, and a sentence. Empty when it can. */
export const invoiceMappingComplaints = ({ Columns }: InvoiceMapping, headings: readonly string[], isPlaceChosen: boolean): MappingComplaint[] => {
  const lacks = (...fields: InvoiceField[]) => fields.every((field) => Columns[field] === undefined)
  const complaints: MappingComplaint[] = (Object.entries(Columns) as [InvoiceField, string][])
    .filter(([, heading]) => !headings.includes(heading))
    .map(([field, heading]) => ({ code: 'NoColumn', field, message: `The file has no column "${heading}" for ${field}.` }))
  for (const field of ['Supplier', 'Invoice', 'ReceivedOn', 'Plu'] as const)
    if (lacks(field)) complaints.push({ code: 'NotMapped', field, message: `No column is mapped to ${field}.` })
  if (lacks('Quantity', 'Packs')) complaints.push({ code: 'NoQuantity', field: 'Quantity', message: 'No column is mapped to Quantity or Packs.' })
  if (lacks('Cost', 'UnitCost', 'PackCost')) complaints.push({ code: 'NoCost', field: 'Cost', message: 'No column is mapped to Cost, UnitCost or PackCost.' })
  if (lacks('Location') && !isPlaceChosen)
    complaints.push({ code: 'NoLocation', field: 'Location', message: 'No column is mapped to Location, and no location is chosen.' })
  return complaints
}
