import { connectAsOwner } from '#platform/database/database.ts'

/** A receipt as its lines, tenders and adjustments tell it; nothing here is read from the sums a sale carries. */
export interface OracleSale {
  saleId: string
  locationId: number
  day: string
  localHour: number
  localMinute: number
  kind: number
  orderType: number
  card: boolean
  n: number
  customers: number
  lines: OracleLine[]
  payments: { media: number; net: number }[]
  surcharge: number
  tips: number
  rounding: number
}

interface OracleLine {
  plu: string
  counts: boolean
  nonSale: boolean
  n: number
  qty: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  tax: number
  /** The part of the tax that is in the surcharge. */
  surchargeTax: number
  cost: number
}

export interface OracleFilter {
  from: string
  to: string
  locations?: readonly number[] | undefined
  weekdays?: readonly number[] | undefined
  hours?: readonly number[] | undefined
  items?: readonly string[] | undefined
  untilMinute?: number | undefined
}

/** Everything a venue sold, read row by row past every rollup. */
export const readSales = async (url: string, venueId: number): Promise<OracleSale[]> => {
  const owner = connectAsOwner(url)
  try {
    const heads =
      await owner`select sale_id::text as id, location_id, business_date, local_hour, local_minute, kind, order_type, card_number, n, customers, rounding from sale where venue_id = ${venueId} and kind in (1, 2, 5)`
    const lines = await owner`
      select l.sale_id::text as id, p.plu, l.counts, l.kind, l.voided, l.n, l.qty, l.gross, l.promotion, l.discount, l.refund, l.surcharge, l.tax, l.surcharge_tax as "surchargeTax", l.cost
      from sale_line l join product p on p.venue_id = l.venue_id and p.product_id = l.product_id where l.venue_id = ${venueId}`
    const payments = await owner`select sale_id::text as id, media_key, net from sale_payment where venue_id = ${venueId}`
    const adjustments = await owner`select sale_id::text as id, kind, amount from sale_adjustment where venue_id = ${venueId}`
    const by = <T extends { id: string }>(rows: readonly unknown[]) => {
      const grouped = new Map<string, T[]>()
      for (const row of rows as T[]) {
        const group = grouped.get(row.id)
        if (group) group.push(row)
        else grouped.set(row.id, [row])
      }
      return grouped
    }
    // biome-ignore lint/suspicious/noExplicitAny: rows of many tables, read once and typed by what comes out.
    const [lineBy, paymentBy, adjustmentBy] = [by<any>(lines), by<any>(payments), by<any>(adjustments)]
    return heads.map((head) => ({
      saleId: head.id,
      locationId: head.location_id,
      day: head.business_date,
      localHour: head.local_hour,
      localMinute: head.local_minute,
      kind: head.kind,
      orderType: head.order_type,
      card: head.card_number !== null,
      n: head.n,
      customers: head.customers,
      lines: (lineBy.get(head.id) ?? []).map((line) => ({ ...line, nonSale: line.kind === 2 && !line.voided })),
      payments: (paymentBy.get(head.id) ?? []).map(({ media_key, net }) => ({ media: media_key, net })),
      surcharge: sum((adjustmentBy.get(head.id) ?? []).filter(({ kind }) => kind === 3).map(({ amount }) => amount)),
      tips: sum((adjustmentBy.get(head.id) ?? []).filter(({ kind }) => kind === 4).map(({ amount }) => amount)),
      rounding: head.rounding,
    }))
  } finally {
    await owner.end()
  }
}

/** The sales a filter means. */
export const chosen = (sales: readonly OracleSale[], filter: OracleFilter): OracleSale[] =>
  sales.filter(
    ({ day, locationId, localHour, localMinute }) =>
      day >= filter.from &&
      day <= filter.to &&
      (!filter.locations || filter.locations.includes(locationId)) &&
      (!filter.weekdays || filter.weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)) &&
      (!filter.hours || filter.hours.includes(localHour % 100)) &&
      (filter.untilMinute === undefined || localMinute <= filter.untilMinute),
  )

