// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, runPackaged } from './project.mjs'

/**
 * What one stage of a check came to. `notRun` names tests that need the owner's documents beside the project.
 * @typedef {{ name: string, passed: number, failed: number, notRun: string[], seconds: number }} Outcome
 */

const HAS_SHARED = existsSync(join(ROOT, '../shared'))

/**
 * A tool that is content or not: one check.
 * @param {string} name
 * @param {string} program below node_modules
 * @param {string[]} words
 * @returns {Promise<Outcome>}
 */
export const tool = (name, program, words) =>
  timed(name, async () => {
    const code = await runPackaged(program, words)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notRun: [] }
  })

/**
 * Something done in this process that succeeds or throws: one check.
 * @param {string} name
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Outcome>}
 */
export const step = (name, work) =>
  timed(name, async () => {
    try {
      await work()
      return { passed: 1, failed: 0, notRun: [] }
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return { passed: 0, failed: 1, notRun: [] }
    }
  })

/**
 * One of the test projects of vitest.config.ts, counted test by test.
 * @param {'unit' | 'api' | 'e2e'} project
 * @returns {Promise<Outcome>}
 */
export const tests = (project) =>
  timed(`${project} tests`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-results-'))
    const file = join(folder, 'results.json')
    try {
      const code = await runPackaged('vitest/vitest.mjs', [
        'run',
        '--project',
        project,
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ])
      return count(code, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

/**
 * Prints what every stage came to and ends with the one line that others read.
 * @param {Outcome[]} outcomes
 */
export const conclude = (outcomes) => {
  console.log('')
  for (const { name, passed, failed, seconds } of outcomes) {
    console.log(
      `${failed ? '✗' : '✓'} ${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
    )
  }
  const notRun = outcomes.flatMap((outcome) => outcome.notRun)
  if (notRun.length > 0) console.log(`\nNot run, as ../shared is absent (${notRun.length}):\n${notRun.map((name) => `  ${name}`).join('\n')}`)
  const sum = (/** @type {'passed' | 'failed'} */ which) => outcomes.reduce((total, outcome) => total + outcome[which], 0)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

/**
 * Failed are also: a file that does not load, an error outside every test, a run without results, and a test somebody switched
 * off; only those that need ../shared may rest, and only where it is absent.
 * @param {number} code
 * @param {any} results vitest's JSON report
 */
const count = (code, results) => {
  if (results === undefined) return { passed: 0, failed: 1, notRun: [] }
  /** @type {{ status: string, fullName: string }[]} */
  const all = results.testResults.flatMap((/** @type {any} */ file) => file.assertionResults)
  const passed = all.filter(({ status }) => status === 'passed').length
  const resting = all.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName)
  const notLoaded = results.testResults.filter((/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = all.filter(({ status }) => status === 'failed').length + notLoaded
  if (HAS_SHARED) for (const name of resting) console.error(`Switched off: ${name}`)
  const known = failed + (HAS_SHARED ? resting.length : 0)
  return { passed, failed: known === 0 && code !== 0 ? 1 : known, notRun: HAS_SHARED ? [] : resting }
}

/**
 * @param {string} name
 * @param {() => Promise<Omit<Outcome, 'name' | 'seconds'>>} work
 * @returns {Promise<Outcome>}
 */
const timed = async (name, work) => {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const outcome = await work()
  return { name, ...outcome, seconds: (performance.now() - began) / 1000 }
}
