/**
 * What the rollup holds: sums of the sales by dimension, location and day, month or year. Whoever reads a figure picks a dimension here; whoever writes sales
 * contributes to all of them. What a dimension adds up lies in the columns of its shape, each named for what it holds.
 */

export const GRAIN = { day: 1, month: 2, year: 3 } as const
export type Grain = (typeof GRAIN)[keyof typeof GRAIN]

export const DIM = {
  /** key 0: everything sold. */
  total: 1,
  /** key: ISO weekday × 1000 + wall-clock hour (0–23), + 100 in the repeated hour of a clock change. */
  weekdayHour: 2,
  clerk: 3,
  /** What was paid with. key: dimension_key of the media. */
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
  /**
   * PLU. key: product.product_id. Of months and years alone: days are nearly as many as the lines, and lie in `product_day` once they are over.
   */
  product: 13,
  /** key: dimension_key of the terminal. */
  terminal: 14,
  /** key 0: what a Sales Summary shows beside the total. */
  besideTotal: 15,
  /** The same by weekday and hour; key as in weekdayHour. */
  besideHour: 16,
  /** The part of `class` that was sold without a cost, which no margin can be told of. key: product_class.class_id. */
  classWithoutCost: 17,
  /** What covers are counted from, of days alone: of sales that are no table here, of tables below. key: `coverKey`. */
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
/** Dimensions kept of days only. */
export const DAY_DIMS: readonly Dim[] = [DIM.otherCovers, DIM.tableCovers]

/** Wall-clock minutes of the trading day that lie in one row of covers: a day "up to now" is rows, and the sales of less than a quarter of an hour. */
export const COVER_PART_MINUTES = 15
/** The key of a row of covers: the part of the trading day, and the wall-clock hour that meals go by. */
export const coverKey = (localMinute: number, localHour: number): number => Math.floor(localMinute / COVER_PART_MINUTES) * 1000 + localHour

export const ORDER_TYPE = { none: 0, dineIn: 1, takeaway: 2, delivery: 3, bar: 4, online: 5 } as const

/** Dimensions of dimension_key codes (names behind small keys). */
export const CODE_DIM = { clerk: 3, media: 4, promotion: 6, discount: 7, surcharge: 8, wastageReason: 9, terminal: 14 } as const

/** What is added up of sales and of their lines; of what was wasted n, qty, gross and cost alone, and of promotions, discounts and surcharges n and amount. */
export const MEASURES = ['n', 'customers', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'amount', 'cost', 'tax', 'surcharge_tax'] as const
export type Measure = (typeof MEASURES)[number]

/** Of tenders: n how many, net what they came to, refund what was paid back. */
export const TENDER_MEASURES = ['n', 'tendered', 'change', 'cash_out', 'refund', 'surcharge', 'net', 'tip'] as const
/** Beside a total: how many sales were taken away and delivered, and those with a card; and what joins total sales to takings. */
const BESIDE_MEASURES = ['takeaway', 'delivery', 'card_n', 'card_amount', 'non_sales', 'tips', 'rounding'] as const
/** Of guests: n the sales, patrons those of tables, units the cover units in hundred-millionths, and the parts of each that were booked. */
const COVER_MEASURES = ['n', 'net', 'food', 'beverage', 'units', 'patrons', 'reserved_n', 'reserved_units', 'reserved_patrons', 'reserved_table_net'] as const

/** Dimensions of the same columns: the table they lie in, and the view that says the same of the sales themselves. */
export interface Shape {
  table: string
  source: string
  measures: readonly string[]
  dims: readonly Dim[]
}

const OTHERS: readonly Shape[] = [
  { table: 'rollup_tender', source: 'rollup_tender_source', measures: TENDER_MEASURES, dims: [DIM.media] },
  { table: 'rollup_beside', source: 'rollup_beside_source', measures: BESIDE_MEASURES, dims: [DIM.besideTotal, DIM.besideHour] },
  { table: 'rollup_cover', source: 'rollup_cover_source', measures: COVER_MEASURES, dims: DAY_DIMS },
]
const elsewhere = OTHERS.flatMap(({ dims }) => dims)
/** What was sold, and all else that the rollup holds. */
export const SHAPES: readonly Shape[] = [
  { table: 'rollup', source: 'rollup_source', measures: MEASURES, dims: Object.values(DIM).filter((dim) => !elsewhere.includes(dim)) },
  ...OTHERS,
]

const BY_DIM = new Map(SHAPES.flatMap((shape) => shape.dims.map((dim) => [dim, shape] as const)))
/** The dimensions of a shape that are kept of every month and year. */
export const monthDims = ({ dims }: Shape): Dim[] => dims.filter((dim) => !DAY_DIMS.includes(dim))
/** Those that are kept of a day. */
export const dayDims = ({ dims }: Shape): Dim[] => dims.filter((dim) => !COARSE_DIMS.includes(dim))
/** The shapes that are kept of months. */
export const MONTHLY: readonly Shape[] = SHAPES.filter((shape) => monthDims(shape).length > 0)

/** Where a dimension lies. */
export const shapeOf = (dim: Dim): Shape => BY_DIM.get(dim) as Shape

/** Those of an item, in the order they are packed, and the columns of `product_day`: whose customers bought it is not known. */
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
  'surcharge_tax',
] as const satisfies readonly Measure[]
