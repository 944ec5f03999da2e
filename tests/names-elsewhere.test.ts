import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { TAGS } from '#shared/permissions.ts'
import { type StaffRoom, staffRoom } from './staff-room.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { plainSale, storeTrade } from './stored-trade.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const RANGE = 'FromDate=2026-11-10&ToDate=2026-11-16'

let app: StartedApp
let room: StaffRoom
type Hired = Awaited<ReturnType<StaffRoom['at']>>
/** Every permission, at the Front Bar alone; what was sold at the Back Bar does not exist for them. */
let front: Hired
let owner: Hired
const suppliers: Record<string, number> = {}

/** Items with the group they stand in, the location they are sold at and who supplies them. */
const ITEMS = [
  { plu: 'LAGER', group: 'Beverage', at: 0, supplier: 'Wharf Brewing' },
  { plu: 'PIE', group: 'Food', at: 0, supplier: undefined },
  { plu: 'SECRET', group: 'Cellar', at: 1, supplier: 'Quiet Imports' },
  { plu: 'STOUT', group: 'Cellar', at: 1, supplier: 'Wharf Brewing' },
] as const

const saleOf = ({ plu, group }: { plu: string; group: string }, kind: 'Sale' | 'NonSale' | 'Wastage' = 'Sale'): WireSale => {
  const line = { LineId: '1', Plu: plu, Name: `${plu} by name`, Group: group, ProductGroup: `${group} items`, Category: `${group} kind`, Quantity: '1' }
  const amounts = { UnitPrice: 1100, Gross: 1100, DiscountTotal: 0, Net: 1100, Tax: 100, Cost: 300 }
  if (kind === 'Wastage')
    return plainSale('2026-11-13T12:00:00+11:00', 0, {
      Lines: [{ ...line, ...amounts, Gross: 0, Net: 0, Tax: 0, Wastage: true }],
      Tenders: [],
      Totals: { Total: 0, Tax: 0 },
    } as never)
  return plainSale('2026-11-13T12:00:00+11:00', 1100, { Lines: [{ ...line, ...amounts, Kind: kind }], Totals: { Total: 1100, Tax: 100 } } as never)
}

