// @ts-check
import { join } from 'node:path'
import './command.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensureServer, ensureWebApp } from './built.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp, ROOT } from './project.mjs'
import { conclude, step, tests, tool } from './stages.mjs'

// npm test: installs what is missing, a browser too, and runs everything. Its last line says what it came to.
// npm test -- <part of a path>: runs the test files of any kind whose path has it, with what they need.
const parts = process.argv.slice(2)
try {
  await holdPackages('npm test')
} catch (error) {
  giveUp(error)
}
// Files are read by the program as it was built, as in production.
process.env.FILE_PROGRAM = join(ROOT, 'dist/server/file-program.mjs')
const build = async () => [await step('browser app', ensureWebApp), await step('server', ensureServer)]
if (parts.length > 0) {
  conclude([...(await build()), await step('browser', ensureBrowser), await tests(['unit', 'api', 'e2e', 'long'], parts)])
} else {
  const types = tool('types', 'typescript/bin/tsc', ['-p', '.'])
  const others = [
    await tool('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
    await tool('dead code', 'knip/bin/knip.js', []),
    ...(await build()),
  ]
  conclude([await types, ...others, await tests(['unit']), await step('browser', ensureBrowser), await tests(['api', 'e2e'])])
}
