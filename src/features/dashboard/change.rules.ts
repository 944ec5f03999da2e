import type { Metric } from './metrics.rules.ts'

/** How a metric changed against what it is held against. */
export interface Changed {
  difference: number
  /** Of the size of what it was; absent where that was nothing, and of shares, whose difference is in points. */
  ratio: number | undefined
  isNew: boolean
  verdict: 'good' | 'bad' | undefined
}

/** The change from one to the other; nothing where either is not known. */
export const changeFrom = ({ unit, better }: Pick<Metric, 'unit' | 'better'>, now: number | null, before: number | null | undefined): Changed | undefined => {
  if (now === null || before === null || before === undefined) return undefined
  const difference = Math.round((now - before) * 1e6) / 1e6
  const verdict = difference === 0 || better === undefined ? undefined : difference > 0 === (better === 'more') ? 'good' : 'bad'
  return { difference, ratio: before === 0 || unit === 'percent' ? undefined : difference / Math.abs(before), isNew: before === 0 && now !== 0, verdict }
}