const store = (at: number, ...sales: WireSale[]) => storeTrade(app.database, room.venueId, room.locationIds[at] ?? 0, sales, NOW)

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Two Bars')
  owner = await room.at('olga', [], 'all', ['Owner'])
  front = await room.at('fay', TAGS, room.locationIds.slice(0, 1))
  for (const item of ITEMS) await store(item.at, saleOf(item))
  await app.database.inVenue(room.venueId, async (sql) => {
    for (const [at, name] of ['Wharf Brewing', 'Quiet Imports'].entries()) {
      suppliers[name] = at + 1
      await sql`insert into venue_supplier (venue_id, supplier_id, name) values (${room.venueId}, ${at + 1}, ${name})`
    }
    for (const { plu, supplier } of ITEMS)
      if (supplier)
        await sql`insert into product_supplier (venue_id, product_id, supplier_id)
          select ${room.venueId}, product_id, ${suppliers[supplier] ?? 0} from product where venue_id = ${room.venueId} and plu = ${plu} returning 1`
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const ask = async <T>(who: Hired, path: string): Promise<T> => {
  const { status, body } = await who.call<T & object>('GET', path)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return body as T
}
const at = (path: string) => `/venue/${room.venueId}${path}`

describe('names of what was only sold at locations that are not the reader’s', () => {
  it('do not stand among the groups and suppliers of PLU Sales', async () => {
    const plu = (who: Hired, more = '') => ask<{ Groups: string[]; Suppliers: { Name: string }[] }>(who, `/reports/plu-sales?${RANGE}${more}`)
    const named = ({ Groups, Suppliers }: Awaited<ReturnType<typeof plu>>) => [Groups, Suppliers.map(({ Name }) => Name)]
    expect(named(await plu(owner))).toEqual([
      ['Beverage', 'Cellar', 'Food'],
      ['Quiet Imports', 'Wharf Brewing'],
    ])
    const own = [['Beverage', 'Food'], ['Wharf Brewing']]
    expect(named(await plu(front))).toEqual(own)
    // Whatever is chosen, and whether anything was sold in the range.
    expect(named(await plu(front, '&Group=Food'))).toEqual(own)
    expect(named(await ask(front, '/reports/plu-sales?FromDate=2026-10-01&ToDate=2026-10-02'))).toEqual(own)
    expect(named(await plu(front, `&Locations=${room.locationIds[0]}`))).toEqual(own)
  })

  it('do not stand in the lists of the venue', async () => {
    const lists = (who: Hired) => Promise.all(['/suppliers', '/productgroups', '/categories', '/nonsales'].map((list) => ask<object>(who, at(list))))
    expect(JSON.stringify(await lists(owner))).toMatch(/Quiet Imports.*Cellar items.*Cellar kind/)
    const own = JSON.stringify(await lists(front))
    expect(own).toMatch(/Wharf Brewing.*Beverage items.*Beverage kind/)
    expect(own).not.toMatch(/Quiet|Cellar|SECRET|STOUT/)
  })

  it('do not stand among the products that are a supplier’s or could become one’s', async () => {
    interface Listed {
      Products: { Plu: string }[]
      Total?: number
    }
    const plus = ({ Products }: Listed) => Products.map(({ Plu }) => Plu)
    const all = await ask<Listed>(front, at('/suppliers/products'))
    expect([plus(all), all.Total]).toEqual([['LAGER', 'PIE'], 2])
    expect(plus(await ask<Listed>(front, at('/suppliers/products?Search=secret')))).toEqual([])
    expect(plus(await ask<Listed>(front, at(`/suppliers/${suppliers['Wharf Brewing']}/products`)))).toEqual(['LAGER'])
    expect((await front.call('GET', at(`/suppliers/${suppliers['Quiet Imports']}/products`))).status).toBe(404)
    expect(plus(await ask<Listed>(owner, at('/suppliers/products')))).toEqual(['LAGER', 'PIE', 'SECRET', 'STOUT'])
  })

  it('of a supplier are not set by a user who does not see all locations', async () => {
    const path = at(`/suppliers/${suppliers['Wharf Brewing']}/products`)
    const before = await ask(owner, path)
    const { status, body } = await front.call('PUT', path, { body: { Plus: ['LAGER'] } })
    expect([status, body.ResponseStatus?.ErrorCode]).toEqual([403, 'AllLocationsNeeded'])
    expect(await ask(owner, path)).toEqual(before)
  })

  it('are unknown where items are chosen by their PLU, as those the venue never had', async () => {
    const unknown = async (who: Hired, path: string) => (await ask<{ UnknownItems: string[] }>(who, `${path}?${RANGE}&Items=LAGER,SECRET,NOWHERE`)).UnknownItems
    for (const path of ['/sales/selected/day', '/sales/invoices']) {
      expect(await unknown(owner, path), path).toEqual(['NOWHERE'])
      expect(await unknown(front, path), path).toEqual(['SECRET', 'NOWHERE'])
    }
  })
})

describe('a name is the reader’s, too', () => {
  const plus = async (who: Hired) => (await ask<{ Products: { Plu: string }[] }>(who, at('/suppliers/products'))).Products.map(({ Plu }) => Plu)

  it('once it was sold at one of their locations, from that sale on', async () => {
    await store(1, saleOf({ plu: 'NEW', group: 'Fresh' }))
    expect(await plus(front)).not.toContain('NEW')
    await store(0, saleOf({ plu: 'NEW', group: 'Fresh' }))
    expect(await plus(front)).toContain('NEW')
    expect((await ask<{ Groups: string[] }>(front, `/reports/plu-sales?${RANGE}`)).Groups).toContain('Fresh')
  })

  it('where it was only wasted there, or delivered', async () => {
    await store(0, saleOf({ plu: 'WASTED', group: 'Spilt' }, 'Wastage'))
    await store(1, saleOf({ plu: 'CRATE', group: 'Cellar' }))
    expect(await plus(front)).toContain('WASTED')
    expect(await plus(front)).not.toContain('CRATE')
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`
        insert into stock_movement (venue_id, movement_id, location_id, product_id, day, kind, qty, cost)
        select ${room.venueId}, 1, ${room.locationIds[0]}, product_id, '2026-11-13', 1, 10000, 100 from product
        where venue_id = ${room.venueId} and plu = 'CRATE' returning 1`,
    )
    expect(await plus(front)).toContain('CRATE')
  })

  it('where it was only rung up as no sale there, of items chosen by their PLU', async () => {
    const unknown = async (who: Hired) => (await ask<{ UnknownItems: string[] }>(who, `/sales/selected/day?${RANGE}&Items=VOUCHER,TICKET`)).UnknownItems
    expect(await unknown(front)).toEqual(['VOUCHER', 'TICKET'])
    await store(0, saleOf({ plu: 'VOUCHER', group: '' }, 'NonSale'))
    await store(1, saleOf({ plu: 'TICKET', group: '' }, 'NonSale'))
    expect(await unknown(front)).toEqual(['TICKET'])
  })
})

describe('what was kept about locations that are not the reader’s', () => {
  const about = (locationId: number | undefined) => {
    const query = { FromDate: '2026-11-09', ToDate: '2026-11-15', ...(locationId ? { Locations: String(locationId) } : {}) }
    return { Path: '/reports/sales', Search: `range=lastweek${locationId ? `&loc=${locationId}` : ''}`, Report: { Path: '/sales/day', Query: query } }
  }

  it('is no view of the venue for them', async () => {
    const share = async (Name: string, locationId?: number) => {
      const { status, body } = await owner.call<{ ViewId: string }>('POST', '/reports/views', { body: { Name, ...about(locationId), Shared: true } })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.ViewId
    }
    const hidden = await share('Back Bar, last week', room.locationIds[1])
    await share('Front Bar, last week', room.locationIds[0])
    await share('Last week')
    const names = async (who: Hired) => (await ask<{ Views: { Name: string }[] }>(who, '/reports/views')).Views.map(({ Name }) => Name)
    expect(await names(front)).toEqual(['Front Bar, last week', 'Last week'])
    expect(await names(owner)).toHaveLength(3)
    expect((await front.call('POST', '/reports/home', { body: { ViewId: hidden } })).status).toBe(404)
    expect((await front.call('DELETE', `/reports/views/${hidden}`)).status).toBe(404)
  })

  it('is no scheduled report for them', async () => {
    const mail = { Every: 'week', OnDay: 7, Language: 'en', Attachment: 'none', SkipEmpty: true, Recipients: [owner.colleague.employeeId] }
    const make = async (Name: string, locationId?: number) => {
      const { status, body } = await owner.call<{ ScheduleId: string }>('POST', '/reports/schedules', { body: { Name, ...about(locationId), ...mail } })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.ScheduleId
    }
    const hidden = await make('Back Bar by mail', room.locationIds[1])
    await make('Front Bar by mail', room.locationIds[0])
    const names = async (who: Hired) => (await ask<{ Schedules: { Name: string }[] }>(who, '/reports/schedules')).Schedules.map(({ Name }) => Name)
    expect(await names(front)).toEqual(['Front Bar by mail'])
    expect(await names(owner)).toEqual(['Back Bar by mail', 'Front Bar by mail'])
    expect((await front.call('GET', `/reports/schedules/${hidden}/runs`)).status).toBe(404)
  })

  it('is no mapping for them, nor one that they could put another in the place of', async () => {
    const Mapping = { Columns: { Date: 'Day', Name: 'Item', Net: 'Total' } }
    const keep = (who: Hired, Name: string, more: object) => who.call('PUT', '/imports/mappings', { body: { Name, Mapping: { ...Mapping, ...more } } })
    expect((await keep(owner, 'Of the back', { Values: { Location: { BB: 'Back Bar' } } })).status).toBe(204)
    expect((await keep(owner, 'Of the back, always', { Defaults: { Location: 'back bar' } })).status).toBe(204)
    expect((await keep(owner, 'Of the front', { Values: { Location: { FB: 'Front Bar' } } })).status).toBe(204)
    expect((await keep(owner, 'Of any', {})).status).toBe(204)
    const own = async (who: Hired) =>
      (await ask<{ Mappings: { Name: string; BuiltIn: boolean }[] }>(who, '/imports/mappings')).Mappings.filter(({ BuiltIn }) => !BuiltIn).map(
        ({ Name }) => Name,
      )
    expect((await own(front)).sort()).toEqual(['Of any', 'Of the front'])
    expect(await own(owner)).toHaveLength(4)
    expect((await keep(front, 'Of the back', {})).status).toBe(400)
    expect((await front.call('DELETE', `/imports/mappings?Name=${encodeURIComponent('Of the back')}`)).status).toBe(404)
    expect(await own(owner)).toHaveLength(4)
  })
})
