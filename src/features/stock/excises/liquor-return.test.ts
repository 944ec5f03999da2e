import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { BuyersAnswer } from './buyers.contract.ts'
import type { LiquorReturnAnswer } from './liquor-return.contract.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
const BUYER = { Name: 'Corner Bottle Shop', Licence: '32000001', Postcode: '3000', State: 'VIC', CardNumber: 'W-1' }

let app: StartedApp
let owner: Visitor
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await ok('PUT', '/stock/products', {
    From: '2020-01-01',
    Products: [
      { Plu: 'R-KEG', Name: 'Keg', Unit: 'keg', VolumeMl: 49_500, Abv: 4.6, Beverage: 'beer', Container: 'keg', Draught: true },
      { Plu: 'R-CAN', Name: 'Can', VolumeMl: 375, Abv: 3.5, Beverage: 'beer' },
      { Plu: 'R-LIGHT', Name: 'Light', VolumeMl: 375, Abv: 3, Beverage: 'beer' },
      { Plu: 'R-WINE', Name: 'Wine', VolumeMl: 750, Abv: 13, Beverage: 'wine' },
      { Plu: 'R-GIN', Name: 'Gin', VolumeMl: 700, Abv: 40, Beverage: 'spirits' },
      { Plu: 'R-MYSTERY', Name: 'Mystery', VolumeMl: 700, Beverage: 'beer' },
    ],
  })
  await ok('PUT', '/stock/products', {
    From: '2020-01-01',
    Products: [
      {
        Plu: 'R-MIXED',
        Name: 'Gin with wine',
        Parts: [
          { Plu: 'R-GIN', VolumeMl: 30 },
          { Plu: 'R-WINE', VolumeMl: 60 },
        ],
      },
    ],
  })
  await ok('PUT', '/stock/licensed-buyers', BUYER)
  await storeTrade(
    app.database,
    1,
    1,
    [
      sold('R-KEG', '2026-06-29', 2),
      sold('R-CAN', '2026-06-29', 24),
      sold('R-LIGHT', '2026-06-29', 24),
      sold('R-WINE', '2025-07-01', 6),
      sold('R-MIXED', '2026-06-30', 100),
      sold('R-MYSTERY', '2026-06-29', 1),
      // The year before and the year after, a guest's card, and no card at all.
      sold('R-CAN', '2025-06-30', 99),
      sold('R-CAN', '2026-07-01', 99),
      sold('R-CAN', '2026-06-29', 50, 'G-1'),
      sold('R-CAN', '2026-06-29', 50, ''),
    ],
    NOW,
  )
}, 120_000)
afterAll(() => app.close())

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await owner.call<T>(method, path, body === undefined ? {} : { body })
  expect(answer.status, JSON.stringify(answer.body).slice(0, 800)).toBeLessThan(300)
  return answer.body
}

/** Ten dollars each, at midday in Sydney. */
const sold = (plu: string, day: string, units: number, card = 'W-1') => {
  const cents = units * 1000
  const tax = Math.round(cents / 11)
  return plainSale(`${day}T02:00:00Z`, cents, {
    LoyaltyCard: card,
    Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: cents, DiscountTotal: 0, Net: cents, Tax: tax }],
    Tenders: [{ Method: 'Cash', Amount: cents }],
    Totals: { Total: cents, Tax: tax },
  })
}

const lieIn = (region: string) => app.database.inVenue(1, (sql) => sql`update location set region = ${region} where venue_id = 1 and location_id = 1`)
const asked = (state: string, year = '2026') => ok<LiquorReturnAnswer>('GET', `/reports/liquor-return?State=${state}&Year=${year}`)
const rows = ({ Rows }: LiquorReturnAnswer) => Rows.map(({ Type, Container, Litres, Amount }) => [Type, Container, Litres, Amount])
const buyers = () => ok<BuyersAnswer>('GET', '/stock/licensed-buyers')

