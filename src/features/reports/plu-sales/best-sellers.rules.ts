import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { costOf } from '#features/reports/kit/figures-of.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import type { BestBy, BestRow } from './best-sellers.contract.ts'
import { isAnything, netIn, profitIn } from './plu-figures.rules.ts'
import { Standing } from './standing.rules.ts'

/** How many are shown when nobody says. */
export const USUAL_TOP = 20

/** What is ranked: products, their sums in rows of RUN_COUNT, and those of the range compared with. */
export interface Ranked {
  products: readonly { plu: string; name: string }[]
  /** What each product is ranked within; '' for all, or where it is unassigned. */
  withins: readonly string[]
  sums: Float64Array
  before: Float64Array | undefined
  /** What is compared with does not begin before the first sale: only then is there a growth. */
  isKnown: boolean
  /** null: several currencies, whose money is not added. */
  currency: string | null
}

export interface Wanted {
  by: BestBy
  top: number
  isWorst: boolean
}

/**
 * The products that sold most, or least among those that sold at all: so many of each of what they are ranked within. Equal values share
 * a rank and stand by their PLU; the rank of the slowest counts from the slowest. What did not grow measurably has no rank by growth.
 */
export const bestRows = (ranked: Ranked, wanted: Wanted): BestRow[] => {
  const groups = new Map<string, number[]>()
  for (const [i, within] of ranked.withins.entries()) {
    const group = groups.get(within)
    if (group) group.push(i)
    else groups.set(within, [i])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flatMap(([within, products]) => bestWithin(ranked, wanted, within, products))
}

const bestWithin = (ranked: Ranked, { by, top, isWorst }: Wanted, within: string, products: readonly number[]): BestRow[] => {
  const { sums, before, currency, isKnown } = ranked
  const grown = isKnown ? before : undefined
  const sold = products.filter((i) => isAnything(sums, i * RUN_COUNT))
  const sign = isWorst ? -1 : 1
  // Of several currencies nothing but quantities can be told apart.
  const ranking = currency === null ? 'quantity' : by
  const standingIn = (of: Float64Array, some: readonly number[]) => new Standing(ranked.products, some, (i) => sign * valueBy(ranking, of, grown, i))
  const now = standingIn(sums, sold)
  // Nobody knows how what was compared with had grown.
  const then =
    before && ranking !== 'growth'
      ? standingIn(
          before,
          products.filter((i) => isAnything(before, i * RUN_COUNT)),
        )
      : undefined
  const nets = ranking === 'net' && !isWorst ? now : new Standing(ranked.products, sold, (i) => netIn(sums, i * RUN_COUNT))
  const partOf = partsOfNet(nets, currency)
  return now.first(top).map((i) => rowOf(ranked, i, { within, rank: now.rank(i) ?? 0, rankBefore: then?.rank(i) ?? null, part: partOf?.(i) }))
}

const valueBy = (by: BestBy, sums: Float64Array, before: Float64Array | undefined, i: number): number => {
  const at = i * RUN_COUNT
  if (by === 'quantity') return sums[at + RUN.qty] as number
  if (by === 'gross-profit') return profitIn(sums, at)
  return by === 'net' ? netIn(sums, at) : (growthOf(sums, before, at) ?? Number.NaN)
}

const growthOf = (sums: Float64Array, before: Float64Array | undefined, at: number): number | undefined =>
  before && changeOf('Net', netIn(sums, at), netIn(before, at), before[at + RUN.n] as number)?.ratio

interface Part {
  share: number
  cumulative: number
  class: 'A' | 'B' | 'C'
}

const [A_ENDS, B_ENDS] = [80, 95]

/** The share of each product in net sales, and its class: A begins the first 80 %, B the next 15 %. Nothing where nothing was taken. */
const partsOfNet = (nets: Standing, currency: string | null): ((i: number) => Part) | undefined => {
  const all = nets.total
  if (currency === null || all <= 0) return undefined
  return (i) => {
    const [net, sum] = [nets.value(i), nets.through(i)]
    const begins = percent((sum - net) / all)
    const letter = net <= 0 ? 'C' : begins < A_ENDS ? 'A' : begins < B_ENDS ? 'B' : 'C'
    return { share: net / all, cumulative: sum / all, class: letter }
  }
}

interface Place {
  within: string
  rank: number
  rankBefore: number | null
  part: Part | undefined
}

const rowOf = ({ products, sums, before, isKnown, currency }: Ranked, i: number, { within, rank, rankBefore, part }: Place): BestRow => {
  const at = i * RUN_COUNT
  const growth = currency === null || !isKnown ? undefined : growthOf(sums, before, at)
  return {
    Key: products[i]?.plu ?? '',
    Name: products[i]?.name ?? '',
    Within: within,
    Rank: rank,
    RankBefore: rankBefore,
    ...bestFigures(sums, at, currency),
    Share: part ? percent(part.share) : null,
    Cumulative: part ? percent(part.cumulative) : null,
    Class: part?.class ?? null,
    NetBefore: before && currency !== null ? moneyOf(netIn(before, at), currency) : null,
    Difference: before && isKnown && currency !== null ? moneyOf(netIn(sums, at) - netIn(before, at), currency) : null,
    Growth: growth === undefined ? null : percent(growth),
  }
}

const percent = (ratio: number): number => Math.round(ratio * 1000) / 10 + 0

/** The figures of a row of sums. */
export const bestFigures = (sums: Float64Array, at: number, currency: string | null) => {
  const netExTax = profitIn(sums, at) + (sums[at + RUN.cost] as number)
  return {
    Quantity: Math.round(sums[at + RUN.qty] as number) / 10_000 + 0,
    Net: currency === null ? null : moneyOf(netIn(sums, at), currency),
    GrossProfit:
      currency === null || Number.isNaN(costOf(sums[at + RUN.cost] as number, sums[at + RUN.gross] as number)) ? null : moneyOf(profitIn(sums, at), currency),
    GrossProfitPercent: currency === null || sums[at + RUN.cost] === 0 || netExTax <= 0 ? null : percent(profitIn(sums, at) / netExTax),
  }
}
