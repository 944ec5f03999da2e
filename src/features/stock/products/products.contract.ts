import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { ProductSent } from '#features/stock/intake/till-stock.contract.ts'
import { BEVERAGES, CONTAINERS } from '#features/stock/spec.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { ClockTime, Day, Id, IdNumber, sentText, shortText } from '#shared/fields.ts'
import { CELLS } from './cells.rules.ts'
import { productsTable } from './products-table.rules.ts'

/** Products in one answer, unless fewer are asked for; in a file all of them. */
export const PRODUCTS_AT_ONCE = 100
const MOST_CHANGES = 1000

/** What a report needs of a product and is missing. */
const NEEDED = ['Supplier', 'PackSize', 'LeadDays', 'Abv', 'VolumeMl', 'Parts'] as const

const Part = z.object({
  Plu: z.string(),
  Name: z.string(),
  /** One of both. */
  VolumeMl: z.nullable(z.number()),
  Quantity: z.nullable(z.number()),
  /** Line loss: the percentage that never reaches the glass. */
  Loss: z.number(),
  /** What one unit of the stock item measures, its strength, and what it cost at the last delivery. */
  ItemMl: z.nullable(z.number()),
  ItemAbv: z.nullable(z.number()),
  ItemCost: z.nullable(z.number()),
})
export type ProductPart = z.infer<typeof Part>

const Row = z.object({
  Plu: z.string(),
  Name: z.string(),
  ProductGroup: z.string(),
  /** Stands for the current contents of the row. Send it back, so that you do not overwrite a change by someone else. */
  Version: z.string(),
  Supplier: z.string(),
  SupplierCode: z.string(),
  PackSize: z.nullable(z.number()),
  /** Packs. */
  OrderMinimum: z.nullable(z.int()),
  LeadDays: z.nullable(z.int()),
  /** Of a pack, without tax, in the venue's currency. */
  PackCost: z.nullable(z.number()),
  /** The min and max of the chosen location. */
  Least: z.nullable(z.number()),
  Most: z.nullable(z.number()),
  ListPrice: z.nullable(z.number()),
  /** Of a unit at the last delivery, freight included, without tax. */
  LastCost: z.nullable(z.number()),
  Unit: z.string(),
  Stocked: z.boolean(),
  VolumeMl: z.nullable(z.number()),
  Abv: z.nullable(z.number()),
  Beverage: z.enum([...BEVERAGES, '']),
  Container: z.enum([...CONTAINERS, '']),
  Draught: z.boolean(),
  /** '' if it follows from drink, strength and container. */
  TariffItem: z.string(),
  /** In one unit of a product of tobacco: one of both. */
  Sticks: z.nullable(z.int()),
  TobaccoGrams: z.nullable(z.number()),
  Parts: z.array(Part),
  /** Other products that take something of it. */
  UsedBy: z.array(z.object({ Plu: z.string(), Name: z.string(), Parts: z.array(Part) })),
  /** The day from which its recipe and measures apply. Null if nothing is entered yet. */
  Since: z.nullable(Day),
  /** The cost of one sale by the last deliveries, and its standard drinks. Null if something is not known. */
  ServeCost: z.nullable(z.number()),
  StandardDrinks: z.nullable(z.number()),
  /** What reports need and is missing. */
  Missing: z.array(z.enum(NEEDED)),
})
export type ProductRow = z.infer<typeof Row>

const ProductsAnswer = z.object({
  /** The day the rows hold on. */
  On: Day,
  Products: z.array(Row),
  /** The number of matching products on all pages. */
  Total: z.int(),
  /** How many there are of each, whatever is chosen. */
  Counts: z.object({ All: z.int(), Missing: z.int(), Kegs: z.int(), Recipes: z.int() }),
  Suppliers: z.array(
    z.object({
      SupplierId: z.int(),
      Name: z.string(),
      Email: z.string(),
      LeadDays: z.nullable(z.int()),
      OrderBy: z.nullable(z.string()),
      OrderMinimum: z.nullable(z.number()),
    }),
  ),
  Currency: z.string(),
})
export type ProductsAnswer = z.infer<typeof ProductsAnswer>

