import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '#app/serve.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Listening, listenTo } from '#tests/listening.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { type LiveSales, live } from './live.contract.ts'
import { withLiveSales } from './live-answer.rules.ts'

/** Nine in the evening in Sydney. */
const NOW = new Date('2026-11-20T10:00:00Z')
const AT = '2026-11-20T20:50:00+11:00'
/** From a sale to everybody's screen. */
const SOON = { timeout: 2_000, interval: 20 }
/** Longer than it takes to be told something. */
const A_WHILE_MS = 1_800

let app: StartedApp
let anchor: StaffRoom
const open: Listening<LiveSales>[] = []

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  anchor = await staffRoom(app, 'The Anchor')
})
afterEach(() => {
  for (const listening of open.splice(0)) listening.stop()
})
afterAll(() => app.close())

const listen = async (who: Visitor, lastEventId?: string) => {
  const listening = await listenTo<LiveSales>(who, '/sales/live', lastEventId)
  open.push(listening)
  return listening
}
const sell = (room: StaffRoom, place: 0 | 1, cents: number) => storeTrade(app.database, room.venueId, room.locationIds[place] ?? 0, [plainSale(AT, cents)], NOW)
const amounts = ({ heard }: Listening<LiveSales>) => heard.at(-1)?.data.Locations.map(({ Days }) => Days[0]?.Amount ?? 0)
const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS))
const isOver = async ({ ended }: Listening<LiveSales>) => Promise.race([ended.then(() => true), aWhile().then(() => false)])

/** An answer without what it tells by the hour and when it was read. */
const wholeDay = (answer: SalesAnswer | undefined) =>
  answer && {
    Locations: answer.Locations.map(({ ByPeriod: _, ...whole }) => whole),
    Totals: { ...answer.Totals, ByPeriod: undefined },
    TotalsByCurrency: answer.TotalsByCurrency,
  }

