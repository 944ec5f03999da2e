import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD } from '#tests/people.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
})
afterAll(() => app.close())

it('a venue is called otherwise from now on, everywhere and for everybody who is signed in', async () => {
  const editor = await room.at('ed', ['can_editsettings', 'can_viewemp'])
  const reader = await room.at('rea', ['can_viewemp'])
  const rename = (who: Visitor, VenueName: string) => who.call('POST', `/venue/${room.venueId}/config`, { body: { Config: { VenueName } } })
  expect(outcome(await rename(reader, 'Mine'))).toEqual([403, 'NotPermitted'])
  for (const wrong of ['', ' ', 'x'.repeat(101), 'a\u202eb']) expect(outcome(await rename(editor, wrong)), wrong).toEqual([400, 'ValidationFailed'])
  expect((await rename(editor, '  The Golden Anchor ')).body).toMatchObject({ Config: { VenueName: 'The Golden Anchor' } })
  expect((await reader.call<{ Config: object }>('GET', `/users/${reader.userId}`)).body.Config).toMatchObject({ VenueName: 'The Golden Anchor' })
  expect((await reader.call<{ Venue: object }>('GET', '/employees')).body.Venue).toMatchObject({ Name: 'The Golden Anchor' })
  expect((await reader.call('GET', '/venueinfo')).body).toMatchObject({ Name: 'The Golden Anchor' })
  const again = new Visitor(app.url)
  await again.signIn('rea', PASSWORD)
  expect((await again.call<{ Venues: object[] }>('GET', `/users/${again.userId}/venues`)).body.Venues).toMatchObject([{ Name: 'The Golden Anchor' }])
  expect((await room.audit('venue.config-changed')).at(-1)).toMatchObject({
    actor_user_id: editor.userId,
    detail: { VenueName: ['The Anchor', 'The Golden Anchor'] },
  })
})
