import { afterAll, beforeAll, expect, it } from 'vitest'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let editor: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
  editor = await room.at('ed', ['can_editsettings'])
})
afterAll(() => app.close())

it('a location has 20 keys that work at most, however many are made at once; one that is revoked makes room', async () => {
  const [bar = 0, cellar = 0] = room.locationIds
  const make = (LocationId: number, Name: string) => editor.call('POST', '/tillkeys', { body: { LocationId, Name } })
  for (let n = 1; n <= 18; n += 1) expect((await make(bar, `Till ${n}`)).status).toBe(200)
  const atOnce = await Promise.all([19, 20, 21, 22, 23].map((n) => make(bar, `Till ${n}`)))
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(2)
  const refused = await make(bar, 'One more')
  expect(outcome(refused)).toEqual([409, 'TooManyTillKeys'])
  expect(refused.body.ResponseStatus?.Message).toContain('20')
  expect((await make(cellar, 'Till 1')).status, 'another location has its own').toBe(200)
  const { body } = await editor.call<{ Keys: { KeyId: number; LocationId: number }[] }>('GET', '/tillkeys')
  expect(body.Keys.filter(({ LocationId }) => LocationId === bar)).toHaveLength(20)
  await editor.call('DELETE', `/tillkeys/${body.Keys.find(({ LocationId }) => LocationId === bar)?.KeyId}`)
  expect((await make(bar, 'In its place')).status).toBe(200)
})
