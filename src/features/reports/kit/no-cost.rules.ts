/** What of a row says whether it has a cost. */
interface Costed {
  Cost?: number | null | undefined
  Gross?: number | null | undefined
  Net?: number | null | undefined
}

/**
 * Whether something was sold and no cost was given for any of it, so that neither cost nor gross profit is told. Not where money is of several currencies, nor
 * where a cost is not kept.
 */
export const isWithoutCost = ({ Cost, Gross, Net }: Costed): boolean => Cost === null && typeof Net === 'number' && typeof Gross === 'number' && Gross !== 0
