import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { apiKeys, type KeyUser } from '#features/api-keys/api-keys.contract.ts'
import { intake } from '#features/intake/intake.contract.ts'
import { supplierSales } from '#features/reports/supplier-sales/supplier-sales.contract.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type AnyOperation, SUPPLIER_SCOPES } from '#shared/endpoint.ts'
import { keg, schooner, storeCellarFacts } from '#tests/cellar-house.ts'
import { credentialOf } from '#tests/credentials.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { type Input, WireClient, wireOf } from '#tests/wire.ts'
import { supplierProducts } from './supplier-products.contract.ts'
import { suppliers } from './suppliers.contract.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
let app: StartedApp
let owner: Sql
let wire: WireClient
let admin: string

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = connectAsOwner(app.databaseUrl)
  wire = new WireClient(app.url)
})
beforeEach(async () => {
  await owner`delete from limit_counter`
  admin = await credentialOf(app.database, 'admin')
})
afterAll(async () => {
  wire.close()
  await owner.end()
  await app.close()
})

const send = (authorization: string, operation: AnyOperation, input: Input = {}) => wire.send(wireOf(operation, input, { authorization }))
const ask = async <T>(authorization: string, operation: AnyOperation, input: Input = {}): Promise<T> => {
  const answer = await send(authorization, operation, input)
  expect({ status: answer.status, text: answer.status >= 300 ? answer.text : '' }).toEqual({ status: answer.status >= 300 ? 200 : answer.status, text: '' })
  return answer.json as T
}
const make = (User: object, more: object = {}) => ask<{ User: KeyUser; Key: string }>(admin, apiKeys.make, { body: { User, ...more } })
let made = 0
const supplier = async (more: object = {}) => {
  made += 1
  const { User, Key } = await make({ Name: `Orders ${made}`, SupplierName: `Supplier ${made}`, Scopes: SUPPLIER_SCOPES, Venues: [1], ...more })
  return { user: User, key: `Bearer ${Key}` }
}
const products = async (plus: readonly string[]) => {
  for (const plu of plus)
    await owner`insert into product (venue_id, plu, name, class_id) values (1, ${plu}, ${`Item ${plu}`}, 0) on conflict (venue_id, plu) do nothing`
}
const supplies = (user: KeyUser, Plus: readonly string[]) =>
  ask(admin, supplierProducts.setProducts, { params: { venueId: 1, supplierId: user.SupplierId }, body: { Plus } })
const status = async (key: string) => {
  const { status, errorCode } = await send(key, suppliers.venues)
  return `${status} ${errorCode ?? ''}`.trim()
}

