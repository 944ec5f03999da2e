import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { type LinkedPlace, linkedPlaces } from '#features/reports/kit/linked-places.sql.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { tenderMethods, tenderNames, tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, daysIn, instantIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { cardText } from './payment-list.rules.ts'
import type { MatchPair, PairsAnswer, PairsQuery, TillAnswer, TillQuery } from './payments.contract.ts'
import { type Pair, pairsByTime } from './till-match.rules.ts'
import {
  type Compared,
  type ComparedDay,
  type ComparedPlace,
  comparedDays,
  failedNear,
  type Near,
  otherTenderNear,
  paymentsNamed,
  type SideRow,
  sidesOf,
  tendersNamed,
} from './till-match.sql.ts'
import { LONGEST_MATCH_DAYS, MOST_ALONE, PAIRS_PAGE, readPairPosition, writePairPosition } from './till-match-pages.rules.ts'

interface Asked {
  range: Span
  places: readonly ScopeLocation[]
  links: readonly LinkedPlace[]
  compared: Compared
  cardKeys: readonly number[]
  names: ReadonlyMap<number, string>
}

/** @throws RangeBackwards, RangeTooLong beyond 92 days, LocationNotFound */
const askedOf = async (scope: VenueScope, query: TillQuery): Promise<Asked> => {
  const { range, places } = await daysAsked(scope, query)
  if (daysIn(range.from, range.to) > LONGEST_MATCH_DAYS) throw failure('RangeTooLong', { limit: `${LONGEST_MATCH_DAYS} days` })
  const [links, methods, names] = await Promise.all([linkedPlaces(scope, places), tenderMethods(scope), tenderNames(scope)])
  const cardKeys = [...methods].flatMap(([key, method]) => (method === 'Card' ? [key] : []))
  const mediaKeys = query.Media ? cardKeys.filter((key) => query.Media?.includes(key)) : cardKeys
  return { range, places, links, cardKeys, names, compared: { places: comparedPlaces(range, places, links), mediaKeys } }
}

const comparedPlaces = (range: Span, places: readonly ScopeLocation[], links: readonly LinkedPlace[]): ComparedPlace[] =>
  links.flatMap(({ locationId, known }) => {
    const currency = places.find((place) => place.locationId === locationId)?.currency
    if (!known || !currency) return []
    const [from, to] = [known.from > range.from ? known.from : range.from, known.to < range.to ? known.to : range.to]
    return from <= to ? [{ locationId, currency, from, to }] : []
  })

/** The till's card tenders against the provider's payments, by location and trading day. */
export const tillAgainstProvider = async (scope: VenueScope, query: TillQuery): Promise<TillAnswer> => {
  const { range, places, links, compared, cardKeys, names } = await askedOf(scope, query)
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

const SUMMED = ['tillCount', 'till', 'providerCount', 'provider', 'matched', 'onlyTillCount', 'onlyTill', 'onlyProviderCount', 'onlyProvider'] as const
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
})

/** Tenders and payments one by one: those that match, or those that stand alone, with what may explain them. */
export const matchPairs = async (scope: VenueScope, query: PairsQuery): Promise<PairsAnswer> => {
  const { range, places, compared } = await askedOf(scope, query)
  const { pairs, next, leftOff } =
    query.State === 'Matched' ? await matchedPage(scope, compared, range, query) : { ...(await alone(scope, compared, query.State)), next: null }
  return {
    FromDate: range.from,
    ToDate: range.to,
    State: query.State ?? null,
    Currency: places.every(({ currency }) => currency === places[0]?.currency) ? (places[0]?.currency ?? scope.venue.currency) : null,
    Pairs: await described(scope, places, compared.mediaKeys, pairs),
    LeftOff: leftOff,
    Next: next,
    AsAt: scope.now.toISOString(),
  }
}

type Paired = Pair<SideRow>

/** All pairs, amount by amount, in the order of their days and times. */
const paired = (sides: readonly SideRow[]): Paired[] => {
  const groups = new Map<string, SideRow[]>()
  for (const side of sides) {
    const key = `${side.day} ${side.locationId} ${side.amount}`
    const group = groups.get(key)
    if (group) group.push(side)
    else groups.set(key, [side])
  }
  return [...groups.values()].flatMap((group) => pairsByTime(group)).sort((a, b) => order(a).localeCompare(order(b)))
}

const order = ({ till, provider }: Paired): string => {
  const one = (till ?? provider) as SideRow
  return `${one.day} ${one.at.toISOString()} ${one.id} ${one.no}`
}