const ProductsQuery = z.object({
  /** Looked for in name, PLU, supplier. */
  Search: z.optional(shortText(100, 1)),
  Show: z.optional(z.enum(['all', 'missing', 'kegs', 'recipes'])),
  On: z.optional(Day),
  /** The location whose min and max are returned. */
  LocationId: z.optional(Id),
  /** Only the one with this PLU. */
  Plu: z.optional(sentText(64, 1)),
  Skip: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number')), z.transform(Number))),
  /** So many of them, at most 5,000. */
  Take: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,4}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(5000))),
  ...WRITTEN,
})
export type ProductsQuery = z.output<typeof ProductsQuery>

/** A change to a product. Fields you leave out stay as they are. */
const Changed = z.object({
  ...z.omit(ProductSent, { EffectiveFrom: true, Cost: true, ListPrice: true, PackSize: true }).shape,
  Name: z.optional(shortText(200, 1)),
  Group: z.optional(shortText(200)),
  Department: z.optional(shortText(200)),
  ProductGroup: z.optional(shortText(200)),
  Category: z.optional(shortText(200)),
  Barcode: z.optional(z.nullable(shortText(64, 1))),
  Unit: z.optional(shortText(40)),
  TariffItem: z.optional(shortText(20)),
  Supplier: z.optional(shortText(200, 1)),
  SupplierCode: z.optional(shortText(64)),
  /** The cells as you read them. If someone else has changed one of them since, nothing is stored. */
  Was: z.optional(z.partialRecord(z.enum(CELLS), z.unknown())),
  /** The Version of the row as it was read: the same, for all of its cells. */
  Version: z.optional(shortText(64, 1)),
  /** Units in a pack. */
  PackSize: z.optional(z.nullable(z.number())),
  OrderMinimum: z.optional(z.nullable(z.number())),
  LeadDays: z.optional(z.nullable(z.number())),
  PackCost: z.optional(z.nullable(z.number())),
  Least: z.optional(z.nullable(z.number())),
  Most: z.optional(z.nullable(z.number())),
  /** In the venue's currency, tax included. */
  ListPrice: z.optional(z.nullable(z.number())),
})
export type ProductChange = z.output<typeof Changed>

/** What products are made of and bought as. */
export const productCalls = contract({
  stockProducts: report({
    path: '/stock/products',
    summary: 'Products with their recipes, measures and purchase details on a day. Products that lack something a report needs come first.',
    access: ['can_viewstock'],
    query: ProductsQuery,
    response: ProductsAnswer,
    table: productsTable,
    example: { as: 'owner', query: { Show: 'missing' } },
  }),
  changeProducts: operation({
    method: 'PUT',
    path: '/stock/products',
    summary:
      'Changes products, either all of them or none. A value that was missing also applies to the past. A changed value applies from the day you send. A PLU that the venue does not have is added if you send its Name, and refused otherwise.',
    access: ['can_editstock'],
    strict: true,
    bodyLimit: 2 * 1024 * 1024,
    body: z.object({
      /** The day from which the changes apply. The default is today. */
      From: z.optional(Day),
      /** The location whose Least and Most change. The default is every location granted to you. */
      LocationId: z.optional(IdNumber),
      Products: z.array(Changed).check(z.minLength(1), z.maxLength(MOST_CHANGES)),
    }),
    response: z.object({ Changed: z.int() }),
    example: {
      as: 'owner',
      body: {
        Products: [
          { Plu: '{fresh}', Name: 'Wharf Lager, keg 49.5 L', Unit: 'keg', VolumeMl: 49500, Abv: 4.6, Beverage: 'beer', Container: 'keg', Draught: true },
        ],
      },
    },
  }),
  changeSupplierTerms: operation({
    method: 'PUT',
    path: '/stock/suppliers/:supplierId',
    summary: 'How a supplier takes orders and delivers.',
    access: ['can_editstock'],
    strict: true,
    params: z.object({ supplierId: Id }),
    body: z.object({
      Email: shortText(200),
      LeadDays: z.nullable(z.int().check(z.minimum(0), z.maximum(365))),
      OrderBy: z.nullable(ClockTime),
      OrderMinimum: z.nullable(z.number().check(z.minimum(0), z.maximum(10_000_000))),
    }),
    response: z.object({ SupplierId: z.int() }),
    example: { as: 'owner', params: { supplierId: 1 }, body: { Email: 'orders@example.com', LeadDays: 3, OrderBy: '14:00', OrderMinimum: 250 } },
  }),
})
