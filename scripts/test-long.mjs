// @ts-check
import './command.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensureServer, ensureWebApp } from './built.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp } from './project.mjs'
import { conclude, step, tests } from './stages.mjs'

// npm run test:long: faults, containers, restoring under load, two versions at once, the styles of every screen, and every case
// of what npm test samples. For a release, and after
// changes to intake, the pool, the start, migrations or backups.
process.env.TEST_SAMPLE = 'all'
try {
  await holdPackages('npm run test:long')
} catch (error) {
  giveUp(error)
}
conclude([await step('browser app', ensureWebApp), await step('server', ensureServer), await step('browser', ensureBrowser), await tests(['long'])])
