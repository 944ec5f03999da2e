// @ts-check
import './command.mjs'
import { join } from 'node:path'
import { holdPackages } from './packages.mjs'
import { giveUp, load, ROOT } from './project.mjs'

// npm run daybook -- <command>: the command line. Files are named as seen from where it was typed, not from the project.
const { npm_lifecycle_event: event, INIT_CWD: typedIn } = process.env
if (event === 'daybook' && typedIn) process.chdir(typedIn)
try {
  await holdPackages(`npm run daybook -- ${process.argv[2] ?? ''}`.trim(), { onlyRunning: true })
} catch (error) {
  giveUp(error)
}
process.argv[1] = join(ROOT, 'src/app/cli.ts')
await load('src/app/cli.ts')
