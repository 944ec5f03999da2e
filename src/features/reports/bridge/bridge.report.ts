import { notArrived, paymentSums } from '#features/reports/kit/card-payments.sql.ts'
import { type DaysAsked, daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { noSums, type Sums } from '#features/reports/kit/figures.rules.ts'
import { type LinkedPlace, linkedPlaces } from '#features/reports/kit/linked-places.sql.ts'
import { coarsestFor, piecesOf } from '#features/reports/kit/period.rules.ts'
import { noneIn, Tally } from '#features/reports/kit/tally.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { salesInBuckets } from '#features/sums/reading/sales-sums.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import { type TakenRow, tenderMethods, tenderNames, tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import { MOST_SHEET_DAYS, sheetsTold } from '#features/till/sheets-told.report.ts'
import { signOffLimits } from '#features/till/sign-off-limit.sql.ts'
import { TYRO_CURRENCY } from '#integrations/tyro/tyro-answers.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import type { BridgeAnswer, BridgeQuery } from './bridge.contract.ts'
import { bridgeAnswer, type Counts } from './bridge-answer.rules.ts'
import type { Settled } from './bridge-settled.rules.ts'
import { cashPaid } from './cash-movements.sql.ts'
import { terminalSums } from './terminal-arrivals.rules.ts'
import { terminalsOf } from './terminal-payments.sql.ts'

/**
 * The bridge from gross sales to the bank. Sales, tenders and control sheets are read apart, so that what is not explained shows.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const bridgeReport = async (scope: VenueScope, query: BridgeQuery): Promise<BridgeAnswer> => {
  const asked = await daysAsked(scope, query, 'month')
  keepPlans(scope)
  const currencies = byCurrency(asked.places)
  const [sold, taken, names, methods, freshness, [counts, settled]] = await Promise.all([
    soldIn(scope, asked),
    Promise.all(currencies.map((places) => takenIn(scope, asked, places))),
    tenderNames(scope),
    tenderMethods(scope),
    freshnessOf(scope, asked.places, asked.clocks),
    countsIn(scope, asked).then(async (counts) => [counts, typeof counts === 'string' ? 'not-counted' : await settledIn(scope, asked, query)] as const),
  ])
  return bridgeAnswer({
    range: asked.range,
    freshness,
    currencies: currencies.map((places, i) => ({
      currency: places[0]?.currency ?? scope.venue.currency,
      places,
      sold: sold(places),
      taken: taken[i] ?? [],
    })),
    names,
    methods,
    counts,
    settled,
    mostDays: MOST_SHEET_DAYS,
    maySeeExpected: scope.tags.includes('can_signcontrolsheet'),
    now: scope.now,
  })
}

/** Places of one currency each: what is not added is not read together. */
const byCurrency = (places: readonly ScopeLocation[]): ScopeLocation[][] => {
  const groups = new Map<string, ScopeLocation[]>()
  for (const place of places) groups.set(place.currency, [...(groups.get(place.currency) ?? []), place])
  return [...groups.values()]
}

/** What was sold, as the Sales Summary adds it up. */
const soldIn = async (scope: VenueScope, { range, places }: DaysAsked): Promise<(places: readonly ScopeLocation[]) => Sums> => {
  const locationIds = places.map(({ locationId }) => locationId)
  const readings = await salesInBuckets(scope, { locationIds }, piecesOf(range, coarsestFor('none', false)), 'year')
  const tally = new Tally(locationIds, [], noneIn('rollup'))
  for (const reading of readings) tally.add(reading, () => undefined)
  return (some) => {
    const sums = noSums()
    tally.sumInto(
      sums,
      some.map(({ locationId }) => locationId),
      0,
    )
    return sums
  }
}

const takenIn = (scope: VenueScope, { range }: DaysAsked, places: readonly ScopeLocation[]): Promise<TakenRow[]> =>
  tendersTaken(scope, { locationIds: places.map(({ locationId }) => locationId) }, range, 'none')

/** The control sheets with what was paid in and out, where the reader may see them and the range is not too long for them. */
const countsIn = async (scope: VenueScope, { range, places }: DaysAsked): Promise<Counts> => {
  const asked = { locationIds: places.map(({ locationId }) => locationId), ...range }
  const sheets = await sheetsTold(scope, asked)
  if (typeof sheets === 'string') return sheets
  const [movements, limitIn] = await Promise.all([cashPaid(scope, asked), signOffLimits(scope)])
  return { sheets, movements, limitIn }
}

/** What card providers have, of the locations whose payments are known for the whole range. */
const settledIn = async (scope: VenueScope, { range, places }: DaysAsked, query: BridgeQuery): Promise<Settled | 'not-permitted' | 'not-linked'> => {
  if (!scope.tags.includes('can_viewpayments')) return 'not-permitted'
  const [links, terminals] = await Promise.all([linkedPlaces(scope, places), linkedPlaces(scope, places, 'Tyro')])
  const isKnown = ({ known }: LinkedPlace) => known !== undefined && known.from <= range.from && range.to <= known.to
  const linkedIds = idsOf(links.filter(isKnown))
  // Tyro has payments in one currency alone.
  const terminalIds = idsOf(terminals.filter(isKnown)).filter((id) =>
    places.some(({ locationId, currency }) => locationId === id && currency === TYRO_CURRENCY),
  )
  const locationIds = [...new Set([...linkedIds, ...terminalIds])]
  if (locationIds.length === 0) return 'not-linked'
  // Payments that were told of no location belong to no part of the venue.
  const nowhere = scope.allLocations && query.Locations === undefined && linkedIds.length === places.length
  const asked = { locationIds: linkedIds, nowhere }
  const [sums, open, taken] = await Promise.all([
    paymentSums(scope, asked, range),
    notArrived(scope, asked, range),
    terminalIds.length > 0 ? terminalsOf(scope, { locationIds: terminalIds, ...range }) : null,
  ])
  return {
    locationIds,
    sums,
    notArrived: open,
    terminals: taken && {
      currency: TYRO_CURRENCY,
      locationIds: terminalIds,
      aloneIds: terminalIds.filter((id) => !linkedIds.includes(id)),
      sums: terminalSums(taken, range.from, range.to),
    },
  }
}

const idsOf = (links: readonly LinkedPlace[]): number[] => links.map(({ locationId }) => locationId)
