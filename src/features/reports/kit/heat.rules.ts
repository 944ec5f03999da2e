/** Shades of a heat map above zero. */
export const SHADES = 5
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Equal bands of round width for values up to `most`: shade 0 is for zero, 1 to 5 darken with each band, the last bound included in its band. */
export const heatScale = (most: number) => {
  const least = Math.max(most, Number.MIN_VALUE) / SHADES
  const power = 10 ** Math.floor(Math.log10(least))
  const band = (ROUND.find((factor) => factor * power >= least) ?? 10) * power
  const ends = Array.from({ length: SHADES }, (_, i) => (i + 1) * band)
  const shadeOf = (value: number): number => (value <= 0 ? 0 : ends.findIndex((end) => value <= end) + 1 || SHADES)
  return { shadeOf, bounds: ends.slice(0, shadeOf(most)) }
}
