// @ts-check
import './command.mjs'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdPackages } from './packages.mjs'
import { giveUp, load, ROOT } from './project.mjs'

// npm run bench -- <name>: measures one claim and prints the figures; without a name, what there is to measure.
const FOLDER = join(ROOT, 'bench')

/** Those that report figures, by name, with the first sentence of their own description. */
const benches = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.slice(0, -3), text: readFileSync(join(FOLDER, name), 'utf8') }))
  .filter(({ text }) => text.includes("from './results.ts'"))
  .map(({ name, text }) => ({ name, about: (/\/\*\*[\s*]*([\s\S]*?)\s*\*\//.exec(text)?.[1] ?? '').replace(/\s*\n\s*\*\s?/g, ' ') }))

const [, , name] = process.argv
const chosen = benches.find((bench) => bench.name === name)
if (chosen === undefined) {
  if (name) console.error(`There is no bench called ${name}.\n`)
  console.log('npm run bench -- <name>\n')
  for (const bench of benches) console.log(`  ${bench.name.padEnd(12)} ${bench.about}`)
  process.exit(name ? 1 : 0)
}
try {
  await holdPackages(`npm run bench -- ${chosen.name}`)
} catch (error) {
  giveUp(error)
}
process.argv.splice(1, 2, join(FOLDER, `${chosen.name}.ts`))
await load(`bench/${chosen.name}.ts`)
