/** The limit of the sheets in the currency of a row, as the totals of its answer say. */
export const limitOf = ({ Currency }: { Currency: string }, totals: readonly { Currency: string; SignOffLimit: number }[]): number =>
  totals.find((total) => total.Currency === Currency)?.SignOffLimit ?? 0
