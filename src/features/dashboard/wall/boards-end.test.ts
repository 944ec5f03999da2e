import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { claim, codeOf, netOf, screenOf, screenWithCode, setTags, someone } from '#tests/wall-screens.ts'

const DAY = '2026-11-20'
const NOW = new Date('2026-11-20T21:00:00+11:00')
const SALES = `/sales/day?FromDate=${DAY}&ToDate=${DAY}`

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW, environment: { SCREEN_CODES_PER_MINUTE: '10' } })
  for (const { locationId, sales } of sampleTrade([DAY], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const boardsSeenBy = async (who: Visitor) => (await who.call<{ Boards: { BoardId: string; Mine: boolean }[] }>('GET', '/boards')).body.Boards

describe('a wall screen ends', () => {
  const isOver = async (screen: Visitor) => codeOf(await screen.call('GET', '/boards/now'))
  const OVER = [401, 'SessionEnded']
  const deedsOf = (action: string) =>
    app.database.inVenue(
      1,
      (sql) => sql<{ subject: string }[]>`select subject from audit_event where venue_id = 1 and action = ${action} order by event_id desc`,
    )

  it('at once when it is taken down, which the trail tells', async () => {
    const { screen, boardId } = await screenOf(app, owner, [1], 'Office')
    expect((await owner.call('DELETE', `/boards/${boardId}`)).status).toBe(204)
    expect(await isOver(screen)).toEqual(OVER)
    expect((await screen.call('GET', '/boards/pairings')).body).toEqual({ Paired: false })
    expect((await owner.call('DELETE', `/boards/${boardId}`)).status).toBe(404)
    expect([(await deedsOf('board.shown'))[0]?.subject, (await deedsOf('board.taken-down'))[0]?.subject]).toEqual(['Office', 'Office'])
  })

  it('for good when its person may not look at the dashboard any more', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewdashboard', 'can_viewsales'])
    const { screen } = await screenOf(app, visitor, [1], 'Pass')
    await setTags(app, employeeId, ['can_viewsales'])
    expect(await isOver(screen)).toEqual(OVER)
    await setTags(app, employeeId, ['can_viewdashboard', 'can_viewsales'])
    expect(await isOver(screen)).toEqual(OVER)
    expect((await deedsOf('board.ended'))[0]?.subject).toBe('Pass')
  })

  it('for good when its person’s access ends, though it be given again', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewdashboard', 'can_viewsales'])
    const { screen } = await screenOf(app, visitor, [1])
    const revoked = await owner.call('POST', `/employees/${employeeId}/revoke`, { body: {} })
    expect(revoked.status).toBe(200)
    // Not asked before it is given again: that alone would end the screen.
    await app.database.inVenue(1, (sql) => sql`update employee set registered = true, active = true where venue_id = 1 and employee_id = ${employeeId}`)
    expect(await isOver(screen)).toEqual(OVER)
  })

  it('for good when its person has no access any more, whoever took it', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewdashboard', 'can_viewsales'])
    const { screen } = await screenOf(app, visitor, [1])
    const setActive = (active: boolean) =>
      app.database.inVenue(1, (sql) => sql`update employee set active = ${active} where venue_id = 1 and employee_id = ${employeeId}`)
    await setActive(false)
    expect(await isOver(screen)).toEqual(OVER)
    await setActive(true)
    expect(await isOver(screen)).toEqual(OVER)
  })

  it('when its person changes their password, and after 30 days', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewdashboard', 'can_viewsales'])
    const first = await screenOf(app, visitor, [1])
    const changed = await visitor.call('POST', `/employees/${employeeId}/changepassword`, {
      body: { Password: 'another lantern over wharf', CurrentPassword: PASSWORD },
    })
    expect(changed.status).toBeLessThan(300)
    expect(await isOver(first.screen)).toEqual(OVER)
    const second = await screenOf(app, owner, [1])
    const [kept] = await app.database.house<{ days: number }[]>`
      select round(extract(epoch from absolute_until - created_at) / 86400)::int as days from session where session_id = ${second.boardId}`
    expect(kept?.days).toBe(30)
    await app.database.house`update session set absolute_until = now() where session_id = ${second.boardId}`
    expect(await isOver(second.screen)).toEqual(OVER)
  })

  it('not with the sessions somebody has beside it, of which it is none', async () => {
    const { visitor, person } = await someone(app, ['can_viewdashboard', 'can_viewsales'])
    const { screen } = await screenOf(app, visitor, [1])
    for (let i = 0; i < 4; i += 1) await signedIn(app.url, person.userName, PASSWORD)
    expect((await visitor.call('GET', SALES)).status).toBe(200)
    await signedIn(app.url, person.userName, PASSWORD)
    expect((await visitor.call('GET', SALES)).status).toBe(401)
    expect((await screen.call('GET', SALES)).status).toBe(200)
  })
})

