// @ts-check
import './command.mjs'
import { ensureServer, ensureWebApp, isAllBuilt, loadBuilt } from './built.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp } from './project.mjs'

// npm start: installs what is missing, builds browser app and server if they changed, and serves.
try {
  await holdPackages('npm start', { onlyRunning: isAllBuilt(), endless: true })
  await ensureWebApp()
  await ensureServer()
} catch (error) {
  giveUp(error)
}
await loadBuilt('server')