const alone = async (scope: VenueScope, compared: Compared, state: 'OnlyTill' | 'OnlyProvider' | undefined) => {
  const found = paired(await sidesOf(scope, compared, true)).filter(({ till, provider }) => {
    if (till && provider) return false
    return state === undefined || (state === 'OnlyTill') === (till !== undefined)
  })
  return { pairs: found.slice(0, MOST_ALONE), leftOff: Math.max(found.length - MOST_ALONE, 0) }
}

/** Day by day: of a quarter of a year there are too many to be put together for a page of them. */
const matchedPage = async (scope: VenueScope, compared: Compared, range: Span, query: PairsQuery) => {
  const after = query.After === undefined ? { day: range.from, done: 0 } : readPairPosition(query.After)
  const limit = query.Limit ?? PAIRS_PAGE
  const pairs: Paired[] = []
  for (let day = after.day < range.from ? range.from : after.day; day <= range.to; day = addDays(day, 1)) {
    const today = compared.places.filter(({ from, to }) => from <= day && day <= to).map((place) => ({ ...place, from: day, to: day }))
    if (today.length === 0) continue
    const all = paired(await sidesOf(scope, { ...compared, places: today }, false)).filter(({ till, provider }) => till && provider)
    const done = day === after.day ? after.done : 0
    const room = limit - pairs.length
    pairs.push(...all.slice(done, done + room))
    if (all.length > done + room) return { pairs, next: writePairPosition({ day, done: done + room }), leftOff: 0 }
    if (pairs.length === limit && day < range.to) return { pairs, next: writePairPosition({ day: addDays(day, 1), done: 0 }), leftOff: 0 }
  }
  return { pairs, next: null, leftOff: 0 }
}

const described = async (scope: VenueScope, places: readonly ScopeLocation[], mediaKeys: readonly number[], pairs: readonly Paired[]): Promise<MatchPair[]> => {
  const tills = pairs.flatMap(({ till }) => till ?? [])
  const payments = pairs.flatMap(({ provider }) => provider ?? [])
  const lone = pairs.filter(({ till, provider }) => !till || !provider)
  const [tenders, details, failed, otherwise] = await Promise.all([
    tendersNamed(scope, [...new Set(tills.map(({ id }) => id))]),
    paymentsNamed(
      scope,
      payments.map(({ id }) => id),
    ),
    failedNear(
      scope,
      lone.flatMap(({ till }) => till ?? []),
    ),
    otherTenderNear(
      scope,
      lone.flatMap(({ provider }) => provider ?? []),
      mediaKeys,
    ),
  ])
  const tenderBy = new Map(tenders.map((one) => [`${one.saleId} ${one.no}`, one]))
  const paymentBy = new Map(details.map((one) => [one.entryId, one]))
  const failedBy = new Map(failed.map((one) => [one.id, one]))
  const otherBy = new Map(otherwise.map((one) => [one.id, one]))
  return pairs.map(({ till, provider }) => {
    const one = (till ?? provider) as SideRow
    const { name = '', currency = '', timeZone = 'UTC' } = places.find(({ locationId }) => locationId === one.locationId) ?? {}
    const tender = till && tenderBy.get(`${till.id} ${till.no}`)
    const payment = provider && paymentBy.get(provider.id)
    const near = provider ? otherBy.get(provider.id) : failedBy.get(one.id)
    return {
      State: till && provider ? ('Matched' as const) : till ? ('OnlyTill' as const) : ('OnlyProvider' as const),
      Day: one.day,
      LocationId: one.locationId,
      Location: name,
      Currency: currency,
      Amount: toMajor(one.amount, currency),
      Tender: till
        ? {
            SaleId: till.id,
            Receipt: tender?.receipt ?? '',
            TerminalId: tender?.terminal ?? '',
            Clerk: tender?.clerk ?? null,
            Media: tender?.media ?? '',
            At: instantIn(till.at, timeZone),
          }
        : null,
      Payment: provider
        ? {
            PaymentId: payment?.paymentId ?? provider.id,
            Card: payment ? cardText(payment.brand, payment.last4) : null,
            PayoutId: payment?.payoutId ?? null,
            At: instantIn(provider.at, timeZone),
          }
        : null,
      Near: till && provider ? null : nearOf(near, timeZone),
    }
  })
}

const nearOf = (near: Near | undefined, timeZone: string): MatchPair['Near'] =>
  near
    ? {
        Kind: near.receipt === null ? 'Declined' : 'OtherMedia',
        SaleId: near.saleId,
        Receipt: near.receipt,
        Media: near.media,
        At: instantIn(near.at, timeZone),
      }
    : null
