/** The latest count and the latest delivery of a product at a location. */
export interface Latest {
  locationId: number
  productId: number
  /** null where it was never counted there. */
  counted: Counted | null
  /** What a unit of the latest delivery cost, in ten-thousandths of a minor unit, freight included; null where none came. */
  lastCost: number | null
  /** What moved after the count: ten-thousandths of a unit; 0 where it was never counted. */
  moved: number
  /** What came in and was entered after the count was committed: ten-thousandths of a unit, and minor units with freight. */
  cameQty: number
  cameCost: number
}

/** The later of two moments, as far as there are any. */
export const laterOf = (one: Date | undefined, other: Date | undefined): Date | undefined => (one === undefined || (other && other > one) ? other : one)

/** Where stock on hand begins. */
export interface Counted {
  at: Date
  /** The trading day it was counted on. */
  day: string
  /** Ten-thousandths of a unit. */
  qty: number
  /** The average cost of a unit then, in ten-thousandths of a minor unit; null where none was known. */
  averageCost: number | null
}
