import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { KeptBuyer } from './buyers.contract.ts'
import type { LiquorReturnAnswer } from './liquor-return.contract.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
let app: StartedApp
let house: Sql
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await shelves()
  await trade()
}, 120_000)
afterAll(async () => {
  await house.end()
  await app.close()
})

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await owner.call<T>(method, path, body === undefined ? {} : { body })
  expect(answer.status, JSON.stringify(answer.body).slice(0, 800)).toBe(200)
  return answer.body as T
}
/** The field and the sentence of a refusal. */
const refused = async (method: string, path: string, body: unknown): Promise<string> => {
  const answer = await owner.call<{ ResponseStatus: { Errors: { FieldName: string; Message: string }[] } }>(method, path, { body })
  expect(answer.status).toBe(400)
  return answer.body.ResponseStatus.Errors.map(({ FieldName, Message }) => `${FieldName}: ${Message}`).join(' ')
}

const lieIn = (region: string) => house`update location set region = ${region} where venue_id = 1 and location_id = 1`
const returnOf = (State: string, Year = 2026) => ok<LiquorReturnAnswer>('GET', `/reports/liquor-return?State=${State}&Year=${Year}`)
const add = (buyer: object) => ok<{ Buyers: KeptBuyer[] }>('POST', '/stock/licensed-buyers', buyer)

/** A can, a keg, wine, a spirit and a drink of two parts; a premix without strength, and a drink nobody described. */
const shelves = async () => {
  const drink = (Plu: string, VolumeMl: number, Beverage: string, more: object = {}) => ({
    Plu,
    Name: `Item ${Plu}`,
    Stocked: true,
    VolumeMl,
    Beverage,
    ...more,
  })
  await ok('PUT', '/stock/products', {
    Products: [
      drink('W-CAN', 375, 'beer', { Abv: 4.7, Container: 'can' }),
      drink('W-MID', 375, 'beer', { Abv: 3.5, Container: 'can' }),
      drink('W-LOW', 375, 'beer', { Abv: 3, Container: 'can' }),
      drink('W-KEG', 49_500, 'beer', { Abv: 4.6, Container: 'keg' }),
      drink('W-WINE', 750, 'wine', { Abv: 13 }),
      drink('W-VODKA', 700, 'spirits', { Abv: 37.5 }),
      drink('W-PORT', 750, 'fortified', { Abv: 18 }),
      drink('W-MYST', 300, 'premix'),
      { Plu: 'W-LOST', Name: 'Item W-LOST' },
      {
        Plu: 'W-MIX',
        Name: 'Item W-MIX',
        Stocked: false,
        Parts: [
          { Plu: 'W-VODKA', VolumeMl: 40 },
          { Plu: 'W-PORT', VolumeMl: 20 },
        ],
      },
    ],
  })
}

/** A sale of units at ten dollars each, on a card. */
const sold = (day: string, plu: string, units: number, card: string) =>
  plainSale(`${day}T12:00:00+10:00`, units * 1000, {
    LoyaltyCard: card,
    Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: units * 1000, DiscountTotal: 0, Net: units * 1000, Tax: 0 }],
    Tenders: [{ Method: 'Cash', Amount: units * 1000 }],
    Totals: { Total: units * 1000, Tax: 0 },
  })

const trade = async () => {
  await storeTrade(
    app.database,
    1,
    1,
    [
      sold('2025-06-30', 'W-CAN', 70, 'W-1'),
      sold('2025-07-01', 'W-CAN', 10, 'W-1'),
      sold('2026-06-30', 'W-CAN', 14, 'w -1'),
      sold('2026-07-01', 'W-CAN', 99, 'W-1'),
      sold('2026-06-29', 'W-MID', 4, 'W-1'),
      sold('2026-06-29', 'W-LOW', 4, 'W-1'),
      sold('2026-06-29', 'W-KEG', 2, 'W-1'),
      sold('2026-06-29', 'W-WINE', 6, 'W-1'),
      sold('2026-06-29', 'W-MIX', 1, 'W-1'),
      sold('2026-06-29', 'W-MYST', 1, 'W-1'),
      sold('2026-06-29', 'W-LOST', 3, 'W-1'),
      sold('2026-06-29', 'W-CAN', 50, 'A-GUEST'),
      sold('2026-06-29', 'W-CAN', 5, 'W-WEST'),
      // Rung up to train somebody: no sale.
      { ...sold('2026-06-29', 'W-CAN', 88, 'W-1'), Training: true },
    ],
    NOW,
  )
}

