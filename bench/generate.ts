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
const figures: Figure[] = [
  { what: 'sale lines', value: size.lines, unit: '' },
  { what: 'sales', value: size.sales, unit: '' },
  { what: 'rows of the rollup', value: size.rollup, unit: '' },
  { what: 'made in', value: seconds, unit: 's' },
  { what: 'sales stored a second, by two makers', value: size.sales / seconds, unit: 'sales/s' },
]
report(`generate-${LINES}`, figures, { seed: SEED })
