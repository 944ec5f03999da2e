import * as z from 'zod/mini'
import { BEVERAGES } from '#features/stock/spec.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, shortText } from '#shared/fields.ts'
import { BASES } from './counted.rules.ts'

const Percent = z.number().check(z.minimum(0), z.maximum(100))
const Litres = z.number().check(z.minimum(0), z.maximum(10_000))

const RATE = {
  /** Whose tariff: AU, NZ … */
  Jurisdiction: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters, like AU')),
  TariffItem: shortText(20, 1),
  Name: shortText(200),
  /** By the litre of alcohol, the litre of the drink, the stick, the kilogram of tobacco, or as a percentage of net sales. */
  Basis: z.enum(BASES),
  /** Kinds of drink it applies to. If empty, it applies only to products with this tariff item, and a tobacco rate to every product with sticks or tobacco. */
  Beverages: z.array(z.enum(BEVERAGES)).check(z.maxLength(BEVERAGES.length)),
  /** Strength that carries no duty, in percent: 1.15 for beer. */
  FreeAbv: Percent,
  AboveAbv: z.nullable(Percent),
  UpToAbv: z.nullable(Percent),
  /** Litres of the container. */
  ContainerFrom: z.nullable(Litres),
  ContainerUpTo: z.nullable(Litres),
  /** Null means both draught and packaged. */
  Draught: z.nullable(z.boolean()),
  /** In major units for each of what its basis counts, or in percent; to five decimals. */
  Rate: z.number().check(z.minimum(0, 'cannot be less than 0'), z.maximum(1_000_000)),
  FromDay: Day,
  ToDay: z.nullable(Day),
  /** The source of the rate. */
  Source: shortText(500, 1),
  SourceUrl: shortText(500),
} as const

const KeptRate = z.object({
  RateId: FactId,
  ...RATE,
  Beverages: z.array(z.string()),
  /** One of the points that come with the product, which nobody at the venue has checked. */
  Published: z.boolean(),
  EnteredBy: z.nullable(z.string()),
})
export type KeptRate = z.infer<typeof KeptRate>

const RatesAnswer = z.object({
  Rates: z.array(KeptRate),
  /** Days on which an item has no rate, between two rates or after the last one. After the last one, `ToDay` is null. */
  Gaps: z.array(z.object({ Jurisdiction: z.string(), TariffItem: z.string(), FromDay: Day, ToDay: z.nullable(Day) })),
})

/** Rates of excise: rows of the venue with their source and who entered them. */
export const exciseRateCalls = contract({
  exciseRates: operation({
    method: 'GET',
    path: '/stock/excise-rates',
    summary:
      "The venue's excise rates, each with its source and who entered it. Also lists the days on which a tariff item has no rate, between two rates or after the last one.",
    access: ['can_viewexcise'],
    response: RatesAnswer,
    example: { as: 'owner' },
  }),
  addExciseRate: operation({
    method: 'POST',
    path: '/stock/excise-rates',
    summary: 'Adds a rate. A tariff item can have only one rate on a day.',
    access: ['can_viewexcise', 'can_editstock'],
    strict: true,
    body: z.object(RATE),
    response: RatesAnswer,
    example: {
      as: 'owner',
      body: {
        Jurisdiction: 'AU',
        TariffItem: '1.15',
        Name: 'Beer brewed on commercial premises',
        Basis: 'lal',
        Beverages: [],
        FreeAbv: 1.15,
        AboveAbv: null,
        UpToAbv: null,
        ContainerFrom: null,
        ContainerUpTo: null,
        Draught: null,
        Rate: 3.41,
        FromDay: '2017-08-01',
        ToDay: '2018-01-31',
        Source: 'Gazette notice of August 2017',
        SourceUrl: '',
      },
    },
  }),
  changeExciseRate: operation({
    method: 'PUT',
    path: '/stock/excise-rates/:rateId',
    summary: 'Changes a rate. The figures of its days change too.',
    access: ['can_viewexcise', 'can_editstock'],
    strict: true,
    params: z.object({ rateId: FactId }),
    body: z.object(RATE),
    response: RatesAnswer,
    example: {
      as: 'owner',
      params: { rateId: '{excise-rate}' },
      body: {
        Jurisdiction: 'AU',
        TariffItem: '9.9',
        Name: 'Example',
        Basis: 'lal',
        Beverages: [],
        FreeAbv: 0,
        AboveAbv: null,
        UpToAbv: null,
        ContainerFrom: null,
        ContainerUpTo: null,
        Draught: null,
        Rate: 3.5,
        FromDay: '2001-01-01',
        ToDay: '2001-12-31',
        Source: 'Example',
        SourceUrl: '',
      },
    },
  }),
  removeExciseRate: operation({
    method: 'DELETE',
    path: '/stock/excise-rates/:rateId',
    summary: 'Removes a rate.',
    access: ['can_viewexcise', 'can_editstock'],
    params: z.object({ rateId: FactId }),
    response: RatesAnswer,
    example: { as: 'owner', params: { rateId: '{excise-rate}' } },
  }),
  takePublishedRates: operation({
    method: 'POST',
    path: '/stock/excise-rates/published',
    summary: 'Adds the published Australian rates that come with Daybook. Each ends when the next indexation began. Nobody at the venue has checked them.',
    access: ['can_viewexcise', 'can_editstock'],
    strict: true,
    body: z.object({}),
    response: RatesAnswer,
    example: { as: 'owner', body: {} },
  }),
})
