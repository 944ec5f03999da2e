import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashSecret, newName, newSecret } from '#platform/access/secrets.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * A venue with CARDS (500,000) loyalty cards: how long a search takes by each field; then 200 movements a second over 10,000 cards and 50 a
 * second on one hot card for SECONDS (20), each sent at its time whether or not those before were answered. Over HTTP, real PostgreSQL with fsync.
 */

const CARDS = Number(process.env.CARDS ?? 500_000)
const SECONDS = Number(process.env.SECONDS ?? 20)
const ROUNDS = 60
const SESSIONS = 8
const SEARCH_MS = 50
const MOVE_MS = 150
/** Movements, of which one is no adjustment: odd, so that it is always one that was not a transfer. */
const ANSWERED_BEFORE = 401

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
try {
  await migrate(postgres.url)
  const tokens = await makeHouse()
  const limits = { READS_PER_MINUTE: '10000000', WRITES_PER_MINUTE: '10000000', POINT_WRITES_PER_MINUTE: '10000000', SEARCHES_PER_MINUTE: '10000000' }
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', ...limits })
  const figures = [...(await search(server.url, tokens[0] ?? '')), ...(await move(server.url, tokens, 200, 10_000)), ...(await move(server.url, tokens, 50, 1))]
  await server.end('SIGTERM')
  report('loyalty', figures, { cards: CARDS, seconds: SECONDS, settings: limits })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  agent.destroy()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function search(url: string, token: string): Promise<Figure[]> {
  const number = (n: number) => String(70_000_000 + ((n * 7919) % CARDS))
  const asked: [what: string, query: (n: number) => string][] = [
    ['whole number', (n) => `CardNumber=${number(n)}`],
    ['last 4 digits', (n) => `CardNumber=${number(n).slice(-4)}`],
    ['first 6 digits', (n) => `CardNumber=${number(n).slice(0, 6)}`],
    ['part of a rare name', (n) => `Name=name${(n * 7919) % CARDS}`],
    ['part of a name a tenth of members has', (n) => `Name=${['iver', 'mith', 'rown', 'lson'][n % 4]}`],
    ['e-mail', (n) => `Email=m${(n * 7919) % CARDS}@m`],
    ['phone', (n) => `Phone=${String(1_000_000 + ((n * 7919) % CARDS)).slice(-6)}`],
  ]
  const figures: Figure[] = []
  for (const [what, query] of asked) {
    const taken: number[] = []
    for (let n = 0; n < ROUNDS + 5; n += 1) {
      const began = performance.now()
      const { status, body } = await call('GET', `${url}/api/loyalty/search?${query(n)}`, token)
      if (status !== 200 || !body.includes('CardNumber')) throw new Error(`${what}: ${status} ${body.slice(0, 300)}`)
      if (n >= 5) taken.push(performance.now() - began)
    }
    const p95 = percentile(taken, 95)
    figures.push({ what: `search by ${what}: p95`, value: p95, unit: 'ms', goal: `≤ ${SEARCH_MS}`, met: p95 <= SEARCH_MS })
  }
  return figures
}

/** Adjustments and transfers by turns; on one hot card adjustments alone. */
async function move(url: string, tokens: readonly string[], perSecond: number, cards: number): Promise<Figure[]> {
  const taken: number[] = []
  const refused = new Map<string, number>()
  const card = (n: number) => String(70_000_000 + ((n * 7919) % cards))
  const send = async (n: number) => {
    const began = performance.now()
    const isTransfer = cards > 1 && n > 2 * ANSWERED_BEFORE && n % 4 === 0
    // From a card that got points two seconds ago: before that it may have none, and a transfer is refused rightly.
    const path = isTransfer ? `/loyalty/${card(n - ANSWERED_BEFORE)}/transfer/${card(n)}` : `/loyalty/${card(n)}/points`
    const { status, body } = await call('POST', `${url}/api${path}`, tokens[n % tokens.length] ?? '', { Points: isTransfer ? 1 : 1 + (n % 20), LocationId: 1 })
    taken.push(performance.now() - began)
    if (status === 200) return
    const why = `${status} ${/"ErrorCode":"(\w+)"/.exec(body)?.[1] ?? ''}`
    refused.set(why, (refused.get(why) ?? 0) + 1)
  }
  const sent: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < perSecond * SECONDS; n += 1) {
    const due = startedAt + (1000 * n) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    sent.push(send(n))
  }
  await Promise.all(sent)
  const seconds = (performance.now() - startedAt) / 1000
  const what = cards === 1 ? 'one hot card' : `${cards.toLocaleString('en')} cards`
  const [rate, p95] = [sent.length / seconds, percentile(taken, 95)]
  const errors = [...refused.values()].reduce((all, n) => all + n, 0)
  if (errors > 0) console.log(`Refused on ${what}: ${[...refused].map(([why, n]) => `${why} ${n} times`).join(', ')}`)
  return [
    { what: `movements on ${what}`, value: rate, unit: '/s', goal: `≥ ${perSecond * 0.98}`, met: rate >= perSecond * 0.98 },
    { what: `movements on ${what}: p95`, value: p95, unit: 'ms', goal: `≤ ${MOVE_MS}`, met: p95 <= MOVE_MS },
    { what: `movements on ${what}: errors`, value: errors, unit: '', goal: '0', met: errors === 0 },
  ]
}

