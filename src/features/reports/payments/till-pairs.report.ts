import type { Span } from '#features/reports/kit/period.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import { type MatchByHand, matchesByHand } from './match-by-hand.sql.ts'
import { cardText } from './payment-list.rules.ts'
import { comparedAsked } from './till-compared.report.ts'
import { type Pair, pairsByTime } from './till-match.rules.ts'
import {
  type Compared,
  failedNear,
  type Near,
  otherTenderNear,
  type PaymentDetail,
  paymentsNamed,
  type SideRow,
  sidesOf,
  type TenderDetail,
  tendersNamed,
} from './till-match.sql.ts'
import { MOST_ALONE, PAIRS_PAGE, readPairPosition, writePairPosition } from './till-match-pages.rules.ts'
import type { MatchPair, PairsAnswer, PairsQuery } from './till-pairs.rules.ts'
import type { TillQuery } from './till-sides.rules.ts'

/** Tenders and payments one by one: those that match, or those that stand alone, with what may explain them. */
export const matchPairs = async (scope: VenueScope, query: PairsQuery): Promise<PairsAnswer> => {
  const { range, places, compared } = await comparedAsked(scope, query)
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

/** A pair, or one side alone; or a payment that somebody tied or explained. */
interface Paired extends Pair<SideRow> {
  byHand: boolean
}

const isMatched = ({ till, provider, byHand }: Paired): boolean => byHand || (till !== undefined && provider !== undefined)

/**
 * The pair or the lonely side of one payment or refund, by the movement's name; undefined where its location is not compared on the day.
 * @param query the trading day and location of the movement, and the media that are compared
 */
export const pairOf = async (scope: VenueScope, entryId: string, query: TillQuery): Promise<MatchPair | undefined> => {
  const { places, compared } = await comparedAsked(scope, query)
  const pair = paired(await sidesOf(scope, compared, false)).find(({ provider }) => provider?.id === entryId)
  return pair && (await described(scope, places, compared.mediaKeys, [pair]))[0]
}

/** All pairs, amount by amount, in the order of their days and times. */
const paired = (sides: readonly SideRow[]): Paired[] => {
  const groups = new Map<string, SideRow[]>()
  const byHand = sides.flatMap((side) => (side.byHand && !side.isTill ? [{ till: undefined, provider: side, byHand: true }] : []))
  for (const side of sides) {
    if (side.byHand) continue
    const key = `${side.day} ${side.locationId} ${side.amount}`
    const group = groups.get(key)
    if (group) group.push(side)
    else groups.set(key, [side])
  }
  const pairs = [...groups.values()].flatMap((group) => pairsByTime(group)).map((pair) => ({ ...pair, byHand: false }))
  return [...pairs, ...byHand].sort((a, b) => order(a).localeCompare(order(b)))
}

const order = ({ till, provider }: Paired): string => {
  const one = (till ?? provider) as SideRow
  return `${one.day} ${one.at.toISOString()} ${one.id} ${one.no}`
}

/** Card tenders that stand alone. */
export const loneTenders = async (scope: VenueScope, compared: Compared): Promise<SideRow[]> =>
  (await alone(scope, compared, 'OnlyTill')).pairs.flatMap(({ till }) => till ?? [])

const alone = async (scope: VenueScope, compared: Compared, state: 'OnlyTill' | 'OnlyProvider' | undefined) => {
  const found = paired(await sidesOf(scope, compared, true)).filter(
    (pair) => !isMatched(pair) && (state === undefined || (state === 'OnlyTill') === (pair.till !== undefined)),
  )
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
    const all = paired(await sidesOf(scope, { ...compared, places: today }, false)).filter(isMatched)
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
  const lone = pairs.filter((pair) => !isMatched(pair))
  const [tenders, details, failed, otherwise, byHand] = await Promise.all([
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
    matchesByHand(
      scope,
      pairs.flatMap((pair) => (pair.byHand && pair.provider ? [pair.provider.id] : [])),
    ),
  ])
  const tenderBy = new Map(tenders.map((one) => [`${one.id} ${one.no}`, one]))
  const paymentBy = new Map(details.map((one) => [one.entryId, one]))
  const nearBy = new Map([...failed, ...otherwise].map((one) => [one.id, one]))
  return pairs.map((pair) => {
    const { till, provider } = pair
    const hand = pair.byHand && provider ? byHand.get(provider.id) : undefined
    const one = (till ?? provider) as SideRow
    const { name = '', currency = '', timeZone = 'UTC' } = places.find(({ locationId }) => locationId === one.locationId) ?? {}
    return {
      State: isMatched(pair) ? ('Matched' as const) : till ? ('OnlyTill' as const) : ('OnlyProvider' as const),
      Day: one.day,
      LocationId: one.locationId,
      Location: name,
      Currency: currency,
      Amount: toMajor(one.amount, currency),
      Tender: till ? tenderOf(till, tenderBy.get(`${till.id} ${till.no}`), timeZone) : hand?.tender ? tenderOf(hand.tender, hand.tender, timeZone) : null,
      Payment: provider ? paymentOf(provider, paymentBy.get(provider.id), timeZone) : null,
      Near: isMatched(pair) ? null : nearOf(nearBy.get(one.id), timeZone),
      ByHand: hand ? byHandOf(hand, currency, timeZone) : null,
    }
  })
}

/** What somebody said, for people to read. */
const byHandOf = ({ reason, tender, by, at }: MatchByHand, currency: string, timeZone: string): MatchPair['ByHand'] => ({
  Reason: reason,
  TenderAmount: tender ? toMajor(tender.amount, currency) : null,
  By: by,
  At: instantIn(at, timeZone),
})

const tenderOf = (till: Pick<SideRow, 'id' | 'at'>, detail: TenderDetail | undefined, timeZone: string): MatchPair['Tender'] => ({
  SaleId: till.id,
  Receipt: detail?.receipt ?? '',
  TerminalId: detail?.terminal ?? '',
  Clerk: detail?.clerk ?? null,
  Media: detail?.media ?? '',
  At: instantIn(till.at, timeZone),
})

const paymentOf = (provider: SideRow, detail: PaymentDetail | undefined, timeZone: string): MatchPair['Payment'] => ({
  PaymentId: detail?.paymentId ?? provider.id,
  Card: detail ? cardText(detail.brand, detail.last4) : null,
  PayoutId: detail?.payoutId ?? null,
  At: instantIn(provider.at, timeZone),
})

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
