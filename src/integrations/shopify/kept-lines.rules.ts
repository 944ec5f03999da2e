import { allocate } from '#shared/money.ts'

/** A line as Shopify tells it: discount and tax of all units that were ordered, whatever edits took out. Minor units. */
export interface OrderedLine {
  unit: number
  ordered: number
  /** Units that edits left. */
  kept: number
  discount: number
  tax: number
}

/** What the units that edits left come to. */
export interface KeptLine {
  gross: number
  discount: number
  tax: number
}

/**
 * Discount and tax of the units that edits left: of a line that lost some, the share of those that stayed. Shopify rounds what went by itself, so
 * what its sums differ by from these, up to a minor unit for each unit that went, goes on the lines that lost some. What differs by more is not
 * rounding, and is left.
 * @param sums what all lines come to after their discounts, and their tax
 */
export const keptLines = (lines: readonly OrderedLine[], sums: { net: number; tax: number }): KeptLine[] => {
  const shares = lines.map((line) => ({ line, ...shareOf(line) }))
  const netBeyond = shares.reduce((sum, { gross, discount }) => sum + gross - discount, 0) - sums.net
  const discounts = rounded(
    shares.map(({ line, gross, discount }) => ({ amount: discount, most: line.discount === 0 ? 0 : gross, went: went(line) })),
    netBeyond,
  )
  const taxShort = sums.tax - shares.reduce((sum, { tax }) => sum + tax, 0)
  const taxes = rounded(
    shares.map(({ line, tax }) => ({ amount: tax, most: line.tax, went: went(line) })),
    taxShort,
  )
  return shares.map(({ gross }, i) => ({ gross, discount: discounts[i] ?? 0, tax: taxes[i] ?? 0 }))
}

const went = ({ ordered, kept }: OrderedLine): number => Math.max(ordered - kept, 0)

const shareOf = (line: OrderedLine): KeptLine => {
  const share = (whole: number) => (went(line) === 0 ? whole : (allocate(whole, [line.kept, went(line)])[0] ?? 0))
  const gross = line.unit * line.kept
  return { gross, discount: Math.min(share(line.discount), gross), tax: share(line.tax) }
}

/** Amounts with a difference put on those that some units went from, each within what it may be. */
const rounded = (parts: readonly { amount: number; most: number; went: number }[], difference: number): number[] => {
  const room = parts.map(({ amount, most, went }) => {
    const [least, greatest] = [Math.max(-went, -amount), Math.min(went, most - amount)]
    return difference < 0 ? Math.min(least, 0) : Math.max(greatest, 0)
  })
  if (Math.abs(difference) > Math.abs(room.reduce((sum, one) => sum + one, 0))) return parts.map(({ amount }) => amount)
  let left = difference
  return parts.map(({ amount }, i) => {
    const step = difference < 0 ? Math.max(left, room[i] ?? 0) : Math.min(left, room[i] ?? 0)
    left -= step
    return amount + step
  })
}
