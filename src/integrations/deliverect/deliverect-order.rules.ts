import * as z from 'zod/mini'
import { ProviderText } from '#integrations/provider-text.rules.ts'

const MOST = 100_000_000_000
const Amount = z.int().check(z.minimum(-MOST), z.maximum(MOST))
const Money = z.optional(z.nullable(Amount))
const Text = z.optional(z.nullable(ProviderText))
const Moment = z.optional(z.nullable(z.string().check(z.maxLength(40))))

/** What was ordered; what was chosen for it stands below it. */
export interface OrderItem {
  plu?: string | null | undefined
  name?: string | null | undefined
  price: number
  quantity: number
  /** 1 product, 2 modifier, 3 modifier group, 4 bundle. */
  productType?: number | null | undefined
  remark?: string | null | undefined
  subItems?: OrderItem[] | null | undefined
  discountReferenceIds?: (string | number)[] | null | undefined
}

const Item: z.ZodMiniType<OrderItem> = z.object({
  plu: Text,
  name: Text,
  price: z._default(Amount, 0),
  quantity: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 1),
  productType: z.optional(z.nullable(z.int())),
  remark: Text,
  get subItems() {
    return z.optional(z.nullable(z.array(Item)))
  },
  discountReferenceIds: z.optional(z.nullable(z.array(z.union([z.string(), z.number()])))),
}) as never

const Discount = z.object({
  type: Text,
  provider: Text,
  name: Text,
  channelDiscountCode: Text,
  referenceId: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  amount: z._default(Amount, 0),
  amountRestaurant: Money,
  amountChannel: Money,
})

/** What Deliverect calls something. */
const DeliverectId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** By what an order is known again, before anything else of it is read. */
export const OrderHead = z.object({
  _id: DeliverectId,
  account: DeliverectId,
  location: DeliverectId,
  channelLink: z.optional(z.nullable(DeliverectId)),
  status: z.int().check(z.minimum(0), z.maximum(999)),
})

/** An order as Deliverect sends it; amounts are whole numbers at the scale of `decimalDigits`. Its persons are read nowhere but by the till. */
export const DeliverectOrder = z.extend(OrderHead, {
  channel: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000_000)), 0),
  channelOrderId: Text,
  channelOrderDisplayId: Text,
  orderType: z._default(z.int(), 0),
  _created: Moment,
  pickupTime: Moment,
  deliveryTime: Moment,
  payment: z.object({ amount: Amount, type: z.optional(z.nullable(z.int())) }),
  taxes: z.optional(z.nullable(z.array(z.object({ total: Money })))),
  taxTotal: Money,
  taxRemitted: Money,
  items: z._default(z.array(Item), []),
  discountTotal: Money,
  discounts: z.optional(z.nullable(z.array(Discount))),
  decimalDigits: z.optional(z.nullable(z.int())),
  deliveryCost: Money,
  serviceCharge: Money,
  tip: Money,
  driverTip: Money,
  bagFee: Money,
  courier: z.optional(z.nullable(z.object({ deliveryBy: Text }))),
  table: Text,
  numberOfCustomers: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
  testOrder: z.optional(z.nullable(z.boolean())),
})
export type DeliverectOrder = z.output<typeof DeliverectOrder>

/** What an order means by its status: it is one, it was taken back, or it never became one. */
export const meaningOf = (status: number): 'order' | 'cancelled' | 'never' => {
  if (status === 100 || status === 110 || status === 120) return 'cancelled'
  return status === 30 || status === 35 ? 'never' : 'order'
}

/** Statuses of ours that Deliverect is told. */
export const STATUS = { accepted: 20, printed: 40, finished: 90, cancelled: 110, failed: 120 } as const

/** How far a till has come with an order, and the status by which Deliverect is told so. */
export const WORK = { Preparing: 50, Prepared: 60, Ready: 70, Finished: STATUS.finished } as const
export type Work = keyof typeof WORK
/** The channel asks to take an order back, and waits for the answer. */
export const CANCEL_REQUEST = 100
