import type { AnyOperation } from './endpoint.ts'
import { fieldFailure } from './failure.ts'
import { PRESETS, type Preset, presetRange, type VenueCalendar } from './range.ts'

/** Ready-made ranges as addresses name them; they move with time. Read in any case. */
export const PERIOD_WORDS: Record<Preset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisweek: 'ThisWeek',
  lastweek: 'LastWeek',
  last7: 'Last7Days',
  last28: 'Last28Days',
  thismonth: 'ThisMonth',
  lastmonth: 'LastMonth',
  thisfy: 'ThisFY',
  last12: 'Last12Months',
}

interface Def {
  shape?: Record<string, unknown>
  in?: unknown
}

/** The fields of a query, by its schema. */
const fieldsOf = (schema: unknown): string[] => {
  const def = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def
  return def?.shape ? Object.keys(def.shape) : def?.in ? fieldsOf(def.in) : []
}

/** Whether a report is asked for by days, so that a word such as LastWeek can stand for them. */
export const takesPeriod = ({ table, query }: AnyOperation): boolean =>
  table !== undefined && ['FromDate', 'ToDate'].every((name) => fieldsOf(query).includes(name))

/**
 * A report's query with its days written out where `Period` names them by a word.
 * @throws ValidationFailed for a word that is none, or where days are named as well
 */
export const withDays = (operation: AnyOperation, query: Record<string, unknown>, calendar: () => VenueCalendar): Record<string, unknown> => {
  const { Period, ...rest } = query
  if (Period === undefined || !takesPeriod(operation)) return query
  if (['Date', 'FromDate', 'ToDate'].some((name) => rest[name] !== undefined))
    throw fieldFailure('Period', 'Send Period, or FromDate and ToDate, but not both.')
  const preset = PRESETS.find((one) => PERIOD_WORDS[one].toLowerCase() === String(Period).toLowerCase())
  if (!preset) throw fieldFailure('Period', `Period must be one of ${Object.values(PERIOD_WORDS).join(', ')}.`)
  const { from, to } = presetRange(preset, calendar())
  return { ...rest, FromDate: from, ToDate: to, ...(fieldsOf(operation.query).includes('TrendDate') && rest.TrendDate === undefined ? { TrendDate: to } : {}) }
}
