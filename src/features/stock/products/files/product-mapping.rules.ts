import * as z from 'zod/mini'
import { columnsByHeading, type HeadingWords, plainHeading } from '#features/imports/guess/heading-words.rules.ts'
import { CELLS } from '#features/stock/products/cells.rules.ts'
import { productWords } from '#features/stock/products/products.messages.ts'
import { sentText } from '#shared/fields.ts'

/** What a column of a file of products can hold. */
export const PRODUCT_FIELDS = ['Plu', 'Name', ...CELLS] as const
export type ProductField = (typeof PRODUCT_FIELDS)[number]

/** How the columns of a file become products. */
export const ProductMapping = z.object({
  /** Field → the heading of its column. */
  Columns: z.partialRecord(z.enum(PRODUCT_FIELDS), sentText(200, 1)),
  DecimalMark: z.optional(z.enum(['.', ','])),
  Delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  Encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932', 'windows-1252'])),
  Sheet: z.optional(sentText(100, 1)),
})
export type ProductMapping = z.output<typeof ProductMapping>

/** What headings are called beside what the product's own files call them. */
const ALSO: Partial<Record<ProductField, string>> = {
  Plu: 'plu sku code itemcode productcode itemno item# 商品コード',
  Name: 'name product item description itemname productname 商品名 品名',
  Supplier: 'vendor 仕入先名',
  SupplierCode: 'vendorcode suppliersku',
  PackSize: 'packsize unitsperpack casesize',
  OrderMinimum: 'ordermin minimumorder moq',
  LeadDays: 'leadtime leadtimedays',
  PackCost: 'casecost',
  Least: 'minimum minstock',
  Most: 'maximum maxstock',
  ListPrice: 'price sellprice 価格',
  VolumeMl: 'volume ml 容量',
  Abv: 'abv alcohol alcoholbyvolume 度数',
  Beverage: 'beverage beveragetype',
  TariffItem: 'tariff',
  Sticks: 'cigarettes',
  TobaccoGrams: 'tobacco',
  Parts: 'recipe ingredients madeof レシピ',
}

const WORDS: HeadingWords<ProductField> = PRODUCT_FIELDS.map((field) => {
  const own = [productWords.en[field], productWords.jp[field]].map(plainHeading)
  return [field, [...own, ALSO[field] ?? ''].join(' ')] as const
})

/** What the columns of a file seem to be, by their headings. */
export const guessedProductMapping = (headings: readonly string[]): ProductMapping => ({ Columns: columnsByHeading(WORDS, headings) })

/** Why a mapping cannot make products of a file: the field, and a sentence. Empty when it can. */
export const productMappingComplaints = (
  { Columns }: ProductMapping,
  headings: readonly string[],
): { code: 'NoColumn' | 'NoPlu' | 'NothingElse'; field: ProductField; message: string }[] => [
  ...(Object.entries(Columns) as [ProductField, string][])
    .filter(([, heading]) => !headings.includes(heading))
    .map(([field, heading]) => ({ code: 'NoColumn' as const, field, message: `The file has no column "${heading}" for ${field}.` })),
  ...(Columns.Plu === undefined ? [{ code: 'NoPlu' as const, field: 'Plu' as const, message: 'No column is mapped to Plu.' }] : []),
  ...(Object.keys(Columns).every((field) => field === 'Plu')
    ? [{ code: 'NothingElse' as const, field: 'Plu' as const, message: 'No column other than Plu is mapped.' }]
    : []),
]
