import type { VenueScope } from './venue-scope.ts'

/** How a venue is set up, as far as screens need it, with the locations of whoever looks and the trading day of each. */
export const venueConfig = async (scope: VenueScope) => {
  const { venue } = scope
  const today = await tradingDayNow(scope)
  return {
    ShowBreakdownPage: venue.showBreakdownPage,
    ShowControlSheet: venue.showControlSheet,
    ShowExcise: venue.showExcise,
    ShowTimeAndAttendanceModule: venue.showTimeAndAttendanceModule,
    LoyaltyName: venue.loyaltyName,
    TaxName: venue.taxName,
    VenueName: venue.name,
    Sample: venue.sample,
    Currency: venue.currency,
    Language: venue.language,
    WeekStart: venue.weekStart,
    FinancialYearStart: venue.financialYearStart,
    Dayparts: venue.dayparts,
    Locations: scope.locations.map((location) => ({
      LocationId: location.locationId,
      Name: location.name,
      TimeZone: location.timeZone,
      DayStart: location.dayStart,
      Currency: location.currency,
      Today: today.get(location.locationId) ?? '',
    })),
  }
}

/** The trading day that is under way at each location: the wall clock's date, until the cut-off still the day before's. */
const tradingDayNow = async ({ sql, venueId, now }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ location_id: number; today: string }[]>`
    select location_id, ((${now}::timestamptz at time zone time_zone) - day_start::interval)::date as today
    from location where venue_id = ${venueId}`
  return new Map(rows.map((row) => [row.location_id, row.today]))
}
