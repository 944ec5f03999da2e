// @ts-check
import './command.mjs'
import { register } from 'tsx/esm/api'
import { holdPackages } from './packages.mjs'
import { giveUp } from './project.mjs'

// npm run fakes: starts the stand-ins of outside systems, with some trade in them, and says with which settings a server asks them.
try {
  await holdPackages('npm run fakes', { endless: true })
  register()
  await import('../src/app/fakes.ts')
} catch (error) {
  giveUp(error)
}
