/** A location, and when it last sold and was last heard, as every report tells it. */
export interface Heard {
  LocationId: number
  Name: string
  Currency: string
  TimeZone: string
  /** Its trading day now. */
  Today: string
  LastSaleAt: string | null
  /** The trading day of it: what was sold at two in the morning belongs to the evening before. */
  LastSaleDay: string | null
  LastReceivedAt: string | null
  /** Not heard for 30 minutes at an hour at which it usually sells. */
  Silent: boolean
}

/** What every report tells of a location, with what else there is to say of it. */
export const heardAt = (heard: readonly Heard[], locationId: number): Heard | { LocationId: number } =>
  heard.find((one) => one.LocationId === locationId) ?? { LocationId: locationId }
