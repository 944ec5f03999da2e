import { addDays, daysIn } from '#shared/day.ts'

interface Traded {
  /** The first trading day of a location; absent or null where none is known. */
  FirstSaleDay?: string | null
}

/**
 * The first trading day of some locations, where what they are compared with begins before it: then a change would say nothing.
 * @param ranges what is compared with
 * @param from where only a part of the range is told: when the range begins, and when the part does
 */
export const noDataBefore = (
  ranges: readonly { FromDate: string }[] | undefined,
  locations: readonly Traded[],
  from?: { begins: string; part: string },
): string | undefined => {
  const first = locations
    .flatMap(({ FirstSaleDay }) => FirstSaleDay ?? [])
    .sort()
    .at(0)
  if (first === undefined) return undefined
  const later = from ? daysIn(from.begins, from.part) - 1 : 0
  return ranges?.some(({ FromDate }) => addDays(FromDate, later) < first) ? first : undefined
}

/** What something is compared with, unless that begins before the first trading day of its locations. */
export const comparableBase = <Base>(
  base: Base,
  compare: { Ranges: readonly { FromDate: string }[] } | null | undefined,
  locations: readonly Traded[],
  from?: { begins: string; part: string },
): Base | undefined => (noDataBefore(compare?.Ranges, locations, from) === undefined ? base : undefined)

/** What a day, or days from it on, are compared with: the same weekdays a week or a year before. */
export const daysBack = (from: string, to: 'LastWeek' | 'LastYear') => ({ Ranges: [{ FromDate: addDays(from, to === 'LastWeek' ? -7 : -364) }] })
