import { type DayLost, daysLost } from '#features/sums/reading/days-lost.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf, type LossFigure } from './attention.rules.ts'
import { isAboveUsual, usualOf, WEEKS_BACK } from './losses.rules.ts'
import type { PlaceNow } from './place-now.rules.ts'

type Loss = Extract<Odd, { Kind: 'Loss' }>

/** Discounts and wastage of today so far and of yesterday above what whole days of that weekday usually come to; most above it first. */
export const unusualLosses = async (scope: VenueScope, places: readonly PlaceNow[], figures: readonly LossFigure[]): Promise<Odd[]> => {
  const days = places.flatMap(({ locationId, day }) =>
    [day, addDays(day, -1)].flatMap((judged) => [judged, ...weeksBefore(judged)].map((one) => ({ locationId, day: one }))),
  )
  const lost = new Map((await daysLost(scope, days)).map((one) => [`${one.locationId} ${one.day}`, one]))
  return places
    .flatMap((place) => figures.flatMap((figure) => [place.day, addDays(place.day, -1)].flatMap((day) => lossOn(lost, place, figure, day))))
    .sort((a, b) => b.Amount - b.Usual - (a.Amount - a.Usual))
}

const weeksBefore = (day: string): string[] => Array.from({ length: WEEKS_BACK }, (_, i) => addDays(day, -7 * (i + 1)))

const lossOn = (lost: ReadonlyMap<string, DayLost>, { locationId, currency, day: today }: PlaceNow, figure: LossFigure, day: string): Loss[] => {
  const on = (one: string) => lost.get(`${locationId} ${one}`)
  const amountOf = ({ discounts, wastage }: DayLost) => (figure === 'Discounts' ? discounts : wastage)
  const judged = on(day)
  const before = weeksBefore(day)
    .flatMap((one) => on(one) ?? [])
    .map(amountOf)
  const usual = usualOf(before)
  if (!judged || usual === undefined || !isAboveUsual(amountOf(judged), usual, currency)) return []
  return [
    {
      Kind: 'Loss',
      Key: keyOf('Loss', locationId, day, figure),
      LocationId: locationId,
      Currency: currency,
      Figure: figure,
      Day: day,
      SoFar: day === today,
      Amount: toMajor(amountOf(judged), currency),
      Usual: toMajor(usual, currency),
      Weeks: before.length,
    },
  ]
}
