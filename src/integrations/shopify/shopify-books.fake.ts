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

interface FakeLine extends Required<FakeItem> {
  id: number
  /** Taken out by an edit, and given back. */
  removed: number
  refunded: number
}

interface FakeRefund {
  id: number
  createdAt: string
  amount: number
  lines: { line: FakeLine; quantity: number }[]
  shipping: number
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
  payments: { id: number; gateway: string; amount: number }[]
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
}

const SHIPPING_TAX = 1000

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
    if (!more.unpaid && total > byGiftCard) this.#pay(order, more.gateway ?? 'shopify_payments', total - byGiftCard)
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
      line.removed += quantity
      line.discount = Math.min(line.discount, line.unit * (line.quantity - line.removed))
    }
    for (const item of change.add ?? []) order.lines.push(this.#line(item))
    const owed = this.totalOf(order) - order.payments.reduce((sum, { amount }) => sum + amount, 0)
    if (owed > 0 && order.payments.length > 0) this.#pay(order, 'shopify_payments', owed)
    this.#touch(order)
  }

  /** Gives money back, for units of lines, for shipping, or for nothing in particular. @returns the refund */
  refund(id: number, given: { at?: Date; lines?: { line: number; quantity: number }[]; shipping?: number; amount?: number; isOverpaid?: boolean }): FakeRefund {
    const order = this.#order(id)
    const lines = (given.lines ?? []).map(({ line: at, quantity }) => {
      const line = order.lines[at]
      if (!line || line.quantity - line.removed - line.refunded < quantity) throw new Error('There are not so many to give back.')
      line.refunded += quantity
      return { line, quantity }
    })
    const whole = lines.reduce((sum, { line, quantity }) => sum + this.#partOf(line, quantity).paid, 0) + (given.shipping ?? 0)
    const { at = this.#now(), amount = whole, shipping = 0, isOverpaid = false } = given
    const refund = { id: this.#id(), createdAt: moment(at), amount, lines, shipping, isOverpaid }
    order.refunds.push(refund)
    this.#touch(order)
    return refund
  }

  cancel(id: number): void {
    const order = this.#order(id)
    order.cancelledAt = moment(this.#now())
    this.#touch(order)
  }

  /** What an order came to, before what was given back. */
  totalOf(order: FakeOrder): number {
    const lines = order.lines.reduce((sum, line) => sum + this.#partOf(line, line.quantity - line.removed).paid, 0)
    return lines + this.shippingOf(order).paid + order.tip + order.extra
  }

  /** What an order is worth now, after what was given back. */
  currentOf(order: FakeOrder): number {
    return this.totalOf(order) - order.refunds.reduce((sum, { amount, isOverpaid }) => sum + (isOverpaid ? 0 : amount), 0)
  }

  shippingOf({ shipping }: FakeOrder): { net: number; tax: number; paid: number } {
    return this.#taxed(shipping, SHIPPING_TAX)
  }

  /** The share of some units of a line: what they cost with their part of the discount, and the tax on it. */
  partOf(line: FakeLine, quantity: number): { net: number; tax: number; paid: number } {
    return this.#partOf(line, quantity)
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

  #partOf(line: FakeLine, quantity: number): { net: number; tax: number; paid: number } {
    const sold = line.quantity - line.removed
    const discount = sold === 0 ? 0 : Math.round((line.discount * quantity) / sold)
    return this.#taxed(line.unit * quantity - discount, line.taxRate)
  }

  #taxed(net: number, rate: number): { net: number; tax: number; paid: number } {
    const tax = this.taxesIncluded ? net - Math.round((net * 10_000) / (10_000 + rate)) : Math.round((net * rate) / 10_000)
    return { net, tax, paid: this.taxesIncluded ? net : net + tax }
  }

  #line(item: FakeItem): FakeLine {
    const id = this.#id()
    return { name: `Item ${id}`, sku: `SKU-${id}`, discount: 0, taxRate: item.isGiftCard ? 0 : 1000, isGiftCard: false, ...item, id, removed: 0, refunded: 0 }
  }

  #pay(order: FakeOrder, gateway: string, amount: number): void {
    order.payments.push({ id: this.#id(), gateway, amount })
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
