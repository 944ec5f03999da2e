import { atPeriod } from '#features/reports/kit/by-period.rules.ts'

/** The figures of a row period by period, each with its name. */
export const periodsOf = <F extends object>(
  { Periods }: { Periods: readonly { Period: string }[] },
  { ByPeriod }: { ByPeriod: { readonly [K in keyof F]: readonly F[K][] } },
): ({ Period: string } & F)[] => Periods.map(({ Period }, i) => ({ Period, ...atPeriod<F>(ByPeriod, i) }))
