// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdPackages } from './packages.mjs'
import { giveUp, load, ROOT } from './project.mjs'

/**
 * Runs the program somebody named; without a name, tells what there is, by the first sentences of each program's own description.
 * @param {{ folder: string, command: string, kind: string, isOne(text: string): boolean, nameOf(file: string): string }} what
 */
export const runChosen = async ({ folder, command, kind, isOne, nameOf }) => {
  const programs = readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, name: nameOf(file), text: readFileSync(join(ROOT, folder, file), 'utf8') }))
    .filter(({ text }) => isOne(text))
    .map(({ file, name, text }) => ({ file, name, about: (/\/\*\*[\s*]*([\s\S]*?)\s*\*\//.exec(text)?.[1] ?? '').replace(/\s*\n\s*\*\s?/g, ' ') }))
  const [, , name] = process.argv
  const chosen = programs.find((program) => program.name === name)
  if (chosen === undefined) {
    if (name) console.error(`There is no ${kind} called ${name}.\n`)
    console.log(`${command} -- <name>\n`)
    for (const program of programs) console.log(`  ${program.name.padEnd(12)} ${program.about}`)
    process.exit(name ? 1 : 0)
  }
  try {
    await holdPackages(`${command} -- ${chosen.name}`)
  } catch (error) {
    giveUp(error)
  }
  process.argv.splice(1, 2, join(ROOT, folder, chosen.file))
  await load(`${folder}/${chosen.file}`)
}