describe('API keys', () => {
  it('a key is shown once, stored as a hash alone, and listed by how it begins and ends', async () => {
    const { user, key } = await supplier()
    const secret = key.slice('Bearer '.length)
    expect(user.Prefix).toBe(`${secret.slice(0, 12)}…${secret.slice(-4)}`)
    const list = await send(admin, apiKeys.list)
    expect(list.text).toContain(user.Prefix)
    expect(list.text).not.toContain(secret)
    const [dump] = await owner<
      { text: string }[]
    >`select string_agg(to_jsonb(k)::text, ' ') || (select string_agg(a.detail::text, ' ') from audit_event a) as text from supplier_key k`
    expect(dump?.text).not.toContain(secret)
    expect(await status(key)).toBe('200')
    const again = await ask<{ Users: KeyUser[] }>(admin, apiKeys.keysOf, { params: { id: user.UserId } })
    expect(again.Users).toMatchObject([{ Calls: 1, Status: 'Active', Venues: [{ VenueId: 1 }] }])
    expect(again.Users[0]?.LastUsed).not.toBeNull()
  })

  it('rotated, the key before works on for the overlap and no longer; a third key ends the first at once', async () => {
    const { user, key } = await supplier()
    const second = await make({ UserId: user.UserId }, { OverlapHours: 2 })
    expect(second.User.OldKey).toMatchObject({ Prefix: user.Prefix })
    expect([await status(key), await status(`Bearer ${second.Key}`)]).toEqual(['200', '200'])
    const third = await make({ UserId: user.UserId })
    expect([await status(key), await status(`Bearer ${second.Key}`), await status(`Bearer ${third.Key}`)]).toEqual(['401 ApiKeyNotValid', '200', '200'])
    await owner`update supplier_key set expires_at = now() - interval '1 second' where user_id = ${user.UserId} and expires_at is not null`
    expect([await status(`Bearer ${second.Key}`), await status(`Bearer ${third.Key}`)]).toEqual(['401 ApiKeyNotValid', '200'])
    const fourth = await make({ UserId: user.UserId }, { OverlapHours: 0 })
    expect([await status(`Bearer ${third.Key}`), await status(`Bearer ${fourth.Key}`)]).toEqual(['401 ApiKeyNotValid', '200'])
  })

  it('two rotations at once leave at most two keys that work', async () => {
    const { user, key } = await supplier()
    const keys = await Promise.all([1, 2, 3, 4].map(() => make({ UserId: user.UserId })))
    const working = await Promise.all([key, ...keys.map(({ Key }) => `Bearer ${Key}`)].map(status))
    expect(working.filter((one) => one === '200')).toHaveLength(2)
  })

  it('revoked ends at once and for good; unknown, expired, revoked and malformed keys are answered alike', async () => {
    const { user, key } = await supplier()
    const expired = await supplier({ Expires: '2027-01-01T00:00:00Z' })
    await owner`update supplier_key set expires_at = now() where user_id = ${expired.user.UserId}`
    expect(await status(key)).toBe('200')
    await send(admin, apiKeys.revoke, { params: { id: user.UserId } })
    const unknown = 'Bearer pat_test_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef07kqpP'
    const answers = await Promise.all(
      [key, expired.key, unknown, 'Bearer nonsense', `Bearer ${SAMPLE_TILL_KEY}`].map(async (one) => {
        const { status: code, json } = await send(one, suppliers.venues)
        return JSON.stringify([code, (json as { ResponseStatus: unknown }).ResponseStatus])
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('ApiKeyNotValid')
    expect(await send(admin, apiKeys.make, { body: { User: { UserId: user.UserId } } })).toMatchObject({ status: 400 })
  })

  it('a venue sees in its audit who was granted, and the house who was made, rotated and revoked', async () => {
    const { user } = await supplier()
    await make({ UserId: user.UserId })
    await send(admin, apiKeys.revoke, { params: { id: user.UserId } })
    const params = { venueId: 1, supplierId: user.SupplierId, id: user.UserId }
    expect(await send(admin, apiKeys.withdraw, { params })).toMatchObject({ status: 204 })
    const rows = await owner<{ venue_id: number; action: string; actor_user_id: number }[]>`
      select venue_id, action, actor_user_id from audit_event where (detail->>'UserId')::int = ${user.UserId} order by event_id`
    expect(rows.map(({ venue_id, action, actor_user_id }) => `${venue_id} ${action} ${actor_user_id}`)).toEqual([
      '0 api-key.made 1',
      '1 api-key.granted 1',
      '0 api-key.rotated 1',
      '0 api-key.revoked 1',
      '1 api-key.withdrawn 1',
    ])
  })

  it('what a key was refused stands in the trail: of the venue that granted it, or of the house', async () => {
    const { user, key } = await supplier({ Scopes: ['purchases:read'] })
    const [elsewhere] = await owner<{ venue_id: number }[]>`insert into venue (name) values ('Not granted') returning venue_id`
    const sales = (VenueId: number) => send(key, supplierSales.supplierPluSales, { query: { VenueId, FromDate: '2026-11-01', ToDate: '2026-11-02' } })
    expect(await sales(1)).toMatchObject({ status: 403, errorCode: 'NotPermitted' })
    expect(await send(key, suppliers.purchases, { query: { VenueId: elsewhere?.venue_id, FromDate: '2026-11-01', ToDate: '2026-11-02' } })).toMatchObject({
      status: 404,
      errorCode: 'VenueNotFound',
    })
    const rows = await owner<{ venue_id: number; code: string; subject: string; ip: string | null; key: number | null }[]>`
      select venue_id, detail->>'Code' as code, subject, ip, (detail->>'SupplierKey')::int as key from audit_event
      where action = 'access.refused' and (detail->>'SupplierUser')::int = ${user.UserId} order by event_id`
    expect(rows.map(({ venue_id, code, subject }) => `${venue_id} ${code} ${subject}`)).toEqual([
      `1 NotPermitted ${supplierSales.supplierPluSales.method} ${supplierSales.supplierPluSales.path}`,
      `0 VenueNotFound ${suppliers.purchases.method} ${suppliers.purchases.path}`,
    ])
    expect(rows.every(({ ip, key: keyId }) => ip !== null && keyId !== null)).toBe(true)
  })

  it('a user is granted a venue, and loses it, by way of their own supplier alone', async () => {
    const [mine, other] = [await supplier({ Venues: [] }), await supplier()]
    const grants = async () => (await ask<{ Users: KeyUser[] }>(admin, apiKeys.keysOf, { params: { id: mine.user.UserId } })).Users[0]?.Venues
    const grant = (supplierId: number) => send(admin, apiKeys.grant, { params: { venueId: 1, supplierId }, body: { UserId: mine.user.UserId } })
    const withdraw = (supplierId: number) => send(admin, apiKeys.withdraw, { params: { venueId: 1, supplierId, id: mine.user.UserId } })
    expect(await grant(other.user.SupplierId)).toMatchObject({ status: 404, errorCode: 'NotFound' })
    expect(await grants()).toEqual([])
    expect(await grant(mine.user.SupplierId)).toMatchObject({ status: 200 })
    expect(await withdraw(other.user.SupplierId)).toMatchObject({ status: 404, errorCode: 'NotFound' })
    expect(await grants()).toMatchObject([{ VenueId: 1 }])
    expect(await withdraw(mine.user.SupplierId)).toMatchObject({ status: 204 })
    expect(await grants()).toEqual([])
  })

  it.each([
    ['no name', { SupplierName: 'S', Scopes: ['sales:read'] }],
    ['a name of blanks', { Name: '  ', SupplierName: 'S', Scopes: ['sales:read'] }],
    ['no supplier', { Name: 'N', Scopes: ['sales:read'] }],
    ['two suppliers', { Name: 'N', SupplierId: 1, SupplierName: 'S', Scopes: ['sales:read'] }],
    ['no scope', { Name: 'N', SupplierName: 'S', Scopes: [] }],
    ['a scope nobody knows', { Name: 'N', SupplierName: 'S', Scopes: ['sales:write'] }],
    ['an end in the past', { Name: 'N', SupplierName: 'S', Scopes: ['sales:read'], Expires: '2026-01-01T00:00:00Z' }],
    ['a field that must not be set', { Name: 'N', SupplierName: 'S', Scopes: ['sales:read'], Status: 'Active' }],
    ['a new name with a rotation', { UserId: 1000000001, Name: 'N' }],
  ])('refuses %s', async (_what, User) => {
    const before = await owner`select count(*)::int as n from supplier_key`
    expect(await send(admin, apiKeys.make, { body: { User } })).toMatchObject({ status: 400 })
    expect(await owner`select count(*)::int as n from supplier_key`).toEqual(before)
  })

  it("a venue's calls per minute are counted by key", async () => {
    const limited = await startApp({ environment: { READS_PER_MINUTE: '3' } })
    const client = new WireClient(limited.url)
    const key = await credentialOf(limited.database, 'supplier')
    const codes: number[] = []
    for (let i = 0; i < 8; i += 1) codes.push((await client.send(wireOf(suppliers.venues, {}, { authorization: key }))).status)
    client.close()
    await limited.close()
    expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(2)
    expect(codes.slice(0, 3)).toEqual([200, 200, 200])
  })
})

const line = (more: object = {}) => ({ Invoice: `I-${made}`, Line: '1', LocationId: 1, ReceivedOn: '2026-11-20', Plu: 'P1', Quantity: 12, Cost: 30.5, ...more })
const post = (key: string, Purchases: unknown[]) =>
  ask<{ Accepted: number; Duplicates: number; Rejected: number; Results: { Status: string; Errors: { FieldName: string; ErrorCode: string }[] }[] }>(
    key,
    suppliers.postPurchases,
    { query: { VenueId: 1 }, body: { Purchases } },
  )

describe('purchases', () => {
  it('a line is stored once: again it is a duplicate, otherwise a conflict, within a post and between posts', async () => {
    const { user, key } = await supplier()
    await products(['P1'])
    await supplies(user, ['P1'])
    const first = await post(key, [line(), line(), line({ Cost: 31 }), line({ Line: '2', Quantity: -1, Cost: -2.5 })])
    expect(first.Results.map(({ Status }) => Status)).toEqual(['accepted', 'duplicate', 'conflict', 'accepted'])
    const second = await post(key, [line(), line({ Quantity: 11 })])
    expect(second.Results.map(({ Status }) => Status)).toEqual(['duplicate', 'conflict'])
    const at = await Promise.all([1, 2, 3, 4].map(() => post(key, [line({ Line: '3' })])))
    expect(at.map(({ Accepted }) => Accepted).sort()).toEqual([0, 0, 0, 1])
    const [stored] = await owner<{ n: number; qty: number }[]>`select count(*)::int as n, sum(qty)::bigint as qty from stock_movement where product_id =
      (select product_id from product where venue_id = 1 and plu = 'P1')`
    expect(stored).toEqual({ n: 3, qty: 230_000 })
    await supplies(user, [])
  })

  it('says what is wrong with each line, and takes the others', async () => {
    const { user, key } = await supplier()
    await products(['P1', 'P2'])
    await supplies(user, ['P1'])
    const bad: [object, string][] = [
      [{ Plu: 'P2' }, 'Plu'],
      [{ Plu: 'nowhere' }, 'Plu'],
      [{ LocationId: 999 }, 'LocationId'],
      [{ Quantity: 1.00001 }, 'Quantity'],
      [{ Quantity: 0, Cost: 0 }, 'Quantity'],
      [{ Quantity: -1 }, 'Cost'],
      [{ Cost: 1.005 }, 'Cost'],
      [{ ReceivedOn: '2026-12-24' }, 'ReceivedOn'],
      [{ ReceivedOn: '2024-12-24' }, 'ReceivedOn'],
      [{ ReceivedOn: '2026-02-30' }, 'ReceivedOn'],
      [{ Invoice: '' }, 'Invoice'],
      [{ Extra: 1 }, 'Extra'],
      [{ Quantity: '12' }, 'Quantity'],
    ]
    const answer = await post(key, [...bad.map(([more], i) => line({ Line: `b${i}`, ...more })), null, line({ Line: 'good' })])
    expect(answer).toMatchObject({ Accepted: 1, Rejected: bad.length + 1 })
    expect(answer.Results.slice(0, bad.length).map(({ Errors }) => Errors[0]?.FieldName)).toEqual(bad.map(([, field]) => field))
    // A product of somebody else's and one that is not there: told alike.
    expect(answer.Results[0]?.Errors).toEqual(answer.Results[1]?.Errors)
    await supplies(user, [])
  })

  it('a product belongs to one supplier', async () => {
    const [one, other] = [await supplier(), await supplier()]
    await products(['P1'])
    await supplies(one.user, ['P1'])
    const params = { venueId: 1, supplierId: other.user.SupplierId }
    expect(await send(admin, supplierProducts.setProducts, { params, body: { Plus: ['P1'] } })).toMatchObject({ status: 400 })
    expect(await send(admin, supplierProducts.setProducts, { params, body: { Plus: ['not there'] } })).toMatchObject({ status: 400 })
    await supplies(one.user, [])
    await supplies(other.user, ['P1'])
    await supplies(other.user, [])
  })

  it('the venue sees its products with whose they are, searched, narrowed and page by page', async () => {
    const { user } = await supplier()
    await products(['Z-1', 'Z-2', 'Z-3'])
    await supplies(user, ['Z-2'])
    const list = (query: Record<string, string>) =>
      ask<{ Products: { Plu: string }[]; Total: number; Next: string | null }>(admin, supplierProducts.allProducts, { params: { venueId: 1 }, query })
    const plus = async (query: Record<string, string>) => (await list(query)).Products.map(({ Plu }) => Plu)
    expect(await plus({ Search: 'item z-' })).toEqual(['Z-1', 'Z-2', 'Z-3'])
    expect(await plus({ Search: 'z-%' })).toEqual([])
    expect(await plus({ Search: 'Z-', Free: 'true' })).toEqual(['Z-1', 'Z-3'])
    expect(await list({ Supplier: String(user.SupplierId) })).toEqual({
      Products: [{ Plu: 'Z-2', Name: 'Item Z-2', ProductGroup: '', SupplierId: user.SupplierId, SupplierName: user.SupplierName }],
      Total: 1,
      Next: null,
    })
    const first = await list({ Search: 'Z-', Limit: '2' })
    expect(first).toMatchObject({ Total: 3, Next: 'Z-2' })
    expect(await plus({ Search: 'Z-', Limit: '2', After: first.Next ?? '' })).toEqual(['Z-3'])
    expect(await send(admin, supplierProducts.allProducts, { params: { venueId: 1 }, query: { Limit: '1001' } })).toMatchObject({ status: 400 })
    await supplies(user, [])
  })
})

/** A repeatable die. */
const dice = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

interface Figures {
  Plu: string
  Quantity: number
  Amount: number
  Tax: number
}

const ring = async (random: () => number, plus: readonly string[], salt: string) => {
  const Sales = Array.from({ length: 40 }, (_, i) => {
    const Lines = plus
      .filter(() => random() < 0.6)
      .map((Plu, at) => {
        const qty = 1 + Math.floor(random() * 5)
        const UnitPrice = 100 + Math.floor(random() * 900)
        const Net = qty * UnitPrice
        return {
          LineId: String(at),
          Plu,
          Name: `Item ${Plu}`,
          Quantity: String(qty),
          UnitPrice,
          Gross: Net,
          Net,
          Tax: Math.round(Net / 11),
          Wastage: random() < 0.1,
        }
      })
    const Total = Lines.filter(({ Wastage }) => !Wastage).reduce((sum, { Net }) => sum + Net, 0)
    const day = String(1 + Math.floor(random() * 19)).padStart(2, '0')
    const ClosedAt = `2026-11-${day}T12:00:00+11:00`
    return { SaleId: `${salt}-${i}`, TerminalId: 'T', ClosedAt, Currency: 'AUD', Lines, Tenders: [{ Method: 'Card', Amount: Total }], Totals: { Total } }
  }).filter(({ Lines }) => Lines.length > 0)
  return ask<{ Accepted: number }>(`Bearer ${SAMPLE_TILL_KEY}`, intake.sendSales, { body: { Sales } })
}

describe('what a supplier sees', () => {
  it.each([1, 2, 3, 4])('is its own products and no others, to the cent (seed %i)', async (seed) => {
    const random = dice(seed * 7919)
    const plus = Array.from({ length: 8 }, (_, i) => `S${seed}-${i}`)
    expect((await ring(random, plus, `seed${seed}`)).Accepted).toBeGreaterThan(10)
    await products(plus)
    const both = [await supplier(), await supplier()]
    const mine = both.map((_, which) => plus.filter((__, i) => (i * seed) % 3 === which))
    for (const [which, { user }] of both.entries()) await supplies(user, mine[which] ?? [])
    for (const [which, { key, user }] of both.entries()) {
      const own = mine[which] ?? []
      const lines = Array.from({ length: 60 }, (_, i) => ({
        ...line({ Invoice: `R${seed}`, Line: String(i), Plu: plus[Math.floor(random() * plus.length)], LocationId: 1 + Math.floor(random() * 3) }),
        ReceivedOn: `2026-11-${String(1 + Math.floor(random() * 20)).padStart(2, '0')}`,
        Quantity: Math.floor(random() * 9000) / 100,
        Cost: Math.floor(random() * 90000) / 100 + 1,
        Freight: Math.floor(random() * 900) / 100,
      }))
      const posted = await post(key, lines)
      expect(posted.Accepted).toBe(lines.filter(({ Plu }) => own.includes(Plu ?? '')).length)

      const query = { VenueId: 1, FromDate: '2026-11-03', ToDate: '2026-11-20' }
      const [oracle, bought] = await Promise.all([
        owner<{ plu: string; qty: number; amount: number; tax: number }[]>`
          select p.plu, sum(l.qty)::bigint as qty, sum(l.amount)::bigint as amount, sum(l.tax)::bigint as tax
          from sale_line l join product p on p.venue_id = 1 and p.product_id = l.product_id
          where l.venue_id = 1 and p.plu = any(${own}::text[]) and l.counts and l.business_date between '2026-11-03' and '2026-11-20' group by p.plu order by p.plu`,
        owner<{ cost: number; freight: number; n: number }[]>`select coalesce(sum(cost), 0)::bigint as cost, coalesce(sum(freight), 0)::bigint as freight,
          count(*)::int as n from purchase_line where supplier_id = ${user.SupplierId} and received_on between '2026-11-03' and '2026-11-20'`,
      ])
      for (const Interval of ['total', 'day']) {
        const sales = await ask<{ Locations: { Products: Figures[]; Totals: Figures }[] }>(key, supplierSales.supplierPluSales, {
          query: { ...query, Interval },
        })
        const rows = sales.Locations.flatMap(({ Products }) => Products)
        const of = (plu: string, name: 'Quantity' | 'Amount' | 'Tax') =>
          rows.filter(({ Plu }) => Plu === plu).reduce((sum, row) => sum + Math.round(row[name] * 10_000), 0)
        expect(new Set(rows.map(({ Plu }) => Plu))).toEqual(new Set(oracle.map(({ plu }) => plu)))
        for (const { plu, qty, amount, tax } of oracle) expect([of(plu, 'Quantity'), of(plu, 'Amount'), of(plu, 'Tax')]).toEqual([qty, amount * 100, tax * 100])
        const whole = sales.Locations.reduce((sum, { Totals }) => sum + Math.round(Totals.Amount * 100), 0)
        expect(whole).toBe(oracle.reduce((sum, { amount }) => sum + amount, 0))
      }
      const purchases = await ask<{ Locations: { Totals: { Cost: number; Freight: number; Lines: number } }[] }>(key, suppliers.purchases, { query })
      const total = (name: 'Cost' | 'Freight' | 'Lines') => purchases.Locations.reduce((sum, { Totals }) => sum + Math.round(Totals[name] * 100), 0)
      expect([total('Cost'), total('Freight'), total('Lines') / 100]).toEqual([bought[0]?.cost, bought[0]?.freight, bought[0]?.n])
      await checkStock(key, own)
    }
    for (const { user } of both) await supplies(user, [])
  })

  it('says on what its stock rests, and never how much there is before anybody counted', async () => {
    const { user, key } = await supplier()
    await products(['never bought'])
    await supplies(user, ['never bought'])
    const { Locations } = await ask<{ Locations: { Products: object[] }[] }>(key, suppliers.stockOnHand, { query: { VenueId: 1 } })
    expect(Locations[0]?.Products).toEqual([
      {
        Plu: 'never bought',
        Name: 'Item never bought',
        OnHand: null,
        CountedAt: null,
        Basis: 'movements',
        Since: null,
        Purchased: 0,
        Sold: 0,
        Wasted: 0,
        Change: 0,
      },
    ])
  })

  it('says how much there is once it was counted, by the glass too, and nothing of what others supply', async () => {
    const { user, key } = await supplier()
    await products(['counted keg', 'keg of others', 'glass of it'])
    await supplies(user, ['counted keg'])
    const inVenue = <T>(work: (scope: VenueScope) => PromiseLike<T>) => app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))
    await inVenue((scope) =>
      storeCellarFacts(
        scope,
        1,
        [
          { kind: 'count', plu: 'counted keg', at: '2026-11-18T01:00:00Z', qty: 50_000 },
          { kind: 'count', plu: 'keg of others', at: '2026-11-18T01:00:00Z', qty: 90_000 },
        ],
        [keg('counted keg', 50), schooner('glass of it', 500, 'counted keg')],
      ),
    )
    const glass = { LineId: '1', Kind: 'Sale' as const, Plu: 'glass of it', Name: 'Glass', Quantity: '20', Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 }
    await storeTrade(app.database, 1, 1, [plainSale('2026-11-19T02:00:00Z', 1000, { Lines: [glass] })], NOW)
    const { Locations } = await ask<{ Locations: { LocationId: number; Products: object[] }[] }>(key, suppliers.stockOnHand, {
      query: { VenueId: 1, Locations: '1,2' },
    })
    expect(Locations.map(({ Products }) => Products)).toEqual([
      [expect.objectContaining({ Plu: 'counted keg', OnHand: 4.8, CountedAt: '2026-11-18T01:00:00.000Z', Basis: 'count' })],
      [expect.objectContaining({ Plu: 'counted keg', OnHand: null, CountedAt: null, Basis: 'movements' })],
    ])
  })

  it('ends with the grant', async () => {
    const { user, key } = await supplier()
    expect(await send(key, suppliers.stockOnHand, { query: { VenueId: 1 } })).toMatchObject({ status: 200 })
    await send(admin, apiKeys.withdraw, { params: { venueId: 1, supplierId: user.SupplierId, id: user.UserId } })
    expect(await send(key, suppliers.stockOnHand, { query: { VenueId: 1 } })).toMatchObject({ status: 404, errorCode: 'VenueNotFound' })
    expect(await send(key, suppliers.stockOnHand, { query: { VenueId: 'x' } })).toMatchObject({ status: 400 })
    expect(await send(key, suppliers.stockOnHand, { query: {} })).toMatchObject({ status: 400 })
  })
})

const checkStock = async (key: string, own: readonly string[]) => {
  const { Locations } = await ask<{
    Locations: { LocationId: number; Products: { Plu: string; Since: string | null; Sold: number; Wasted: number; Purchased: number }[] }[]
  }>(key, suppliers.stockOnHand, { query: { VenueId: 1 } })
  expect(new Set(Locations.flatMap(({ Products }) => Products.map(({ Plu }) => Plu)))).toEqual(new Set(own))
  for (const { LocationId, Products } of Locations)
    for (const { Plu, Since, Sold, Wasted, Purchased } of Products) {
      const [row] = await owner<{ since: string | null; qty: number; sold: number; wasted: number }[]>`
        with p as (select product_id from product where venue_id = 1 and plu = ${Plu}), m as (
          select min(day) as since, coalesce(sum(qty), 0)::bigint as qty from stock_movement, p where stock_movement.product_id = p.product_id and location_id = ${LocationId})
        select m.since, m.qty, coalesce(sum(l.qty) filter (where not l.wastage), 0)::bigint as sold, coalesce(sum(l.qty) filter (where l.wastage), 0)::bigint as wasted
        from m left join (select s.* from sale_line s, p where s.product_id = p.product_id) l on l.location_id = ${LocationId} and l.business_date >= m.since
        group by m.since, m.qty`
      expect({ Plu, Since, Sold, Wasted, Purchased }).toEqual({
        Plu,
        Since: row?.since ?? null,
        Sold: (row?.sold ?? 0) / 10_000,
        Wasted: (row?.wasted ?? 0) / 10_000,
        Purchased: (row?.qty ?? 0) / 10_000,
      })
    }
}
