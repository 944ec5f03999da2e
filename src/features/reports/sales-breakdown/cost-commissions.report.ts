import { type AskedTrade, idsOf } from '#features/reports/kit/asked-trade.rules.ts'
import { channelName } from '#integrations/online-orders/channel-names.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { groupBy } from '#shared/group-by.ts'
import { toMajor } from '#shared/money.ts'
import { type ChannelDay, commissionDays, isCommissionKnown } from './cost-commissions.sql.ts'
import { comparedCost, costByColumn } from './cost-days.report.ts'
import { isAskedDay, unknownCost } from './cost-days.rules.ts'
import type { DailyCost } from './cost-stock.report.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

interface CostCommissions extends DailyCost {
  channels: CostsAnswer['DeliveryChannels']
}

/**
 * What ordering channels kept of the orders of the range and of what it is compared with: the sum of the commissions that are kept with the
 * orders. It is told by the day only, and not known where nobody ever said what a channel of these locations takes. Days without an order cost nothing.
 */
export const commissionsInCosts = async (scope: VenueScope, asked: AskedTrade): Promise<CostCommissions> => {
  if (asked.hours) return { now: unknownCost, compared: unknownCost, channels: [] }
  const days = (await commissionDays(scope, idsOf(asked), asked.range)).filter(({ day }) => isAskedDay(asked, day))
  const channels = [...groupBy(days, ({ locationId, channel }) => `${locationId} ${channel}`).values()].map((rows) => channelOver(scope, asked, rows))
  if (!(await isCommissionKnown(scope, idsOf(asked)))) return { now: unknownCost, compared: unknownCost, channels }
  return {
    now: costByColumn(scope, asked, days),
    compared: await comparedCost(scope, asked, idsOf(asked), (ids, span) => commissionDays(scope, ids, span)),
    channels,
  }
}

const channelOver = ({ venue }: VenueScope, { places }: AskedTrade, rows: readonly ChannelDay[]): CostsAnswer['DeliveryChannels'][number] => {
  const { locationId, channel, name } = rows[0] as ChannelDay
  const currency = places.find((place) => place.locationId === locationId)?.currency ?? venue.currency
  const sum = (part: 'orders' | 'unpriced' | 'amount' | 'cost') => rows.reduce((all, row) => all + row[part], 0)
  return {
    LocationId: locationId,
    Channel: channel,
    Name: channelName(channel, name),
    Orders: sum('orders'),
    UnpricedOrders: sum('unpriced'),
    Amount: toMajor(sum('amount'), currency),
    Commission: rows.some(({ orders, unpriced }) => unpriced < orders) ? toMajor(sum('cost'), currency) : null,
  }
}