describe('licensed buyers', () => {
  it('are kept with their licence and card, and none has the card of another', async () => {
    const shop = { Name: 'Corner Bottle Shop', Licence: '32000001', State: 'VIC', Postcode: '3000', CardNumber: 'W-1' }
    expect((await add(shop)).Buyers).toMatchObject([shop])
    await add({ Name: 'Swan Cellars', Licence: '6000001', State: 'WA', Postcode: '', CardNumber: 'W-WEST' })
    expect(await refused('POST', '/stock/licensed-buyers', { ...shop, Name: 'Another', CardNumber: 'w-1 ' })).toBe(
      'CardNumber: “Corner Bottle Shop” already has this card. Choose another one.',
    )
    expect(await refused('POST', '/stock/licensed-buyers', { ...shop, Postcode: '', CardNumber: 'W-2' })).toBe(
      'Postcode: Enter the postcode. The return of Victoria needs it.',
    )
    expect(await refused('POST', '/stock/licensed-buyers', { ...shop, Postcode: '30', CardNumber: 'W-2' })).toContain('must be a postcode of four digits')
  })

  it('are changed, taken off the list, and gone then', async () => {
    const kept = (await add({ Name: 'Passing Trade', Licence: '1', State: 'TAS', Postcode: '', CardNumber: 'W-9' })).Buyers.find(
      ({ CardNumber }) => CardNumber === 'W-9',
    )
    const path = `/stock/licensed-buyers/${kept?.BuyerId}`
    const changed = { Name: 'Passing Trade', Licence: '2', State: 'TAS', Postcode: '7000', CardNumber: 'W-9' }
    expect((await ok<{ Buyers: KeptBuyer[] }>('PUT', path, changed)).Buyers).toContainEqual({ BuyerId: kept?.BuyerId, ...changed })
    expect((await ok<{ Buyers: KeptBuyer[] }>('DELETE', path)).Buyers.map(({ Name }) => Name)).toEqual(['Corner Bottle Shop', 'Swan Cellars'])
    expect((await owner.call('DELETE', path)).status).toBe(404)
  })
})

