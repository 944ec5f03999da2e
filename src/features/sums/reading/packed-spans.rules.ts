import type { Span } from '#features/reports/kit/period.rules.ts'
import { addDays } from '#shared/day.ts'

/** What is packed of a location's month. */
export interface PackedSpan {
  locationId: number
  /** Its first day. */
  month: string
  /** The last day in it. */
  through: string
}

/** The days up to one that are not packed, of places from a day each; places with the same ones together. @param packs in the order of time */
export const unpackedSpans = (
  places: readonly { locationId: number; from: string }[],
  to: string,
  packs: readonly PackedSpan[],
): (Span & { locationIds: number[] })[] => {
  const spans = new Map<string, Span & { locationIds: number[] }>()
  for (const { locationId, from } of places) {
    let next = from
    const keep = (last: string) => {
      if (next > last) return
      const span = spans.get(`${next} ${last}`)
      if (span) span.locationIds.push(locationId)
      else spans.set(`${next} ${last}`, { locationIds: [locationId], from: next, to: last })
    }
    for (const pack of packs) {
      if (pack.locationId !== locationId) continue
      keep(addDays(pack.month, -1))
      const after = addDays(pack.through, 1)
      if (after > next) next = after
    }
    keep(to)
  }
  return [...spans.values()]
}
