import type { Source } from './metrics.rules.ts'
import { SOURCE_PATHS } from './sources.rules.ts'

/** The reports a sale changes: they are asked for again when one comes in. */
const LIVE_SOURCES: readonly Source[] = ['sales', 'trend', 'best', 'covers', 'visits', 'points', 'usage', 'attendance', 'wastage', 'costs', 'media']

export const isLiveSource = (source: Source): boolean => LIVE_SOURCES.includes(source)

const LIVE_CALLS = new Set(LIVE_SOURCES.map((source) => `GET ${SOURCE_PATHS[source]}`))
const SALES_OVER = /^GET \/sales\/(week|month|year)$/

/** Whether a sale of today changes the answer of a call. @param name as the cache names calls */
export const isChangedBySales = (name: string, query: Readonly<Record<string, string>> = {}, today: string): boolean =>
  (LIVE_CALLS.has(name) || SALES_OVER.test(name)) && (query.ToDate ?? query.TrendDate ?? today) >= today

/** Whether an answer of sales is of whole days and everything sold, as events are. */
export const isOfWholeDays = ({ Items, Weekdays, Daypart }: Readonly<Record<string, string | undefined>>): boolean =>
  Items === undefined && Weekdays === undefined && Daypart === undefined
