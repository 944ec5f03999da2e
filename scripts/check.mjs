// @ts-check
import './command.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp } from './project.mjs'
import { conclude, tests, tool } from './stages.mjs'

// npm run check: what a developer runs before every commit, under a minute. The import walls are among the unit tests.
try {
  await holdPackages('npm run check')
} catch (error) {
  giveUp(error)
}
conclude([
  await tool('types', 'typescript/bin/tsc', ['-p', '.']),
  await tool('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  await tests(['unit']),
])
