import { ADJUSTMENT, type Fact, type FactLine, isCounted, isTable, KIND, LINE_KIND, SERVED_AS } from '#features/intake/sale-facts.rules.ts'
import { weekdayOf } from '#shared/trading-day.ts'
import { COARSE_DIMS, coverKey, DAY_DIMS, DIM, type Dim, GRAIN, type Grain, ORDER_TYPE, shapeOf } from './rollup.rules.ts'

/** What is to be added to one row of the rollup. */
export interface RollupDelta {
  grain: Grain
  dim: Dim
  period: string
  key: number
  /** In the order of its shape's measures. */
  sums: Float64Array
}

/**
 * What facts of one location add to the rollup, summed per row and sorted as every writer sorts, so that two writers
 * wait for each other instead of locking each other out. The views of the shapes say the same in SQL. It takes a while for many facts: others may
 * have a turn wherever it yields.
 */
export function* rollupDeltas(facts: readonly Fact[]): Generator<undefined, RollupDelta[]> {
  const days = new Map<string, Tally>()
  for (const fact of facts) {
    yield
    if (!isCounted(fact.kind)) continue
    let tally = days.get(fact.businessDate)
    if (!tally) {
      tally = new Tally()
      days.set(fact.businessDate, tally)
    }
    contribute(tally, fact)
  }
  const rows = new Map<string, RollupDelta>()
  for (const [day, tally] of days) {
    for (const { dim, key, sums } of tally.rows()) {
      yield
      if (!COARSE_DIMS.includes(dim)) addTo(rows, GRAIN.day, dim, day, key, sums)
      if (DAY_DIMS.includes(dim)) continue
      addTo(rows, GRAIN.month, dim, `${day.slice(0, 7)}-01`, key, sums)
      addTo(rows, GRAIN.year, dim, `${day.slice(0, 4)}-01-01`, key, sums)
    }
  }
  return [...rows.values()].filter(({ sums }) => sums.some((sum) => sum !== 0)).sort(inOrder)
}

const inOrder = (a: RollupDelta, b: RollupDelta) => a.grain - b.grain || a.dim - b.dim || (a.period < b.period ? -1 : a.period > b.period ? 1 : a.key - b.key)

const addTo = (rows: Map<string, RollupDelta>, grain: Grain, dim: Dim, period: string, key: number, sums: Float64Array) => {
  const name = `${grain} ${dim} ${period} ${key}`
  const row = rows.get(name)
  if (!row) rows.set(name, { grain, dim, period, key, sums: sums.slice() })
  else for (let i = 0; i < sums.length; i += 1) row.sums[i] = (row.sums[i] ?? 0) + (sums[i] ?? 0)
}

/** Sums by dimension and key. */
class Tally {
  readonly #dims = new Map<Dim, Map<number, Float64Array>>()

  /** The sums of a row, to be added to. */
  at(dim: Dim, key: number): Float64Array {
    let keys = this.#dims.get(dim)
    if (!keys) {
      keys = new Map()
      this.#dims.set(dim, keys)
    }
    let sums = keys.get(key)
    if (!sums) {
      sums = new Float64Array(shapeOf(dim).measures.length)
      keys.set(key, sums)
    }
    return sums
  }

