/** A location's target of a month, spread over its days, in minor units. */
export interface TargetMonth {
  locationId: number
  /** Its first day. */
  month: string
  /** One for each of its days, in order. */
  days: readonly number[]
}

/** What each location is to sell on each day. NaN is "no target", and so is every sum with a day that has none. */
export class TargetDays {
  readonly #months = new Map<string, readonly number[]>()

  /** @param months all that touch the days asked about */
  constructor(months: readonly TargetMonth[]) {
    for (const { locationId, month, days } of months) this.#months.set(`${locationId} ${month.slice(0, 7)}`, days)
  }

  /** What a location is to sell on a day. */
  at(locationId: number, day: string): number {
    return this.#months.get(`${locationId} ${day.slice(0, 7)}`)?.[Number(day.slice(8)) - 1] ?? Number.NaN
  }

  /** What some locations together are to sell on some days. */
  sum(locationIds: readonly number[], days: readonly string[]): number {
    if (locationIds.length === 0) return Number.NaN
    let sum = 0
    for (const locationId of locationIds) for (const day of days) sum += this.at(locationId, day)
    return sum
  }

  /**
   * The locations whose targets make a total over some days: one that has no target on any of them and sold nothing is on neither side of the comparison. One that
   * sold something without a target is kept, and the total has none.
   */
  counted(locationIds: readonly number[], days: readonly string[], hasSold: (locationId: number) => boolean): number[] {
    const months = [...new Set(days.map((day) => day.slice(0, 7)))]
    return locationIds.filter((locationId) => hasSold(locationId) || months.some((month) => this.#months.has(`${locationId} ${month}`)))
  }
}
