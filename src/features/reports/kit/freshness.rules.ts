import * as z from 'zod/mini'
import { Day } from '#shared/fields.ts'

/** A location, and when it last sold and last sent data, as every report tells it. */
export const FRESHNESS = {
  LocationId: z.int(),
  Name: z.string(),
  Currency: z.string(),
  TimeZone: z.string(),
  /** Its trading day now. */
  Today: Day,
  /** The first trading day on which it sold something: nothing before it can be compared with. */
  FirstSaleDay: z.nullable(Day),
  LastSaleAt: z.nullable(z.string()),
  /** The trading day of it: what was sold at two in the morning belongs to the evening before. */
  LastSaleDay: z.nullable(Day),
  LastReceivedAt: z.nullable(z.string()),
  /** Nothing received for 30 minutes at an hour at which it usually sells. */
  Silent: z.boolean(),
} as const

const LocationFreshness = z.object(FRESHNESS)
export type LocationFreshness = z.infer<typeof LocationFreshness>

/** What every report tells of a location, with what else there is to say of it. */
export const freshnessAt = (freshness: readonly LocationFreshness[], locationId: number): LocationFreshness | { LocationId: number } =>
  freshness.find((one) => one.LocationId === locationId) ?? { LocationId: locationId }
