import { type Dimension, type Metric, type MetricUnit, type Visual, visualsOf } from './metrics.rules.ts'

/** @property drawn how its figures are drawn, where not as their dimensions say */
type Report = Pick<Metric, 'source' | 'tag' | 'shownWhen' | 'group' | 'dimensions'> & { drawn?: readonly Visual[] }
type Figure = readonly [field: string, unit: MetricUnit, better?: 'more' | 'less']

const figuresOf = ({ drawn, ...report }: Report, figures: Readonly<Record<string, Figure>>): Metric[] =>
  Object.entries(figures).map(([id, [field, unit, better]]) => ({
    ...report,
    id,
    field,
    unit,
    ...(better ? { better } : {}),
    visuals: drawn ?? visualsOf(report.dimensions),
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
    NetExTax: ['NetExTax', 'money', 'more'],
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
  ...figuresOf({ ...SALES, source: 'trend', dimensions: ['Period'], drawn: ['line'] }, { DaySoFar: ['Net', 'money', 'more'] }),
  ...figuresOf({ ...SALES, source: 'best', dimensions: ['Item'], drawn: ['table', 'bar'] }, { BestSellers: ['Net', 'money', 'more'] }),
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