function call(method: string, url: string, authorization: string, body?: unknown): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: { authorization, 'content-type': 'application/json' } }, (answer) => {
      text(answer).then((words) => resolve({ status: answer.statusCode ?? 0, body: words }), reject)
    })
    asked.once('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Makes the venue, its cards and sessions of people who may move points; answers their Authorization headers. */
async function makeHouse(): Promise<string[]> {
  const owner = connectAsOwner(postgres.url)
  const tokens = Array.from({ length: SESSIONS }, () => newSecret())
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    await sql`insert into venue (name) values ('The Full Wallet')`
    await sql.unsafe(`set local app.venue = '1'`)
    await sql`insert into location (venue_id, name, time_zone, currency) values (1, 'Bar', 'Australia/Sydney', 'AUD')`
    await sql`insert into app_user (user_name, user_name_key, display_name, password_hash) select 'p' || n, 'p' || n, 'P' || n, 'x' from generate_series(1, ${SESSIONS}::int) n`
    await sql`
      insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, registered, all_locations, tags)
      select 1, user_id, 'First', 'Surname', user_name, display_name, true, true, '{can_viewloyalty,can_editloyalty}' from app_user`
    await sql`insert into user_venue (user_id, venue_id, employee_id, last_opened_at) select user_id, 1, employee_id, now() from employee where venue_id = 1`
    for (const [i, token] of tokens.entries())
      await sql`
        insert into session (session_id, user_id, token_hash, venue_id, employee_id, idle_seconds, idle_until, absolute_until)
        select ${newName()}, ${i + 1}, ${hashSecret(token)}, 1, employee_id, 7200, now() + interval '2 hours', now() + interval '2 hours' from employee where user_id = ${i + 1}`
    await sql`
      insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, name, name_key, email, email_key, phone, phone_reversed, member_id, joined, points)
      select 1, n + 1, no, no, reverse(no), initcap(called), called, 'm' || n || '@members.example', 'm' || n || '@members.example', ph, reverse(ph), n + 1, '2025-01-01', 0
      from (select n, (70000000 + n)::text as no, '614' || (1000000 + n)::text as ph,
        (array['oliver', 'amelia', 'noah', 'isla', 'leo'])[1 + n % 5] || ' ' || (array['smith', 'brown', 'wilson', 'nguyen', 'tanaka', 'khan', 'rossi', 'lee', 'silva', 'novak'])[1 + n % 10]
        || ' name' || n as called from generate_series(0, ${CARDS}::int - 1) n) made`
    await sql`
      insert into loyalty_name_part (venue_id, part, card_id)
      select distinct 1, substr(c.name_key, i, 24), c.card_id from loyalty_card c, generate_series(1, 40) i
      where c.venue_id = 1 and i <= length(c.name_key) and substr(c.name_key, i, 1) <> ' '`
  })
  await owner.unsafe('vacuum analyze')
  await owner.end()
  return tokens.map((token) => `Bearer ${token}`)
}
