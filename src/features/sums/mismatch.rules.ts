import { DIM, GRAIN } from './rollup.rules.ts'

/** A row of the rollup that differs from what the facts say. */
export interface Mismatch {
  locationId: number
  grain: number
  period: string
  dim: number
  key: number
  /** In the order of the measures of the dimension's shape; empty where what was wrong is no row of the rollup, or could not be compared. */
  kept: number[]
  fresh: number[]
}

/** A difference of something that is made of the rollup's days, told as one of their rows: `DIM.total` for all of a day, `DIM.product` for products. */
export const differenceAt = (locationId: number, period: string, dim: number = DIM.total): Mismatch => ({
  locationId,
  grain: GRAIN.day,
  period,
  dim,
  key: 0,
  kept: [],
  fresh: [],
})

/** A month of a location. */
export interface LocationMonth {
  locationId: number
  /** Its first day. */
  month: string
}
