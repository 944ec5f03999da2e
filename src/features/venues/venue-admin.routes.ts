import { passwordMail } from '#features/membership/mails.contract.ts'
import { makeVenueIn, type NewOwner, nameIsTaken, ownerOf } from '#platform/access/new-venue.ts'
import { actorOf } from '#platform/access/sessions.ts'
import { venueOverviews } from '#platform/access/venue-overview.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Given } from '#platform/web/implement.ts'
import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { changeFees, feesNow } from './config.sql.ts'
import { emptyLocations, removeLocation } from './empty-locations.sql.ts'
import { locationsOf, madeLocation, makeLocation, mayAddLocations } from './locations.sql.ts'
import { type NewVenueBody, venueAdmin } from './venue-admin.contract.ts'

export const venueAdminImplementation = implement(venueAdmin, {
  venues: async ({ house }) => {
    const all = await venueOverviews(house.sql)
    return {
      Venues: all.map(({ CreatedAt, LastSaleAt, LastReceivedAt, ...venue }) => ({
        ...venue,
        CreatedAt: CreatedAt.toISOString(),
        LastSaleAt: LastSaleAt?.toISOString() ?? null,
        LastReceivedAt: LastReceivedAt?.toISOString() ?? null,
      })),
    }
  },
  makeVenue: (given) => makeNewVenue(given),
  addLocation: async ({ venue, body }) => {
    if (!mayAddLocations(venue)) throw failure('NotPermitted')
    const there = await locationsOf(venue)
    if (there.some(({ Name }) => nameKey(Name) === nameKey(body.Name)))
      throw fieldFailure('Name', `There is already a location "${body.Name.trim()}".`, 'Taken')
    return madeLocation(venue, await makeLocation(venue, body))
  },
  emptyLocations: async ({ venue }) => ({
    // Whoever works there removes them; Admin does not.
    Locations:
      mayAddLocations(venue) && venue.holder.kind === 'person'
        ? (await emptyLocations(venue)).map(({ locationId, name }) => ({ LocationId: locationId, Name: name }))
        : [],
  }),
  removeLocation: async ({ venue, params: { locationId } }) => {
    if (!mayAddLocations(venue)) throw failure('NotPermitted')
    if (!venue.locations.some((one) => one.locationId === locationId)) throw failure('LocationNotFound')
    await removeLocation(venue, locationId)
  },
  paymentInfo: ({ venue }) => feesNow(venue),
  changePaymentInfo: ({ venue, body }) => changeFees(venue, body),
})

const makeNewVenue = async ({ house, session, caller, body }: Given<typeof venueAdmin.makeVenue>) => {
  if (await nameIsTaken(house.sql, body.Name)) throw fieldFailure('Name', `There is already a venue "${body.Name.trim()}".`, 'Taken')
  const owner = body.Owner && (await ownerNamed(house.sql, body.Owner))
  const { venueId, locationId } = await makeVenueIn(
    house.sql,
    {
      name: body.Name.trim(),
      currency: body.Currency,
      country: body.Country,
      language: body.Language,
      weekStart: body.WeekStart,
      financialYearStart: body.FinancialYearStart,
      location: body.Location && {
        name: body.Location.Name.trim(),
        ...(body.Location.TimeZone === undefined ? {} : { timeZone: body.Location.TimeZone }),
        ...(body.Location.DayStart === undefined ? {} : { dayStart: body.Location.DayStart }),
        externalCode: null,
        address: body.Location.Address?.trim() || null,
        region: body.Location.Region?.trim() ?? '',
      },
      ownerId: owner?.userId,
      invited: owner?.needsLink ?? false,
    },
    { ...actorOf(session), ip: caller.ip },
  )
  if (owner?.needsLink) await addJob(house.sql, passwordMail, { UserId: owner.userId, Purpose: 'invite', VenueId: venueId, Language: body.Language })
  return { VenueId: venueId, LocationId: locationId, OwnerUserId: owner?.userId ?? null, Invited: owner?.needsLink ?? false }
}

const WHY: Record<Exclude<NewOwner, object>, string> = {
  nobody: 'There is no person with that name.',
  admin: 'Admin cannot own a venue. Choose someone else.',
  nameless: 'Enter the first name and surname of the person to invite.',
}

const ownerNamed = async (
  sql: Given<typeof venueAdmin.makeVenue>['house']['sql'],
  { UserName, Email, FirstName, Surname }: NonNullable<NewVenueBody['Owner']>,
) => {
  const found = await ownerOf(sql, { userName: UserName, email: Email, firstName: FirstName?.trim(), surname: Surname?.trim() })
  if (typeof found === 'string')
    throw fieldFailure(found === 'nameless' ? 'Owner.FirstName' : UserName === undefined ? 'Owner.Email' : 'Owner.UserName', WHY[found])
  return found
}
