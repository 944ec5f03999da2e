import { locationsNamed, rangeInMail } from '#features/delivery/saved-views/view-call.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf, momentKey } from './attention.rules.ts'
import { mailedAndLate } from './mailed.sql.ts'
import type { PlaceNow } from './place-now.rules.ts'
import { restatedDays } from './restated.rules.ts'

const MOST = 10

/** Days whose sales changed since a report about them was mailed, and was not mailed again. */
export const restatedSinceMailed = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const { mailed, arrivals } = await mailedAndLate(scope, places)
  const told = mailed.map(({ scheduleId, name, isTheirs, search, day, at }) => {
    const { from, to } = rangeInMail(search, day, addDays(day, 1), scope.venue)
    return { scheduleId, name: isTheirs ? name : null, at, from, to, locationIds: locationsNamed(search) }
  })
  return restatedDays(told, arrivals)
    .slice(0, MOST)
    .flatMap(({ locationId, day, mail, changes, amount, lastAt }): Odd[] => {
      const place = places.find((one) => one.locationId === locationId)
      if (!place) return []
      return [
        {
          Kind: 'Restated',
          Key: keyOf('Restated', locationId, day, momentKey(lastAt)),
          LocationId: locationId,
          Currency: place.currency,
          Day: day,
          Schedule: mail.name,
          MailedAt: instantIn(mail.at, place.timeZone),
          Changes: changes,
          Amount: toMajor(amount, place.currency),
          At: instantIn(lastAt, place.timeZone),
        },
      ]
    })
}
