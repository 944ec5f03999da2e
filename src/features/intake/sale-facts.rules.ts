/** A sale as it is stored: immutable, all figures worked out, names replaced by keys. */

export const KIND = { sale: 1, refund: 2, void: 3, noSale: 4, counter: 5, training: 6 } as const
export type Kind = (typeof KIND)[keyof typeof KIND]

export const LINE_KIND = { sale: 1, nonSale: 2, instruction: 3 } as const
export const ADJUSTMENT = { promotion: 1, discount: 2, surcharge: 3, tip: 4 } as const

/** What counts in reports; a till's own void record, a no-sale and training do not. */
export const isCounted = (kind: number): boolean => kind === KIND.sale || kind === KIND.refund || kind === KIND.counter

/** Something with a code of the till's and a name for people: a clerk, a promotion, a way of paying. '' is nobody told. */
export interface Named {
  code: string
  name: string
  detail?: Record<string, string>
}

/** What a class of the menu is, where its names tell (product_class.served_as). */
export const SERVED_AS = { food: 1, beverage: 2 } as const

/** The figures of a line, in minor units and ten-thousandths, GST included. amount = gross − promotion − discount − refund + surcharge. */
export interface LineFigures {
  qty: number
  unitPrice: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
  /** The part of the tax that is in the surcharge. */
  surchargeTax: number
}

interface LineDetails extends LineFigures {
  lineNo: number
  kind: number
  name: string
  counts: boolean
  n: number
  wastage: boolean
  voided: boolean
  parentLineNo: number | null
  coverUnits: number
  modifiers: string | null
  /** The value of the voucher it sells; null for anything else. */
  voucher: number | null
}

/** Group, department, product group, category. */
export type ClassPath = readonly [group: string, department: string, productGroup: string, category: string]

export interface DraftLine extends LineDetails {
  plu: string
  /** Where the till says it stands in the menu; undefined when it does not say. */
  place: ClassPath | undefined
  listPrice: number | null
  barcode: string | null
  /** Why it was written off, as the till says it; null where it does not. */
  wastageReason: string | null
  /** undefined: the product's cost counts. */
  cost: number | undefined
}

export interface FactLine extends LineDetails {
  productId: number
  classId: number
  /** SERVED_AS of its class; null where that is neither. */
  servedAs: number | null
  wastageReasonKey: number | null
  cost: number
}

interface PaymentFigures {
  tendered: number
  change: number
  cashOut: number
  tip: number
  surcharge: number
  net: number
  reference: string | null
  cardType: string | null
  last4: string | null
  /** The value of the voucher it redeems. */
  voucher: number | null
}

export interface DraftPayment extends PaymentFigures {
  media: Named
}

export interface FactPayment extends PaymentFigures {
  mediaKey: number
}

export interface DraftAdjustment {
  kind: number
  subject: Named
  lineNo: number | null
  amount: number
}

export interface FactAdjustment {
  kind: number
  key: number
  lineNo: number | null
  amount: number
}

interface SaleDetails {
  receipt: string
  revision: number
  kind: Kind
  originalReceipt: string | null
  sequence: number | null
  businessDate: string
  sentBusinessDate: string | null
  openedAt: number | null
  closedAt: number
  localHour: number
  localMinute: number
  orderType: number
  tableName: string | null
  reservation: string | null
  covers: number
  cardNumber: string | null
  pointsAccrued: number
  pointsRedeemed: number
  /** 0 none, 1 sent by the till, 2 computed. */
  pointsSource: number
  n: number
  customers: number
  qty: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
  surchargeTax: number
  nonSales: number
  tips: number
  rounding: number
  total: number
}

/** A sale understood and added up, its names still as the till has them. */
export interface Draft extends SaleDetails {
  terminal: string
  clerk: Named | undefined
  lines: DraftLine[]
  payments: DraftPayment[]
  adjustments: DraftAdjustment[]
}

/** A sale ready to be stored. */
export interface Fact extends SaleDetails {
  saleId: string
  locationId: number
  terminalKey: number
  counterOf: string | null
  /** How often its receipt had been taken back by undoing an import before it came. */
  round: number
  /** Because an import was undone: of an entry that takes back, what that brought; of a sale, one that counts again since what corrected or voided it is undone. */
  undoes: boolean
  clerkKey: number | null
  cost: number
  batchId: string | null
  contentHash: Buffer
  source: string
  lines: FactLine[]
  payments: FactPayment[]
  adjustments: FactAdjustment[]
}

/** A sale with a number of patrons, or a further bill of a table, whose patrons another bill told. */
export const isTable = ({ covers, n, customers, tableName }: Fact): boolean => covers !== 0 || (n !== 0 && customers === 0 && tableName !== null)

/** Zero without a sign: −0 would be stored as 0 but compares as different. */
const minus = (value: number): number => (value === 0 ? 0 : -value)

/** The entry that takes a sale back: the same moment, place and names, every figure negated. */
export const counterOf = (fact: Fact, saleId: string, batchId: string | null): Fact => ({
  ...fact,
  saleId,
  kind: KIND.counter,
  counterOf: fact.saleId,
  undoes: false,
  originalReceipt: fact.receipt,
  sequence: null,
  batchId,
  covers: minus(fact.covers),
  pointsAccrued: minus(fact.pointsAccrued),
  pointsRedeemed: minus(fact.pointsRedeemed),
  n: minus(fact.n),
  customers: minus(fact.customers),
  qty: minus(fact.qty),
  gross: minus(fact.gross),
  promotion: minus(fact.promotion),
  discount: minus(fact.discount),
  refund: minus(fact.refund),
  surcharge: minus(fact.surcharge),
  amount: minus(fact.amount),
  cost: minus(fact.cost),
  tax: minus(fact.tax),
  surchargeTax: minus(fact.surchargeTax),
  nonSales: minus(fact.nonSales),
  tips: minus(fact.tips),
  rounding: minus(fact.rounding),
  total: minus(fact.total),
  lines: fact.lines.map(lineTakenBack),
  payments: fact.payments.map(paymentTakenBack),
  adjustments: fact.adjustments.map((adjustment) => ({ ...adjustment, amount: minus(adjustment.amount) })),
})

/** A sale that was taken back, once more: as it was, in a later round. */
export const againOf = (fact: Fact, saleId: string, round: number): Fact => ({ ...fact, saleId, counterOf: null, sequence: null, round, undoes: true })

const lineTakenBack = (line: FactLine): FactLine => ({
  ...line,
  n: minus(line.n),
  qty: minus(line.qty),
  gross: minus(line.gross),
  promotion: minus(line.promotion),
  discount: minus(line.discount),
  refund: minus(line.refund),
  surcharge: minus(line.surcharge),
  amount: minus(line.amount),
  tax: minus(line.tax),
  surchargeTax: minus(line.surchargeTax),
  cost: minus(line.cost),
})

const paymentTakenBack = (payment: FactPayment): FactPayment => ({
  ...payment,
  tendered: minus(payment.tendered),
  change: minus(payment.change),
  cashOut: minus(payment.cashOut),
  tip: minus(payment.tip),
  surcharge: minus(payment.surcharge),
  net: minus(payment.net),
})
