import { toMajor } from '#shared/money.ts'
import { countedIn, countedTold, onReturn, type Sum } from './counted.rules.ts'
import type { Rate } from './excise.rules.ts'

/** A product under one item, span by span. */
export interface Line {
  productId: number
  item: string
  spans: Sum[]
}

/** What lines come to in all spans, or in one. */
export const sumOf = (lines: readonly Line[], of: (sum: Sum) => bigint, only?: number): bigint =>
  lines.reduce((all, { spans }) => all + spans.reduce((sum, one, i) => (only === undefined || only === i ? sum + of(one) : sum), 0n), 0n)

interface Returning {
  spans: readonly { from: string; to: string }[]
  decimals: number
  currency: string
  rateIn: (item: string, span: number) => Rate | undefined
  dutyIn: (line: Line, span: number) => bigint | null
}

/** An item as a return adds it up: spans with one and the same rate together. */
export const returnOf = (item: string, lines: readonly Line[], { spans, decimals, currency, rateIn, dutyIn }: Returning) => {
  const parts: { from: string; to: string; rate: Rate; counted: bigint; duty: bigint }[] = []
  for (const [i, span] of spans.entries()) {
    const rate = rateIn(item, i)
    if (!rate) continue
    const counted = sumOf(lines, (sum) => countedIn(sum, rate.basis, decimals), i)
    const duty = lines.reduce((sum, line) => sum + (dutyIn(line, i) ?? 0n), 0n)
    const last = parts.at(-1)
    if (last && last.rate.rate === rate.rate && last.rate.basis === rate.basis)
      Object.assign(last, { to: span.to, counted: last.counted + counted, duty: last.duty + duty })
    else parts.push({ from: span.from, to: span.to, rate, counted, duty })
  }
  return parts
    .filter(({ counted }) => counted !== 0n)
    .map(({ from, to, rate, counted, duty: lineDuty }) => {
      const returned = onReturn(counted, rate, decimals)
      const told = {
        TariffItem: item,
        FromDate: from,
        ToDate: to,
        Basis: rate.basis,
        Counted: countedTold(counted, rate.basis),
        ReturnCounted: countedTold(returned.counted, rate.basis),
        Rate: rate.rate / 100_000,
        LineSum: toMajor(Number(lineDuty), currency),
        Duty: toMajor(Number(returned.duty), currency),
      }
      return { told, ...returned }
    })
}
