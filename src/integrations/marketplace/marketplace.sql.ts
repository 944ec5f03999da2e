import { differenceOf } from '#features/venues/difference.rules.ts'
import { wholeParts } from '#features/venues/fee.rules.ts'
import { readSoonAt } from '#integrations/read-soon.sql.ts'
import { closeStorefront, openStorefront } from '#platform/access/storefronts.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { DEFAULT_SETTINGS, type MarketplaceSettings, type PAUSES } from './marketplace-settings.rules.ts'
import { type Opening, tomorrowMorning } from './opening-hours.rules.ts'

interface SettingsRow {
  enabled: boolean
  display_name: string
  description: string
  pickup_enabled: boolean
  delivery_enabled: boolean
  preparation_minutes: number
  minimum_order: number
  markup: number
  commission: number
  opening_hours: Opening[]
  paused_until: Date | null
  version: number
}

/** Settings of a location, and how often they were changed. */
export interface KeptSettings {
  Settings: MarketplaceSettings
  Version: number
}

const rowOf = async ({ sql, venueId }: VenueScope, locationId: number): Promise<SettingsRow | undefined> => {
  const [row] = await sql<SettingsRow[]>`
    select enabled, display_name, description, pickup_enabled, delivery_enabled, preparation_minutes, minimum_order, markup, commission, opening_hours,
      paused_until, version from location_marketplace where venue_id = ${venueId} and location_id = ${locationId}`
  return row
}

/**
 * The marketplace settings of a location of the holder; the defaults where nobody made any. A pause that is over is none.
 * @throws LocationNotFound
 */
export const marketplaceSettings = async (venue: VenueScope, locationId: number): Promise<KeptSettings> => {
  const place = placeOf(venue, locationId)
  const row = await rowOf(venue, locationId)
  return row ? { Settings: settingsIn(row, place, venue.now), Version: row.version } : { Settings: DEFAULT_SETTINGS, Version: 0 }
}

/** @throws LocationNotFound for a location that is not the holder's */
export const placeOf = (venue: VenueScope, locationId: number): ScopeLocation => venue.chosenLocations([locationId])[0] as ScopeLocation

const settingsIn = (row: SettingsRow, { currency, timeZone }: ScopeLocation, now: Date): MarketplaceSettings => ({
  Enabled: row.enabled,
  DisplayName: row.display_name,
  Description: row.description,
  PickupEnabled: row.pickup_enabled,
  DeliveryEnabled: row.delivery_enabled,
  PreparationMinutes: row.preparation_minutes,
  MinimumOrder: toMajor(row.minimum_order, currency),
  PriceMarkupPercent: row.markup / 100,
  CommissionPercent: row.commission / 100,
  OpeningHours: row.opening_hours,
  PausedUntil: row.paused_until && row.paused_until > now ? instantIn(row.paused_until, timeZone) : null,
})

/**
 * Sets the settings of a location as a whole. Where nothing differs nothing is written.
 * @param expected the version they were made from, if that is known
 * @throws LocationNotFound; Conflict for another version; ValidationFailed for a storefront without a name, in another currency than list prices, or
 * an amount with more decimals than the currency has
 */
export const setMarketplaceSettings = async (
  venue: VenueScope,
  locationId: number,
  sent: Partial<MarketplaceSettings>,
  expected: number | undefined,
): Promise<KeptSettings> => {
  const place = placeOf(venue, locationId)
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const wanted: MarketplaceSettings = { ...DEFAULT_SETTINGS, ...given }
  wanted.DisplayName = wanted.DisplayName.trim()
  refuseUnfit(venue, place, wanted)
  return changeTo(venue, place, wanted, expected, 'marketplace.changed')
}

/** Goes back to the defaults; where they hold already, nothing happens. */
export const removeMarketplaceSettings = async (venue: VenueScope, locationId: number): Promise<void> => {
  await changeTo(venue, placeOf(venue, locationId), DEFAULT_SETTINGS, undefined, 'marketplace.removed')
}

const MINUTES = { '30 minutes': 30, '1 hour': 60 } as const