describe('the list of wall screens', () => {
  it('has one’s own, and with can_editsettings everybody’s at one’s own locations', async () => {
    const mine = await someone(app, ['can_viewdashboard'], [1, 2])
    const other = await someone(app, ['can_viewdashboard'], [1])
    const looksAfter = await someone(app, ['can_editsettings'], [1])
    const { boardId } = await screenOf(app, mine.visitor, [1, 2])
    const { boardId: atOne } = await screenOf(app, other.visitor, [1])
    expect((await boardsSeenBy(mine.visitor)).map(({ BoardId, Mine }) => [BoardId, Mine])).toEqual([[boardId, true]])
    const seen = (await boardsSeenBy(looksAfter.visitor)).map(({ BoardId }) => BoardId)
    expect([seen.includes(atOne), seen.includes(boardId)]).toEqual([true, false])
    expect((await other.visitor.call('DELETE', `/boards/${boardId}`)).status).toBe(404)
    expect((await looksAfter.visitor.call('DELETE', `/boards/${boardId}`)).status).toBe(404)
    expect((await looksAfter.visitor.call('DELETE', `/boards/${atOne}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/boards/${boardId}`)).status).toBe(204)
  })

  it('and the figures of two venues never mix, though one person works at both', async () => {
    const { venueId, locationIds } = await makeVenue(app.database, 'Far House')
    const person: Person = await makePerson(app.database, 'both-venues')
    const here = await employ(app.database, person, 1, ['can_viewdashboard', 'can_viewsales', 'can_editsettings'])
    const there = await employ(app.database, person, venueId, ['can_viewdashboard', 'can_viewsales', 'can_editsettings'])
    const visitor = await signedIn(app.url, person.userName, PASSWORD)
    await visitor.open(venueId, there)
    expect(codeOf(await claim(visitor, (await screenWithCode(app)).code, [1]))).toEqual([404, 'LocationNotFound'])
    const far = await screenOf(app, visitor, locationIds, 'Far')
    await visitor.open(1, here)
    const near = await screenOf(app, visitor, [1], 'Near')
    expect(netOf((await far.screen.call('GET', SALES)).body)).toBe(0)
    expect(netOf((await near.screen.call('GET', SALES)).body)).toBeGreaterThan(0)
    expect(codeOf(await far.screen.call('GET', `${SALES}&Locations=1`))).toEqual([404, 'LocationNotFound'])
    const names = async () => (await visitor.call<{ Boards: { Name: string }[] }>('GET', '/boards')).body.Boards.map(({ Name }) => Name)
    expect(await names()).not.toContain('Far')
    expect((await visitor.call('DELETE', `/boards/${far.boardId}`)).status).toBe(404)
    await visitor.open(venueId, there)
    expect(await names()).toEqual(['Far'])
    expect(netOf((await near.screen.call('GET', SALES)).body)).toBeGreaterThan(0)
  })
})
