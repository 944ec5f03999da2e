import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { PASSWORD } from './people.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { TILL_NOW, TillHouse } from './till-house.ts'
import { signedIn, type Visitor } from './visitor.ts'

const SEED = 20_261_124
const KILLS = 4
let app: StartedApp
let house: TillHouse
let manager: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => TILL_NOW })
  house = await TillHouse.open(app, 'Committed Once')
  manager = await house.room.at('manager', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
  await house.room.hire('second', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
})
afterAll(() => app.close())

/** A sheet that waits to be committed. */
const signedSheet = async (): Promise<string> => {
  const till = house.newTill()
  await house.send(house.session(till))
  const path = await house.pathOf(till, manager)
  await manager.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 300 }] } })
  expect((await manager.call('POST', `${path}/sign`, { body: {} })).status).toBe(200)
  return path
}

/** How often it was committed, as it is stored. */
const commitsOf = (path: string) =>
  app.database.inVenue(house.room.venueId, async (sql) => {
    const id = path.split('/').at(-1) ?? ''
    const [row] = await sql<{ steps: number; commits: number; state: number }[]>`
      select (select count(*)::int from till_step where venue_id = ${house.room.venueId} and session_id = ${id}::bigint and state = 5) as steps,
        (select count(distinct commit_no)::int from till_committed where venue_id = ${house.room.venueId} and session_id = ${id}::bigint) as commits, state
      from till_session where venue_id = ${house.room.venueId} and session_id = ${id}::bigint`
    return row
  })

const ONCE = { steps: 1, commits: 1, state: 5 }

it('a sheet that two people commit at once, again and again, is committed once', async () => {
  const second = await signedIn(app.url, 'second', PASSWORD)
  for (let turn = 0; turn < 5; turn += 1) {
    const path = await signedSheet()
    const answers = await Promise.all([manager, second, manager, second].map((who) => who.call('POST', `${path}/commit`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await commitsOf(path)).toEqual(ONCE)
  }
})

it('a sheet whose server is killed while it is committed is committed once, when it is committed again', async () => {
  const random = randomFor(SEED, 'commits')
  const port = await freePort()
  const environment = { DATABASE_URL: app.databaseUrl, DAYBOOK_DATA: app.dataFolder, SECOND_FACTOR: 'optional', JOBS: 'asked', NODE_ENV: 'test' }
  // Made first: the other server goes by today's clock, which ends the sessions of this one's.
  const paths: string[] = []
  for (let i = 0; i < KILLS; i += 1) paths.push(await signedSheet())
  let server: ServerProcess | undefined
  try {
    for (const path of paths) {
      server = await startServer(port, environment)
      const people = await Promise.all(['manager', 'second'].map((name) => signedIn(server?.url ?? '', name, PASSWORD)))
      const sent = people.map((who) =>
        who.call('POST', `${path}/commit`).then(
          ({ status }) => status,
          () => 'no answer',
        ),
      )
      await sleep(random.next() * 25)
      await server.end('SIGKILL')
      await Promise.all(sent)
      server = await startServer(port, environment)
      const again = await Promise.all(['manager', 'second'].map((name) => signedIn(server?.url ?? '', name, PASSWORD)))
      const answers = await Promise.all(again.map((who) => who.call('POST', `${path}/commit`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await commitsOf(path)).toEqual(ONCE)
      await server.end('SIGKILL')
    }
  } finally {
    await server?.end('SIGKILL')
  }
}, 180_000)
