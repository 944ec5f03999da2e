import type { DeliverectOrder, OrderItem } from './deliverect-order.rules.ts'

/** An item of an order with those chosen for it, each by itself; amounts at the scale of the order. */
export interface FlatItem {
  item: OrderItem
  /** How many there are in all: chosen once for each of its parent. */
  quantity: number
  /** Where its parent stands in the list. */
  parent: number | undefined
  gross: number
}

const MOST_ITEMS = 500
const MOST_OF_ONE = 100_000

/** The items of an order one by one, each after its parent. */
export const flatItems = (items: readonly OrderItem[], times = 1, parent?: number, flat: FlatItem[] = []): FlatItem[] => {
  for (const item of items) {
    if (flat.length > MOST_ITEMS) break
    const quantity = item.quantity * times
    flat.push({ item, quantity, parent, gross: item.price * quantity })
    flatItems(item.subItems ?? [], quantity, flat.length - 1, flat)
  }
  return flat
}

/** A discount of an order, and who bears how much of it. */
export interface SharedDiscount {
  name: string
  code: string
  reference: string | undefined
  /** Taken off the delivery and not the goods. */
  isOfDelivery: boolean
  restaurant: number
  channel: number
}

/** Discounts with their bearers; where only the sum is told, the restaurant bears it. */
const sharedDiscounts = ({ discounts, discountTotal }: DeliverectOrder): SharedDiscount[] => {
  const named = (discounts ?? []).map((one) => {
    const amount = Math.abs(one.amount)
    const channel = Math.min(amount, Math.abs(one.amountChannel ?? (isOfChannel(one.provider) ? amount - Math.abs(one.amountRestaurant ?? 0) : 0)))
    const restaurant = one.amountRestaurant === undefined || one.amountRestaurant === null ? amount - channel : Math.abs(one.amountRestaurant)
    return {
      name: one.name || one.type || 'Discount',
      code: one.channelDiscountCode || one.type || 'Discount',
      reference: one.referenceId === undefined || one.referenceId === null ? undefined : String(one.referenceId),
      isOfDelivery: /delivery/i.test(one.type ?? ''),
      restaurant,
      channel,
    }
  })
  const whole = Math.abs(discountTotal ?? 0)
  return named.length > 0 || whole === 0
    ? named
    : [{ name: 'Discount', code: 'Discount', reference: undefined, isOfDelivery: false, restaurant: whole, channel: 0 }]
}

const isOfChannel = (provider: string | null | undefined): boolean => provider !== undefined && provider !== null && /channel/i.test(provider)

/** What an order comes to at its own scale, and how its tax and the driver's tip are in it. */
export interface AddedUp {
  items: FlatItem[]
  discounts: SharedDiscount[]
  goods: number
  restaurantDiscount: number
  channelDiscount: number
  charges: { code: string; name: string; amount: number }[]
  /** For whoever works at the location. */
  tip: number
  /** What the customer gave the channel's driver; no money of the location. */
  driverTip: number
  taxIncluded: boolean
  tax: number
  /** Tax that the channel pays to the authorities itself. */
  remitted: number
}

/**
 * Adds an order up and compares it with what was paid. Deliverect does not say whether prices include tax, nor whether the driver's tip is in
 * the payment: the one way in which the sum is right says so.
 * @param digits the decimals of its amounts
 * @returns the parts, or the sentence that says how they differ
 */
export const addedUp = (order: DeliverectOrder, digits: number): AddedUp | string => {
  const items = flatItems(order.items)
  if (items.length > MOST_ITEMS) return `The order has more than ${MOST_ITEMS} items.`
  if (items.some(({ quantity }) => quantity > MOST_OF_ONE)) return `The order has more than ${MOST_OF_ONE} of one item.`
  const discounts = sharedDiscounts(order)
  const goods = items.reduce((sum, { gross }) => sum + gross, 0)
  const [restaurantDiscount, channelDiscount] = [sumOf(discounts, 'restaurant'), sumOf(discounts, 'channel')]
  const charges = chargesOf(order)
  const ownDriver = order.courier?.deliveryBy === 'restaurant'
  const tip = (order.tip ?? 0) + (ownDriver ? (order.driverTip ?? 0) : 0)
  const theirTip = ownDriver ? 0 : (order.driverTip ?? 0)
  const tax = order.taxTotal ?? (order.taxes ?? []).reduce((sum, { total }) => sum + (total ?? 0), 0)
  const told = Math.abs(order.discountTotal ?? 0)
  const written = (amount: number) => (amount / 10 ** digits).toFixed(digits)
  if (told !== 0 && told !== restaurantDiscount + channelDiscount)
    return `discountTotal is ${written(told)}, but the discounts are ${written(restaurantDiscount)} from the restaurant and ${written(channelDiscount)} from the channel.`
  const made = goods - restaurantDiscount - channelDiscount + charges.reduce((sum, { amount }) => sum + amount, 0) + tip
  const paid = order.payment.amount
  const way = [
    { taxIncluded: true, driverTip: 0 },
    { taxIncluded: false, driverTip: 0 },
    { taxIncluded: true, driverTip: theirTip },
    { taxIncluded: false, driverTip: theirTip },
  ].find(({ taxIncluded, driverTip }) => made + driverTip + (taxIncluded ? 0 : tax) === paid)
  if (!way)
    return `Items ${written(goods)} less discounts ${written(restaurantDiscount + channelDiscount)} with charges and tips are ${written(made)}, but ${written(paid)} was paid.`
  return { items, discounts, goods, restaurantDiscount, channelDiscount, charges, tip, tax, remitted: order.taxRemitted ?? 0, ...way }
}

const sumOf = (discounts: readonly SharedDiscount[], who: 'restaurant' | 'channel'): number => discounts.reduce((sum, one) => sum + one[who], 0)

const chargesOf = ({ deliveryCost, serviceCharge, bagFee }: DeliverectOrder) =>
  [
    { code: 'Delivery', name: 'Delivery', amount: deliveryCost ?? 0 },
    { code: 'Service', name: 'Service charge', amount: serviceCharge ?? 0 },
    { code: 'Bag', name: 'Bag fee', amount: bagFee ?? 0 },
  ].filter(({ amount }) => amount !== 0)
