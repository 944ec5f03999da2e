/** Wages in percent of net sales without tax that are aimed at: by the venue, and by locations that have their own; null for none. */
export interface WageTargets {
  venue: number | null
  byLocation: ReadonlyMap<number, number>
}

/** What a location sold, in minor units without tax. */
interface Sold {
  locationId: number
  sold: number
}

/** The target of some locations together, each by its part of the sales, to a tenth; null where one that sold anything has none. */
export const targetOf = ({ venue, byLocation }: WageTargets, places: readonly Sold[]): number | null => {
  const each = places.map(({ locationId, sold }) => ({ percent: byLocation.get(locationId) ?? venue, sold: Math.max(sold, 0) }))
  const different = new Set(each.map(({ percent }) => percent))
  if (different.size < 2) return each[0]?.percent ?? null
  const selling = each.filter(({ sold }) => sold > 0)
  const whole = selling.reduce((sum, { sold }) => sum + sold, 0)
  if (whole === 0 || selling.some(({ percent }) => percent === null)) return null
  return tenths(selling.reduce((sum, { percent, sold }) => sum + (percent ?? 0) * sold, 0) / whole)
}

/** How far wages lie over a target, in percentage points; below zero they lie under it. */
export const onTarget = (percent: number | null, target: number | null): number | null =>
  percent === null || target === null ? null : tenths(percent - target)

const tenths = (value: number): number => (Math.round(Math.abs(value) * 10) / 10) * (value < 0 ? -1 : 1) + 0
