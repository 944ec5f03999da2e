import type { VenueScope } from './venue-scope.ts'

/** How a venue is set up, as far as screens need it, with the locations of whoever looks and the trading day of each. */
export const venueConfig = async (scope: VenueScope) => {
  const { venue } = scope
  const days = await tradingDays(scope)
  return {
    ShowBreakdownPage: venue.showBreakdownPage,
    ShowControlSheet: venue.showControlSheet,
    ShowExcise: venue.showExcise,
    ShowTimeAndAttendanceModule: venue.showTimeAndAttendanceModule,
    LoyaltyName: venue.loyaltyName,
    TaxName: venue.taxName,
    VenueName: venue.name,
    Sample: venue.sample,
    Country: venue.country,
    Currency: venue.currency,
    Language: venue.language,
    WeekStart: venue.weekStart,
    FinancialYearStart: venue.financialYearStart,
    Dayparts: venue.dayparts,
    AllLocations: scope.allLocations,
    Locations: scope.locations.map((location) => ({
      LocationId: location.locationId,
      Name: location.name,
      TimeZone: location.timeZone,
      DayStart: location.dayStart,
      Currency: location.currency,
      Today: days.get(location.locationId)?.today ?? '',
      FirstSaleDay: days.get(location.locationId)?.firstSaleDay ?? null,
    })),
  }
}

interface TradingDays {
  locationId: number
  today: string
  firstSaleDay: string | null
}

/**
 * The trading day that is under way at each location, which is the wall clock's date and until the cut-off still the day before's, and the first
 * on which it sold something.
 */
const tradingDays = async ({ sql, venueId, now }: VenueScope): Promise<Map<number, TradingDays>> => {
  const rows = await sql<TradingDays[]>`
    select location_id as "locationId", ((${now}::timestamptz at time zone time_zone) - day_start::interval)::date as today,
      (select t.day from trading_day_state t
        where t.venue_id = ${venueId} and t.location_id = l.location_id and t.last_sale_at is not null order by t.day limit 1) as "firstSaleDay"
    from location l where l.venue_id = ${venueId}`
  return new Map(rows.map((row) => [row.locationId, row]))
}
