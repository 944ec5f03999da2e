import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { ROOT } from '#platform/version.ts'
import { commandLine, ensureCommandLine } from '#tests/built-command.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'

let house: LinkHouse
let owner: Visitor
let sql: Sql
const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  await ensureCommandLine()
  house = await LinkHouse.open('Replayed')
  owner = await house.room.at('replayer', ['can_linkpayment'])
  sql = connectAsOwner(house.app.databaseUrl)
}, 90_000)

afterAll(async () => {
  await sql.end()
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Types the built command at this house's database. */
const type = (...words: string[]): Promise<{ code: number | null; out: string; told: string }> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, DAYBOOK_DATA: folder, DATABASE_URL: house.app.databaseUrl }
    const child = spawn(process.execPath, [commandLine(), 'replay-webhooks', ...words], { cwd: ROOT, env })
    const ended = { code: null as number | null, out: '', told: '' }
    child.stdout.on('data', (piece) => {
      ended.out += piece
    })
    child.stderr.on('data', (piece) => {
      ended.told += piece
    })
    child.once('close', (code) => resolve({ ...ended, code }))
  })

/** Sends webhooks of an account. @returns their ids */
const told = async (account: string, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { body, signature, id } = house.stripe.webhook(account, 'account.updated', { id: account })
    expect((await house.hook(body, signature)).status).toBe(200)
    ids.push(id)
  }
  return ids
}

const states = async () =>
  Object.fromEntries(
    (await sql<{ state: string; n: number }[]>`select state, count(*)::int as n from webhook_event group by 1`).map(({ state, n }) => [state, n]),
  )

it('works off again what is asked for, as often as one likes, and says how many', async () => {
  const [front = 0, back = 0] = house.room.locationIds
  await house.link(owner, 'acct_front', front)
  await house.link(owner, 'acct_back', back)
  const [first = '', ...more] = await told('acct_front', 3)
  await told('acct_back', 2)
  await told('acct_nobody', 1)
  await house.work()
  expect(await states()).toEqual({ done: 5, ignored: 1 })

  expect(await type('stripe', '--event', first)).toEqual({ code: 0, told: '', out: '1 webhook of Stripe will be processed again, for 1 link.\n' })
  expect(await states()).toEqual({ done: 4, ignored: 1, waiting: 1 })
  await house.work()
  expect(await states()).toEqual({ done: 5, ignored: 1 })

  const all = '5 webhooks of Stripe will be processed again, for 2 links.\n1 webhook of accounts that are not linked will be left as they are.\n'
  for (let times = 0; times < 2; times += 1) expect(await type('stripe', '--since', '2026-01-01T00:00:00Z')).toEqual({ code: 0, told: '', out: all })
  const jobs = await sql`select 1 from graphile_worker._private_jobs`
  expect(jobs, 'one piece of work for each link').toHaveLength(2)
  await house.work()
  expect(await states()).toEqual({ done: 5, ignored: 1 })

  // Yesterday's alone, of one link alone, of one venue alone.
  await sql`update webhook_event set received_at = '2026-01-02T10:00:00Z' where event_id = any(${more}::text[])`
  const yesterday = ['--since', '2026-01-02T09:00:00Z', '--until', '2026-01-02T21:00:01+11:00']
  expect((await type('stripe', ...yesterday)).out).toBe('2 webhooks of Stripe will be processed again, for 1 link.\n')
  expect((await type('stripe', ...yesterday, '--account', 'acct_back')).code).toBe(1)
  expect((await type('stripe', '--since', '2026-01-01T00:00:00Z', '--account', 'acct_back')).out).toBe(
    '2 webhooks of Stripe will be processed again, for 1 link.\n',
  )
  expect((await type('stripe', '--since', '2026-01-01T00:00:00Z', '--venue', String(house.room.venueId))).out).toBe(
    '5 webhooks of Stripe will be processed again, for 2 links.\n',
  )
  expect(await type('stripe', '--since', '2026-01-01T00:00:00Z', '--venue', '999999')).toEqual({
    code: 1,
    out: '',
    told: 'There is no such webhook from Stripe. Daybook keeps them for 30 days.\n',
  })
})

it('those of an account that is linked by now are brought to its link', async () => {
  const [front = 0] = house.room.locationIds
  await owner.call('DELETE', `/location/${front}/paymenttokens`)
  const [id = ''] = await told('acct_later', 1)
  expect((await type('stripe', '--event', id)).out).toBe(
    '0 webhooks of Stripe will be processed again, for 0 links.\n1 webhook of accounts that are not linked will be left as they are.\n',
  )
  await house.link(owner, 'acct_later', front)
  expect((await type('stripe', '--event', id)).out).toBe('1 webhook of Stripe will be processed again, for 1 link.\n')
  await house.work()
  expect(await sql`select state, venue_id from webhook_event where event_id = ${id}`).toEqual([{ state: 'done', venue_id: house.room.venueId }])
})

it('refuses what makes no sense in a sentence, and does nothing', async () => {
  const before = await states()
  const wrong: [words: string[], sentence: RegExp][] = [
    [[], /^The provider is missing\./],
    [['tyro-of-old', '--event', 'evt_1'], /^Daybook takes no webhooks from "tyro-of-old"\. Choose one of: Stripe/],
    [['stripe'], /^Use either --event or --since to say which ones\./],
    [['stripe', '--event', 'evt_1', '--since', '2026-01-01T00:00:00Z'], /^Use either --event or --since/],
    [['stripe', '--event', 'evt_1', '--until', '2026-01-01T00:00:00Z'], /^--until needs --since\./],
    [['stripe', '--since', 'yesterday'], /^--since needs a time with its zone, such as .+, not "yesterday"\./],
    [['stripe', '--since', '2026-01-01'], /^--since needs a time/],
    [['stripe', '--since', '2026-02-01T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], /^--until must be later than --since\./],
    [['stripe', '--since', '2026-01-01T00:00:00Z', '--venue', '1e9'], /^--venue needs a whole number/],
  ]
  for (const [words, sentence] of wrong) expect([words, await type(...words)]).toEqual([words, { code: 2, out: '', told: expect.stringMatching(sentence) }])
  expect(await states()).toEqual(before)
})
