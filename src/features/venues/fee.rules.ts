import { decimalsOf } from '#shared/money.ts'

/** What taking a card payment costs: a percentage in hundredths of a percent, and minor units for each payment. */
interface Fee {
  percentHundredths: number
  fixedMinor: number
}

/** The fee of one payment in minor units: the percentage rounded half up, and what is fixed. */
const feeOf = (paidMinor: number, { percentHundredths, fixedMinor }: Fee): number => Math.round((paidMinor * percentHundredths) / 10_000) + fixedMinor

/** A decimal number of the wire as a whole number of its smallest part; undefined where it has more decimals than that. */
export const wholeParts = (value: number, decimals: number): number | undefined => {
  const whole = Math.round(value * 10 ** decimals)
  return Math.abs(whole / 10 ** decimals - value) < 1e-9 ? whole : undefined
}

/** How the fee of a payment comes about, in minor units, for the worked example: 50 of the currency. */
export const workedExample = (fee: Fee, currency: string) => {
  const paid = 50 * 10 ** decimalsOf(currency)
  const percentage = feeOf(paid, { ...fee, fixedMinor: 0 })
  return { paid, percentage, fixed: fee.fixedMinor, fee: percentage + fee.fixedMinor, left: paid - percentage - fee.fixedMinor }
}
