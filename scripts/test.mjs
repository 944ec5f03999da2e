// @ts-check
import { join } from 'node:path'
import './command.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensureServer, ensureWebApp } from './built.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp, ROOT } from './project.mjs'
import { conclude, step, tests, tool } from './stages.mjs'

// npm test: installs what is missing, a browser too, and runs everything. Its last line says what it came to.
try {
  await holdPackages('npm test')
} catch (error) {
  giveUp(error)
}
// Files are read by the program as it was built, as in production.
process.env.FILE_PROGRAM = join(ROOT, 'dist/server/file-program.mjs')
conclude([
  await tool('types', 'typescript/bin/tsc', ['-p', '.']),
  await tool('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  await tool('dead code', 'knip/bin/knip.js', []),
  await step('browser app', ensureWebApp),
  await step('server', ensureServer),
  await tests('unit'),
  await step('browser', ensureBrowser),
  await tests('api', 'e2e'),
])
