import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSecret, newName, newSecret } from '#platform/access/secrets.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { get } from './http-get.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * A venue with PEOPLE (5,000) employees: how long its list, a page of it, and searches take over HTTP, one after another, on real
 * PostgreSQL; everybody has a login, two roles and two locations.
 */

const PEOPLE = Number(process.env.PEOPLE ?? 5000)
const ROUNDS = Number(process.env.ROUNDS ?? 60)
const GOAL_MS = 100
const AT_ONCE = 'a list of 1,000 at once'

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  const credential = await employMany()
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const asked: [what: string, query: (n: number) => string][] = [
    [AT_ONCE, () => ''],
    ['list, a page', () => '?Page=first'],
    ['search by a name', (n) => `?Search=surname${n % 400}`],
    ['search by two words', (n) => `?Search=first${n % 50}%20surname${n % 400}&Page=first`],
    ['by status, a page', () => '?Status=Active&Page=first'],
  ]
  const figures: Figure[] = []
  for (const [what, query] of asked) {
    const taken: number[] = []
    let listed = 0
    for (let n = 0; n < ROUNDS + 5; n += 1) {
      const began = performance.now()
      const words = await get(`${server.url}/api/employees${query(n)}`, credential)
      if (n >= 5) taken.push(performance.now() - began)
      else listed = (JSON.parse(words) as { Employees: unknown[] }).Employees.length
    }
    if (what === AT_ONCE && listed !== Math.min(PEOPLE, 1000)) throw new Error(`${what}: ${listed} people came.`)
    const p95 = percentile(taken, 95)
    figures.push({ what: `${what}: p50`, value: percentile(taken, 50), unit: 'ms' })
    figures.push({ what: `${what}: p95`, value: p95, unit: 'ms', goal: `≤ ${GOAL_MS}`, met: p95 <= GOAL_MS })
  }
  await server.end('SIGTERM')
  report('employees', figures, { people: PEOPLE, rounds: ROUNDS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Makes the venue, its people, and a session of somebody who may list them; answers their Authorization header. */
async function employMany(): Promise<string> {
  const owner = connectAsOwner(postgres.url)
  const token = newSecret()
  await owner.begin(async (sql) => {
    await sql`insert into venue (name) values ('The Full House')`
    await sql.unsafe(`set local app.venue = '1'`)
    await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, 20) n`
    await sql`insert into role (venue_id, name, name_key, tags) values (1, 'Owner', 'owner', '{can_viewemp}'), (1, 'Staff', 'staff', '{can_viewroster}')`
    await sql`
      insert into app_user (user_name, user_name_key, display_name, email, email_key, password_hash)
      select 'person' || n, 'person' || n, 'First' || n % 50 || ' Surname' || n % 400, 'p' || n || '@house.example', 'p' || n || '@house.example', 'x'
      from generate_series(1, ${PEOPLE}::int) n`
    await sql`
      insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, email, registered, all_locations, tags)
      select 1, user_id, 'First' || user_id % 50, 'Surname' || user_id % 400, user_name, display_name, email, true, user_id = 1, '{can_viewsales,can_viewloyalty}'
      from app_user`
    await sql`insert into user_venue (user_id, venue_id, employee_id, last_opened_at) select user_id, 1, employee_id, now() from employee where venue_id = 1`
    await sql`insert into employee_role (venue_id, employee_id, role_id) select 1, e.employee_id, r.role_id from employee e, role r where e.venue_id = 1 and r.venue_id = 1`
    await sql`
      insert into employee_location (venue_id, employee_id, location_id)
      select 1, e.employee_id, l.location_id from employee e join location l on l.location_id % 10 = e.employee_id % 10 where e.venue_id = 1 and l.venue_id = 1`
    await sql`
      insert into session (session_id, user_id, token_hash, venue_id, employee_id, idle_seconds, idle_until, absolute_until)
      select ${newName()}, 1, ${hashSecret(token)}, 1, employee_id, 7200, now() + interval '2 hours', now() + interval '2 hours' from employee where user_id = 1`
  })
  await owner.unsafe('vacuum analyze')
  await owner.end()
  return `Bearer ${token}`
}
