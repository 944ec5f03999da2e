import * as z from 'zod/mini'
import { Currency } from '#features/venues/venue-fields.rules.ts'
import { longText, sentText, shortText, Zone } from '#shared/fields.ts'
import { isFormat } from './import-cells.rules.ts'

/** Money paid by one means, each in a column of its own. */
export const PAID_FIELDS = ['PaidCash', 'PaidCard', 'PaidGiftCard', 'PaidVoucher', 'PaidPoints', 'PaidAccount', 'PaidOnline', 'PaidOther'] as const

/** What a column of a file can hold: of the sale, of its payment, or of the row's item. */
export const FIELD_GROUPS = {
  ofSale: [
    'SaleId',
    'Revision',
    'Type',
    'OriginalSaleId',
    'DateTime',
    'Date',
    'Time',
    'LocationCode',
    'Location',
    'TerminalId',
    'ClerkId',
    'ClerkName',
    'OrderType',
    'Covers',
    'Table',
    'LoyaltyCard',
    'PointsAccrued',
    'PointsRedeemed',
  ],
  ofPayment: ['Tip', 'Surcharge', 'SurchargeName', 'Rounding', 'Tender', 'TenderAmount', 'Reference', ...PAID_FIELDS],
  ofItem: [
    'Plu',
    'Name',
    'Barcode',
    'Group',
    'Department',
    'ProductGroup',
    'Category',
    'Quantity',
    'UnitPrice',
    'Discount',
    'DiscountName',
    'Promotion',
    'PromotionName',
    'Net',
    'Tax',
    'Cost',
    'Voided',
    'Wastage',
    'WastageReason',
  ],
} as const
export const IMPORT_FIELDS = [...FIELD_GROUPS.ofSale, ...FIELD_GROUPS.ofPayment, ...FIELD_GROUPS.ofItem] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

const Field = z.enum(IMPORT_FIELDS)
const Format = z.string().check(z.maxLength(40), z.refine(isFormat, 'must consist of YYYY MM DD HH mm ss and separators'))

/** How the columns of a file become sales. Part of the product for well-known files, else kept by the venue under a name. */
export const ImportMapping = z.object({
  /** In a sentence, which file it is for. */
  About: z.optional(longText(500)),
  /** Field → the heading of its column. */
  Columns: z.partialRecord(Field, sentText(200, 1)),
  /** Values for fields without a column, and for empty cells. */
  Defaults: z.optional(z.partialRecord(Field, shortText(200))),
  /** What a cell says → what it means, by field: { "Tender": { "Credit card": "Card" } }. */
  Values: z.optional(z.partialRecord(Field, z.record(sentText(200), sentText(200)))),
  /** Rows that are no sales, by what a column says: { "Void?": ["True"] }. They are left out unread. */
  Skip: z.optional(z.record(sentText(200, 1), z.array(sentText(200)).check(z.maxLength(50)))),
  /** Each row is a sale, or all rows of one SaleId are. */
  Rows: z.optional(z.enum(['OneSaleEach', 'SameSaleId'])),
  DateFormat: z.optional(Format),
  TimeFormat: z.optional(Format),
  /** For a column that holds both. */
  DateTimeFormat: z.optional(Format),
  /**
   * Dates that are one day with the day first and another with the month first. Where the column has dates that only the one order reads and dates that only
   * the other reads, they are refused unless this says Read.
   */
  EitherDates: z.optional(z.enum(['Refuse', 'Read'])),
  /** The zone the file's times are written in; without it, each location's own. */
  TimeZone: z.optional(Zone),
  DecimalMark: z.optional(z.enum(['.', ','])),
  /** Amounts with more decimals than the currency has are rounded, halves away from zero; without it, their rows are refused. */
  RoundAmounts: z.optional(z.boolean()),
  /** What Discount holds where it is not money: 10 for 10 %, or 0.1 for it. */
  DiscountIs: z.optional(z.enum(['Money', 'Percent', 'Fraction'])),
  /** Rows of locations that trade in another currency are refused. */
  Currency: z.optional(Currency),
  /** Whether Net holds the tax, which is so where nothing is said; false: the tax comes on top. */
  TaxIncluded: z.optional(z.boolean()),
  /** Locations the file names and the venue does not have are made; without it, their rows are refused. */
  NewLocations: z.optional(
    z.object({
      /** Those to be made, by the file's name or else code; without it, all that are missing. */
      Names: z.optional(z.array(sentText(200, 1)).check(z.maxLength(100))),
      /** Without them, those of the venue's first location, else of its country. */
      TimeZone: z.optional(Zone),
      Currency: z.optional(Currency),
      DayStart: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 05:00'))),
    }),
  ),
  Delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  Encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932', 'windows-1252'])),
  /** For workbooks: the sheet's name; the first without it. */
  Sheet: z.optional(sentText(100, 1)),
})
export type ImportMapping = z.output<typeof ImportMapping>

/** A mapping as it is offered: which locations are made, and what becomes of dates that could be either day, is said anew for each file. */
export const asOffered = ({ NewLocations: _, EitherDates: __, ...mapping }: ImportMapping): ImportMapping => mapping

export interface MappingComplaint {
  code: 'NoColumn' | 'NoDate' | 'NoAmount' | 'NoLocation' | 'NoSaleId'
  field: ImportField
  message: string
}

/**
 * Why a mapping cannot make sales of a file; empty when it can.
 * @param needsLocation whether there are several locations a row could belong to, or none yet
 */
export const mappingComplaints = (mapping: ImportMapping, headings: readonly string[], needsLocation: boolean): MappingComplaint[] => {
  const { Columns, Defaults = {}, Rows } = mapping
  const has = (field: ImportField) => Columns[field] !== undefined || (Defaults[field] ?? '') !== ''
  const complaints: MappingComplaint[] = (Object.entries(Columns) as [ImportField, string][])
    .filter(([, heading]) => !headings.includes(heading))
    .map(([field, heading]) => ({ code: 'NoColumn', field, message: `The file has no column "${heading}" for ${field}.` }))
  const need = (there: boolean, code: MappingComplaint['code'], field: ImportField, message: string) => {
    if (!there) complaints.push({ code, field, message })
  }
  need(has('DateTime') || has('Date'), 'NoDate', 'Date', 'No column is mapped to Date or DateTime.')
  need(has('Net') || has('UnitPrice'), 'NoAmount', 'Net', 'No column is mapped to Net or UnitPrice.')
  need(!needsLocation || has('Location') || has('LocationCode'), 'NoLocation', 'Location', 'The mapping does not say which location the sales belong to.')
  need(Rows !== 'SameSaleId' || Columns.SaleId !== undefined, 'NoSaleId', 'SaleId', 'No column is mapped to SaleId, which says which rows are one sale.')
  return complaints
}
