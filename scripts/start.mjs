// @ts-check
import './command.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp, load } from './project.mjs'
import { ensureWebApp, isWebAppBuilt } from './web-app.mjs'

// npm start: installs what is missing, builds the browser app if it changed, and serves.
try {
  await holdPackages('npm start', { onlyRunning: isWebAppBuilt(), endless: true })
  await ensureWebApp()
} catch (error) {
  giveUp(error)
}
await load('src/app/server.ts')
