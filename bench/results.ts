import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#platform/version.ts'

/** One measured figure: what was measured, what came out, and what the goal was. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** The goal in words, such as "≥ 3000"; absent where there is none. */
  goal?: string
  met?: boolean
}

/** The machine a figure was measured on; a figure without it means little. */
export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: process.platform,
})

/** Prints the figures as a table and keeps them in bench/results/<name>.json with seed, commit, machine and time. */
export const report = (name: string, figures: readonly Figure[], detail: Record<string, unknown> = {}): void => {
  for (const { what, value, unit, goal, met } of figures) {
    const verdict = goal === undefined ? '' : `   goal ${goal}${met === undefined ? '' : met ? '   met' : '   MISSED'}`
    console.log(`${what.padEnd(52)} ${format(value).padStart(12)} ${unit.padEnd(8)}${verdict}`)
  }
  const folder = join(ROOT, 'bench/results')
  mkdirSync(folder, { recursive: true })
  const kept = { name, at: new Date().toISOString(), commit: commit(), machine: machine(), ...detail, figures }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`)
}

/** The p-th percentile of measured values, 0 ≤ p ≤ 100, nearest rank. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}

const format = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })

const commit = (): string => {
  try {
    const words = { cwd: ROOT, encoding: 'utf8' } as const
    const hash = execFileSync('git', ['rev-parse', '--short', 'HEAD'], words).trim()
    return execFileSync('git', ['status', '--porcelain', '--', 'src', 'db'], words).trim() ? `${hash} with changes` : hash
  } catch {
    return 'unknown'
  }
}
