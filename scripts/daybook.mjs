// @ts-check
import './command.mjs'
import { builtProgram, ensureServer, isServerBuilt, loadBuilt } from './built.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp } from './project.mjs'

// npm run daybook -- <command>: the command line. Files are named as seen from where it was typed, not from the project.
const { npm_lifecycle_event: event, INIT_CWD: typedIn } = process.env
if (event === 'daybook' && typedIn) process.chdir(typedIn)
try {
  await holdPackages(`npm run daybook -- ${process.argv[2] ?? ''}`.trim(), { onlyRunning: isServerBuilt() })
  await ensureServer()
} catch (error) {
  giveUp(error)
}
process.argv[1] = builtProgram('cli')
await loadBuilt('cli')
