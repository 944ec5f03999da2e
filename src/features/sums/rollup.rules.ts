/**
 * What the one rollup table holds. A row is (venue, grain, dim, location, period, key) with the measures of domain section 3.2.
 * Whoever reads a figure picks a dimension here; whoever writes sales contributes to all of them.
 */

export const GRAIN = { day: 1, month: 2, year: 3 } as const
export type Grain = (typeof GRAIN)[keyof typeof GRAIN]

export const DIM = {
  /** key 0: everything sold. */
  total: 1,
  /** key: ISO weekday × 1000 + wall-clock hour (0–23), + 100 in the repeated hour of a clock change. */
  weekdayHour: 2,
  clerk: 3,
  /**
   * amount is the net tender; gross what was tendered, promotion the change, discount the cash-out; refund what was paid back; cost the
   * tips; n the tenders.
   */
  media: 4,
  /** key: product_class.class_id; group, department, product group and category all come from it. */
  class: 5,
  /** amount is what the promotion, discount or surcharge came to; n how often. */
  promotion: 6,
  discount: 7,
  surcharge: 8,
  /** Lines marked as wastage: no sale, only quantity and cost. key: product_class.class_id. */
  wastage: 9,
  /** key: ORDER_TYPE. */
  orderType: 10,
  /** key 1: sales with a card attached. */
  loyalty: 11,
  /** key: BRIDGE; amount is what leads from total sales to takings. */
  bridge: 12,
  /**
   * PLU. key: product.product_id. Months and years are added to with every sale; days only once they are over, since they are nearly as
   * many as the lines (`sumProductDays`).
   */
  product: 13,
  /** key: dimension_key of the terminal. */
  terminal: 14,
  /**
   * key 0: what a Sales Summary shows beside the total, in one row where the dimensions it comes from have six: n the take-aways,
   * customers the deliveries, qty the sales with a card, gross what those came to, promotion non-sales, discount tips, refund rounding.
   */
  besideTotal: 15,
  /** The same by weekday and hour; key as in weekdayHour. */
  besideHour: 16,
  /** The part of `class` that was sold without a cost, which no margin can be told of. key: product_class.class_id. */
  classWithoutCost: 17,
  /**
   * What covers are counted from, of days alone: of sales that are no table here, of tables below. key: `coverKey`; n the sales, customers patrons of tables, qty the
   * cover units (in hundred-millionths), gross food, promotion drink, discount the cover units of reservations, amount the net, cost the sales of reservations; of
   * tables that were booked refund what they came to, surcharge their patrons.
   */
  otherCovers: 18,
  tableCovers: 19,
  /** Lines marked as wastage, as in `wastage`. key: product.product_id. */
  wastageProduct: 20,
  /** key: dimension_key of the clerk; 0 is nobody told. */
  wastageClerk: 21,
  /** key: dimension_key of the reason; 0 is none told. */
  wastageReason: 22,
} as const
export type Dim = (typeof DIM)[keyof typeof DIM]

/** Dimensions a sale adds to at month and year only. */
export const COARSE_DIMS: readonly Dim[] = [DIM.product]
/** Dimensions kept of days only. Of a day sold on before they were kept (`trading_day_state.covers_kept`), there are none until the hourly job made them. */
export const DAY_DIMS: readonly Dim[] = [DIM.otherCovers, DIM.tableCovers]

/** Wall-clock minutes of the trading day that lie in one row of covers: a day "up to now" is rows, and the sales of less than a quarter of an hour. */
export const COVER_PART_MINUTES = 15
/** The key of a row of covers: the part of the trading day, and the wall-clock hour that meals go by. */
export const coverKey = (localMinute: number, localHour: number): number => Math.floor(localMinute / COVER_PART_MINUTES) * 1000 + localHour

export const ORDER_TYPE = { none: 0, dineIn: 1, takeaway: 2, delivery: 3, bar: 4, online: 5 } as const

/** What joins total sales to takings. */
export const BRIDGE = { nonSales: 1, tips: 2, rounding: 3 } as const

/** Dimensions of dimension_key codes (names behind small keys). */
export const CODE_DIM = { clerk: 3, media: 4, promotion: 6, discount: 7, surcharge: 8, wastageReason: 9, terminal: 14 } as const

export const MEASURES = ['n', 'customers', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'amount', 'cost', 'tax'] as const
export type Measure = (typeof MEASURES)[number]
/** Those of an item, in the order they are packed: whose customers bought it is not known. */
export const ITEM_MEASURES = [
  'n',
  'qty',
  'gross',
  'promotion',
  'discount',
  'refund',
  'surcharge',
  'amount',
  'cost',
  'tax',
] as const satisfies readonly Measure[]
