import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeToken } from '#platform/access/personal-tokens.ts'
import { everyTool } from '#tests/assistant-tools.ts'
import { exampleInput } from '#tests/example-input.ts'
import { sampled } from '#tests/sampled.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const DAY = '2026-11-20'
const NOW = new Date('2026-11-20T21:00:00+11:00')
const INSPECTOR = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')), 'clients/launcher/build/index.js')
/** A second for each of sixty calls, on a slow machine. */
const LONG = 300_000
const AT_ONCE = 2

let app: StartedApp
let token: string

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales } of sampleTrade([DAY], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  const made = { userId: 2, employeeId: 1, venueId: 1, name: 'Inspector', reports: null, locations: null, days: 1 }
  token = (await app.database.inVenue(0, (sql) => makeToken(sql, made))).token
})
afterAll(() => app.close())

/** What the protocol's own command line prints; it fails where it finds an error. */
const inspect = async (...asked: string[]): Promise<unknown> => {
  const door = ['--cli', '--server-url', `${app.url}/api/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
  const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, ...door, ...asked], { maxBuffer: 100_000_000 })
  return JSON.parse(stdout)
}

const pair = ([name, value]: [string, unknown]): string => `${name}=${JSON.stringify(value)}`

it(
  'the inspector’s command line lists every tool, finds no fault with its schemas, and calls some',
  async () => {
    const { tools } = (await inspect('--method', 'tools/list', '--strict')) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name).sort()).toEqual(
      everyTool()
        .map(([name]) => name)
        .sort(),
    )
    const wrong: string[] = []
    const left = sampled(everyTool(), ([name]) => name)
    const callThem = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [name, operation] = next
        const { params, query } = await exampleInput(app, operation)
        const args = Object.entries({ ...params, ...query }).map(pair)
        const call = inspect('--method', 'tools/call', '--tool-name', name, ...(args.length > 0 ? ['--tool-arg', ...args] : []))
        const answer = (await call.catch((error: Error) => ({ isError: true, content: error.message }))) as {
          isError?: boolean
          structuredContent?: { Screen: string }
        }
        if (answer.isError || !answer.structuredContent?.Screen.startsWith(app.url)) wrong.push(`${name}: ${JSON.stringify(answer).slice(0, 500)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, callThem))
    expect(wrong).toEqual([])
  },
  LONG,
)
