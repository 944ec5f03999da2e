import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import { COMPARISONS, LONGEST_BY_HOLIDAYS_DAYS } from '#features/reports/kit/comparison.rules.ts'
import { FIGURE_NAMES, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { type Span, UNITS, type Unit } from '#features/reports/kit/period.rules.ts'
import { fits, naturalUnit } from '#features/reports/kit/range.rules.ts'
import { daysIn } from '#shared/day.ts'
import { type Drill, readDrill } from './drill.rules.ts'

/** The whole screen, as its address tells it. */
export interface ScreenState {
  compare: Comparison
  /** What may be chosen to compare with. */
  comparisons: Comparison[]
  compareRange: Span | undefined
  /** Empty means all. */
  locationIds: number[]
  unit: Unit
  view: 'summary' | 'detail'
  figure: FigureName
  weekdays: number[]
  daypart: string | undefined
  items: string[]
  drill: Drill | undefined
  receipt: string | undefined
  /** Which of the venue's currencies is shown, where there are several. */
  currency: string | undefined
}

/** A part of the address that could not be used, as it was written. */
export interface Dropped {
  name: 'range' | 'cmp' | 'cmpRange' | 'loc' | 'by' | 'view' | 'fig' | 'days' | 'part' | 'drill' | 'receipt' | 'cur' | 'dim' | 'told'
  written: string
  /** What of it could be used. */
  used?: string
}

interface Known {
  locationIds: readonly number[]
  dayparts: readonly string[]
  currencies: readonly string[]
  /** What is shown has targets to be compared with. */
  targets?: boolean
}

/** The comparison that serves a range best when nobody chose one: the same weekdays for up to a week, else the previous period. */
export const usualComparison = ({ from, to }: Span): Comparison => (daysIn(from, to) <= 7 ? 'same-days-last-week' : 'previous')

/** Comparisons that make sense for a range. @param targets whether what is shown has targets */
export const comparisonsFor = (range: Span, targets = false): Comparison[] =>
  COMPARISONS.filter((kind) => {
    if (kind === 'target') return targets
    if (kind === 'four-week-average' || kind === 'same-days-last-week') return daysIn(range.from, range.to) <= 7
    if (kind === 'same-holidays-last-year') return daysIn(range.from, range.to) <= LONGEST_BY_HOLIDAYS_DAYS
    return true
  })

/** Reads the address; what makes no sense is left out and named, so that the screen can say so. */
export const readState = (url: Record<string, string>, range: Span, known: Known): { state: ScreenState; dropped: Dropped[] } => {
  const dropped: Dropped[] = []
  const one = <T>(name: Dropped['name'], read: (written: string) => T | undefined, usual: T): T => {
    const written = url[name]
    if (written === undefined || written === '') return usual
    const value = read(written)
    if (value === undefined) dropped.push({ name, written })
    return value ?? usual
  }
  const numbers = (name: 'loc' | 'days', known: readonly number[]): number[] => {
    const { values, dropped: unknown } = knownNumbers(name, url[name], known)
    dropped.push(...unknown)
    return values
  }
  const wanted = one('cmp', (written) => COMPARISONS.find((kind) => kind === written), usualComparison(range))
  const comparisons = comparisonsFor(range, known.targets)
  // A comparison or a unit that no longer suits, since the range was changed, gives way without a word.
  const asked = comparisons.includes(wanted) ? wanted : usualComparison(range)
  const unit = one('by', (written) => UNITS.find((known) => known === written), naturalUnit(range))
  const compareRange = one('cmpRange', spanOf, undefined)
  const state: ScreenState = {
    compare: asked === 'custom' && !compareRange ? usualComparison(range) : asked,
    comparisons,
    compareRange: asked === 'custom' ? compareRange : undefined,
    locationIds: numbers('loc', known.locationIds),
    unit: fits(range, unit) ? unit : naturalUnit(range),
    view: one('view', (written) => (['summary', 'detail'] as const).find((view) => view === written), 'summary'),
    figure: one('fig', (written) => FIGURE_NAMES.find((name) => name === written), 'Net'),
    weekdays: numbers('days', [1, 2, 3, 4, 5, 6, 7]),
    daypart: one('part', (written) => known.dayparts.find((name) => name === written), undefined),
    items: (url.items ?? '')
      .split(',')
      .map((plu) => plu.trim())
      .filter(Boolean)
      .slice(0, 200),
    drill: one('drill', (written) => readDrill(written), undefined),
    receipt: one('receipt', (written) => (/^\d{1,19}$/.test(written) ? written : undefined), undefined),
    currency: one('cur', (written) => known.currencies.find((currency) => currency === written), undefined),
  }
  return { state, dropped }
}

/** Reads a list of an address: the known numbers, and the others as one part that could not be used. */
export const knownNumbers = (name: Dropped['name'], written = '', known: readonly number[]): { values: number[]; dropped: Dropped[] } => {
  const parts = written.split(',').filter(Boolean)
  const isKnown = (part: string) => part.trim() !== '' && known.includes(Number(part))
  const values = [...new Set(parts.filter(isKnown).map(Number))]
  const unknown = parts.filter((part) => !isKnown(part))
  return { values, dropped: unknown.length === 0 ? [] : [{ name, written: unknown.join(','), used: values.join(',') }] }
}

/** Returns the location ids of an address that are not among these locations, for `Dropped`. */
export const unknownLocations = (written: string | undefined, locations: readonly { LocationId: number }[]): Dropped[] =>
  knownNumbers(
    'loc',
    written,
    locations.map(({ LocationId }) => LocationId),
  ).dropped

const spanOf = (written: string): Span | undefined => {
  const found = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(written)
  return found?.[1] && found[2] && found[1] <= found[2] ? { from: found[1], to: found[2] } : undefined
}

/** The range of an address where it is not one, as `Dropped` takes it. */
export const unknownRange = (written: string | undefined, read: Span | undefined): Dropped[] => (written && !read ? [{ name: 'range', written }] : [])
