import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SheetAnswer } from '#features/till/control-sheets.contract.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { PASSWORD } from './people.ts'
import { SEEDS } from './sampled.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { TILL_DAY, TILL_NOW, TillHouse } from './till-house.ts'
import { type Answered, signedIn, type Visitor } from './visitor.ts'

/** Each is killed at four times; `npm run test:long` takes one more. */
const SHEETS = SEEDS.length

let app: StartedApp
let house: TillHouse
let server: ServerProcess
let port: number
let kills = 0

const start = () =>
  startServer(port, { DATABASE_URL: app.databaseUrl, JOBS: 'off', SECOND_FACTOR: 'optional', WRITES_PER_MINUTE: '100000', DATABASE_POOL: '4' })

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => TILL_NOW })
  house = await TillHouse.open(app, 'Killed Sheets')
  port = await freePort()
  server = await start()
}, 120_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await app.close()
})

/** Asks, and kills the server meanwhile; asks again with the same key, whether it was answered or not. */
const throughKill = async (who: Visitor, path: string, body: object, afterMs: number): Promise<Answered<SheetAnswer>> => {
  const key = randomUUID()
  const ask = () => who.call<SheetAnswer>('POST', path, { body, key })
  const first = ask().catch(() => undefined)
  await sleep(afterMs)
  await server.end('SIGKILL')
  kills += 1
  const answered = await first
  server = await start()
  const again = await ask()
  // Whoever had an answer already is given the same one.
  if (answered?.status === 200) expect(again.body).toEqual(answered.body)
  return again
}

it('a sheet that is counted, given cash, signed and committed while the server is killed has each of it once, and the trail too', async () => {
  const seed = SEEDS[0] ?? 1
  console.log(`Moments of killing by seed ${seed}.`)
  let state = seed
  const moment = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 2_147_483_648) * 150
  }
  const tags = ['can_viewcontrolsheet', 'can_signcontrolsheet'] as const
  await house.room.hire('killed.manager', [...tags])
  await house.room.hire('killed.second', [...tags])
  const [manager, second] = [await signedIn(server.url, 'killed.manager', PASSWORD), await signedIn(server.url, 'killed.second', PASSWORD)]
  for (let n = 0; n < SHEETS; n += 1) {
    const till = house.newTill()
    await house.sell(till, 6000)
    await house.send(house.session(till))
    const path = await house.pathOf(till, manager)
    const steps: [who: Visitor, what: string, body: object][] = [
      [manager, 'count', { Media: [{ Method: 'Cash', Amount: 250 }], Denominations: [{ Value: 50, Count: 5 }], ClosingFloat: 250 }],
      [manager, 'movements', { Kind: 'PayOut', Amount: 20, Reason: 'Ice' }],
      [second, 'sign', { Reason: 'Wrong change given' }],
      [second, 'commit', {}],
    ]
    for (const [who, what, body] of steps) {
      const { status, body: answer } = await throughKill(who, `${path}/${what}`, body, moment())
      expect([what, status], JSON.stringify(answer.ResponseStatus)).toEqual([what, 200])
    }
    const { body: sheet } = await manager.call<SheetAnswer>('GET', path)
    expect(sheet.Sheet).toMatchObject({ State: 'Committed', SheetId: path.split('/').at(-1) })
    expect([sheet.Counts.length, sheet.Movements.length, sheet.Cash.PayOuts, sheet.Cash.Counted]).toEqual([1, 1, 20, 250])
    expect(sheet.Steps.map(({ State }) => State)).toEqual(['Declared', 'Reviewed', 'Committed'])
    for (const action of ['sheet.counted', 'sheet.cash-moved', 'sheet.signed', 'sheet.committed'])
      expect([action, (await house.room.audit(action)).filter(({ subject }) => subject === `${till} ${TILL_DAY}`).length]).toEqual([action, 1])
  }
  expect(kills).toBe(SHEETS * 4)
}, 240_000)
