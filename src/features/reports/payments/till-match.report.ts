import { tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import { comparedAsked } from './till-compared.report.ts'
import { type ComparedDay, comparedDays } from './till-match.sql.ts'
import { LONGEST_MATCH_DAYS } from './till-match-pages.rules.ts'
import type { TillAnswer, TillQuery } from './till-sides.rules.ts'

/** The till's card tenders against the provider's payments, by location and trading day. */
export const tillAgainstProvider = async (scope: VenueScope, query: TillQuery): Promise<TillAnswer> => {
  const { range, places, links, compared, cardKeys, names } = await comparedAsked(scope, query)
  const slice = { locationIds: places.map(({ locationId }) => locationId) }
  const [days, taken] = await Promise.all([comparedDays(scope, compared), tendersTaken(scope, slice, range, 'location')])
  const cards = taken.filter(({ mediaKey }) => cardKeys.includes(mediaKey))
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  return {
    FromDate: range.from,
    ToDate: range.to,
    LongestDays: LONGEST_MATCH_DAYS,
    Days: days.map((day) => {
      const { name = '', currency = '' } = places.find(({ locationId }) => locationId === day.locationId) ?? {}
      return { Day: day.day, LocationId: day.locationId, Location: name, Currency: currency, ...inMajor(day, currency) }
    }),
    Totals: currencies.map((Currency) => {
      const ids = places.filter(({ currency }) => currency === Currency).map(({ locationId }) => locationId)
      const own = cards.filter(({ group }) => ids.includes(Number(group)))
      const sums = summed(days.filter(({ locationId }) => ids.includes(locationId)))
      return { Currency, ...inMajor(sums, Currency), AllCards: toMajor(sumOf(own.map(({ net, cashOut }) => net + cashOut)), Currency) }
    }),
    Places: places.map(({ locationId, name, currency, timeZone }) => {
      const link = links.find((one) => one.locationId === locationId)
      const own = compared.places.find((one) => one.locationId === locationId)
      const till = sumOf(cards.filter(({ group }) => Number(group) === locationId).map(({ net, cashOut }) => net + cashOut))
      const seen = sumOf(days.filter((day) => day.locationId === locationId).map((day) => day.till))
      return {
        LocationId: locationId,
        Location: name,
        Currency: currency,
        State: !link?.known ? ('NotLinked' as const) : link.isReading ? ('Reading' as const) : link.stoppedAt ? ('Stopped' as const) : ('Compared' as const),
        From: own?.from ?? null,
        To: own?.to ?? null,
        StoppedAt: link?.stoppedAt ? instantIn(link.stoppedAt, timeZone) : null,
        NotCompared: toMajor(till - seen, currency),
      }
    }),
    CardMedia: cardKeys
      .map((key) => ({
        MediaKey: key,
        Name: names.get(key) ?? '',
        IsCompared: compared.mediaKeys.includes(key),
        Tenders: sumOf(cards.filter(({ mediaKey }) => mediaKey === key).map(({ n }) => n)),
      }))
      .filter(({ Tenders }) => Tenders !== 0),
    AsAt: scope.now.toISOString(),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)

const SUMMED = [
  'tillCount',
  'till',
  'providerCount',
  'provider',
  'matched',
  'onlyTillCount',
  'onlyTill',
  'onlyProviderCount',
  'onlyProvider',
  'byHand',
  'byHandDifference',
] as const
type Summed = Pick<ComparedDay, (typeof SUMMED)[number]>

const summed = (days: readonly ComparedDay[]): Summed => Object.fromEntries(SUMMED.map((key) => [key, sumOf(days.map((day) => day[key]))])) as unknown as Summed

const inMajor = (sums: Summed, currency: string) => ({
  Till: toMajor(sums.till, currency),
  Provider: toMajor(sums.provider, currency),
  Difference: toMajor(sums.provider - sums.till, currency),
  Tenders: sums.tillCount,
  Payments: sums.providerCount,
  Matched: sums.matched,
  OnlyTill: sums.onlyTillCount,
  OnlyTillAmount: toMajor(sums.onlyTill, currency),
  OnlyProvider: sums.onlyProviderCount,
  OnlyProviderAmount: toMajor(sums.onlyProvider, currency),
  ByHand: sums.byHand,
  ByHandDifference: toMajor(sums.byHandDifference, currency),
})
