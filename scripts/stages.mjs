// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT, runPackaged } from './project.mjs'

/**
 * What one stage of a check came to. `notRun` names tests that need the owner's documents beside the project, `wrong` says what failed,
 * `triedAgain` what failed first and not the second time.
 * `files` is how long each file of tests took.
 * @typedef {{ name: string, passed: number, failed: number, notRun: string[], wrong: string[], triedAgain?: string[], seconds: number, files?: { name: string, seconds: number }[] }} Outcome
 */

const HAS_SHARED = existsSync(join(ROOT, '../shared'))

const GOOD = { passed: 1, failed: 0, notRun: [], wrong: [] }
const BAD = { passed: 0, failed: 1, notRun: [] }
/** More files than these that fail at once are no accident. */
const MOST_TRIED_AGAIN = 3
/** How many of the files that took longest are named at the end. */
const SLOWEST = 15
/** The unit of /proc/self/stat. */
const TICKS_PER_SECOND = 100
let serverStarts = 0

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
    return code === 0 ? GOOD : { ...BAD, wrong: [`${program} ended with ${code}`] }
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
      return GOOD
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return { ...BAD, wrong: [briefly(error instanceof Error ? error.message : String(error))] }
    }
  })

/**
 * Test projects of vitest.config.ts side by side, counted test by test. A few files that failed run once more, alone: what is wrong is wrong
 * twice, while a machine that stood still for a moment is not the product's fault. What needed that is told at the end by name.
 * @param {('unit' | 'api' | 'e2e' | 'long')[]} projects
 * @param {string[]} [parts] of paths: only files whose path has one of them
 * @returns {Promise<Outcome>}
 */
export const tests = (projects, parts = []) =>
  timed(`${projects.join(' and ')} tests`, async () => {
    const first = await runTests(projects, parts)
    if (parts.length > 0 && first.files?.length === 0) return { ...BAD, wrong: [`no test file has ${parts.join(' or ')} in its path`] }
    const again = filesGoneWrong(first)
    if (again.length === 0 || again.length > MOST_TRIED_AGAIN) return count(first)
    console.log(`\nOnce more: ${again.join(', ')}`)
    const second = await runTests(projects, again)
    const kept = first.files.filter(({ name }) => !again.includes(name))
    return { ...count({ ...second, files: second.files && [...kept, ...second.files] }), triedAgain: count(first).wrong }
  })

/**
 * What a run of vitest came to: its exit code, the files of its JSON report, where there is one, and the errors outside every test.
 * @typedef {{ code: number, files: any[], outside: { file?: string, message: string }[] }} Run
 */

/**
 * The files to run once more. An error outside every test is one of the file that ran then; one of no file is nobody's to run again.
 * @param {Run} run
 * @returns {string[]}
 */
const filesGoneWrong = ({ files, outside }) => {
  if (!files || outside.some(({ file }) => !file)) return []
  return [...new Set([...files.filter(({ status }) => status === 'failed').map(({ name }) => name), ...outside.map(({ file }) => file)])]
}

/**
 * @param {string[]} projects
 * @param {string[]} files all of them where none is named
 * @returns {Promise<Run>}
 */
const runTests = async (projects, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-results-'))
  const report = join(folder, 'results.json')
  const errors = join(folder, 'errors.json')
  const starts = join(folder, 'starts')
  const read = (/** @type {string} */ file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
  try {
    const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/outside-errors.mjs', `--outputFile.json=${report}`]
    const words = ['run', ...projects.flatMap((project) => ['--project', project]), '--passWithNoTests', ...reporters, ...files]
    // A worker that hangs would keep the output open, and whoever reads it waiting.
    const code = await runPackaged('vitest/vitest.mjs', words, { environment: { OUTSIDE_ERRORS: errors, SERVER_STARTS: starts }, withChildren: true })
    if (existsSync(starts)) serverStarts += readFileSync(starts, 'utf8').length
    return { code, files: read(report)?.testResults, outside: read(errors) ?? [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Prints what failed and what every stage came to, and ends with the one line that others read: of a long run often only the end is kept.
 * @param {Outcome[]} outcomes
 */
export const conclude = (outcomes) => {
  for (const { name, wrong, triedAgain } of outcomes) {
    if (triedAgain) console.log(`\nFailed at first in ${name}:\n${triedAgain.join('\n')}`)
    if (wrong.length > 0) console.log(`\nFailed in ${name}:\n${wrong.join('\n')}`)
  }
  console.log('')
  for (const { name, passed, failed, seconds } of outcomes) {
    console.log(
      `${failed ? '✗' : '✓'} ${name.padEnd(17)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
    )
  }
  const notRun = outcomes.flatMap((outcome) => outcome.notRun)
  if (notRun.length > 0) console.log(`\nNot run, as ../shared is absent (${notRun.length}):\n${notRun.map((name) => `  ${name}`).join('\n')}`)
  const slowest = outcomes.flatMap(({ files = [] }) => files).sort((a, b) => b.seconds - a.seconds)
  if (slowest.length > 0)
    console.log(
      `\nSlowest files:\n${slowest
        .slice(0, SLOWEST)
        .map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s ${name}`)
        .join('\n')}`,
    )
  const processorSeconds = processorTime()
  if (processorSeconds !== undefined) console.log(`\n${processorSeconds} processor seconds, ${serverStarts} server starts`)
  const sum = (/** @type {'passed' | 'failed'} */ which) => outcomes.reduce((total, outcome) => total + outcome[which], 0)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

/** What this process and all it waited for used, in seconds; undefined where the system does not say. */
const processorTime = () => {
  if (!existsSync('/proc/self/stat')) return
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Math.round(fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND)
}

/**
 * Failed are also: a file that does not load, an error outside every test, a run without results, and a test somebody switched
 * off; only those that need ../shared may rest, and only where it is absent.
 * @param {Run} run
 */
const count = ({ code, files, outside }) => {
  if (files === undefined) return { ...BAD, wrong: [`no results, ended with ${code}`] }
  /** @type {{ status: string, fullName: string, failureMessages: string[] }[]} */
  const all = files.flatMap((file) => file.assertionResults)
  const passed = all.filter(({ status }) => status === 'passed').length
  const resting = all.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName)
  const wrong = [
    ...all.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => `${fullName}\n    ${briefly(failureMessages.join('\n'))}`),
    ...files
      .filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      .map((file) => `${file.name} does not load\n    ${briefly(file.message)}`),
    ...outside.map(({ file, message }) => `an error outside every test${file ? ` of ${file}` : ''}\n    ${briefly(message)}`),
    ...(HAS_SHARED ? resting.map((name) => `${name}\n    switched off`) : []),
  ]
  if (wrong.length === 0 && code !== 0) wrong.push(`no test failed, and yet it ended with ${code}`)
  const times = files.map(({ name, startTime, endTime }) => ({ name: relative(ROOT, name), seconds: (endTime - startTime) / 1000 }))
  return { passed, failed: wrong.length, notRun: HAS_SHARED ? [] : resting, wrong, files: times }
}

/** The beginning of a message, which says what was expected; what follows are the lines that called one another. */
const briefly = (/** @type {string} */ message) => message.slice(0, 600).replaceAll('\n', '\n    ')

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
