/** The latest count and the latest delivery of a product at a location. */
export interface Latest {
  locationId: number
  productId: number
  /** null where it was never counted there. */
  counted: Counted | null
  /** The day of the latest delivery, and what a unit of it cost, in ten-thousandths of a minor unit, freight included. */
  lastReceived: string | null
  lastCost: number | null
}

/** Where stock on hand begins. */
export interface Counted {
  countId: string
  at: Date
  /** The trading day it was counted on. */
  day: string
  /** Ten-thousandths of a unit. */
  qty: number
  /** The average cost of a unit then, in ten-thousandths of a minor unit; null where none was known. */
  averageCost: number | null
}

/** What moved of a product at a location on a day, in ten-thousandths of a unit and minor units. */
export interface Moved {
  locationId: number
  productId: number
  day: string
  /** MOVEMENT. */
  kind: number
  qty: number
  cost: number
  /** Whether it happened after the latest count, which does not have it. */
  isAfterCount: boolean
}

/** What was delivered of a product at a location. */
export interface Received {
  locationId: number
  productId: number
  qty: number
  cost: number
}
