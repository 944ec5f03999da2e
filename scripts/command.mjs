// @ts-check
import { commandOf, parentOf } from '../src/platform/database/living-process.mjs'

// What every command begins with; imported first, for its effect.

// An older Node would fail later, with words that help nobody.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Daybook needs Node 20.19 or newer, but this is Node ${process.versions.node}. Install a newer one (https://nodejs.org) and try again.`)
  process.exit(1)
}

// npm, told to end, ends its shell, which tells nobody; killed, it tells nobody either. Without this the command would go on with
// no one to stop it.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const shell = /^\S*sh -c /.test(commandOf(parent) ?? '') ? parent : undefined
  const npm = shell && parentOf(shell)
  setInterval(() => {
    if (process.ppid !== parent || (shell && parentOf(shell) !== npm)) process.kill(process.pid, 'SIGTERM')
  }, 300).unref()
}
