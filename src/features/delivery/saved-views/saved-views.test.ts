import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { View } from './saved-views.contract.ts'

let app: StartedApp
let room: StaffRoom
let ada: Visitor
let ben: Visitor
let cook: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
  ada = await room.at('ada', ['can_viewsales'])
  ben = await room.at('ben', ['can_viewsales', 'can_editsettings'])
  cook = await room.at('cook', ['can_viewplu'])
})
afterAll(() => app.close())

const VIEW = {
  Path: '/reports/sales',
  Search: 'range=lastweek&by=day&view=detail',
  Report: { Path: '/sales/day', Query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
}
const save = (who: Visitor, Name: string, more: object = {}) => who.call<View>('POST', '/reports/views', { body: { Name, ...VIEW, ...more } })
const seenBy = async (who: Visitor) => (await who.call<{ Views: View[] }>('GET', '/reports/views')).body.Views
const homeOf = async (who: Visitor) => (await who.call<{ Config: { Home: string | null } }>('GET', `/users/${who.userId}`)).body.Config.Home

describe('saved views', () => {
  it("one's own are one's own; shared ones are for those who may see the report", async () => {
    const { body: mine } = await save(ada, 'Last week')
    const { body: shared } = await save(ada, 'For all', { Shared: true })
    expect(mine).toMatchObject({ Name: 'Last week', ...VIEW, Shared: false, Mine: true, Home: false })
    expect((await seenBy(ada)).map(({ Name }) => Name)).toEqual(['For all', 'Last week'])
    expect(await seenBy(ben)).toMatchObject([{ Name: 'For all', Mine: false, Owner: 'ada' }])
    expect(await seenBy(cook)).toEqual([])
    expect(await room.audit('view.shared')).toMatchObject([{ subject: 'For all' }])
    for (const [who, id] of [
      [ben, mine.ViewId],
      [cook, shared.ViewId],
    ] as const) {
      expect((await who.call('PUT', `/reports/views/${id}`, { body: { Name: 'Stolen' } })).status).toBe(404)
      expect((await who.call('DELETE', `/reports/views/${id}`)).status).toBe(404)
      expect((await who.call('POST', '/reports/home', { body: { ViewId: id } })).status).toBe(404)
    }
    expect((await ben.call('PUT', `/reports/views/${shared.ViewId}`, { body: { Name: 'Mine now' } })).status).toBe(403)
  })

  it('is renamed, changed, and has a name of its own', async () => {
    const { body } = await save(ada, 'To be renamed')
    expect((await save(ada, 'To be renamed')).status).toBe(400)
    expect((await ada.call('PUT', `/reports/views/${body.ViewId}`, { body: { Name: 'Last week' } })).status).toBe(400)
    const Shows = { ...VIEW, Search: 'range=last28' }
    const changed = await ada.call<View>('PUT', `/reports/views/${body.ViewId}`, { body: { Name: 'Four weeks', Shows } })
    expect(changed).toMatchObject({ status: 200, body: { Name: 'Four weeks', Search: 'range=last28' } })
  })

  it('one of them opens at sign-in, as long as it is there to be seen', async () => {
    const [shared] = await seenBy(ben)
    expect(await homeOf(ben)).toBeNull()
    expect((await ben.call('POST', '/reports/home', { body: { ViewId: shared?.ViewId } })).status).toBe(204)
    expect(await homeOf(ben)).toBe('/reports/sales?range=lastweek&by=day&view=detail')
    expect(await seenBy(ben)).toMatchObject([{ Home: true }])
    expect((await seenBy(ada)).some(({ Home }) => Home)).toBe(false)
    await ada.call('PUT', `/reports/views/${shared?.ViewId}`, { body: { Shared: false } })
    expect(await homeOf(ben)).toBeNull()
    await ada.call('POST', '/reports/home', { body: { ViewId: shared?.ViewId } })
    expect(await homeOf(ada)).not.toBeNull()
    expect((await ada.call('DELETE', `/reports/views/${shared?.ViewId}`)).status).toBe(204)
    expect(await homeOf(ada)).toBeNull()
  })

  it("whoever sets the venue up may remove another's shared view", async () => {
    const { body } = await save(ada, 'Old', { Shared: true })
    expect((await ben.call('DELETE', `/reports/views/${body.ViewId}`)).status).toBe(204)
    expect(await room.audit('view.removed')).toHaveLength(1)
  })

  it("nobody else removes another's shared view, or keeps one of locations that are not theirs", async () => {
    const dan = await room.at('dan', ['can_viewsales'], room.locationIds.slice(0, 1))
    const { body } = await save(ada, 'Kept', { Shared: true })
    expect((await dan.call('DELETE', `/reports/views/${body.ViewId}`)).status).toBe(403)
    expect((await seenBy(ada)).map(({ Name }) => Name)).toContain('Kept')
    const of = (Locations: number[]) => ({ Report: { Path: '/sales/day', Query: { ...VIEW.Report.Query, Locations: Locations.join(',') } } })
    expect((await save(dan, 'Both bars', of(room.locationIds))).status).toBe(404)
    expect((await save(dan, 'My bar', of(room.locationIds.slice(0, 1)))).status).toBe(200)
  })

  it.each([
    ['a report that is not there', { Report: { Path: '/nothing', Query: {} } }, 404],
    ['a report without its tag', { Report: { Path: '/audit', Query: {} } }, 403],
    ['a screen elsewhere', { Path: '//elsewhere.example' }, 400],
    ['a name of nothing', { Name: '   ' }, 400],
    ['a query the report refuses', { Report: { Path: '/sales/day', Query: { FromDate: 'soon' } } }, 400],
  ])('refuses %s', async (_what, changes, status) => {
    expect((await save(ada, 'Refused', changes)).status).toBe(status)
  })
})
