import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
let app: StartedApp

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
})
afterAll(() => app.close())

const send = async (body: unknown, headers: Record<string, string> = {}, key: string | null = SAMPLE_TILL_KEY) => {
  const sent = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(`${app.url}/api/pos/v1/sales`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers },
    body: sent as BodyInit,
  })
  return { status: answer.status, body: (await answer.json()) as Answer, retryAfter: answer.headers.get('retry-after') }
}

interface Answer {
  BatchId: string | null
  Received: number
  Accepted: number
  Duplicates: number
  Replaced: number
  Rejected: number
  Results: { Index: number; SaleId: string | null; Status: string; Errors: { ErrorCode: string; FieldName: string; Message: string }[] }[]
  ResponseStatus?: { ErrorCode: string }
}

const sale = (id: string, more: object = {}) => ({
  SaleId: id,
  TerminalId: 'T1',
  ClosedAt: '2026-11-20T20:15:00+11:00',
  Currency: 'AUD',
  Lines: [{ Plu: '1001', Name: 'Lager', Quantity: '1', Gross: 1000, Net: 1000 }],
  Tenders: [{ Method: 'Cash', Amount: 1000 }],
  Totals: { Total: 1000 },
  ...more,
})

const statuses = (answer: Answer) => answer.Results.map(({ Status }) => Status)
const codes = (answer: Answer, index = 0) => answer.Results[index]?.Errors.map(({ ErrorCode }) => ErrorCode)

