/** What somebody puts into a basket. Money in minor units of the shop's currency. */
export interface FakeItem {
  name?: string
  sku?: string | null
  quantity: number
  unit: number
  /** Taken off the line as a whole. */
  discount?: number
  /** Hundredths of a per cent. */
  taxRate?: number
  isGiftCard?: boolean
}

/** What some units come to: without the tax that stands on top, the tax, and what is paid for them. */
interface FakePart {
  net: number
  tax: number
  paid: number
}

/** A line as it was ordered; what edits took out is told beside it. */
interface FakeLine extends Required<FakeItem> {
  id: number
  /** Taken out by edits, and given back. */
  removed: number
  refunded: number
  /** What edits took out came to, each rounded by itself. */
  takenOut: FakePart
}

interface FakeRefund {
  id: number
  createdAt: string
  amount: number
  lines: { line: FakeLine; quantity: number }[]
  shipping: number
  gateway: string
  /** It gives back what an edit left too much, so that what the order is worth stays. */
  isOverpaid: boolean
}

interface FakeOrder {
  id: number
  name: string
  createdAt: string
  processedAt: string
  updatedAt: string
  cancelledAt: string | null
  test: boolean
  customer: FakeCustomer | null
  /** Null: the online store. */
  place: FakePlace | null
  discountCodes: string[]
  lines: FakeLine[]
  shipping: number
  tip: number
  /** What a shop adds that no line tells, such as a duty. */
  extra: number
  /** What was handed over, and the change that was given for it. */
  payments: { id: number; gateway: string; amount: number; change: number }[]
  refunds: FakeRefund[]
}

export type { FakeOrder, FakeRefund }

export interface FakeCustomer {
  id: number
  email?: string
  phone?: string
}

export interface FakePlace {
  id: number
  name: string
}

interface Placing {
  at?: Date
  /** When it changed last; now, where it is not told. */
  changed?: Date
  place?: FakePlace
  customer?: FakeCustomer
  test?: boolean
  codes?: string[]
  shipping?: number
  tip?: number
  extra?: number
  /** How much of it is paid by gift card; the rest by card, unless it is unpaid. */
  giftCard?: number
  unpaid?: boolean
  gateway?: string
  /** So much more was handed over than it came to, and given back as change. */
  change?: number
}

const SHIPPING_TAX = 1000
const NOTHING: FakePart = { net: 0, tax: 0, paid: 0 }
const plus = (a: FakePart, b: FakePart, sign: 1 | -1 = 1): FakePart => ({ net: a.net + sign * b.net, tax: a.tax + sign * b.tax, paid: a.paid + sign * b.paid })

/** What a shop has: its orders as they were placed, edited, given back and cancelled. Sums are made from parts here and nowhere else. */
export class ShopBooks {
  readonly orders = new Map<number, FakeOrder>()
  currency: string
  taxesIncluded: boolean
  /** Whoever asks may see customers. */
  showsCustomers = false
  readonly #now: () => Date
  #ids: number
  #byUpdate: FakeOrder[] | undefined

  /** @param firstId ids are Shopify's and not a shop's: no other shop has them */
  constructor(now: () => Date, firstId: number, currency = 'AUD', taxesIncluded = true) {
    this.#now = now
    this.#ids = firstId
    this.currency = currency
    this.taxesIncluded = taxesIncluded
  }

