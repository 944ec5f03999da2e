import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { FIGURE_NAMES } from '#features/reports/kit/figures.rules.ts'
import { BOOKED, type Booked, provenBy } from '#features/reports/receipts/invoices.rules.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { MEALS, type Meal } from '#features/sums/guest-pack.rules.ts'
import { given } from './given.rules.ts'

/** A figure that was opened: where, when, and which figure. Nothing told means all of it. */
export interface Drill {
  locationId?: number
  /** A column of the report: a day, a week, a month, an hour. */
  period?: string
  /** An hour of the service strip, or one of its dayparts. */
  hour?: number
  daypart?: string
  mediaKey?: number
  /** A till of the location. */
  terminal?: number
  /** Only receipts that covers are counted from: the covers, told as Customers, and what they spent. */
  covers?: true
  /** Of those only what was rung up at a meal. */
  meal?: Meal
  /** Only receipts of tables: of those that had booked, or of those that walked in. */
  booked?: Booked
  /** A group of products, by its key. */
  group?: number
  /** What was written off, instead of what was sold. */
  wastage?: true
  figure: FigureName
}

/** Writes an opened figure into the address: `loc:3/at:2026-11-16`, `all`. */
export const writeDrill = ({ locationId, period, hour, daypart, mediaKey, terminal, covers, meal, booked, group, wastage, figure }: Drill): string => {
  const parts = [
    locationId === undefined ? '' : `loc:${locationId}`,
    period === undefined ? '' : `at:${period}`,
    hour === undefined ? '' : `hour:${hour}`,
    daypart === undefined ? '' : `part:${daypart}`,
    mediaKey === undefined ? '' : `media:${mediaKey}`,
    terminal === undefined ? '' : `till:${terminal}`,
    covers ? 'covers' : '',
    meal === undefined ? '' : `meal:${meal}`,
    booked === undefined ? '' : `booked:${booked}`,
    group === undefined ? '' : `group:${group}`,
    wastage ? 'wastage' : '',
    figure === 'Net' ? '' : `fig:${figure}`,
  ].filter(Boolean)
  return parts.join('/') || 'all'
}

/** Reads an opened figure from the address; undefined where it makes no sense. */
export const readDrill = (written: string | undefined): Drill | undefined => {
  if (!written) return undefined
  const drill: Drill = { figure: 'Net' }
  if (written === 'all') return drill
  for (const part of written.split('/')) {
    const at = part.indexOf(':')
    const [name, value] = [part.slice(0, at), part.slice(at + 1)]
    if (part === 'covers') drill.covers = true
    else if (part === 'wastage') drill.wastage = true
    else if (name === 'loc' && /^\d{1,10}$/.test(value)) drill.locationId = Number(value)
    else if (name === 'at' && value) drill.period = value
    else if (name === 'hour' && /^\d{1,3}$/.test(value)) drill.hour = Number(value)
    else if (name === 'part' && value) drill.daypart = value
    else if (name === 'media' && /^\d{1,10}$/.test(value)) drill.mediaKey = Number(value)
    else if (name === 'till' && /^\d{1,10}$/.test(value)) drill.terminal = Number(value)
    else if (name === 'meal' && (MEALS as readonly string[]).includes(value)) drill.meal = value as Meal
    else if (name === 'booked' && (BOOKED as readonly string[]).includes(value)) drill.booked = value as Booked
    else if (name === 'group' && /^\d{1,9}$/.test(value)) drill.group = Number(value)
    else if (name === 'fig' && (FIGURE_NAMES as string[]).includes(value)) drill.figure = value as FigureName
    else return undefined
  }
  return drill
}

/** The filters of the screen that go along with every receipt list. */
export interface ScreenFilter {
  Locations?: string | undefined
  Weekdays?: string | undefined
  Daypart?: string | undefined
  Items?: string | undefined
}

/** The query for the receipts behind an opened figure: the figure's own filters and nothing else. */
export const receiptsQuery = (drill: Drill, answer: SalesAnswer, filter: ScreenFilter): Record<string, string> => {
  const column = answer.Periods.find(({ Period }) => Period === drill.period)
  const isHour = answer.Interval === 'hour' && drill.period !== undefined
  const hour = isHour ? Number((drill.period ?? '').slice(0, 2)) + (drill.period?.endsWith('(2)') ? 100 : 0) : drill.hour
  // The strip shows the whole day whatever daypart is chosen, and so do the receipts behind its cells; a meal has hours of its own.
  const wholeDay = drill.hour !== undefined || drill.daypart !== undefined || drill.meal !== undefined
  const daypart = drill.daypart ?? (wholeDay ? undefined : filter.Daypart)
  const locations = drill.locationId === undefined ? filter.Locations : String(drill.locationId)
  const asked: Record<string, string | undefined> = {
    FromDate: column?.FromDate ?? answer.FromDate,
    ToDate: column?.ToDate ?? answer.ToDate,
    Locations: locations,
    Weekdays: filter.Weekdays,
    Daypart: daypart,
    Items: filter.Items,
    Hour: hour === undefined ? undefined : String(hour),
    Media: drill.mediaKey === undefined ? undefined : String(drill.mediaKey),
    Covers: drill.covers ? '1' : undefined,
    Meal: drill.meal,
    Booked: drill.booked,
    Figure: drill.covers && drill.figure === 'Customers' ? 'Covers' : provenBy(drill.figure),
  }
  return given(asked)
}

/** The figure that was opened, as the screen shows it; what its receipts must add up to. null where it is not on the screen any more. */
export const openedFigure = (drill: Drill, answer: SalesAnswer): number | null => {
  const figure = provenBy(drill.figure)
  // What covers came to stands in their own answer, and so does what those who had booked spent.
  if (drill.covers || drill.booked) return null
  if (drill.mediaKey !== undefined) {
    return answer.Media?.find(({ MediaKey }) => MediaKey === drill.mediaKey)?.Amount ?? null
  }
  if (drill.hour !== undefined)
    return timeFigure(
      answer.Hours?.find(({ LocalHour }) => LocalHour === drill.hour),
      figure,
    )
  if (drill.daypart !== undefined)
    return timeFigure(
      answer.Dayparts?.find(({ Name }) => Name === drill.daypart),
      figure,
    )
  const row = drill.locationId === undefined ? answer.Totals : answer.Locations.find(({ LocationId }) => LocationId === drill.locationId)
  const cells: Partial<Record<FigureName, number | null>> | undefined = row
  if (drill.period === undefined) return cells?.[figure] ?? null
  return row?.ByPeriod[figure][answer.Periods.findIndex(({ Period }) => Period === drill.period)] ?? null
}

const timeFigure = (
  time: { Sales: number; Customers: number | null; Net: number | null; Amount: number | null } | undefined,
  figure: FigureName,
): number | null => {
  if (!time) return null
  return figure === 'Sales' || figure === 'Customers' || figure === 'Net' || figure === 'Amount' ? time[figure] : null
}
