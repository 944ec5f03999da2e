import { satisfies, type Tag } from '#shared/permissions.ts'

/** What a measure is told by, beside its total. */
export const DIMENSIONS = ['Location', 'Period', 'Hour', 'Item', 'Media'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** How a measure is drawn. */
export const VISUALS = ['tile', 'line', 'bar', 'table', 'heat'] as const
export type Visual = (typeof VISUALS)[number]

/** What the numbers of a metric are. */
export const UNITS = ['money', 'count', 'percent', 'hours'] as const
export type MetricUnit = (typeof UNITS)[number]

export const GROUPS = ['sales', 'guests', 'loyalty', 'people', 'costs', 'stock', 'payments', 'tills'] as const
export type MetricGroup = (typeof GROUPS)[number]

/** The reports that metrics are read from. */
export const SOURCES = [
  'sales',
  'trend',
  'best',
  'covers',
  'visits',
  'reservations',
  'points',
  'usage',
  'attendance',
  'wastage',
  'costs',
  'media',
  'payments',
  'variance',
  'purchases',
  'onHand',
  'stockVariance',
  'excises',
] as const
export type Source = (typeof SOURCES)[number]

/** A venue's switch without which a report is not there. */
type Switch = 'ShowBreakdownPage' | 'ShowControlSheet' | 'ShowExcise' | 'ShowTimeAndAttendanceModule'

/** A figure of a report, as a dashboard may show it. */
export interface Metric {
  id: string
  source: Source
  /** The name of the figure in the report's answer. */
  field: string
  tag: Tag
  shownWhen?: Switch
  group: MetricGroup
  unit: MetricUnit
  /** Whether more is better or worse; absent where it is neither. */
  better?: 'more' | 'less'
  dimensions: readonly Dimension[]
  visuals: readonly Visual[]
}

type Report = Pick<Metric, 'source' | 'tag' | 'shownWhen' | 'group' | 'dimensions'>
type Figure = readonly [field: string, unit: MetricUnit, better?: 'more' | 'less']

const OVER_TIME: readonly Dimension[] = ['Period', 'Hour']

/** A line and a heat strip need time, bars and rows anything to part the figure by. */
const visualsOf = (dimensions: readonly Dimension[]): Visual[] =>
  VISUALS.filter((visual) => {
    if (visual === 'tile') return true
    if (visual === 'bar' || visual === 'table') return dimensions.length > 0
    return dimensions.some((dimension) => OVER_TIME.includes(dimension))
  })

const figuresOf = (report: Report, figures: Readonly<Record<string, Figure>>): Metric[] =>
  Object.entries(figures).map(([id, [field, unit, better]]) => ({
    ...report,
    id,
    field,
    unit,
    ...(better ? { better } : {}),
    visuals: visualsOf(report.dimensions),
  }))

const PLACES_AND_DAYS: readonly Dimension[] = ['Location', 'Period']
const SALES = { source: 'sales', tag: 'can_viewsales', group: 'sales', dimensions: PLACES_AND_DAYS } as const
const GUESTS = { tag: 'can_viewsales', group: 'guests', dimensions: PLACES_AND_DAYS } as const
const BREAKDOWN = { tag: 'can_viewbreakdown', shownWhen: 'ShowBreakdownPage', group: 'costs', dimensions: PLACES_AND_DAYS } as const
const WAGES = { source: 'attendance', shownWhen: 'ShowTimeAndAttendanceModule', group: 'people', dimensions: [] } as const
const STOCK = { tag: 'can_viewstock', group: 'stock', dimensions: [] } as const

/** The catalogue: every figure a dashboard may show, each under the name of its report's own figure. */
export const METRICS: readonly Metric[] = [
  ...figuresOf(
    { ...SALES, dimensions: ['Location', 'Period', 'Hour'] },
    {
      Net: ['Net', 'money', 'more'],
      Amount: ['Amount', 'money', 'more'],
      Sales: ['Sales', 'count', 'more'],
      Customers: ['Customers', 'count', 'more'],
    },
  ),
  ...figuresOf(SALES, {
    AverageSpend: ['AverageSpend', 'money', 'more'],
    AverageSale: ['AverageSale', 'money', 'more'],
    Quantity: ['Quantity', 'count', 'more'],
    Gross: ['Gross', 'money', 'more'],
    Promotions: ['Promotions', 'money', 'less'],
    Discounts: ['Discounts', 'money', 'less'],
    Refunds: ['Refunds', 'money', 'less'],
    Surcharges: ['Surcharges', 'money'],
    Tax: ['Tax', 'money'],
    AmountExTax: ['AmountExTax', 'money', 'more'],
    Cost: ['Cost', 'money', 'less'],
    GrossProfit: ['GrossProfit', 'money', 'more'],
    GrossProfitPercent: ['GrossProfitPercent', 'percent', 'more'],
    ShiftCount: ['ShiftCount', 'count'],
    TakeawayCount: ['TakeawayCount', 'count'],
    DeliveryCount: ['DeliveryCount', 'count'],
    LoyaltyCount: ['LoyaltyCount', 'count', 'more'],
    LoyaltySales: ['LoyaltySales', 'money', 'more'],
    NonSales: ['NonSales', 'money'],
    Tips: ['Tips', 'money'],
    Rounding: ['Rounding', 'money'],
    Takings: ['Takings', 'money', 'more'],
  }),
  ...figuresOf({ ...SALES, source: 'trend', dimensions: ['Location'] }, { Projection: ['Projection', 'money', 'more'] }),
  ...figuresOf({ ...SALES, source: 'best', dimensions: ['Item'] }, { BestSellers: ['Net', 'money', 'more'] }),
  ...figuresOf(
    { ...GUESTS, source: 'covers' },
    {
      Covers: ['Covers', 'count', 'more'],
      LunchCovers: ['LunchCovers', 'count', 'more'],
      DinnerCovers: ['DinnerCovers', 'count', 'more'],
      BookedCovers: ['BookedCovers', 'count', 'more'],
      WalkInCovers: ['WalkInCovers', 'count', 'more'],
      PerCover: ['PerCover', 'money', 'more'],
      LunchPerCover: ['LunchPerCover', 'money', 'more'],
      DinnerPerCover: ['DinnerPerCover', 'money', 'more'],
      FoodPerCover: ['FoodPerCover', 'money', 'more'],
      BeveragePerCover: ['BeveragePerCover', 'money', 'more'],
    },
  ),
  ...figuresOf(
    { ...GUESTS, source: 'visits' },
    {
      Visits: ['Visits', 'count', 'more'],
      UniqueMembers: ['UniqueMembers', 'count', 'more'],
      NewMembers: ['NewMembers', 'count', 'more'],
      ReturningMembers: ['ReturningMembers', 'count', 'more'],
      PerVisit: ['PerVisit', 'money', 'more'],
      MemberShare: ['SharePercent', 'percent', 'more'],
    },
  ),
  ...figuresOf(
    { ...GUESTS, source: 'reservations' },
    {
      Reservations: ['Reservations', 'count', 'more'],
      ReservedCovers: ['ReservedCovers', 'count', 'more'],
      Seated: ['Seated', 'count', 'more'],
      NoShows: ['NoShows', 'count', 'less'],
      NoShowPercent: ['NoShowPercent', 'percent', 'less'],
      CancelledLate: ['CancelledLate', 'count', 'less'],
      WalkIns: ['WalkIns', 'count', 'more'],
      TurnMinutes: ['TurnMinutes', 'count'],
      ReservedPerHead: ['ReservedPerHead', 'money', 'more'],
      WalkInPerHead: ['WalkInPerHead', 'money', 'more'],
    },
  ),
  ...figuresOf(
    { source: 'points', tag: 'can_viewloyalty', group: 'loyalty', dimensions: PLACES_AND_DAYS },
    {
      PointsAccrued: ['Accrued', 'count', 'more'],
      PointsRedeemed: ['Redeemed', 'count'],
      PointsAdjusted: ['Adjustments', 'count'],
      PointsExpired: ['Expired', 'count'],
      PointsHeld: ['Closing', 'count'],
      PointsDifference: ['Difference', 'count'],
      VouchersSold: ['VoucherAmount', 'money', 'more'],
    },
  ),
  ...figuresOf(
    { source: 'usage', tag: 'can_viewloyalty', group: 'loyalty', dimensions: PLACES_AND_DAYS },
    { ActiveCards: ['ActiveCards', 'count', 'more'], CardUses: ['Uses', 'count', 'more'] },
  ),
  ...figuresOf(
    { ...WAGES, tag: 'can_viewtimesheet' },
    {
      WagesPercent: ['WagePercent', 'percent', 'less'],
      WageCost: ['Cost', 'money', 'less'],
      SalesPerHour: ['SalesPerHour', 'money', 'more'],
      HoursToPay: ['Hours', 'hours'],
    },
  ),
  ...figuresOf({ ...WAGES, tag: 'can_viewroster' }, { HoursRostered: ['Roster', 'hours'] }),
  ...figuresOf(
    { ...BREAKDOWN, source: 'wastage', dimensions: ['Location', 'Period', 'Item'] },
    { Wastage: ['Cost', 'money', 'less'], WastageQuantity: ['Quantity', 'count', 'less'] },
  ),
  ...figuresOf(
    { ...BREAKDOWN, source: 'costs' },
    {
      CostOfGoodsPercent: ['CostOfGoodsPercent', 'percent', 'less'],
      PrimeCost: ['PrimeCost', 'money', 'less'],
      PrimeCostPercent: ['PrimeCostPercent', 'percent', 'less'],
      DeliveryCommission: ['DeliveryCommission', 'money', 'less'],
      StockAdjustments: ['StockAdjustments', 'money', 'less'],
      Contribution: ['Contribution', 'money', 'more'],
      ContributionPercent: ['ContributionPercent', 'percent', 'more'],
    },
  ),
  ...figuresOf(
    { source: 'media', tag: 'can_viewmedia', group: 'payments', dimensions: ['Media'] },
    { MediaNet: ['Net', 'money', 'more'], MediaRefunds: ['Refunds', 'money', 'less'], MediaTips: ['Tips', 'money'] },
  ),
  ...figuresOf(
    { source: 'payments', tag: 'can_viewpayments', group: 'payments', dimensions: PLACES_AND_DAYS },
    {
      PaymentVolume: ['Volume', 'money', 'more'],
      PaymentCount: ['Payments', 'count', 'more'],
      PaymentFees: ['Fees', 'money', 'less'],
      PaymentRefunds: ['Refunds', 'money'],
      PaymentNet: ['Net', 'money', 'more'],
      PaymentsFailed: ['Failed', 'count', 'less'],
    },
  ),
  ...figuresOf(
    { source: 'variance', tag: 'can_viewcontrolsheet', shownWhen: 'ShowControlSheet', group: 'tills', dimensions: ['Location'] },
    { Variance: ['Variance', 'money'], SheetsCounted: ['Sheets', 'count'], SheetsOverLimit: ['OverLimit', 'count', 'less'] },
  ),
  ...figuresOf({ ...STOCK, source: 'purchases' }, { Purchases: ['Total', 'money'] }),
  ...figuresOf({ ...STOCK, source: 'onHand' }, { StockValue: ['Value', 'money'] }),
  ...figuresOf({ ...STOCK, source: 'stockVariance' }, { StockVariance: ['VarianceCost', 'money'], StockMissing: ['Missing', 'money', 'less'] }),
  ...figuresOf(
    { source: 'excises', tag: 'can_viewexcise', shownWhen: 'ShowExcise', group: 'stock', dimensions: [] },
    { ExciseDuty: ['Duty', 'money'], ExciseLitres: ['Lal', 'count'] },
  ),
]

const BY_ID = new Map(METRICS.map((metric) => [metric.id, metric]))

/** A metric of the catalogue; nothing for a name it does not have. */
export const metricOf = (id: string): Metric | undefined => BY_ID.get(id)

/** Whoever looks: what they hold, and what the venue has switched on. */
export interface Looker extends Partial<Record<Switch, boolean>> {
  tags: readonly string[]
}

/** Whether somebody may see a metric at their venue now. */
export const maySeeMetric = ({ tag, shownWhen }: Metric, looker: Looker): boolean =>
  satisfies([tag], looker.tags) && (shownWhen === undefined || looker[shownWhen] === true)

/** The dimensions a visual of a metric may be told by, the usual one first; none of a tile, which is the total. */
export const dimensionsFor = ({ dimensions }: Metric, visual: Visual): readonly Dimension[] => {
  if (visual === 'tile') return []
  return visual === 'line' || visual === 'heat' ? dimensions.filter((dimension) => OVER_TIME.includes(dimension)) : dimensions
}
