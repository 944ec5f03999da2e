import { randomBytes } from 'node:crypto'

/** An id as MongoDB gives one out. */
export const mongoId = (): string => randomBytes(12).toString('hex')

export interface FakeItem {
  plu: string
  name: string
  price: number
  quantity: number
  productType?: number
  subItems?: FakeItem[]
  discountReferenceIds?: (string | number)[]
}

/** What a customer orders; what is left out is nothing. Amounts at the scale of `decimalDigits`. */
export interface FakeBasket {
  items: FakeItem[]
  orderType?: number
  channel?: number
  paymentType?: number
  discount?: { restaurant: number; channel: number }
  deliveryCost?: number
  serviceCharge?: number
  bagFee?: number
  tip?: number
  driverTip?: number
  tax?: { amount: number; isIncluded: boolean; remitted?: number }
  decimalDigits?: 2 | 3
  testOrder?: boolean
  at?: number
  /** What the payment is wrong by. */
  wrongBy?: number
}

export interface FakeOrder {
  body: Record<string, unknown>
  accountId: string
  locationId: string
  channelLink: string
  /** The last status it has at Deliverect. */
  status: number
  isTest: boolean
  /** What the location gets before commission, at the scale of the order, and when it was placed, in seconds. */
  owed: number
  at: number
  digits: number
}

/** A product as the location's menu has it; a modifier and a group of them are kinds of it. */
export interface FakeProduct {
  plu: string
  name: string
  price: number
  /** 1 product, 2 modifier, 3 modifier group, 4 bundle; a product where nothing is said. */
  productType?: number
  /** In thousandths of a percent. */
  deliveryTax?: number
  takeawayTax?: number
  eatInTax?: number
}

export interface FakeLocation {
  accountId: string
  locationId: string
  name: string
  channelLinks: { _id: string; channel: number; name: string; status: number }[]
  products: Map<string, FakeProduct>
  isActive: boolean
}

let numbered = 4206

const sumOf = (items: readonly FakeItem[], times = 1): number =>
  items.reduce((sum, { price, quantity, subItems = [] }) => sum + price * quantity * times + sumOf(subItems, quantity * times), 0)

/** An order of a basket, as Deliverect sends it. */
export const madeOrder = (location: FakeLocation, basket: FakeBasket, seconds: number): FakeOrder => {
  const { items, discount = { restaurant: 0, channel: 0 }, tax = { amount: 0, isIncluded: true }, decimalDigits = 2, at = seconds } = basket
  const { deliveryCost = 0, serviceCharge = 0, bagFee = 0, tip = 0, driverTip = 0 } = basket
  const off = discount.restaurant + discount.channel
  const amount = sumOf(items) - off + deliveryCost + serviceCharge + bagFee + tip + driverTip + (tax.isIncluded ? 0 : tax.amount) + (basket.wrongBy ?? 0)
  const link = location.channelLinks.find(({ channel }) => channel === (basket.channel ?? location.channelLinks[0]?.channel))
  const created = new Date(at * 1000).toISOString()
  numbered += 1
  const body = {
    _created: created,
    _updated: created,
    _id: mongoId(),
    account: location.accountId,
    location: location.locationId,
    channelLink: link?._id ?? mongoId(),
    channel: link?.channel ?? 1,
    channelOrderId: `TEST-${numbered}`,
    channelOrderDisplayId: String(numbered),
    status: 1,
    statusHistory: [{ timeStamp: created, status: 1, response: '', source: 5 }],
    orderType: basket.orderType ?? 2,
    date: Number(created.slice(0, 10).replaceAll('-', '')),
    pickupTime: created,
    deliveryTime: created,
    courier: { deliveryBy: 'channel' },
    customer: { name: 'Jack Doe', phoneNumber: '+31615887898', note: 'Ring twice' },
    deliveryAddress: { street: 'Quay Street 7', postalCode: '2000', city: 'Sydney' },
    orderIsAlreadyPaid: true,
    payment: { amount, type: basket.paymentType ?? 0, due: 0, rebate: 0 },
    taxes: tax.amount === 0 ? [] : [{ name: 'GST', taxClassId: 1, total: tax.amount }],
    taxTotal: tax.amount,
    taxRemitted: tax.remitted ?? 0,
    items: items.map((item, sortOrder) => ({ remark: null, isCombo: false, ...item, sortOrder })),
    discountTotal: -off,
    discounts:
      off === 0
        ? []
        : [
            {
              type: 'order_flat_off',
              provider: discount.channel > 0 ? 'channel' : 'restaurant',
              name: 'Off today',
              channelDiscountCode: 'OFF',
              referenceId: 1,
              value: off,
              amount: off,
              amountRestaurant: discount.restaurant,
              amountChannel: discount.channel,
            },
          ],
    decimalDigits,
    deliveryCost,
    serviceCharge,
    bagFee,
    tip,
    driverTip,
    note: 'No onions',
    packaging: { includeCutlery: false },
    table: '',
    numberOfCustomers: 0,
    testOrder: basket.testOrder ?? false,
  }
  return {
    body,
    accountId: location.accountId,
    locationId: location.locationId,
    channelLink: body.channelLink,
    status: 1,
    isTest: body.testOrder,
    owed: amount - driverTip - (tax.remitted ?? 0) + discount.channel,
    at,
    digits: decimalDigits,
  }
}