/** Stops selling for a while, or goes on; everything else stays as it is. */
export const pauseMarketplace = async (venue: VenueScope, locationId: number, pause: (typeof PAUSES)[number]): Promise<KeptSettings> => {
  const place = placeOf(venue, locationId)
  await lockRow(venue, locationId)
  const { Settings } = await marketplaceSettings(venue, locationId)
  const PausedUntil = pause === 'None' ? null : instantIn(endOf(pause, venue.now, place), place.timeZone)
  return changeTo(venue, place, { ...Settings, PausedUntil }, undefined, pause === 'None' ? 'marketplace.resumed' : 'marketplace.paused')
}

const endOf = (pause: Exclude<(typeof PAUSES)[number], 'None'>, now: Date, { timeZone, dayStart }: ScopeLocation): Date =>
  pause === 'Tomorrow' ? tomorrowMorning(now, timeZone, dayStart) : new Date(now.getTime() + MINUTES[pause] * 60_000)

/** What no field by itself can tell. */
const refuseUnfit = ({ venue }: VenueScope, { currency }: ScopeLocation, { Enabled, DisplayName, MinimumOrder }: MarketplaceSettings): void => {
  if (wholeParts(MinimumOrder, decimalsOf(currency)) === undefined)
    throw fieldFailure('Settings.MinimumOrder', `MinimumOrder has more decimals than ${currency} has.`)
  if (!Enabled) return
  if (DisplayName === '') throw fieldFailure('Settings.DisplayName', 'DisplayName is needed before the storefront is enabled.')
  if (currency !== venue.currency)
    throw fieldFailure('Settings.Enabled', `List prices are in ${venue.currency}, but this location sells in ${currency}. It has no prices to publish.`)
}

/** Holds the row of a location, made where there was none, until the transaction ends. */
export const lockRow = async ({ sql, venueId }: VenueScope, locationId: number): Promise<{ version: number; menuVersion: number }> => {
  await sql`insert into location_marketplace (venue_id, location_id) values (${venueId}, ${locationId}) on conflict (venue_id, location_id) do nothing`
  const [row] = await sql<{ version: number; menuVersion: number }[]>`
    select version, menu_version as "menuVersion" from location_marketplace where venue_id = ${venueId} and location_id = ${locationId} for update`
  return row ?? { version: 0, menuVersion: 0 }
}

const changeTo = async (
  venue: VenueScope,
  place: ScopeLocation,
  wanted: MarketplaceSettings,
  expected: number | undefined,
  action: string,
): Promise<KeptSettings> => {
  const { sql, venueId } = venue
  const { locationId, currency } = place
  const { version } = await lockRow(venue, locationId)
  if (expected !== undefined && expected !== version) throw failure('Conflict')
  const before = await marketplaceSettings(venue, locationId)
  const difference = differenceOf(inWords(before.Settings), inWords(wanted))
  if (Object.keys(difference).length === 0) return before
  await sql`
    update location_marketplace set version = version + 1, enabled = ${wanted.Enabled}, display_name = ${wanted.DisplayName},
      description = ${wanted.Description}, pickup_enabled = ${wanted.PickupEnabled}, delivery_enabled = ${wanted.DeliveryEnabled},
      preparation_minutes = ${wanted.PreparationMinutes}, minimum_order = ${wholeParts(wanted.MinimumOrder, decimalsOf(currency)) ?? 0},
      markup = ${Math.round(wanted.PriceMarkupPercent * 100)}, commission = ${Math.round(wanted.CommissionPercent * 100)},
      opening_hours = ${sql.json(wanted.OpeningHours as never)}, paused_until = ${wanted.PausedUntil}
    where venue_id = ${venueId} and location_id = ${locationId}`
  if (wanted.Enabled) await openStorefront(sql, venueId, locationId)
  else await closeStorefront(sql, venueId, locationId)
  await venue.audit({ action, subject: place.name, detail: { LocationId: locationId, ...difference } })
  // Ordering channels that sell for the location pause with it.
  if (before.Settings.PausedUntil !== wanted.PausedUntil) await readSoonAt(venue, 'Deliverect', locationId)
  return marketplaceSettings(venue, locationId)
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** As the audit compares them: hours one after the other. */
const inWords = (settings: MarketplaceSettings) => ({
  ...settings,
  PausedUntil: settings.PausedUntil && new Date(settings.PausedUntil).toISOString(),
  OpeningHours: settings.OpeningHours.map(({ Weekday, Opens, Closes }) => `${WEEKDAYS[Weekday - 1]} ${Opens}–${Closes}`),
})
