import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import { daysBack } from '#features/reports/kit/no-data.rules.ts'
import type { Dimension, Metric } from './metrics.rules.ts'

/** A part of a figure: a place, a period, an hour, an item or a media. */
export interface Part {
  key: string
  name: string
  value: number | null
  /** What it is held against; undefined where nothing is. */
  before?: number | null | undefined
  /** Of periods: what is still to come has no figure yet. */
  state?: string | undefined
  /** Of items, how many were sold. */
  quantity?: number | null | undefined
  /** Of places beside net sales: who bought. */
  customers?: number | null | undefined
  /** Of places, when they were last received, and their trading day now. */
  received?: { at: string | null; today: string } | undefined
}

/** A metric as its report's answer has it. */
export interface Reading {
  total: number | null
  /** undefined where nothing is compared. */
  before: number | null | undefined
  /** Beside net sales: who bought. */
  customers?: number | null | undefined
}

type Figures = Readonly<Record<string, unknown>>

/** What the answers of reports have in common; each has some of it. */
interface Answer {
  Totals?: Figures | readonly Figures[]
  Locations?: readonly Figures[]
  Places?: readonly Figures[]
  Days?: readonly Figures[]
  Rows?: readonly Figures[]
  Media?: readonly Figures[]
  Periods?: readonly { Period: string; State?: string }[]
  Hours?: readonly Figures[] | null
  Compare?: { Totals?: Figures; Locations?: readonly Figures[]; WithoutTarget?: readonly number[]; Ranges?: readonly { FromDate: string }[] } | null
  LineSum?: Figures
  Value?: unknown
  /** Of payments: whether a provider is linked, or was. */
  Linked?: boolean
}

const figure = (from: Figures | undefined, field: string): number | null => {
  const value = from?.[field]
  return typeof value === 'number' ? value : null
}

/**
 * The total of a metric.
 * @param currency whose money is told, where an answer tells each currency's apart
 * @param against what it is held against, where an answer knows several
 */
export const readingOf = ({ source, field }: Metric, answer: unknown, currency: string, against?: Comparison): Reading => {
  const { Totals, Compare, LineSum, Value, Linked } = answer as Answer
  if (Linked === false) return { total: null, before: undefined }
  if (source === 'onHand') return { total: typeof Value === 'number' ? Value : null, before: undefined }
  if (source === 'excises') return { total: figure(LineSum, field), before: undefined }
  const totals = totalsIn(Totals, currency)
  if (source === 'trend') return { total: figure(totals, field), before: figure(totals, baseOfTrend(field, against)) }
  if (source === 'media') return { total: figure(totals, field), before: Compare && field === 'Net' ? figure(totals, 'Compared') : undefined }
  return {
    total: figure(totals, field),
    before: Compare?.Totals ? figure(Compare.Totals, field) : undefined,
    ...(source === 'sales' && field === 'Net' ? { customers: figure(totals, 'Customers') } : {}),
  }
}

/** What a figure of a trend is held against: the whole day's target, or the same day last week. */
const baseOfTrend = (field: string, against: Comparison | undefined): string => (against === 'target' ? 'Target' : field === 'Net' ? 'LastWeek' : 'LastWeekDay')

const NOTHING: Figures = {}

/** Where each currency has totals of its own, there are none of one in which nothing happened: zero, and no "not kept". */
const totalsIn = (totals: Answer['Totals'], currency: string): Figures | undefined => {
  if (!Array.isArray(totals)) return totals as Figures | undefined
  return (totals as readonly Figures[]).find(({ Currency }) => Currency === currency) ?? zeros
}

const zeros = new Proxy(NOTHING, { get: () => 0 })

/** The locations for want of whose target all together have none. */
export const withoutTarget = (answer: unknown): string[] => {
  const { Locations = [], Compare } = (answer ?? {}) as Answer
  return Locations.filter(({ LocationId }) => Compare?.WithoutTarget?.includes(Number(LocationId))).map(({ Name }) => String(Name))
}

/** What an answer is compared with; of a trend, whose answer does not say, the day a week before. */
export const rangesOf = ({ source }: Metric, answer: unknown, against: Comparison): readonly { FromDate: string }[] | undefined => {
  const { Compare, TrendDate } = (answer ?? {}) as Answer & { TrendDate?: string }
  if (source === 'trend') return TrendDate === undefined || against === 'target' ? undefined : daysBack(TrendDate, 'LastWeek').Ranges
  return Compare?.Ranges
}

