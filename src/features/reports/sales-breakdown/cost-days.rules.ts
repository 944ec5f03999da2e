import type { AskedTrade } from '#features/reports/kit/asked-trade.rules.ts'
import { isoWeekday } from '#shared/day.ts'

/** A cost at some locations in a column, in minor units, or in the whole range where no column is named; null where it is not known. */
export type CostIn = (locationIds: readonly number[], column?: string) => number | null

/** What a trading day cost at a location, in minor units; location 0 is none of them. */
export interface CostOfDay {
  locationId: number
  day: string
  cost: number
}

export const unknownCost: CostIn = () => null

/** Whether a day is of the weekdays that are asked for. */
export const isAskedDay = ({ weekdays }: Pick<AskedTrade, 'weekdays'>, day: string): boolean => !weekdays || weekdays.includes(isoWeekday(day))
