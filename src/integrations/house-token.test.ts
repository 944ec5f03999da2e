import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { disconnect, isConnected, keepToken, type TokenGiver } from '#platform/access/house-tokens.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { houseToken, stagedToken } from './house-token.adapter.ts'
import { ProviderTrouble } from './link-provider.adapter.ts'

const OPEN: TokenGiver = { provider: 'Open', limit: { most: 3, windowMs: 3_600_000 } }
const CONNECTED: TokenGiver = { provider: 'Connected', isConnectedFirst: true }
const keys = [randomBytes(32)]
let app: StartedApp
let given: number

beforeAll(async () => {
  app = await startApp({ sample: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  given = 0
  await app.database.house`delete from house_token`
})

const soon = () => new Date(Date.now() + 3_600_000)
const ask = async () => {
  given += 1
  return { token: `token ${given}`, expiresAt: soon() }
}
const looked = (giver: TokenGiver, refused?: string, asking = ask) =>
  houseToken({ database: app.database, keys, now: () => new Date(), refused }, giver, asking)

it('a token that two were refused with at the same moment is asked for anew once, and a late refusal of an old one asks for none', async () => {
  expect(await looked(OPEN)).toBe('token 1')
  expect(await Promise.all([looked(OPEN, 'token 1'), looked(OPEN, 'token 1'), looked(OPEN, 'token 1')])).toEqual(['token 2', 'token 2', 'token 2'])
  expect(await looked(OPEN, 'token 1')).toBe('token 2')
  expect(given).toBe(2)
})

it('no more are asked for than the provider gives out, and one that was refused for certain does not count', async () => {
  const refused = async () => {
    throw new ProviderTrouble('refused')
  }
  for (let n = 0; n < 5; n += 1) await expect(looked(OPEN, undefined, refused)).rejects.toMatchObject({ kind: 'refused' })
  const lost = async () => {
    throw new ProviderTrouble('silent', { mayBeDone: true })
  }
  for (let n = 0; n < 3; n += 1) await expect(looked(OPEN, undefined, lost)).rejects.toMatchObject({ kind: 'silent' })
  await expect(looked(OPEN)).rejects.toMatchObject({ kind: 'busy' })
  expect(given).toBe(0)
})

it('where somebody connects the house first, none is asked for before or after, and one that is under way at the end is not kept', async () => {
  const { house } = app.database
  expect(await looked(CONNECTED)).toBeUndefined()
  await keepToken(house, CONNECTED, keys, { token: 'first', expiresAt: soon() })
  expect(await looked(CONNECTED)).toBe('first')
  const late = async () => {
    expect(await disconnect(house, CONNECTED)).toBe(true)
    return ask()
  }
  expect(await looked(CONNECTED, 'first', late)).toBe('token 1')
  expect(await isConnected(house, CONNECTED)).toBe(false)
  expect(await looked(CONNECTED)).toBeUndefined()
  expect(await disconnect(house, CONNECTED)).toBe(false)
})

it('a call in stages asks between its transactions, and what came is kept though the call fails', async () => {
  const { house } = app.database
  const begun = await house.begin((sql) => stagedToken(sql, OPEN, { keys, now: new Date() }, ask))
  expect(await begun.token(new Date())).toBe('token 1')
  const other = await house.begin((sql) => stagedToken(sql, OPEN, { keys, now: new Date() }, ask))
  await expect(other.token(new Date())).rejects.toMatchObject({ kind: 'busy' })
  await house.begin((sql) => begun.keep(sql))
  await house.begin((sql) => other.keep(sql))
  expect(await looked(OPEN)).toBe('token 1')
  expect(given).toBe(1)
})

it('a token opens under the keys it was sealed with alone; under others it is asked for anew', async () => {
  expect(await looked(OPEN)).toBe('token 1')
  expect(await houseToken({ database: app.database, keys: [randomBytes(32)], now: () => new Date() }, OPEN, ask)).toBe('token 2')
})