describe('liquor returns (domain 4.3)', () => {
  const rows = ({ Rows }: LiquorReturnAnswer) => Rows.map(({ Type, Container, Litres, Amount }) => [Type, Container, Litres, Amount])

  it('VIC lists litres and dollars by licence, postcode, type and container of beer, from 1 July to 30 June', async () => {
    await lieIn('VIC')
    const answer = await returnOf('VIC')
    expect(rows(answer)).toEqual([
      ['low-beer', 'up-to-48', 1.5, 40],
      ['medium-beer', 'up-to-48', 1.5, 40],
      ['heavy-beer', 'up-to-48', 9, 240],
      ['heavy-beer', 'over-48', 99, 20],
      ['wine', '', 4.5, 60],
      ['fortified', '', 0.02, 3.33],
      ['spirits', '', 0.04, 6.67],
      ['rtd', '', 0.3, 10],
    ])
    expect(new Set(answer.Rows.map(({ Licence, Postcode }) => `${Licence} ${Postcode}`))).toEqual(new Set(['32000001 3000']))
    expect(answer.Totals).toEqual({ Litres: 115.86, Amount: 420 })
  })

  it('lists what lacks its strength or recipe, and buyers licensed elsewhere, beside it', async () => {
    await lieIn('VIC')
    expect((await returnOf('VIC')).Missing).toEqual([{ Plu: 'W-LOST', Name: 'Item W-LOST', Quantity: 3, Amount: 30 }])
    expect((await returnOf('VIC')).Elsewhere).toEqual([{ Buyer: 'Swan Cellars', State: 'WA', Amount: 50 }])
  })

  it('WA lists whole litres by licensee, low up to 3.5 % and high', async () => {
    await lieIn('WA')
    const answer = await returnOf('WA')
    expect(answer.Rows.map(({ Buyer, Type, Litres, Amount }) => [Buyer, Type, Litres, Amount])).toEqual([['Swan Cellars', 'high', 2, 50]])
    expect(answer.Elsewhere).toEqual([{ Buyer: 'Corner Bottle Shop', State: 'VIC', Amount: expect.any(Number) }])
  })

  it('TAS has no rows where no location lies there, and says so in the file', async () => {
    await lieIn('VIC')
    expect(await returnOf('TAS')).toMatchObject({ Rows: [], Locations: [], Totals: { Litres: 0, Amount: 0 }, BuyersKept: 2 })
  })

  it('a sale that is taken back is taken out', async () => {
    await lieIn('VIC')
    const wrong = sold('2026-06-28', 'W-CAN', 1000, 'W-1')
    await storeTrade(app.database, 1, 1, [wrong], NOW)
    expect((await returnOf('VIC')).Totals.Amount).toBe(10_420)
    await storeTrade(app.database, 1, 1, [{ ...wrong, Revision: (wrong.Revision ?? 1) + 1, LoyaltyCard: 'A-GUEST' }], NOW)
    expect((await returnOf('VIC')).Totals.Amount).toBe(420)
  })

  it('a refund without a card follows the receipt it names, and one that names none its own card', async () => {
    await lieIn('VIC')
    const amount = async () => (await returnOf('VIC')).Totals.Amount
    const back = (plu: string, units: number, more: object) => {
      const money = -units * 1000
      const { LoyaltyCard: _card, ...sale } = sold('2026-06-30', plu, units, '')
      const Lines = [{ LineId: '1', Kind: 'Sale' as const, Plu: plu, Name: plu, Quantity: String(-units), Gross: money, DiscountTotal: 0, Net: money, Tax: 0 }]
      return { ...sale, Type: 'Refund' as const, Lines, Tenders: [{ Method: 'Cash', Amount: money }], Totals: { Total: money, Tax: 0 }, ...more }
    }
    const [wholesale, guest, lastYear] = [
      sold('2026-06-28', 'W-CAN', 100, 'W-1'),
      sold('2026-06-28', 'W-CAN', 100, 'A-GUEST'),
      sold('2025-06-28', 'W-CAN', 9, 'W-1'),
    ]
    await storeTrade(app.database, 1, 1, [wholesale, guest, lastYear], NOW)
    expect(await amount()).toBe(1420)
    const refund = back('W-CAN', 30, { OriginalSaleId: wholesale.SaleId })
    await storeTrade(app.database, 1, 1, [refund, back('W-CAN', 10, { OriginalSaleId: guest.SaleId, LoyaltyCard: 'W-1' })], NOW)
    expect(await amount()).toBe(1120)
    // Of a receipt of the year before, of one that is not there, and of none.
    await storeTrade(app.database, 1, 1, [back('W-CAN', 9, { OriginalSaleId: lastYear.SaleId })], NOW)
    expect(await amount()).toBe(1030)
    await storeTrade(app.database, 1, 1, [back('W-CAN', 1, { OriginalSaleId: 'NOT-THERE', LoyaltyCard: 'W-1' }), back('W-CAN', 2, { LoyaltyCard: 'W-1' })], NOW)
    expect(await amount()).toBe(1000)
    // Taken back itself, it takes nothing off any more.
    await storeTrade(app.database, 1, 1, [{ ...refund, Revision: 2, OriginalSaleId: guest.SaleId }], NOW)
    expect(await amount()).toBe(1300)
  })

  it('comes as a CSV with the columns the state asks for', async () => {
    await lieIn('VIC')
    const { body } = await owner.call<{ text: string }>('GET', '/reports/liquor-return?State=VIC&Year=2026&format=csv')
    expect(body.text).toContain('Licence number,Buyer,Postcode,Type,Container,Litres,Dollars')
    expect(body.text).toContain('32000001,Corner Bottle Shop,3000,Heavy strength beer,More than 48 litres,99')
  })

  it('is not there where the venue does not show Excises', async () => {
    await house`update venue set show_excise = false where venue_id = 1`
    const status = async (path: string) => (await owner.call('GET', path)).status
    expect([
      await status('/reports/liquor-return?State=VIC&Year=2026'),
      await status('/reports/excises?FromDate=2026-11-01&ToDate=2026-11-02'),
      await status('/stock/licensed-buyers'),
    ]).toEqual([404, 404, 404])
    await house`update venue set show_excise = true where venue_id = 1`
  })
})
