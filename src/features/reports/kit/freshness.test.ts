import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'
import type { LocationFreshness } from './freshness.rules.ts'

/** Ten past three on Saturday in Sydney, where Friday's trading ends at five. */
const NOW = new Date('2026-11-20T16:10:00Z')

let app: StartedApp
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
}, 60_000)
afterAll(() => app.close())

it('what was sold past midnight is of the evening before, and every report says so', async () => {
  await workInVenue(app.database, 1, NOW, (venue) =>
    takeSales(venue, { locationId: 1, batchId: null, source: 'test', sales: [plainSale('2026-11-21T03:05:00+11:00', 900, {})] }),
  )
  const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const day = 'FromDate=2026-11-21&ToDate=2026-11-21&Locations=1'
  for (const path of ['/sales/day', '/sales/group', '/reports/daily-sales', '/reports/weekly-summary', '/reports/media-summary', '/reports/plu-sales']) {
    const { status, body } = await owner.call<{ Locations: LocationFreshness[] }>('GET', `${path}?${day}`)
    expect(status, path).toBe(200)
    expect(body.Locations, path).toMatchObject([{ LastSaleAt: '2026-11-21T03:05:00+11:00', LastSaleDay: '2026-11-20', Today: '2026-11-20' }])
  }
})
