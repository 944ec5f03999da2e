import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf, momentKey } from './attention.rules.ts'
import { cardsUsedOften } from './card-use.sql.ts'
import { linksInTrouble } from './links.sql.ts'
import { openShifts } from './open-shifts.sql.ts'
import type { PlaceNow } from './place-now.rules.ts'

const clockOf = (places: readonly PlaceNow[]) => (at: Date, locationId: number) =>
  instantIn(at, places.find((place) => place.locationId === locationId)?.timeZone ?? 'UTC')

/** Cards used more often on a day than the venue's threshold, which nobody decided on. */
export const cardsToLookAt = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const clock = clockOf(places)
  return (await cardsUsedOften(scope, places)).map(({ cardId, number, locationId, day, uses, threshold, lastAt }) => ({
    Kind: 'CardUse',
    Key: keyOf('CardUse', locationId, day, cardId),
    LocationId: locationId,
    CardNumber: number,
    Day: day,
    Uses: uses,
    Threshold: threshold,
    At: clock(lastAt, locationId),
  }))
}

/** Shifts nobody ended. */
export const forgottenShifts = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const clock = clockOf(places)
  return (await openShifts(scope, places)).map(({ locationId, day, who, name, startedAt }) => ({
    Kind: 'ShiftOpen',
    Key: keyOf('ShiftOpen', locationId, day, who),
    LocationId: locationId,
    Name: name,
    Day: day,
    At: clock(startedAt, locationId),
    Minutes: Math.floor((scope.now.getTime() - startedAt.getTime()) / 60_000),
  }))
}

/** Links with outside systems that wait for somebody who may link them. */
export const linksToMend = async (scope: VenueScope, providers: readonly string[]): Promise<Odd[]> =>
  (await linksInTrouble(scope, providers)).map(({ provider, locationId, hasEnded, lastOkAt, since }) => ({
    Kind: 'Link',
    Key: keyOf('Link', locationId, provider, momentKey(since)),
    LocationId: locationId,
    Provider: provider,
    Trouble: hasEnded ? 'Ended' : 'Stuck',
    At: lastOkAt?.toISOString() ?? null,
  }))
