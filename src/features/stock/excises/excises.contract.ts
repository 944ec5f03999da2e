import * as z from 'zod/mini'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { BASES } from './counted.rules.ts'
import { excisesTable } from './excises-table.rules.ts'

const Duty = z.nullable(z.number())

const Part = z.object({
  Quantity: z.number(),
  /** Litres of the drink. */
  Volume: z.number(),
  /** Litres of alcohol that carry duty, in full. */
  Lal: z.number(),
  /** What the rate of the span counts, by its Basis: litres of alcohol, litres, sticks, kilograms of tobacco, or net sales. */
  Counted: z.number(),
  /** Rounded to the cent by itself. Null if no rate applies. */
  Duty,
  DutyPerUnit: z.nullable(z.number()),
  StandardDrinks: z.number(),
})

const Product = z.object({
  Plu: z.string(),
  Name: z.string(),
  ProductGroup: z.string(),
  /** In percent; of a mixed drink the strength of its alcohol altogether. Null for what is no drink. */
  Abv: z.nullable(z.number()),
  /** The part of it that carries duty: of beer 1.15 less. */
  DutiableAbv: z.nullable(z.number()),
  /** One for each span of the answer. */
  Spans: z.array(Part),
  Quantity: z.number(),
  Volume: z.number(),
  Lal: z.number(),
  /** Of the spans that have a rate. Null if none has one. */
  Duty,
  DutyPerUnit: z.nullable(z.number()),
  /** Of its net sales without tax; null where nothing was taken for it, of what was bought, and where a rate is missing. */
  PercentOfNet: z.nullable(z.number()),
  StandardDrinks: z.number(),
})
export type ExciseProduct = z.infer<typeof Product>

const Item = z.object({
  /** '' if no rate is known for it. */
  TariffItem: z.string(),
  Name: z.string(),
  /** One for each span. Null if no rate applies in it. */
  Rates: z.array(z.nullable(z.object({ Rate: z.number(), Basis: z.enum(BASES), FromDay: Day, Published: z.boolean() }))),
  Products: z.array(Product),
  Spans: z.array(z.object({ Lal: z.number(), Duty })),
  Lal: z.number(),
  Duty,
})
export type ExciseItem = z.infer<typeof Item>

const ExcisesAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Basis: z.enum(['sold', 'bought']),
  Currency: z.string(),
  Jurisdiction: z.string(),
  /** The range as rates cut it. */
  Spans: z.array(z.object({ FromDate: Day, ToDate: Day })),
  Items: z.array(Item),
  /** The sum of the lines, each rounded to the cent. Duty is null if no line has a rate, and leaves out NoRate. */
  LineSum: z.object({ Lal: z.number(), Duty }),
  /** What a return adds up by item and rate; the cents of its duty are cut. */
  Return: z.array(
    z.object({
      TariffItem: z.string(),
      FromDate: Day,
      ToDate: Day,
      Basis: z.enum(BASES),
      /** What its basis counts, in full, and as the return has it: litres cut to one decimal. */
      Counted: z.number(),
      ReturnCounted: z.number(),
      Rate: z.number(),
      LineSum: z.number(),
      Duty: z.number(),
    }),
  ),
  /** Litres of alcohol alone. */
  ReturnSum: z.object({ Lal: z.number(), Duty }),
  /** ReturnSum less LineSum. */
  Rounding: z.nullable(z.number()),
  /** Products left out because strength, volume or kind is missing. */
  Missing: z.array(
    z.object({
      Plu: z.string(),
      Name: z.string(),
      Missing: z.enum(['abv', 'volume', 'beverage', 'ingredient', 'sticks', 'tobacco']),
      Quantity: z.number(),
      Net: z.number(),
    }),
  ),
  /** Wine, cider and perry: no excise, but wine equalisation tax. */
  Wine: z.object({ Products: z.int(), Quantity: z.number() }),
  /** Spans in which an item that was sold has no rate: its litres are told, its duty is not. */
  NoRate: z.array(z.object({ TariffItem: z.string(), FromDate: Day, ToDate: Day, Lal: z.number() })),
  StandardDrinks: z.number(),
  /** Products with a strength, whatever was sold. */
  WithStrength: z.int(),
  /** Rates the venue keeps for this jurisdiction. */
  RatesKept: z.int(),
  /** What this is about. Of locations in several currencies only those in the venue's own, or in the first, since neither money nor duty adds up across them. */
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
  AsAt: z.string(),
})
export type ExcisesAnswer = z.infer<typeof ExcisesAnswer>

const ExcisesQuery = z.object({
  ...RANGE,
  Locations: z.optional(LocationList),
  /** What was sold, or what was bought; sold unless said otherwise. */
  Basis: z.optional(z.enum(['sold', 'bought'])),
  ...WRITTEN,
})
export type ExcisesQuery = z.output<typeof ExcisesQuery>

/** The duty inside what was sold or bought. */
export const exciseCalls = contract({
  excises: report({
    path: '/reports/excises',
    summary:
      'Litres of alcohol and the duty in them, by tariff item and product, split where a rate changes. Totals are given twice: as the sum of the lines, and rounded as on a return.',
    access: ['can_viewexcise'],
    query: ExcisesQuery,
    response: ExcisesAnswer,
    table: excisesTable,
    example: { as: 'owner', query: { FromDate: '2026-07-01', ToDate: '2026-10-31' } },
  }),
})
