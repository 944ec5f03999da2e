import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { categoriesOf, nonSalesOf, productGroupsOf, suppliersOf } from './catalogue.sql.ts'
import { locationById, locationsOf, locationsOfUser } from './locations.sql.ts'
import { venues } from './venues.contract.ts'

export const venuesImplementation = implement(venues, {
  locations: async ({ venue }) => ({ Locations: await locationsOf(venue) }),
  location: ({ venue, params }) => locationById(venue, params.id),
  locationsOfVenue: async ({ venue }) => ({ Locations: await locationsOf(venue) }),
  venueInfo: ({ venue: { venueId, venue, locations } }) => ({
    VenueId: venueId,
    Name: venue.name,
    Sample: venue.sample,
    Language: venue.language,
    Currency: venue.currency,
    WeekStart: venue.weekStart,
    FinancialYearStart: venue.financialYearStart,
    LoyaltyName: venue.loyaltyName,
    Locations: locations.length,
  }),
  userLocations: async ({ venue, session, query }) => {
    const { userid = session.userId } = query
    if (userid === session.userId) return { Locations: await locationsOf(venue) }
    const found = venue.tags.includes('can_viewemp') ? await locationsOfUser(venue, userid) : undefined
    if (!found) throw failure('NotFound')
    return { Locations: found }
  },
  categories: async ({ venue }) => ({ Categories: await categoriesOf(venue) }),
  productGroups: async ({ venue }) => ({ ProductGroups: await productGroupsOf(venue) }),
  nonSales: async ({ venue }) => ({ NonSales: await nonSalesOf(venue) }),
  suppliers: async ({ venue }) => ({ Suppliers: await suppliersOf(venue) }),
})
