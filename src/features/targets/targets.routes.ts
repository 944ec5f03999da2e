import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { monthsTouched } from '#shared/day.ts'
import { fieldFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { setTargets } from './set-targets.report.ts'
import { type TargetsAnswer, targets } from './targets.contract.ts'
import { MOST_MONTHS } from './targets.rules.ts'
import { targetsIn } from './targets.sql.ts'

export const targetsImplementation = implement(targets, {
  targets: ({ venue, query }) => answerOf(venue, query.Locations, spanOf(query)),

  setTargets: async ({ venue, body }) => {
    const months = body.Targets.map(({ Month }) => Month).sort()
    const span = spanOf({ FromMonth: months[0] as string, ToMonth: months.at(-1) as string }, 'Targets')
    await setTargets(venue, body.Targets)
    return answerOf(venue, [...new Set(body.Targets.map(({ LocationId }) => LocationId))], span)
  },

  removeTargets: async ({ venue, query }) => {
    const { Targets } = await answerOf(venue, query.Locations, spanOf(query))
    if (Targets.length > 0)
      await setTargets(
        venue,
        Targets.map(({ LocationId, Month }) => ({ LocationId, Month, Amount: null })),
      )
    return { Removed: Targets.length }
  },
})

/** @throws ValidationFailed for months that end before they begin, or are more than three years */
const spanOf = ({ FromMonth, ToMonth }: { FromMonth: string; ToMonth: string }, field = 'ToMonth'): Span => {
  const span = { from: `${FromMonth}-01`, to: `${ToMonth}-01` }
  if (span.from > span.to) throw fieldFailure(field, 'The last month is before the first.')
  if (monthsTouched(span.from, span.to) > MOST_MONTHS) throw fieldFailure(field, `The range can have at most ${MOST_MONTHS} months.`)
  return span
}

const answerOf = async (venue: VenueScope, locations: readonly number[] | undefined, span: Span): Promise<TargetsAnswer> => {
  const places = new Map(venue.chosenLocations(locations).map((place) => [place.locationId, place]))
  const there = await targetsIn(venue, [...places.keys()], span)
  return {
    Targets: there.map(({ locationId, month, amount, days, setBy, setAt }) => {
      const currency = places.get(locationId)?.currency ?? venue.venue.currency
      return {
        LocationId: locationId,
        Month: month.slice(0, 7),
        Amount: toMajor(amount, currency),
        Days: days.map((day) => toMajor(day, currency)),
        SetBy: setBy,
        SetAt: setAt.toISOString(),
      }
    }),
  }
}
