const WHOLE = 10_000

/**
 * What a marketplace asks for a product, in minor units: the list price with the markup, rounded to the smallest coin, half of one up.
 * @param markup hundredths of a percent
 */
export const markedUp = (listPrice: number, markup: number): number => Math.floor((listPrice * (WHOLE + markup) + WHOLE / 2) / WHOLE)

/**
 * What is left of a price once the marketplace took its commission, in minor units; the commission is rounded to the smallest coin.
 * @param commission hundredths of a percent
 */
export const afterCommission = (price: number, commission: number): number => price - Math.floor((price * commission + WHOLE / 2) / WHOLE)