/** What figures the sales come to, in major units of a currency of two decimals. */
export const figuresFrom = (sales: readonly OracleSale[]) => {
  const counted = sales.flatMap(({ lines }) => lines.filter(({ counts }) => counts))
  const others = sales.flatMap(({ lines }) => lines.filter(({ nonSale }) => nonSale))
  const of = (name: 'gross' | 'promotion' | 'discount' | 'refund' | 'cost') => sum(counted.map((line) => line[name]))
  const surcharge = sum(sales.map((sale) => sale.surcharge))
  const net = of('gross') - of('promotion') - of('discount') - of('refund')
  const amount = net + surcharge
  const tax = sum([...counted, ...others].map((line) => line.tax))
  const surchargeTax = sum([...counted, ...others].map((line) => line.surchargeTax))
  // Domain 3.21: net sales without tax, before surcharges. What is no sale is not in it, and neither is the tax of its surcharge.
  const netExTax = sum(counted.map(netExTaxOf))
  const nonSales = sum(others.map(({ gross }) => gross))
  const n = (some: (sale: OracleSale) => boolean) => sum(sales.filter(some).map((sale) => sale.n))
  const all = n(() => true)
  const customers = sum(sales.map((sale) => sale.customers))
  return {
    Sales: all,
    Customers: customers,
    Quantity: sum(counted.map(({ qty }) => qty)) / 10_000,
    Amount: amount / 100,
    ShiftCount: n(({ orderType }) => orderType !== 2 && orderType !== 3),
    DeliveryCount: n(({ orderType }) => orderType === 3),
    TakeawayCount: n(({ orderType }) => orderType === 2),
    TotalCount: all,
    LoyaltyCount: n(({ card }) => card),
    LoyaltySales: sum(sales.filter(({ card }) => card).map((sale) => netOf(sale) + sale.surcharge)) / 100,
    Gross: of('gross') / 100,
    Promotions: of('promotion') / 100,
    Discounts: of('discount') / 100,
    Refunds: of('refund') / 100,
    Net: net / 100,
    Surcharges: surcharge / 100,
    Tax: tax / 100,
    AmountExTax: (amount - tax) / 100,
    Cost: of('cost') / 100,
    SurchargeTax: surchargeTax / 100,
    NetExTax: netExTax / 100,
    GrossProfit: (netExTax - of('cost')) / 100,
    NonSales: nonSales / 100,
    Tips: sum(sales.map(({ tips }) => tips)) / 100,
    Rounding: sum(sales.map(({ rounding }) => rounding)) / 100,
    Takings: sum(sales.flatMap(({ payments }) => payments.map((payment) => payment.net))) / 100,
  }
}

/** Net sales of a line without tax, before its surcharge. */
export const netExTaxOf = ({ gross, promotion, discount, refund, tax, surchargeTax }: OracleLine): number =>
  gross - promotion - discount - refund - (tax - surchargeTax)

const netOf = ({ lines }: OracleSale) => sum(lines.filter(({ counts }) => counts).map((line) => line.gross - line.promotion - line.discount - line.refund))

/** The figures of chosen items alone. */
export const itemFiguresFrom = (sales: readonly OracleSale[], items: readonly string[]) => {
  const lines = sales.flatMap((sale) => sale.lines.filter(({ counts, plu }) => counts && items.includes(plu)).map((line) => ({ ...line, sale })))
  const of = (name: 'n' | 'qty' | 'gross' | 'promotion' | 'discount' | 'refund' | 'surcharge' | 'tax' | 'cost') => sum(lines.map((line) => line[name]))
  const net = of('gross') - of('promotion') - of('discount') - of('refund')
  return {
    Sales: of('n'),
    Quantity: of('qty') / 10_000,
    Gross: of('gross') / 100,
    Promotions: of('promotion') / 100,
    Discounts: of('discount') / 100,
    Refunds: of('refund') / 100,
    Net: net / 100,
    Surcharges: of('surcharge') / 100,
    Amount: (net + of('surcharge')) / 100,
    Tax: of('tax') / 100,
    NetExTax: sum(lines.map(netExTaxOf)) / 100,
    Cost: of('cost') / 100,
  }
}

/** What was paid with each media. */
export const mediaFrom = (sales: readonly OracleSale[]): Map<number, number> => {
  const taken = new Map<number, number>()
  for (const { media, net } of sales.flatMap(({ payments }) => payments)) taken.set(media, (taken.get(media) ?? 0) + net)
  return taken
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
