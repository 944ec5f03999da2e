import * as z from 'zod/mini'
import { byPeriod } from '#features/reports/kit/by-period.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { CardNumber } from './card-fields.rules.ts'
import { DIFFERENCE_REASONS, POINTS_FIGURES, type PointsFigure, USAGE_FIGURES, type UsageFigure } from './points-figures.rules.ts'

const Figure = z.nullable(z.number())
const figuresOf = <N extends string>(names: readonly N[]) => Object.fromEntries(names.map((name) => [name, Figure])) as Record<N, typeof Figure>

const Interval = z.enum(['day', 'week', 'month', 'year'])
const RANGE = { FromDate: Day, ToDate: Day, Locations: z.optional(LocationList) } as const
const Period = z.object({ Period: z.string(), FromDate: Day, ToDate: Day })

const pointsFigures = figuresOf<PointsFigure>(POINTS_FIGURES)
const Explained = z.array(z.object({ Reason: z.enum(DIFFERENCE_REASONS), Points: z.int(), Count: z.int() }))
const pointsRow = { ...pointsFigures, Explained, ByPeriod: z.optional(byPeriod(pointsFigures)) } as const

const usageFigures = figuresOf<UsageFigure>(USAGE_FIGURES)
const usageRow = { ...usageFigures, ByPeriod: z.optional(byPeriod(usageFigures)) } as const

const Use = z.object({
  SaleId: z.string(),
  Receipt: z.string(),
  Day,
  At: z.string(),
  Accrued: z.int(),
  Redeemed: z.int(),
  Amount: z.number(),
})

/** Reports on the ledger: what moved, how cards are used, and which are used too often. */
export const loyaltyReports = contract({
  cardUse: operation({
    method: 'GET',
    path: '/loyalty/:card/use',
    summary: "One card's uses by location: sales that gave or took points, without those taken back. A member's earlier cards count with it.",
    access: ['can_viewloyalty'],
    strictQuery: true,
    params: z.object({ card: CardNumber }),
    query: z.object(RANGE),
    response: z.object({
      CardNumber: z.string(),
      Locations: z.array(
        z.object({
          LocationId: z.int(),
          Name: z.string(),
          Currency: z.string(),
          Uses: z.int(),
          Accrued: z.int(),
          Redeemed: z.int(),
          Amount: z.number(),
          History: z.array(Use),
        }),
      ),
    }),
    example: { as: 'owner', params: { card: '{card}' }, query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
  oftenUsed: operation({
    method: 'GET',
    path: '/loyalty/usage',
    summary: 'Cards used on one trading day at a location as often as the threshold or oftener.',
    access: ['can_viewloyalty'],
    strictQuery: true,
    query: z.object({
      ...RANGE,
      /** 2 or more; absent: 5. */
      Threshold: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(2))),
    }),
    response: z.object({
      Threshold: z.int(),
      Locations: z.array(
        z.object({
          LocationId: z.int(),
          Name: z.string(),
          Cards: z.array(z.object({ CardNumber: z.string(), Name: z.string(), Day, Uses: z.int(), Points: z.int() })),
        }),
      ),
    }),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Threshold: 5 } },
  }),
  pointsReport: operation({
    method: 'GET',
    path: '/points',
    summary:
      'The roll-forward of points by location: opening, what came and went, closing; vouchers; and the points of sales beside those of cards. Closing = Opening + Accrued − AccruedReversed − Redeemed + RedeemedReversed + Adjustments + TransfersIn − TransfersOut + ReplacedIn − ReplacedOut − Expired.',
    access: ['can_viewloyalty'],
    strictQuery: true,
    query: z.object({ ...RANGE, Interval: z.optional(Interval) }),
    response: z.object({
      FromDate: Day,
      ToDate: Day,
      Interval: z.nullable(Interval),
      Periods: z.array(Period),
      Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), ...pointsRow })),
      /** VoucherAmount is null where the locations have several currencies. */
      Totals: z.object(pointsRow),
      AsAt: z.string(),
    }),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
  usageSummary: operation({
    method: 'GET',
    path: '/loyaltyusage',
    summary:
      "How the programme does by location and period: active cards, uses, members' sales and their share of all, points per dollar, and redeemed ÷ accrued. A replaced card and its replacement are one member.",
    access: ['can_viewloyalty'],
    strictQuery: true,
    query: z.object({ ...RANGE, Interval: z.optional(Interval) }),
    response: z.object({
      FromDate: Day,
      ToDate: Day,
      Interval: z.nullable(Interval),
      Periods: z.array(Period),
      Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), ...usageRow })),
      /** Money is null where the locations have several currencies. */
      Totals: z.object(usageRow),
      AsAt: z.string(),
    }),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Interval: 'day' } },
  }),
})