describe('a liquor return', () => {
  it('of VIC lists what its licensees bought in the year, by type, and by container up to 48 litres or more', async () => {
    await lieIn('VIC')
    const vic = await asked('VIC')
    expect(vic).toMatchObject({ FromDate: '2025-07-01', ToDate: '2026-06-30', Currency: 'AUD', Locations: [{ LocationId: 1 }] })
    // A mixed drink is 3 litres of gin and 6 of wine; its 1,000 dollars are shared by volume.
    expect(rows(vic)).toEqual([
      ['low-beer', 'up-to-48', 9, 240],
      ['medium-beer', 'up-to-48', 9, 240],
      ['heavy-beer', 'over-48', 99, 20],
      ['wine', 'up-to-48', 10.5, 726.67],
      ['spirits', 'up-to-48', 3, 333.33],
    ])
    expect(vic.Rows[0]).toMatchObject({ Licence: '32000001', Buyer: 'Corner Bottle Shop', Postcode: '3000' })
    expect(vic.Totals).toEqual({ Litres: 130.5, Amount: 1560 })
    expect(vic.Missing).toMatchObject([{ Plu: 'R-MYSTERY', Quantity: 1, Amount: 10 }])
  })

  it('of VIC has none of the locations of other states', async () => {
    await lieIn('NSW')
    expect(await asked('VIC')).toMatchObject({ Locations: [], Rows: [], Totals: { Litres: 0, Amount: 0 }, Missing: [] })
  })

  it('of WA has whole litres of low and high alcohol, up to 3.5 % and over', async () => {
    await ok('PUT', '/stock/licensed-buyers', { ...BUYER, State: 'WA' })
    await lieIn('WA')
    const wa = await asked('WA')
    expect(rows(wa)).toEqual([
      ['low', '', 18, 480],
      ['high', '', 113, 1080],
    ])
    // 112.5 and 18 litres: the total is rounded once.
    expect(wa.Totals.Litres).toBe(131)
  })

  it('of TAS has types without containers, and so has its file', async () => {
    await ok('PUT', '/stock/licensed-buyers', { ...BUYER, State: 'TAS' })
    await lieIn('TAS')
    expect(rows(await asked('TAS')).map(([type, container]) => [type, container])).toEqual(
      ['low-beer', 'medium-beer', 'heavy-beer', 'wine', 'spirits'].map((type) => [type, '']),
    )
    const csv = (await owner.call<{ text: string }>('GET', '/reports/liquor-return?State=TAS&Year=2026&format=csv')).body.text
    expect(csv).toContain('Licence number,Buyer,Postcode,Type,Litres,Dollars')
    expect(csv).toContain('32000001,Corner Bottle Shop,3000,Low strength beer,9,240')
  })

  it('names buyers who hold a licence of another state, and leaves them out', async () => {
    await lieIn('VIC')
    const vic = await asked('VIC')
    expect(vic.Rows).toEqual([])
    expect(vic.Elsewhere).toEqual([{ Buyer: 'Corner Bottle Shop', State: 'TAS', Amount: 1570 }])
  })

  it('refuses a year that is none, and other states', async () => {
    for (const query of ['State=VIC&Year=26', 'State=NSW&Year=2026', 'Year=2026'])
      expect((await owner.call('GET', `/reports/liquor-return?${query}`)).status, query).toBe(400)
  })
})

describe('licensed buyers', () => {
  it('are kept by their card: the same card once more changes the buyer', async () => {
    await ok('PUT', '/stock/licensed-buyers', { Name: 'Corner Shop', Licence: '32000002', State: 'VIC', CardNumber: 'W-1' })
    expect(await buyers()).toMatchObject({
      MayChange: true,
      Buyers: [{ Name: 'Corner Shop', Licence: '32000002', Postcode: '', State: 'VIC', CardNumber: 'W-1' }],
    })
  })

  it('are refused without a licence, and with a postcode that is none', async () => {
    for (const wrong of [{ Licence: '' }, { Postcode: '30' }, { State: 'ZZ' }])
      expect((await owner.call('PUT', '/stock/licensed-buyers', { body: { ...BUYER, ...wrong } })).status).toBe(400)
  })

  it('are read by whoever sees one location, and changed by nobody who does not see all', async () => {
    const who = await makePerson(app.database, 'one-location')
    await employ(app.database, who, 1, ['can_viewexcise', 'can_editstock'], [1])
    const visitor = await signedIn(app.url, who.userName, PASSWORD)
    expect((await visitor.call<BuyersAnswer>('GET', '/stock/licensed-buyers')).body).toMatchObject({ MayChange: false, Buyers: [{ CardNumber: 'W-1' }] })
    expect((await visitor.call('PUT', '/stock/licensed-buyers', { body: BUYER })).status).toBe(403)
  })

  it('are taken off the list, and then what they bought is wholesale no more', async () => {
    const [buyer] = (await buyers()).Buyers
    expect((await asked('VIC')).Rows).not.toEqual([])
    await ok('DELETE', `/stock/licensed-buyers/${buyer?.BuyerId}`)
    expect((await buyers()).Buyers).toEqual([])
    expect((await asked('VIC')).Rows).toEqual([])
    expect((await owner.call('DELETE', `/stock/licensed-buyers/${buyer?.BuyerId}`)).status).toBe(404)
  })
})
