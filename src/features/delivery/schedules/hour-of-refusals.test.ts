import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { jobsDone } from '#tests/database-fingerprint.ts'
import { MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { Schedule, ScheduleRun } from './schedules.contract.ts'
import { beginDue } from './schedules-due.job.ts'

const EVENING = new Date('2026-11-20T10:04:00Z')
const MORNING = new Date('2026-11-20T18:20:00Z')
const AN_HOUR_S = 3600

const mailServer = new MailServer()
let clock = EVENING
let app: StartedApp
let house: Sql
let boss: Visitor
let readers: { employeeId: number; email: string }[]

beforeAll(async () => {
  app = await startApp({ now: () => clock, environment: { SMTP_URL: await mailServer.start(), PUBLIC_URL: 'https://daybook.example' } })
  house = connectAsOwner(app.databaseUrl)
  for (const { locationId, sales } of sampleTrade(['2026-11-20'], MORNING)) await storeTrade(app.database, 1, locationId, sales, MORNING)
  readers = await Promise.all(
    ['boss', 'reader'].map(async (name) => {
      const person = await makePerson(app.database, name)
      return { employeeId: await employ(app.database, person, 1, ['can_viewsales'], 'all'), email: person.email }
    }),
  )
  boss = await signedIn(app.url, 'boss', PASSWORD)
}, 120_000)
afterAll(async () => {
  await house.end()
  await app.close()
  await mailServer.stop()
})

const mailsOf = async (id: string) => (await boss.call<{ Runs: ScheduleRun[] }>('GET', `/reports/schedules/${id}/runs`)).body.Runs[0]?.Mails ?? []

/** The longest wait, in seconds, that the queue puts before the next try of a mail; each waits for no longer than that. */
const waits = async (): Promise<{ id: string; seconds: number }[]> => house<{ id: string; seconds: number }[]>`
  select id::text, extract(epoch from run_at - updated_at)::float8 as seconds from graphile_worker.jobs
  where task_identifier = 'scheduled-mail' and locked_at is null and attempts > 0 and run_at > now()`

it('a mail server that refuses for an hour is asked again after it, and handed each mail once', async () => {
  const view = {
    Path: '/reports/sales',
    Search: 'range=yesterday&cmp=none',
    Report: { Path: '/sales/interval', Query: { Date: '2026-11-19', View: 'detail' } },
  }
  const answer = await boss.call<Schedule>('POST', '/reports/schedules', {
    body: {
      ...{ Name: 'Yesterday', ...view, Every: 'day', OnDay: 0, Language: 'en', Attachment: 'none', SkipEmpty: false },
      Recipients: readers.map(({ employeeId }) => employeeId),
    },
  })
  const { ScheduleId } = answer.body as Schedule
  mailServer.refusing = true
  clock = MORNING
  await beginDue(app.database, 1, MORNING)
  const waited = new Map<string, number>()
  const leastWaited = () => (waited.size < readers.length ? 0 : Math.min(...waited.values()))
  // The clock of the queue is moved on by what each mail would have waited.
  for (let round = 0; leastWaited() < AN_HOUR_S; round += 1) {
    expect(round, 'rounds of refusals').toBeLessThan(25)
    await vi.waitFor(async () => expect(await waits()).toHaveLength(readers.length), { timeout: 15_000, interval: 50 })
    for (const { id, seconds } of await waits()) waited.set(id, (waited.get(id) ?? 0) + seconds)
    expect((await mailsOf(ScheduleId)).map(({ State }) => State)).toEqual(['waiting', 'waiting'])
    if (leastWaited() >= AN_HOUR_S) mailServer.refusing = false
    await house`select from graphile_worker.reschedule_jobs(${(await waits()).map(({ id }) => id)}::bigint[], run_at => now())`
  }
  // Nobody is left waiting for hours once the server is back.
  expect(leastWaited()).toBeLessThan(2 * AN_HOUR_S)
  for (const { email } of readers) await mailServer.next(email)
  await jobsDone(house)
  const mails = await mailsOf(ScheduleId)
  expect(mails.map(({ State, Why }) => [State, Why])).toEqual([
    ['sent', ''],
    ['sent', ''],
  ])
  expect(Math.min(...mails.map(({ Tries }) => Tries))).toBeGreaterThan(5)
  expect(mailServer.mails).toEqual([])
}, 120_000)
