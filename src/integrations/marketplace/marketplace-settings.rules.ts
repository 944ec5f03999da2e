import * as z from 'zod/mini'
import { ClockTime, longText, Moment, shortText } from '#shared/fields.ts'
import { overlappingOpenings } from './opening-hours.rules.ts'

const Percent = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine((percent) => Math.abs(Math.round(percent * 100) / 100 - percent) < 1e-9, 'can have at most two decimals'),
)

const Opening = z.object({ Weekday: z.int().check(z.minimum(1), z.maximum(7)), Opens: ClockTime, Closes: ClockTime })
/** At most six openings a day. */
const MOST_OPENINGS = 42

const OpeningHours = z.array(Opening).check(z.maxLength(MOST_OPENINGS), ({ value, issues }) => {
  const found = overlappingOpenings(value)
  const other = found && value[found[0]]
  if (!other) return
  const message = `overlaps the hours of weekday ${other.Weekday} from ${other.Opens} to ${other.Closes}`
  issues.push({ code: 'custom', input: value, path: [found[1]], message })
})

const MOST_PREPARATION_MINUTES = 240
const MOST_MINIMUM = 100_000

/** How a location appears on its marketplace. */
export const MarketplaceSettings = z.object({
  /** Whether the storefront is there for anybody to read. */
  Enabled: z.boolean(),
  /** What the storefront is called. */
  DisplayName: shortText(80),
  Description: longText(500),
  PickupEnabled: z.boolean(),
  DeliveryEnabled: z.boolean(),
  PreparationMinutes: z.int().check(z.minimum(0), z.maximum(MOST_PREPARATION_MINUTES)),
  /** In the currency of the location. */
  MinimumOrder: z.number().check(z.minimum(0), z.maximum(MOST_MINIMUM)),
  /** Over the list price, in percent. */
  PriceMarkupPercent: Percent,
  /** What the marketplace keeps of a price, in percent; never published. */
  CommissionPercent: Percent,
  /** On the clock of the location, several a day; closing at the hour it opens or earlier is meant for the day after. */
  OpeningHours,
  /** Nothing is sold before; null: not paused. */
  PausedUntil: z.nullable(Moment),
})
export type MarketplaceSettings = z.output<typeof MarketplaceSettings>

/** Settings nobody has made yet. */
export const DEFAULT_SETTINGS: MarketplaceSettings = {
  Enabled: false,
  DisplayName: '',
  Description: '',
  PickupEnabled: true,
  DeliveryEnabled: false,
  PreparationMinutes: 15,
  MinimumOrder: 0,
  PriceMarkupPercent: 0,
  CommissionPercent: 0,
  OpeningHours: [],
  PausedUntil: null,
}

export const PAUSES = ['30 minutes', '1 hour', 'Tomorrow', 'None'] as const
