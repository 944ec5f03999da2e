import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveSales } from '#features/live/live.contract.ts'
import type { Tag } from '#shared/permissions.ts'
import { type Listening, listenTo } from '#tests/listening.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { Visitor } from '#tests/visitor.ts'

/** Nine in the evening in Sydney. */
const NOW = new Date('2026-11-20T10:00:00Z')
const AT = '2026-11-20T20:50:00+11:00'
const SOON = { timeout: 3_000, interval: 20 }
const DASHBOARD: readonly Tag[] = ['can_viewdashboard', 'can_viewsales']

let app: StartedApp
let anchor: StaffRoom
const open: Listening<LiveSales>[] = []

beforeAll(async () => {
  app = await startApp({ now: () => NOW, environment: { SCREEN_CODES_PER_MINUTE: '60' } })
  anchor = await staffRoom(app, 'The Anchor')
})
afterEach(() => {
  for (const listening of open.splice(0)) listening.stop()
})
afterAll(() => app.close())

let people = 0
/** Somebody of the venue with a screen that shows their dashboard at its locations, and listens. */
const listeningScreen = async (shown: readonly number[] = anchor.locationIds, granted: 'all' | number[] = 'all') => {
  const person = await anchor.at(`wall-${++people}`, [...DASHBOARD], granted)
  const screen = new Visitor(app.url)
  const { Code } = (await screen.call<{ Code: string }>('POST', '/boards/pairings')).body
  const { body } = await person.call<{ BoardId: string }>('POST', '/boards', { body: { Code, Name: 'Kitchen', Locations: shown } })
  const listening = await listenTo<LiveSales>(screen, '/sales/live')
  open.push(listening)
  await expect.poll(() => listening.heard.length, SOON).toBe(1)
  return { person, screen, listening, boardId: body.BoardId, employeeId: person.colleague.employeeId }
}

const sell = (place: 0 | 1, cents: number) => storeTrade(app.database, anchor.venueId, anchor.locationIds[place] ?? 0, [plainSale(AT, cents)], NOW)
const placesIn = ({ heard }: Listening<LiveSales>) => heard.at(-1)?.data.Locations.map(({ LocationId }) => LocationId)
const isOver = async ({ ended }: Listening<LiveSales>) =>
  Promise.race([ended.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), SOON.timeout))])
const inVenue = (work: Parameters<StartedApp['database']['inVenue']>[1]) => app.database.inVenue(anchor.venueId, work)

describe('a wall screen hears of sales', () => {
  it('as they happen, at its own locations alone', async () => {
    const [front = 0] = anchor.locationIds
    const { listening } = await listeningScreen([front])
    expect(placesIn(listening)).toEqual([front])
    const amount = () => listening.heard.at(-1)?.data.Locations[0]?.Days[0]?.Amount ?? 0
    const before = amount()
    await sell(1, 7_000)
    await sell(0, 1_250)
    await expect.poll(amount, SOON).toBeCloseTo(before + 12.5, 2)
    expect(listening.heard.every(({ data }) => data.Locations.length === 1)).toBe(true)
  })

  it('until it is taken down', async () => {
    const { person, listening, boardId } = await listeningScreen()
    await person.call('DELETE', `/boards/${boardId}`)
    expect(await isOver(listening)).toBe(true)
  })

  it('for as long as it has not been taken down', async () => {
    const { listening } = await listeningScreen()
    expect(await isOver(listening)).toBe(false)
  })

  it('until its person’s access is revoked, and not again though it be given back', async () => {
    const { listening, employeeId, screen } = await listeningScreen()
    const boss = await anchor.at(`boss-${people}`, [...DASHBOARD, 'can_revoke', 'can_viewemp'])
    expect((await boss.call('POST', `/employees/${employeeId}/revoke`, { body: {} })).status).toBe(200)
    expect(await isOver(listening)).toBe(true)
    // Revoking ends the screen's session too: given back, the access alone opens nothing.
    await inVenue((sql) => sql`update employee set active = true where venue_id = ${anchor.venueId} and employee_id = ${employeeId}`)
    expect((await listenTo(screen, '/sales/live')).status).toBe(401)
  })

  it('until its person has no access any more, though its session still holds', async () => {
    const { listening, employeeId, screen } = await listeningScreen()
    await inVenue((sql) => sql`update employee set active = false where venue_id = ${anchor.venueId} and employee_id = ${employeeId}`)
    await sell(0, 100)
    expect(await isOver(listening)).toBe(true)
    expect((await listenTo(screen, '/sales/live')).status).toBe(401)
  })

  it.each<[Tag, number]>([
    ['can_viewsales', 403],
    ['can_viewdashboard', 401],
  ])('until its person loses %s', async (lost, status) => {
    const { listening, employeeId, screen } = await listeningScreen()
    await inVenue((sql) => sql`update employee set tags = array_remove(tags, ${lost}) where venue_id = ${anchor.venueId} and employee_id = ${employeeId}`)
    await sell(0, 100)
    expect(await isOver(listening)).toBe(true)
    expect((await listenTo(screen, '/sales/live')).status).toBe(status)
  })

  it('of a location until its person loses it, and of nothing once that was the last', async () => {
    const [front = 0, back = 0] = anchor.locationIds
    const { listening, employeeId } = await listeningScreen([front, back], [front, back])
    const take = (location: number) =>
      inVenue((sql) => sql`delete from employee_location where venue_id = ${anchor.venueId} and employee_id = ${employeeId} and location_id = ${location}`)
    await take(back)
    await sell(1, 300)
    await expect.poll(() => placesIn(listening), SOON).toEqual([front])
    await take(front)
    await sell(0, 300)
    expect(await isOver(listening)).toBe(true)
  })
})