describe('sales as they happen', () => {
  it('are told within two seconds, as the Sales Summary tells them, to the cent', async () => {
    const ada = await anchor.at('ada', ['can_viewsales'])
    const listening = await listen(ada)
    await expect.poll(() => amounts(listening), SOON).toEqual([0, 0])
    await sell(anchor, 0, 1_001)
    await sell(anchor, 1, 250)
    await expect.poll(() => amounts(listening), SOON).toEqual([10.01, 2.5])
    const { body } = await ada.call<SalesAnswer>('GET', '/sales/day?FromDate=2026-11-20&ToDate=2026-11-20')
    const told = listening.heard.at(-1)?.data
    expect(live.sales.response?.safeParse(told)).toMatchObject({ success: true, data: told })
    for (const { LocationId, Days, LastSaleAt } of told?.Locations ?? []) {
      const reported = body.Locations.find((one) => one.LocationId === LocationId)
      expect(reported).toMatchObject({ ...Object.fromEntries(Object.entries(Days[0] ?? {}).filter(([name]) => name !== 'Day')), LastSaleAt })
    }
  })

  it('make of the report that was read before them the one that would be read now, totals and averages too', async () => {
    const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
    const report = async () => {
      const { body } = await owner.call<SalesAnswer>('GET', '/sales/day?FromDate=2026-11-20&ToDate=2026-11-20&Compare=same-days-last-week')
      return body
    }
    const listening = await listen(owner)
    await expect.poll(() => listening.heard.length, SOON).toBe(1)
    const before = { ...(await report()), AsAt: '' }
    for (const { locationId, sales } of sampleTrade(['2026-11-20'], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
    const after = await report()
    await expect.poll(() => wholeDay(withLiveSales(before, listening.heard.at(-1)?.data as LiveSales)), SOON).toEqual(wholeDay(after))
    expect(after.Totals.Discounts).toBeGreaterThan(0)
    expect(wholeDay(before)).not.toEqual(wholeDay(after))
  })

  it('reach those who listen at another process', async () => {
    const other = await serve({ ...app.settings, port: await freePort() }, app.databaseUrl, () => NOW)
    const bea = await anchor.at('bea', ['can_viewsales'])
    const there = await listen(Object.assign(bea, { url: other.url }))
    await expect.poll(() => there.heard.length, SOON).toBe(1)
    const [before = 0] = amounts(there) ?? []
    await sell(anchor, 0, 100)
    await expect.poll(() => amounts(there)?.[0], SOON).toBeCloseTo(before + 1, 2)
    await other.close()
  })

  it('are told to each of the locations granted to them alone, and to nobody of another venue', async () => {
    const [front = 0] = anchor.locationIds
    const buoy = await staffRoom(app, 'The Buoy')
    const cat = await listen(await anchor.at('cat', ['can_viewsales'], [front]))
    const all = await listen(await anchor.at('all', ['can_viewsales']))
    const elsewhere = await listen(await buoy.at('elsewhere', ['can_viewsales']))
    await expect.poll(() => [cat, all, elsewhere].map(({ heard }) => heard.length), SOON).toEqual([1, 1, 1])
    await sell(anchor, 1, 7_000)
    await expect.poll(() => all.heard.length, SOON).toBe(2)
    await aWhile()
    expect([cat.heard.length, elsewhere.heard.length]).toEqual([1, 1])
    expect(cat.heard[0]?.data.Locations.map(({ LocationId }) => LocationId)).toEqual([front])
    expect(elsewhere.heard[0]?.data.Locations.map(({ LocationId }) => LocationId)).toEqual(buoy.locationIds)
  })

  it('are told once more to whoever comes back and missed some, and not to whoever missed nothing', async () => {
    const dan = await anchor.at('dan', ['can_viewsales'])
    const first = await listen(dan)
    await expect.poll(() => first.heard.length, SOON).toBe(1)
    const lastId = first.heard[0]?.id
    first.stop()
    const second = await listen(dan, lastId)
    await aWhile()
    expect(second.heard).toEqual([])
    second.stop()
    await sell(anchor, 0, 300)
    const third = await listen(dan, lastId)
    await expect.poll(() => third.heard.length, SOON).toBe(1)
  })
})

describe('who may listen', () => {
  it('is whoever may see sales, with two streams at most in a session', async () => {
    expect((await listen(await anchor.at('eve', ['can_viewdashboard']))).status).toBe(403)
    const fay = await anchor.at('fay', ['can_viewsales'])
    const [first, second] = [await listen(fay), await listen(fay)]
    expect([first.status, second.status, (await listen(fay)).status]).toEqual([200, 200, 503])
    first.stop()
    await expect.poll(async () => (await listen(fay)).status, SOON).toBe(200)
  })

  it('is nobody who went before they were let in', async () => {
    const kim = await anchor.at('kim', ['can_viewsales'])
    await app.database.inVenue(anchor.venueId, async (sql) => {
      await sql`lock table employee in access exclusive mode`
      const asked = [1, 2].map(() => {
        const { authorization = '', venueId, cookies, url } = kim
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const headers = { authorization, cookie, 'x-venue-id': String(venueId), 'sec-fetch-site': 'same-origin' }
        return request(`${url}/api/sales/live`, { headers, agent: false })
          .once('error', () => undefined)
          .end()
      })
      await new Promise((resolve) => setTimeout(resolve, 300))
      for (const one of asked) one.destroy()
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await aWhile()
    expect([(await listen(kim)).status, (await listen(kim)).status]).toEqual([200, 200])
  })

  it('is nobody whose session has ended', async () => {
    const gus = await anchor.at('gus', ['can_viewsales'])
    const listening = await listen(gus)
    await gus.call('POST', '/auth/logout')
    expect(await isOver(listening)).toBe(true)
  })

  it('is nobody by a Token that another has taken the place of', async () => {
    const hal = await anchor.at('hal', ['can_viewsales'])
    const listening = await listen(hal)
    await hal.open(anchor.venueId, hal.colleague.employeeId)
    expect(await isOver(listening)).toBe(true)
  })

  it('is nobody who lost the permission, as soon as it is taken away', async () => {
    const boss = await anchor.at('boss', ['can_viewsales', 'can_register', 'can_viewemp', 'can_viewdashboard'])
    const ida = await anchor.at('ida', ['can_viewsales', 'can_viewdashboard'])
    const listening = await listen(ida)
    await expect.poll(() => listening.heard.length, SOON).toBe(1)
    const { status } = await boss.call('POST', `/employees/${ida.colleague.employeeId}/permissions`, {
      body: { Permissions: [{ Tag: 'can_viewdashboard' }], AllLocations: true },
    })
    expect(status).toBe(200)
    expect(await isOver(listening)).toBe(true)
  })

  it('hears no figure of a sale after the permission was taken away past the product', async () => {
    const jon = await anchor.at('jon', ['can_viewsales'])
    const listening = await listen(jon)
    await expect.poll(() => listening.heard.length, SOON).toBe(1)
    await app.database.inVenue(
      anchor.venueId,
      (sql) => sql`update employee set tags = '{}' where venue_id = ${anchor.venueId} and employee_id = ${jon.colleague.employeeId}`,
    )
    await sell(anchor, 0, 9_900)
    expect(await isOver(listening)).toBe(true)
    expect(listening.heard.length).toBe(1)
  })
})
