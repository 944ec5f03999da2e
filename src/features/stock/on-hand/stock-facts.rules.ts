/** The latest count and the latest delivery of a product at a location. */
export interface Latest {
  locationId: number
  productId: number
  /** The same object for all that was counted together; null where it was never counted there. */
  count: Count | null
  /** What was counted: ten-thousandths of a unit; 0 where it never was. */
  countedQty: number
  /** The average cost of a unit then, in ten-thousandths of a minor unit; null where none was known. */
  countedCost: number | null
  /** What a unit of the latest delivery cost, in ten-thousandths of a minor unit, freight included; null where none came. */
  lastCost: number | null
  /** What moved after the count: ten-thousandths of a unit; 0 where it was never counted. */
  moved: number
  /** What came in and was entered after the count was committed: ten-thousandths of a unit, and minor units with freight. */
  cameQty: number
  cameCost: number
}

/** The later of two moments, as far as there are any. */
export const laterOf = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other && other !== one && other > one) ? other : one

/** What moved on a day, and the part of it that was written off, above zero: ten-thousandths of a unit. */
export interface Moved {
  qty: number
  wasted: number
}

/** Where stock on hand begins: a count at a location. */
export interface Count {
  locationId: number
  at: Date
  /** The trading day it lies on. */
  day: string
}