describe('POST /pos/v1/sales', () => {
  it('answers every sale by itself, in order', async () => {
    const { status, body } = await send({ Sales: [sale('H1'), sale('H2', { Totals: { Total: 999 } }), 'no sale', sale('H1')] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ BatchId: null, Received: 4, Accepted: 1, Duplicates: 1, Replaced: 0, Rejected: 2 })
    expect(statuses(body)).toEqual(['accepted', 'rejected', 'rejected', 'duplicate'])
    expect(body.Results[1]?.Errors[0]).toMatchObject({ ErrorCode: 'totals_mismatch', FieldName: 'Totals.Total' })
    expect(body.Results[1]?.Errors[0]?.Message).toContain('lines 1000')
    expect(body.Results.map(({ SaleId }) => SaleId)).toEqual(['H1', 'H2', null, 'H1'])
  })

  it('answers a batch sent again as it did the first time', async () => {
    const batch = { BatchId: 'b-1', Sales: [sale('B1'), sale('B2', { Totals: { Total: 1 } })] }
    const first = await send(batch)
    expect(statuses(first.body)).toEqual(['accepted', 'rejected'])
    expect((await send(batch)).body).toEqual(first.body)
    const other = await send({ BatchId: 'b-1', Sales: [sale('B1'), sale('B3')] })
    expect(statuses(other.body)).toEqual(['duplicate', 'accepted'])
  })

  it('takes one batch that arrives many times at once exactly once', async () => {
    const batch = { BatchId: 'b-2', Sales: Array.from({ length: 20 }, (_, i) => sale(`P${i}`)) }
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(batch)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const [stored] = await app.database.inVenue(1, (sql) => sql`select count(*)::int as n from sale where venue_id = 1 and batch_id = 'b-2'`)
    expect(stored?.n).toBe(20)
  })

  it('lets several tills sell at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        send({ Sales: Array.from({ length: 5 }, (_, k) => sale(`C${i}-${k}`, { TerminalId: `T${i % 6}`, ClerkId: String((i * 7 + k) % 11) })) }),
      ),
    )
    expect(answers.every(({ body }) => body.Accepted === 5)).toBe(true)
  })

  it.each([
    ['all of them right', []],
    ['one of them malformed', [6]],
  ] as const)('answers each till for its own sales when many send one by one at once, %s', async (name, malformed: readonly number[]) => {
    const prefix = `G${name.length}-`
    const requests = Array.from({ length: 14 }, (_, i) => {
      if (malformed.includes(i)) return { Sales: 'none' }
      if (i === 5) return { Sales: [sale(`${prefix}${i}`, { Totals: { Total: 1 } })] }
      // Every third request is the one before it, sent again under its own name.
      const id = `${prefix}${i % 3 === 2 ? i - 1 : i}`
      return { BatchId: `together-${id}`, Sales: [sale(id)] }
    })
    const answers = await Promise.all(requests.map((body) => send(body)))
    expect(answers.map(({ status }) => status)).toEqual(requests.map((_, i) => (malformed.includes(i) ? 400 : 200)))
    for (const [i, { body }] of answers.entries()) {
      if (malformed.includes(i)) continue
      expect(statuses(body), `request ${i}`).toEqual([i === 5 ? 'rejected' : 'accepted'])
      expect(JSON.stringify(requests[i])).toContain(`"SaleId":"${body.Results[0]?.SaleId}"`)
    }
    const sent = JSON.stringify(requests.filter((_, i) => i !== 5))
    const ids = Array.from({ length: 14 }, (_, i) => `${prefix}${i}`)
    const { body } = await send({ Sales: ids.map((id) => sale(id)) })
    expect(statuses(body)).toEqual(ids.map((id) => (sent.includes(`"${id}"`) ? 'duplicate' : 'accepted')))
  })

  it('lets a void find its sale when both come at once', async () => {
    const pairs = Array.from({ length: 7 }, (_, i) => [
      sale(`V${i}`, { TerminalId: 'V', ClosedAt: '2026-11-18T20:15:00+11:00' }),
      { SaleId: `V${i}-void`, TerminalId: 'V', Type: 'Void', OriginalSaleId: `V${i}`, ClosedAt: '2026-11-18T20:16:00+11:00' },
    ])
    const answers = await Promise.all(pairs.flat().map((one, i) => send({ Sales: [one] }, i % 4 ? {} : { 'idempotency-key': `void-${i}` })))
    expect(answers.map(({ body }) => statuses(body))).toEqual(pairs.flat().map(() => ['accepted']))
    const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
    const { body } = await owner.call('GET', '/sales/day?FromDate=2026-11-18&ToDate=2026-11-18&Locations=1')
    expect(body).toMatchObject({ Totals: { Sales: 0, Amount: 0 } })
  })

  it('refuses a key from the moment it is revoked, also one it has met', async () => {
    const key = await createLocationKey(app.database.house, 1, 1, 'soon revoked')
    expect((await send({ Sales: [sale('R1')] }, {}, key)).status).toBe(200)
    await app.database.house`update location_key set revoked_at = now() where name = 'soon revoked'`
    expect(await send({ Sales: [sale('R2')] }, {}, key)).toMatchObject({ status: 401, body: { ResponseStatus: { ErrorCode: 'KeyNotValid' } } })
    expect(statuses((await send({ Sales: [sale('R2')] })).body)).toEqual(['accepted'])
  })

  it('refuses a key from the moment it runs out, also one it has met', async () => {
    const key = await createLocationKey(app.database.house, 1, 1, 'soon over')
    expect((await send({ Sales: [sale('O1')] }, {}, key)).status).toBe(200)
    await app.database.house`update location_key set expires_at = now() where name = 'soon over'`
    expect(await send({ Sales: [sale('O2')] }, {}, key)).toMatchObject({ status: 401, body: { ResponseStatus: { ErrorCode: 'KeyNotValid' } } })
  })

  it('says what is wrong with a sale', async () => {
    const { body } = await send({
      Sales: [
        sale('E1', { LocationId: 2 }),
        sale('E2', { Currency: 'USD' }),
        sale('E3', { ClosedAt: '2025-01-01T10:00:00+11:00' }),
        sale('E4', { ClosedAt: '2026-11-22T10:00:00+11:00' }),
        sale('E5', { ClosedAt: '2026-02-30T10:00:00+11:00' }),
        sale('E6', { ClosedAt: '2026-11-20 10:00' }),
        sale('E7', { Totals: { Total: '1000' } }),
        sale('E8', { Type: 'Void' }),
        sale('E9', { Lines: [{ Quantity: '1', Gross: -1000, Net: -1000 }], Tenders: [{ Method: 'Cash', Amount: -1000 }], Totals: { Total: -1000 } }),
        sale('E10', { Lines: [{ Quantity: '1,5', Gross: 1000, Net: 1000 }] }),
        sale('E11\u0000'),
        sale(''),
      ],
    })
    expect(statuses(body)).toEqual(body.Results.map(() => 'rejected'))
    expect(body.Results.map((_, i) => codes(body, i)?.[0])).toEqual([
      'LocationNotFound',
      'WrongCurrency',
      'TooOld',
      'InFuture',
      'Invalid',
      'Invalid',
      'WrongType',
      'Required',
      'NegativeTotal',
      'Invalid',
      'Invalid',
      'Invalid',
    ])
  })

  it('reads compressed bodies and refuses what is not', async () => {
    const packed = await send(gzipSync(JSON.stringify({ Sales: [sale('G1')] })), { 'content-encoding': 'gzip' })
    expect(packed.body.Accepted).toBe(1)
    const broken = await send(Buffer.from('not gzip at all'), { 'content-encoding': 'gzip' })
    expect(broken.status).toBe(400)
    const bomb = await send(gzipSync(Buffer.alloc(80 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' })
    expect(bomb.status).toBe(413)
  })

  it('refuses whole requests only for the key, the shape and the size', async () => {
    expect((await send({ Sales: [sale('K1')] }, {}, null)).status).toBe(401)
    expect((await send({ Sales: [sale('K1')] }, {}, 'dbk_wrong')).status).toBe(401)
    expect((await send('{"Sales": [')).body.ResponseStatus?.ErrorCode).toBe('MalformedJson')
    expect((await send({ Sales: {} })).status).toBe(400)
    expect((await send({ Sales: [] })).status).toBe(400)
    expect((await send({ Sales: Array.from({ length: 501 }, (_, i) => sale(`X${i}`)) })).status).toBe(413)
    expect((await send({ Sales: [], Padding: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413)
    expect((await send('a,b', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('keeps texts byte for byte', async () => {
    const name = '"quoted" \\ {curly}, 日本語 🍺 \u202e NULL \'; drop table sale; --\n'
    expect(
      (
        await send({
          Sales: [sale('N1', { Lines: [{ Plu: 'naughty', Name: name, Quantity: '1', Gross: 1000, Net: 1000 }], ClerkId: 'NULL', ClerkName: name })],
        })
      ).body.Accepted,
    ).toBe(1)
    const [row] = await app.database.inVenue(1, (sql) => sql`select name from sale_line where venue_id = 1 and name like '%drop table%'`)
    expect(row?.name).toBe(name)
  })
})

describe('GET /pos/v1/sync-status', () => {
  const ask = async (query = '') => {
    const answer = await fetch(`${app.url}/api/pos/v1/sync-status${query}`, { headers: { authorization: `Bearer ${SAMPLE_TILL_KEY}` } })
    return {
      status: answer.status,
      body: (await answer.json()) as { LastSaleAt: string; Terminals: { TerminalId: string; Missing: object[]; LastSequence: number }[] },
    }
  }

  it('shows the last sale and the numbers missing', async () => {
    await send({ Sales: [1, 2, 5, 9].map((number) => sale(`Q${number}`, { TerminalId: 'SEQ', Sequence: number })) })
    const { body } = await ask('?LocationId=1')
    expect(body.LastSaleAt).toBe('2026-11-20T09:15:00.000Z')
    expect(body.Terminals.find(({ TerminalId }) => TerminalId === 'SEQ')).toMatchObject({
      LastSequence: 9,
      Missing: [
        { From: 3, To: 4 },
        { From: 6, To: 8 },
      ],
    })
  })

  it('does not know another location', async () => {
    expect((await ask('?LocationId=2')).status).toBe(404)
  })
})
