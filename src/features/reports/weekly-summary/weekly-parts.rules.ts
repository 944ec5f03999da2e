/** What a group, a way of paying or a cost came to on a day, in minor units. */
export interface Part {
  day: string
  name: string
  amount: number
}

/** Stock adjustments, as Costs has them, by day. */
export interface StockWeeks {
  now: readonly Part[]
  lastWeek: readonly Part[]
  lastYear: readonly Part[]
}
