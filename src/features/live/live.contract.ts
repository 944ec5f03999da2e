import * as z from 'zod/mini'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'

const Count = z.optional(z.int())
const Decimal = z.optional(z.number())

/** What a location sold on a trading day: the figures of sales that add up; one that is zero is left out. */
const DaySales = z.object({
  Day,
  Sales: Count,
  Customers: Count,
  Quantity: Decimal,
  Gross: Decimal,
  Promotions: Decimal,
  Discounts: Decimal,
  Refunds: Decimal,
  Surcharges: Decimal,
  Amount: Decimal,
  Cost: Decimal,
  Tax: Decimal,
  TakeawayCount: Count,
  DeliveryCount: Count,
  LoyaltyCount: Count,
  LoyaltySales: Decimal,
  NonSales: Decimal,
  Tips: Decimal,
  Rounding: Decimal,
})
export type DaySales = z.infer<typeof DaySales>

const LiveLocation = z.object({
  LocationId: FRESHNESS.LocationId,
  Currency: FRESHNESS.Currency,
  Today: FRESHNESS.Today,
  LastSaleAt: FRESHNESS.LastSaleAt,
  LastSaleDay: FRESHNESS.LastSaleDay,
  FirstSaleDay: FRESHNESS.FirstSaleDay,
  LastReceivedAt: FRESHNESS.LastReceivedAt,
  Silent: FRESHNESS.Silent,
  /** The days that are today at any location of the venue: one, or two around midnight of different time zones. A day without sales is left out. */
  Days: z.array(DaySales),
})
export type LiveLocation = z.infer<typeof LiveLocation>

/** Today's sales of the locations the listener may see, complete in every event. */
const LiveSales = z.object({
  AsAt: z.string(),
  /** For how long, at least, other reports are not asked for again because of this. */
  RefreshSeconds: z.int(),
  Locations: z.array(LiveLocation),
})
export type LiveSales = z.infer<typeof LiveSales>

/** What happens at the venue, told as it happens. */
export const live = contract({
  sales: operation({
    method: 'GET',
    path: '/sales/live',
    summary: "Today's sales by location, sent within two seconds of each sale while the connection is open.",
    access: ['can_viewsales'],
    response: LiveSales,
    answersEvents: true,
    example: { as: 'owner' },
  }),
})
