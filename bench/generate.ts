import { rmSync } from 'node:fs'
import { groupFolder, makeGroup } from './group-house.ts'
import { type Figure, report } from './results.ts'

/**
 * Makes the group that reports are measured on: 51 venues, 105 locations, three years, LINES sale lines (22,000,000), from one SEED,
 * through the product's own storage. It stays under .data (or GROUP_DATA) until it is made again.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const SEED = Number(process.env.SEED ?? 20_261_121)

rmSync(groupFolder(LINES), { recursive: true, force: true })
const { seconds, size } = await makeGroup(LINES, SEED)
const goalAt4Million = (what: string, value: number): Figure => ({
  what,
  value,
  unit: '×',
  ...(LINES === 4_000_000 ? { goal: '1.2', met: value <= 1.2 } : {}),
})
const figures: Figure[] = [
  { what: 'sale lines', value: size.lines, unit: '' },
  { what: 'sales', value: size.sales, unit: '' },
  { what: 'rows of the rollup', value: size.rollup, unit: '' },
  { what: 'sales, with their lines, payments and indexes', value: size.factBytes / 1e9, unit: 'GB' },
  { what: 'what is made of them', value: size.derivedBytes / 1e9, unit: 'GB' },
  // Of a large group it is less: a product that sells often takes no more than one that sells once.
  goalAt4Million('what is made of them, so many times as large', size.derivedBytes / size.factBytes),
  { what: 'made in', value: seconds, unit: 's' },
  { what: 'sales stored a second, by two makers', value: size.sales / seconds, unit: 'sales/s' },
]
report(`generate-${LINES}`, figures, { seed: SEED })
