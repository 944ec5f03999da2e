/** One side of a comparison: a card tender of a till, or a payment or refund at the provider. */
export interface Side {
  isTill: boolean
  at: Date
}

/** What belongs together; one of them alone where the other side has nothing for it. */
export interface Pair<T> {
  till: T | undefined
  provider: T | undefined
}

/**
 * Pairs tenders with payments of one location, trading day and amount: all are the same amount, so which belong together is told by time alone. As many pairs
 * as there can be, with the least time between them in all; both sides stay in their order.
 * @param sides in any order
 */
export const pairsByTime = <T extends Side>(sides: readonly T[]): Pair<T>[] => {
  const inTime = (isTill: boolean) => sides.filter((one) => one.isTill === isTill).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [tills, payments] = [inTime(true), inTime(false)]
  const [few, many] = tills.length <= payments.length ? [tills, payments] : [payments, tills]
  const chosen = nearest(
    few.map(({ at }) => at.getTime()),
    many.map(({ at }) => at.getTime()),
  )
  const partner = new Map(chosen.map((of, i) => [of, few[i]]))
  return many.map((one, i): Pair<T> => {
    const other = partner.get(i)
    return one.isTill ? { till: one, provider: other } : { till: other, provider: one }
  })
}

/**
 * For each of the few the place of its partner among the many, in order, so that the time between partners is least in all. Both are sorted.
 * Only as many of the many can be skipped as there are more of them, so the table has that width.
 */
const nearest = (few: readonly number[], many: readonly number[]): number[] => {
  const spare = many.length - few.length
  // best[i][k]: the least time for the first i of the few when k of the many were skipped.
  const best: number[][] = [Array.from({ length: spare + 1 }, () => 0)]
  for (const [i, at] of few.entries()) {
    const row: number[] = []
    for (let k = 0; k <= spare; k += 1) {
      const paired = (best[i]?.[k] ?? 0) + Math.abs(at - (many[i + k] ?? 0))
      row.push(k > 0 ? Math.min(paired, row[k - 1] ?? paired) : paired)
    }
    best.push(row)
  }
  const chosen: number[] = []
  let k = spare
  for (let i = few.length; i > 0; i -= 1) {
    while (k > 0 && best[i]?.[k] === best[i]?.[k - 1]) k -= 1
    chosen[i - 1] = i - 1 + k
  }
  return chosen
}
