import * as z from 'zod/mini'
import { byPeriod } from '#features/reports/kit/by-period.rules.ts'
import { COMPARE, HELD_AGAINST, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { UNITS } from '#features/reports/kit/period.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { CardNumber, MOVEMENT_KINDS } from './card-fields.rules.ts'
import { DIFFERENCE_REASONS, POINTS_FIGURES, type PointsFigure, SALE_KINDS, USAGE_FIGURES, type UsageFigure } from './points-figures.rules.ts'
import { differencesTable, pointsTable, usageTable } from './points-tables.rules.ts'

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

const RangedQuery = z.object({ ...RANGE, ...WRITTEN, Interval: z.optional(Interval) })
const ranged = { FromDate: Day, ToDate: Day, Interval: z.nullable(Interval), Periods: z.array(Period) } as const
const PLACE = { LocationId: z.int(), Name: z.string(), Currency: z.string() } as const

const PointsAnswer = z.object({
  ...ranged,
  Locations: z.array(z.object({ ...PLACE, ...pointsRow })),
  /** VoucherAmount is null where the locations have several currencies. */
  Totals: z.object(pointsRow),
  /** The same figures in the range it is held against; null where it is not compared. */
  Compare: z.nullable(z.object({ ...HELD_AGAINST, Locations: z.array(z.object({ LocationId: z.int(), ...pointsFigures })), Totals: z.object(pointsFigures) })),
  AsAt: z.string(),
})
export type PointsAnswer = z.infer<typeof PointsAnswer>

const UsageInterval = z.enum(UNITS)

const UsageAnswer = z.object({
  ...ranged,
  Interval: z.nullable(UsageInterval),
  /** Whether the user may see sales; without can_viewsales, Sales and Share are null. */
  WithSales: z.boolean(),
  Locations: z.array(z.object({ ...PLACE, ...usageRow })),
  /** Money is null where the locations have several currencies. */
  Totals: z.object(usageRow),
  AsAt: z.string(),
})
export type UsageAnswer = z.infer<typeof UsageAnswer>

/** A document of the till and an entry of the ledger; either is null where there is none. */
const PointsDifference = z.object({
  Reason: z.enum(DIFFERENCE_REASONS),
  LocationId: z.int(),
  Location: z.string(),
  Day,
  /** What the cards have more than the sales say; less than nothing where they have less. */
  Points: z.int(),
  Sale: z.nullable(
    z.object({
      SaleId: z.string(),
      Receipt: z.string(),
      Kind: z.enum(Object.values(SALE_KINDS)),
      At: z.string(),
      Amount: z.number(),
      CardNumber: z.nullable(z.string()),
      Points: z.int(),
    }),
  ),
  Entry: z.nullable(
    z.object({
      MovementId: z.string(),
      Kind: z.enum(MOVEMENT_KINDS),
      At: z.string(),
      CardNumber: z.string(),
      Points: z.int(),
      By: z.nullable(z.string()),
      Comments: z.string(),
    }),
  ),
})
export type PointsDifference = z.infer<typeof PointsDifference>

const DifferencesAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(PLACE)),
  Differences: z.array(PointsDifference),
  /** Of all there are, not only of those listed. */
  Count: z.int(),
  Points: z.int(),
  AsAt: z.string(),
})
export type DifferencesAnswer = z.infer<typeof DifferencesAnswer>

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
    summary: "One card's uses by location: sales that gave or took points and were not reversed. A member's earlier cards are included.",
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
    summary: 'Cards used on one trading day at a location at least as often as the threshold.',
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
  pointsReport: report({
    path: '/points',
    summary:
      'The roll-forward of points by location: opening, what came and went, closing; vouchers; and the points of sales beside those of cards. Closing = Opening + Accrued − AccruedReversed − Redeemed + RedeemedReversed + Adjustments + TransfersIn − TransfersOut + ReplacedIn − ReplacedOut − Expired.',
    access: ['can_viewloyalty'],
    query: z.extend(RangedQuery, COMPARE),
    response: PointsAnswer,
    table: pointsTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
  pointsDifferences: report({
    path: '/points/difference',
    summary: 'The sales and ledger entries whose points differ, side by side, with the reason. At most 1,000, for one reason or all.',
    access: ['can_viewloyalty'],
    query: z.object({ ...RANGE, ...WRITTEN, Reason: z.optional(z.enum(DIFFERENCE_REASONS)) }),
    response: DifferencesAnswer,
    table: differencesTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Reason: 'ManualAccrual' } },
  }),
  usageSummary: report({
    path: '/loyaltyusage',
    summary:
      "How the programme is doing, by location and period: active cards, uses, members' sales and their share of all, points per dollar, redeemed ÷ accrued, and the points members hold at the end. Total sales and the share of them need can_viewsales. A replaced card and its replacement are one member. Interval=hour gives the hours of the trading day, without the points held.",
    access: ['can_viewloyalty'],
    query: z.extend(RangedQuery, { Interval: z.optional(UsageInterval) }),
    response: UsageAnswer,
    table: usageTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Interval: 'day' } },
  }),
})
