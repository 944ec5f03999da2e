import * as z from 'zod/mini'

/** Figures by period: a list of each, in the order of the answer's Periods. By day over years they are a third as long so as objects by period. */
export type ByPeriod<F> = { [K in keyof F]: Exclude<F[K], undefined>[] }

/** How figures by period are described, each as it is in a single row. */
export const byPeriod = <S extends Record<string, z.core.$ZodType>>(figures: S) =>
  z.object(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, z.array(figure)])) as { [K in keyof S]: z.ZodMiniArray<S[K]> })

/** Rows of figures as their columns. @param like a row, which names them where there is none */
export const inColumns = <F extends object>(like: F, rows: readonly F[]): ByPeriod<F> =>
  Object.fromEntries((Object.keys(like) as (keyof F)[]).map((name) => [name, rows.map((row) => row[name])])) as ByPeriod<F>

/** The figures of one period, by its place among the answer's Periods. */
export const atPeriod = <F extends object>(figures: { readonly [K in keyof F]: readonly F[K][] }, i: number): F => {
  // A loop, as this is made for each of thousands of periods.
  const row: Partial<F> = {}
  for (const name in figures) row[name] = figures[name][i] as F[typeof name]
  return row as F
}

/** The same for every period, each with its name, without what is still to come: that is not zero, it is not told. */
export const comeRows = <F extends object>(
  periods: readonly { Period: string; State: string }[],
  figures: { readonly [K in keyof F]: readonly F[K][] },
): ({ Period: string } & F)[] => periods.flatMap(({ Period, State }, i) => (State === 'to-come' ? [] : [{ Period, ...atPeriod<F>(figures, i) }]))