  /** Somebody buys something. @returns the order */
  place(items: readonly FakeItem[], { at = this.#now(), changed = this.#now(), place, ...more }: Placing = {}): FakeOrder {
    const id = this.#id()
    const order: FakeOrder = {
      id,
      name: `#${id}`,
      createdAt: moment(at),
      processedAt: moment(at),
      updatedAt: moment(changed),
      cancelledAt: null,
      test: more.test ?? false,
      place: place ?? null,
      customer: more.customer ?? null,
      discountCodes: more.codes ?? [],
      lines: items.map((item) => this.#line(item)),
      shipping: more.shipping ?? 0,
      tip: more.tip ?? 0,
      extra: more.extra ?? 0,
      payments: [],
      refunds: [],
    }
    const total = this.totalOf(order)
    const byGiftCard = Math.min(more.giftCard ?? 0, total)
    if (byGiftCard > 0) this.#pay(order, 'gift_card', byGiftCard)
    if (!more.unpaid && total > byGiftCard) this.#pay(order, more.gateway ?? 'shopify_payments', total - byGiftCard, more.change)
    this.orders.set(id, order)
    this.#byUpdate = undefined
    return order
  }

  /** Takes units of a line out, or adds lines; what is owed more is paid, what was paid too much stays until it is given back. */
  edit(id: number, change: { remove?: { line: number; quantity: number }[]; add?: FakeItem[] }): void {
    const order = this.#order(id)
    for (const { line: at, quantity } of change.remove ?? []) {
      const line = order.lines[at]
      if (!line || line.quantity - line.removed - line.refunded < quantity) throw new Error('There are not so many to take out.')
      const out = this.#part(line, { units: quantity, discount: line.discount, of: line.quantity })
      line.removed += quantity
      line.takenOut = line.removed === line.quantity ? this.orderedOf(line) : plus(line.takenOut, out)
    }
    for (const item of change.add ?? []) order.lines.push(this.#line(item))
    const owed = this.totalOf(order) - order.payments.reduce((sum, { amount, change }) => sum + amount - change, 0)
    if (owed > 0 && order.payments.length > 0) this.#pay(order, 'shopify_payments', owed)
    this.#touch(order)
  }

  /** Gives money back, for units of lines, for shipping, or for nothing in particular. @returns the refund */
  refund(
    id: number,
    given: { at?: Date; lines?: { line: number; quantity: number }[]; shipping?: number; amount?: number; isOverpaid?: boolean; gateway?: string },
  ): FakeRefund {
    const order = this.#order(id)
    const lines = (given.lines ?? []).map(({ line: at, quantity }) => {
      const line = order.lines[at]
      if (!line || line.quantity - line.removed - line.refunded < quantity) throw new Error('There are not so many to give back.')
      line.refunded += quantity
      return { line, quantity }
    })
    const whole = lines.reduce((sum, { line, quantity }) => sum + this.#partOf(line, quantity).paid, 0) + (given.shipping ?? 0)
    const { at = this.#now(), amount = whole, shipping = 0, isOverpaid = false, gateway = 'shopify_payments' } = given
    const refund = { id: this.#id(), createdAt: moment(at), amount, lines, shipping, gateway, isOverpaid }
    order.refunds.push(refund)
    this.#touch(order)
    return refund
  }

  cancel(id: number): void {
    const order = this.#order(id)
    order.cancelledAt = moment(this.#now())
    this.#touch(order)
  }

  /** Somebody deletes an order: it is nowhere any more. */
  delete(id: number): void {
    this.#order(id)
    this.orders.delete(id)
    this.#byUpdate = undefined
  }

  /** What an order came to, before what was given back. */
  totalOf(order: FakeOrder): number {
    const lines = order.lines.reduce((sum, line) => sum + this.#sold(line).paid, 0)
    return lines + this.shippingOf(order).paid + order.tip + order.extra
  }

  /** What lines are worth now, and all tax: after edits, and after goods that were given back. */
  currentSumsOf(order: FakeOrder): { subtotal: number; tax: number } {
    const sold = order.lines.map((line) => this.#sold(line))
    const returned = order.refunds.flatMap(({ lines }) => lines.map(({ line, quantity }) => this.#partOf(line, quantity)))
    const sum = (of: (part: FakePart) => number) => sold.reduce((all, part) => all + of(part), 0) - returned.reduce((all, part) => all + of(part), 0)
    return { subtotal: sum(({ net }) => net), tax: sum(({ tax }) => tax) + this.shippingOf(order).tax }
  }

  /** What an order is worth now, after what was given back. */
  currentOf(order: FakeOrder): number {
    return this.totalOf(order) - order.refunds.reduce((sum, { amount, isOverpaid }) => sum + (isOverpaid ? 0 : amount), 0)
  }

  shippingOf({ shipping }: FakeOrder): FakePart {
    return this.#taxed(shipping, SHIPPING_TAX)
  }

  /** The share of some units of a line: what they cost with their part of the discount, and the tax on it. */
  partOf(line: FakeLine, quantity: number): FakePart {
    return this.#partOf(line, quantity)
  }

  /** All units of a line as they were ordered, of which Shopify tells discount and tax whatever edits took out. */
  orderedOf(line: FakeLine): FakePart {
    return this.#part(line, { units: line.quantity, discount: line.discount, of: line.quantity })
  }

  /** All money that moved by the shop's own books: where, when, and how much. Tests and what was cancelled move none. */
  moved(): { place: string; at: string; amount: number }[] {
    return [...this.orders.values()]
      .filter(({ test, cancelledAt }) => !test && cancelledAt === null)
      .flatMap((order) => [
        {
          place: order.place?.name ?? 'Online store',
          at: order.processedAt,
          amount: this.currentOf(order) + order.refunds.reduce((sum, { amount }) => sum + amount, 0),
        },
        ...order.refunds.map(({ createdAt, amount }) => ({ place: order.place?.name ?? 'Online store', at: createdAt, amount: -amount })),
      ])
  }

  /** Orders as a shop lists them, by when they changed last. */
  byUpdate(): readonly FakeOrder[] {
    this.#byUpdate ??= [...this.orders.values()].sort((a, b) => (a.updatedAt === b.updatedAt ? a.id - b.id : a.updatedAt < b.updatedAt ? -1 : 1))
    return this.#byUpdate
  }

  #partOf(line: FakeLine, quantity: number): FakePart {
    const of = line.quantity - line.removed
    return this.#part(line, { units: quantity, discount: line.unit * of - this.#sold(line).net, of })
  }

  /** A line without what edits took out. */
  #sold(line: FakeLine): FakePart {
    return plus(this.orderedOf(line), line.takenOut, -1)
  }

  /** Some units of those that a discount was taken off. */
  #part({ unit, taxRate }: FakeLine, { units, discount, of }: { units: number; discount: number; of: number }): FakePart {
    return this.#taxed(unit * units - (of === 0 ? 0 : Math.round((discount * units) / of)), taxRate)
  }

  #taxed(net: number, rate: number): FakePart {
    const tax = this.taxesIncluded ? net - Math.round((net * 10_000) / (10_000 + rate)) : Math.round((net * rate) / 10_000)
    return { net, tax, paid: this.taxesIncluded ? net : net + tax }
  }

  #line(item: FakeItem): FakeLine {
    const id = this.#id()
    return {
      name: `Item ${id}`,
      sku: `SKU-${id}`,
      discount: 0,
      taxRate: item.isGiftCard ? 0 : 1000,
      isGiftCard: false,
      ...item,
      id,
      removed: 0,
      refunded: 0,
      takenOut: NOTHING,
    }
  }

  #pay(order: FakeOrder, gateway: string, amount: number, change = 0): void {
    order.payments.push({ id: this.#id(), gateway, amount: amount + change, change })
  }

  #order(id: number): FakeOrder {
    const order = this.orders.get(id)
    if (!order) throw new Error('There is no such order.')
    return order
  }

  #touch(order: FakeOrder): void {
    order.updatedAt = moment(this.#now())
    this.#byUpdate = undefined
  }

  #id(): number {
    this.#ids += 1
    return this.#ids
  }
}

/** As Shopify writes moments: to the second. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
