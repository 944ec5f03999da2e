import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import { marketplaceSettings, placeOf } from './marketplace.sql.ts'
import { publishedMenu } from './marketplace-menu.sql.ts'
import { openStateAt } from './opening-hours.rules.ts'
import { markedUp } from './prices.rules.ts'
import { STOREFRONT_VERSION, type Storefront } from './storefront.contract.ts'

/**
 * The storefront of a location as it is now, whether or not it is enabled. Products without a list price are left out, and groups without products.
 * @throws LocationNotFound
 */
export const storefrontNow = async (venue: VenueScope, locationId: number): Promise<Storefront> => {
  const { timeZone, currency } = placeOf(venue, locationId)
  const [{ Settings: settings }, { groups, items }] = await Promise.all([marketplaceSettings(venue, locationId), publishedMenu(venue, locationId)])
  const pausedUntil = settings.PausedUntil === null ? null : new Date(settings.PausedUntil)
  const { open, closesAt, opensAt } = openStateAt(settings.OpeningHours, timeZone, pausedUntil, venue.now)
  const moment = (at: Date | null) => at && instantIn(at, timeZone)
  const markup = Math.round(settings.PriceMarkupPercent * 100)
  const Menu = groups.map((group) => ({
    Name: group.name,
    Description: group.description,
    Products: items.flatMap(({ groupNo, itemId, name, productName, description, listPrice }) => {
      if (groupNo !== group.groupNo || listPrice === null) return []
      return [{ Id: itemId, Name: name ?? productName, Description: description, Price: toMajor(markedUp(listPrice, markup), currency) }]
    }),
  }))
  return {
    Version: STOREFRONT_VERSION,
    LocationId: locationId,
    Name: settings.DisplayName,
    Description: settings.Description,
    TimeZone: timeZone,
    Currency: currency,
    Open: open,
    ClosesAt: moment(closesAt),
    NextOpening: moment(opensAt),
    PausedUntil: settings.PausedUntil,
    OpeningHours: settings.OpeningHours,
    Pickup: settings.PickupEnabled,
    Delivery: settings.DeliveryEnabled,
    PreparationMinutes: settings.PreparationMinutes,
    MinimumOrder: settings.MinimumOrder,
    Menu: Menu.filter(({ Products }) => Products.length > 0),
  }
}

/** The storefront anybody may read: nothing where it is not enabled, its location is closed for good, or has no prices of its own currency. */
export const openStorefrontNow = async (venue: VenueScope, locationId: number): Promise<Storefront | undefined> => {
  const { active, currency } = placeOf(venue, locationId)
  const { Settings } = await marketplaceSettings(venue, locationId)
  return Settings.Enabled && active && currency === venue.venue.currency ? storefrontNow(venue, locationId) : undefined
}