  *rows(): Generator<{ dim: Dim; key: number; sums: Float64Array }> {
    for (const [dim, keys] of this.#dims) for (const [key, sums] of keys) yield { dim, key, sums }
  }
}

/** Adds in the order of MEASURES, one by one: this runs for every sale a dozen times. */
const add = (
  sums: Float64Array,
  n: number,
  customers: number,
  qty: number,
  gross: number,
  promotion: number,
  discount: number,
  refund: number,
  surcharge: number,
  amount: number,
  cost: number,
  tax: number,
  surchargeTax: number,
) => {
  sums[0] = (sums[0] as number) + n
  sums[1] = (sums[1] as number) + customers
  sums[2] = (sums[2] as number) + qty
  sums[3] = (sums[3] as number) + gross
  sums[4] = (sums[4] as number) + promotion
  sums[5] = (sums[5] as number) + discount
  sums[6] = (sums[6] as number) + refund
  sums[7] = (sums[7] as number) + surcharge
  sums[8] = (sums[8] as number) + amount
  sums[9] = (sums[9] as number) + cost
  sums[10] = (sums[10] as number) + tax
  sums[11] = (sums[11] as number) + surchargeTax
}

const addWhole = (sums: Float64Array, { n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surchargeTax }: Fact) =>
  add(sums, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surchargeTax)

const addLine = (sums: Float64Array, { n, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surchargeTax }: FactLine) =>
  add(sums, n, 0, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surchargeTax)

/** What it would have sold for, and what it cost. */
const addWasted = (sums: Float64Array, { qty, gross, cost }: FactLine, sign: number) => add(sums, sign, 0, qty, gross, 0, 0, 0, 0, 0, cost, 0, 0)

/** How often something was used, and what it came to. */
const addUse = (sums: Float64Array, n: number, amount: number) => add(sums, n, 0, 0, 0, 0, 0, 0, 0, amount, 0, 0, 0)

/** Adds values in the order of the measures of a row's shape. */
const addEach = (sums: Float64Array, values: readonly number[]) => {
  for (let i = 0; i < values.length; i += 1) sums[i] = (sums[i] as number) + (values[i] as number)
}

/** As BESIDE_MEASURES. */
const addBesideTotal = (sums: Float64Array, { orderType, cardNumber, n, amount, nonSales, tips, rounding }: Fact) => {
  const withCard = cardNumber !== null
  const takeaway = orderType === ORDER_TYPE.takeaway ? n : 0
  const delivery = orderType === ORDER_TYPE.delivery ? n : 0
  addEach(sums, [takeaway, delivery, withCard ? n : 0, withCard ? amount : 0, nonSales, tips, rounding])
}

/** As TENDER_MEASURES. */
const addTender = (sums: Float64Array, { net, tendered, change, cashOut, tip, surcharge }: Fact['payments'][number], sign: number) =>
  addEach(sums, [sign, tendered, change, cashOut, sign * Math.max(-sign * net, 0), surcharge, net, tip])

const contribute = (tally: Tally, fact: Fact) => {
  const sign = fact.kind === KIND.counter ? -1 : 1
  addWhole(tally.at(DIM.total, 0), fact)
  addWhole(tally.at(DIM.weekdayHour, weekdayOf(fact.businessDate) * 1000 + fact.localHour), fact)
  addWhole(tally.at(DIM.clerk, fact.clerkKey ?? 0), fact)
  addWhole(tally.at(DIM.orderType, fact.orderType), fact)
  addWhole(tally.at(DIM.terminal, fact.terminalKey), fact)
  addBesideTotal(tally.at(DIM.besideTotal, 0), fact)
  addBesideTotal(tally.at(DIM.besideHour, weekdayOf(fact.businessDate) * 1000 + fact.localHour), fact)
  contributeCovers(tally, fact)
  for (const payment of fact.payments) addTender(tally.at(DIM.media, payment.mediaKey), payment, sign)
  for (const line of fact.lines) contributeLine(tally, fact, line, sign)
  for (const { kind, key, amount } of fact.adjustments) {
    const dim = ADJUSTMENT_DIM[kind]
    if (dim !== undefined) addUse(tally.at(dim, key), sign, amount)
  }
}

/** As COVER_MEASURES. */
const contributeCovers = (tally: Tally, fact: Fact) => {
  let [food, beverage, units] = [0, 0, 0]
  for (const line of fact.lines) {
    if (!line.counts) continue
    units += line.qty * line.coverUnits
    const net = line.gross - line.promotion - line.discount - line.refund
    if (line.servedAs === SERVED_AS.food) food += net
    else if (line.servedAs === SERVED_AS.beverage) beverage += net
  }
  const { n } = fact
  const net = fact.amount - fact.surcharge
  const patrons = isTable(fact) ? fact.customers : 0
  const [booked, bookedUnits] = fact.reservation === null ? [0, 0] : [n, units]
  const [bookedPatrons, bookedNet] = fact.reservation !== null && isTable(fact) ? [patrons, net] : [0, 0]
  const row = tally.at(isTable(fact) ? DIM.tableCovers : DIM.otherCovers, coverKey(fact.localMinute, fact.localHour))
  addEach(row, [n, net, food, beverage, units, patrons, booked, bookedUnits, bookedPatrons, bookedNet])
}

const ADJUSTMENT_DIM: Record<number, Dim> = {
  [ADJUSTMENT.promotion]: DIM.promotion,
  [ADJUSTMENT.discount]: DIM.discount,
  [ADJUSTMENT.surcharge]: DIM.surcharge,
}

const contributeLine = (tally: Tally, fact: Fact, line: FactLine, sign: number) => {
  if (line.counts) {
    addLine(tally.at(DIM.class, line.classId), line)
    addLine(tally.at(DIM.product, line.productId), line)
    if (line.cost === 0) addLine(tally.at(DIM.classWithoutCost, line.classId), line)
  } else if (line.wastage && !line.voided) {
    addWasted(tally.at(DIM.wastage, line.classId), line, sign)
    addWasted(tally.at(DIM.wastageProduct, line.productId), line, sign)
    addWasted(tally.at(DIM.wastageClerk, fact.clerkKey ?? 0), line, sign)
    addWasted(tally.at(DIM.wastageReason, line.wastageReasonKey ?? 0), line, sign)
  } else if (line.kind === LINE_KIND.nonSale && !line.voided && (line.surcharge !== 0 || line.tax !== 0)) {
    for (const dim of [DIM.class, DIM.classWithoutCost])
      add(tally.at(dim, line.classId), 0, 0, 0, 0, 0, 0, 0, line.surcharge, line.surcharge, 0, line.tax, line.surchargeTax)
  }
}