/** A metric told by a dimension, in the report's own order. */
export const partsOf = (metric: Metric, dimension: Dimension, answer: unknown, currency: string, against?: Comparison): Part[] => {
  const read = PARTS[dimension]
  return read(metric, answer as Answer, currency, against)
}

type ReadParts = (metric: Metric, answer: Answer, currency: string, against?: Comparison) => Part[]

const byLocation: ReadParts = ({ source, field }, { Locations = [], Places, Rows = [], Compare }, currency, against) => {
  if (source === 'payments') return (Places ?? []).filter(isIn(currency)).map((place) => part(place.LocationId, place.Location, figure(place, field)))
  if (source === 'variance') return summed(Rows.filter(isIn(currency)), 'LocationId', 'Location', field)
  return Locations.map((place) => ({
    ...part(place.LocationId, place.Name, figure(place, field)),
    before: source === 'trend' ? figure(place, baseOfTrend('', against)) : comparedAt(Compare, place.LocationId, field),
    customers: source === 'sales' && field === 'Net' ? figure(place, 'Customers') : undefined,
    received: source === 'sales' ? { at: place.LastReceivedAt as string | null, today: String(place.Today) } : undefined,
  }))
}

const isIn = (currency: string) => (one: Figures) => one.Currency === currency

const part = (key: unknown, name: unknown, value: number | null): Part => ({ key: String(key), name: String(name ?? ''), value })

const comparedAt = (compare: Answer['Compare'], locationId: unknown, field: string): number | null | undefined =>
  compare?.Locations &&
  figure(
    compare.Locations.find((place) => place.LocationId === locationId),
    field,
  )

const summed = (rows: readonly Figures[], key: string, name: string, field: string): Part[] => {
  const parts = new Map<string, Part>()
  for (const row of rows) {
    const one = parts.get(String(row[key])) ?? part(row[key], row[name], 0)
    parts.set(one.key, { ...one, value: Math.round(((one.value ?? 0) + (figure(row, field) ?? 0)) * 1e4) / 1e4 })
  }
  return [...parts.values()]
}

const byPeriod: ReadParts = ({ source, field }, { Periods = [], Totals, Compare, Days = [] }, currency) => {
  if (source === 'payments') return summed(Days.filter(isIn(currency)), 'Day', 'Day', field).reverse()
  if (source === 'trend') return hoursOfTrend(Totals as unknown as { Periods: readonly Figures[] })
  const now = columnOf(Totals as Figures | undefined, field)
  const then = columnOf(Compare?.Totals, field)
  return Periods.map(({ Period, State }, i) => ({ ...part(Period, Period, now?.[i] ?? null), state: State, before: then && (then[i] ?? null) }))
}

const hoursOfTrend = ({ Periods }: { Periods: readonly Figures[] }): Part[] =>
  Periods.map((hour) => ({ ...part(hour.Period, hour.Period, figure(hour, 'Cumulative')), state: String(hour.State), before: figure(hour, 'LastWeek') }))

const columnOf = (figures: Figures | undefined, field: string): readonly (number | null)[] | undefined =>
  (figures?.ByPeriod as Record<string, readonly (number | null)[]> | undefined)?.[field]

const byHour: ReadParts = ({ field }, { Hours }) => (Hours ?? []).map((hour) => part(hour.Hour, hour.Hour, figure(hour, field)))

const byItem: ReadParts = ({ field, source }, { Totals }) =>
  ((Totals as { Rows?: readonly Figures[] } | undefined)?.Rows ?? []).slice(0, ITEMS_SHOWN).map((row) => ({
    ...part(row.Key, row.Name, figure(row, field)),
    quantity: figure(row, 'Quantity'),
    ...(source === 'best' && row.NetBefore !== undefined ? { before: figure(row, 'NetBefore') } : {}),
  }))

const ITEMS_SHOWN = 8

const byMedia: ReadParts = ({ field }, { Media = [] }, currency) =>
  Media.filter(isIn(currency)).map((media) => ({
    ...part(media.MediaKey, media.Name, figure(media, field)),
    ...(field === 'Net' && media.Compared !== null ? { before: figure(media, 'Compared') } : {}),
  }))

const PARTS: Readonly<Record<Dimension, ReadParts>> = { Location: byLocation, Period: byPeriod, Hour: byHour, Item: byItem, Media: byMedia }

/** The course of a metric over its range, for the line under its figure; what is still to come is left out. */
export const courseOf = (metric: Metric, answer: unknown, currency: string): Part[] =>
  metric.dimensions.includes('Period') && metric.source !== 'trend'
    ? partsOf(metric, 'Period', answer, currency).filter(({ state }) => state !== 'to-come')
    : []
