import type { Suggested } from './reorders.contract.ts'

/** Packs of a suggestion, as changed or as suggested. */
export const packsOf = ({ Plu, Packs }: Pick<Suggested, 'Plu' | 'Packs'>, changed: Readonly<Record<string, number>>): number => changed[Plu] ?? Packs

/** What rows come to: packs, and their cost in major units, null where one to be ordered has no known cost. */
export const sumOf = (rows: readonly Suggested[], changed: Readonly<Record<string, number>>): { packs: number; cost: number | null } => {
  const ordered = rows.map((row) => ({ count: packsOf(row, changed), cost: row.PackCost })).filter(({ count }) => count > 0)
  const packs = ordered.reduce((sum, { count }) => sum + count, 0)
  if (ordered.some(({ cost }) => cost === null)) return { packs, cost: null }
  // In whole thousandths, so that decimals do not drift.
  return { packs, cost: ordered.reduce((sum, { count, cost }) => sum + count * Math.round((cost ?? 0) * 1000), 0) / 1000 }
}
