import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { outcome } from '#tests/staff-room.ts'
import { firstDayRead, freshTyro, linkTyro, MID, terminalDay } from '#tests/tyro-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { TerminalDays, TyroPlaces } from './tyro.contract.ts'
import type { TyroBooks } from './tyro-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number
let books: TyroBooks

beforeAll(async () => {
  house = await LinkHouse.open('Tyro House')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('owner-tyro', ['can_linkpayment', 'can_viewpayments', 'can_editsettings'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshTyro(house)
})

const at = (locationId = front) => `/venue/${house.room.venueId}/location/${locationId}/tyro`
const place = async (locationId = front) =>
  (await owner.call<TyroPlaces>('GET', `/venue/${house.room.venueId}/tyro`)).body.Places.find(({ LocationId }) => LocationId === locationId)
const days = async (from = 30, to = 0) =>
  (await owner.call<TerminalDays>('GET', `/reports/card-terminals?FromDate=${terminalDay(from)}&ToDate=${terminalDay(to)}`)).body
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Tyro', LocationId: front } })
  await house.work()
}
const asked = (path: string) => house.tyro.standIn.log.filter((one) => one.path.startsWith(path))
const signed = (body: string) => createHmac('sha256', 'psk_standin').update(body).digest('hex')
const inDatabase = async <T extends readonly unknown[]>(question: string): Promise<T> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  try {
    return (await sql.unsafe(question)) as unknown as T
  } finally {
    await sql.end()
  }
}

describe('a link with Tyro', () => {
  it('of a location that has none is nulls; it is kept as it was sent, replaced as a whole, and goes back to nulls however often it is ended', async () => {
    const nothing = { TyroId: null, SendToLocation: null, Checked: null }
    expect(await owner.call('GET', at())).toMatchObject({ status: 200, body: nothing })
    expect(await linkTyro(owner, front, MID, { SendToLocation: true })).toMatchObject({
      status: 200,
      body: { TyroId: MID, SendToLocation: true, Checked: true },
    })
    expect((await owner.call('GET', at())).body).toEqual({ TyroId: MID, SendToLocation: true, Checked: true })
    expect((await linkTyro(owner, front)).body).toEqual({ TyroId: MID, SendToLocation: false, Checked: true })
    house.tyro.merchant('4202', 'Another')
    expect((await linkTyro(owner, front, '4202')).body).toEqual({ TyroId: '4202', SendToLocation: false, Checked: true })
    expect(await inDatabase(`select account_id from linked_account where provider = 'Tyro'`)).toEqual([{ account_id: '4202' }])
    for (let n = 0; n < 2; n += 1) expect((await owner.call('DELETE', at())).status).toBe(204)
    expect((await owner.call('GET', at())).body).toEqual(nothing)
    expect(await inDatabase(`select 1 from linked_account where provider = 'Tyro'`)).toEqual([])
  })

  it('is refused for an id that Tyro does not know or that is none, and for a merchant linked elsewhere; nothing is half-done', async () => {
    const refused = await linkTyro(owner, front, '999')
    expect(outcome(refused)).toEqual([400, 'ValidationFailed'])
    expect(JSON.stringify(refused.body)).toContain('Tyro does not know a merchant')
    for (const TyroId of ['', 'a b', '../x', 'x'.repeat(65)]) expect(outcome(await linkTyro(owner, front, TyroId))).toEqual([400, 'ValidationFailed'])
    expect((await owner.call('GET', at())).body).toMatchObject({ TyroId: null })
    await linkTyro(owner, front)
    expect(outcome(await linkTyro(owner, back))).toEqual([409, 'AccountLinkedElsewhere'])
    expect((await owner.call('GET', at(back))).body).toMatchObject({ TyroId: null })
  })

  it('that two people name at once is the one that was named last, and neither is refused', async () => {
    const mids = ['4301', '4302', '4303', '4304']
    for (const mid of mids) house.tyro.merchant(mid)
    const answers = await Promise.all(mids.map((mid) => linkTyro(owner, front, mid)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await owner.call<{ TyroId: string }>('GET', at())
    expect(mids).toContain(body.TyroId)
    expect(await inDatabase(`select account_id from linked_account where provider = 'Tyro'`)).toEqual([{ account_id: body.TyroId }])
  })

  it('is kept unchecked where Tyro does not answer, also when the answer is lost, and checked by the next reading', async () => {
    house.tyro.standIn.failNext({ route: '/connect/pay-terminal/merchants', dropConnection: true })
    expect((await linkTyro(owner, front)).body).toMatchObject({ TyroId: MID, Checked: false })
    await house.work()
    expect((await owner.call('GET', at())).body).toMatchObject({ TyroId: MID, Checked: true })
    expect(await place()).toMatchObject({ Status: 'Linked', AccountName: 'Front Bar Pty Ltd', Trouble: null })
  })

  it('shows in Connections and in the history of links', async () => {
    await linkTyro(owner, front)
    await house.work()
    const { body } = await owner.call<{ Config: { Links: object[] } }>('GET', `/venue/${house.room.venueId}/config/connections`)
    expect(body.Config.Links).toMatchObject([{ Provider: 'Tyro', LocationId: front, Status: 'Linked', AccountName: 'Front Bar Pty Ltd' }])
    const { body: history } = await owner.call<{ Events: { What: string }[] }>(
      'GET',
      `/venue/${house.room.venueId}/links/history?Provider=Tyro&LocationId=${front}`,
    )
    expect(history.Events.map(({ What }) => What).sort()).toEqual(['Fetched', 'Linked'])
  })

  it('needs somebody when it is revoked at the provider, and works again once the merchant allows it', async () => {
    await linkTyro(owner, front)
    await house.work()
    const merchant = house.tyro.merchant(MID)
    merchant.isAuthorised = false
    await again()
    expect(await place()).toMatchObject({ Status: 'Needs attention', Trouble: 'revoked-there' })
    merchant.isAuthorised = true
    await again()
    expect(await place()).toMatchObject({ Status: 'Linked', Trouble: null })
  })

  it('disconnect while down: it has ended here at once', async () => {
    await linkTyro(owner, front)
    await house.work()
    for (let n = 0; n < 5; n += 1) house.tyro.standIn.failNext({ route: '/', dropConnection: true })
    expect((await owner.call('DELETE', at())).status).toBe(204)
    await house.work()
    expect((await owner.call('GET', at())).body).toMatchObject({ TyroId: null })
    expect(await house.room.audit('link.closed')).toHaveLength(1)
  })

  it('of a location of Tyro Connect is checked and has no payments to read', async () => {
    house.tyro.locations.set('tc-loc-7', 'GREEN')
    expect((await linkTyro(owner, front, 'tc-loc-7')).body).toMatchObject({ TyroId: 'tc-loc-7', Checked: true })
    await house.work()
    expect(await place()).toMatchObject({ Status: 'Linked', Trouble: null })
    expect(asked('/connect/reporting')).toEqual([])
  })
})

describe('what is read', () => {
  it('adds up by the terminal day: sales, refunds, surcharges, tips and cash out apart, the fee without losing a fraction, and only what was approved', async () => {
    books.pay(terminalDay(1), { sale: 9000, tip: 1000, surcharge: 409, fee: 26.0205 })
    books.pay(terminalDay(1), { sale: 2500, cashOut: 5000, fee: 12.4951 })
    books.pay(terminalDay(1), { refund: -1500 })
    books.pay(terminalDay(1), { sale: 7777, status: 'DECLINED' })
    books.pay(terminalDay(1), { sale: 8888, status: 'VOIDED' })
    books.pay(terminalDay(2), { sale: 1000, donation: 200, fee: 0.4999 })
    await linkTyro(owner, front)
    await house.work()
    const { Days, Totals } = await days()
    expect(Days).toMatchObject([
      {
        LocationId: front,
        Day: terminalDay(1),
        Payments: 3,
        Sales: 115,
        Refunds: -15,
        Surcharges: 4.09,
        Tips: 10,
        CashOut: 50,
        Total: 164.09,
        Fee: 0.39,
        Settled: 160,
        Till: 0,
        Difference: 164.09,
      },
      { Day: terminalDay(2), Sales: 10, Donations: 2, Total: 12, Fee: 0 },
    ])
    expect(Totals).toMatchObject({ Total: 176.09, Fee: 0.39 })
    expect(await inDatabase('select sum(fee)::text as fee from terminal_payment')).toEqual([{ fee: '39.0155' }])
    expect(await place()).toMatchObject({ Fetched: null, FirstDay: firstDayRead() })
  })

  it('knows the days of a link from an earlier version since it was linked, however often it is read and linked again', async () => {
    await linkTyro(owner, front)
    await house.work()
    const readFirst = firstDayRead(100)
    const earlier = `'${new Date(Date.now() - 100 * 86_400_000).toISOString()}'`
    await inDatabase(`update link set meta = meta - 'FirstDay', linked_at = ${earlier}`)
    await again()
    expect(await place()).toMatchObject({ FirstDay: readFirst })
    await inDatabase(`update link set meta = meta - 'FirstDay', linked_at = now()`)
    await inDatabase(`update link_sync set first_done_at = ${earlier}`)
    await linkTyro(owner, front, MID, { SendToLocation: true })
    await house.work()
    expect(await place()).toMatchObject({ FirstDay: readFirst })
  })

  it('takes back what a reversal reverses, whatever sign it carries, and counts no reversal of a payment that was not approved', async () => {
    const day = terminalDay(1)
    books.pay(day, { sale: 2000 })
    books.pay(day, { sale: 5000, tip: 300, reverses: books.pay(day, { sale: 5000, tip: 300 }) })
    books.pay(day, { sale: -700, surcharge: -7, reverses: books.pay(day, { sale: 700, surcharge: 7 }) })
    books.pay(day, { refund: 400, reverses: books.pay(day, { refund: -400 }) })
    books.pay(day, { sale: 900, reverses: books.pay(day, { sale: 900, status: 'VOIDED' }) })
    const twice = books.pay(day, { sale: 1100 })
    books.pay(day, { sale: 1100, id: 'paid-again' }).card = twice.card
    books.pay(day, { sale: 1100, reverses: twice })
    books.pay(day, { sale: 3000, reverses: books.pay(terminalDay(2), { sale: 3000 }) })
    await linkTyro(owner, front)
    await house.work()
    const { Days, Totals } = await days()
    expect(Days.map(({ Day, Payments, Sales, Refunds, Surcharges, Tips, Total }) => [Day, Payments, Sales, Refunds, Surcharges, Tips, Total])).toEqual([
      [day, 1, 1, 0, 0, 0, 1],
      [terminalDay(2), 1, 30, 0, 0, 0, 30],
    ])
    expect(Totals).toMatchObject({ Payments: 2, Total: 31 })
  })

  it('pairs a reversal with the latest payment of its kind that is not reversed yet', async () => {
    const pay = (back: number, sold: Parameters<TyroBooks['pay']>[1], of?: ReturnType<TyroBooks['pay']>) => {
      const payment = books.pay(terminalDay(back), sold)
      if (of) payment.card = of.card
      return payment
    }
    const sold = pay(3, { sale: 2000, at: '12:01' })
    const refunded = pay(3, { refund: -2000, at: '12:02' }, sold)
    pay(3, { refund: 2000, reverses: refunded, at: '12:03' })
    const first = pay(15, { sale: 900 })
    pay(9, { sale: 900, reverses: first })
    pay(6, { sale: 900, reverses: pay(6, { sale: 900, at: '11:00' }, first), at: '11:01' })
    // A refund before a sale of the same card: its reversal takes back the refund.
    const back = pay(2, { refund: -500, at: '11:00' })
    pay(2, { sale: 500, at: '11:01' }, back)
    pay(2, { refund: 500, reverses: back, at: '11:02' })
    // A reversal of nothing, then two payments and their two reversals.
    const lost = pay(1, { sale: 700, status: 'VOIDED', at: '09:00' })
    pay(1, { sale: 700, reverses: lost, at: '09:01' })
    for (const at of ['10:00', '10:01']) pay(1, { sale: 700, at }, lost)
    for (const [at, sale] of [
      ['10:02', -700],
      ['10:03', 700],
    ] as const)
      pay(1, { sale, reverses: lost, at }).isRefund = sale < 0
    // Later than reversals come.
    pay(5, { sale: 333, reverses: pay(14, { sale: 333 }) })
    await linkTyro(owner, front)
    await house.work()
    expect((await days(10)).Days.map(({ Day, Payments, Total }) => [Day, Payments, Total])).toEqual([
      [terminalDay(1), 0, 0],
      [terminalDay(2), 1, 5],
      [terminalDay(3), 1, 20],
      [terminalDay(5), 0, 0],
      [terminalDay(6), 0, 0],
      [terminalDay(9), -1, -9],
    ])
    expect((await days(16)).Totals).toMatchObject({ Payments: 3, Total: 28.33 })
  })

  it('arrives over many pages, also when reading breaks off in the middle, and a kill in the middle doubles nothing', async () => {
    for (let n = 0; n < 1001; n += 1) books.pay(terminalDay(1), { sale: 100 + n, fee: 0.1 })
    await linkTyro(owner, front)
    house.tyro.standIn.failNext({ route: '/connect/reporting', status: 200, body: '{"half":' })
    await house.work()
    expect(await place()).toMatchObject({ Trouble: 'unreadable', Status: 'Linked' })
    await again()
    expect((await days()).Days).toMatchObject([{ Payments: 1001, Sales: (100 * 1001 + (1000 * 1001) / 2) / 100, Fee: 1 }])
    expect(await place()).toMatchObject({ Trouble: null, Fetched: null })
  })

  it('follows what Tyro has by now: a payment that is voided, one that is gone, and one that arrives late', async () => {
    const kept = books.pay(terminalDay(2), { sale: 1000 })
    const gone = books.pay(terminalDay(2), { sale: 2000 })
    await linkTyro(owner, front)
    await house.work()
    expect((await days()).Days).toMatchObject([{ Sales: 30 }])
    books.change(kept.transactionId, 'VOIDED')
    books.payments.get(terminalDay(2))?.delete(gone.transactionId)
    books.pay(terminalDay(3), { sale: 400 })
    await again()
    expect((await days()).Days).toMatchObject([{ Day: terminalDay(3), Sales: 4 }])
  })

  it('has what was settled by bank day, with what is not sent yet, and asks again until it is', async () => {
    books.pay(terminalDay(20), { sale: 5000 })
    const run = books.settle(terminalDay(20), 5000, { status: 'PENDING' })
    books.settlements.set(terminalDay(19), [{ settlementDetails: [{ type: 'TYRO_BANK_ACCOUNT' }] }])
    await linkTyro(owner, front)
    await house.work()
    expect((await days()).BankDays).toMatchObject([
      { Day: terminalDay(19), Amount: null, Type: 'TYRO_BANK_ACCOUNT', IsSent: false },
      { Day: terminalDay(20), Amount: 50, Status: 'PENDING', IsSent: false, Reference: `Tyro ${terminalDay(20)}` },
    ])
    expect((await days()).SentToBank).toBe(0)
    Object.assign(run.settlementDetails[0] ?? {}, { settlementStatus: 'SENT' })
    await again()
    expect(await days()).toMatchObject({ SentToBank: 50 })
  })

  it('paging without end stops, and says so', async () => {
    await linkTyro(owner, front)
    await house.work()
    const endless = {
      terminalBusinessDay: terminalDay(0),
      transactions: [books.pay(terminalDay(0), { sale: 100 })],
      pagination: { total: 100_000 },
    }
    for (let n = 0; n < 3; n += 1) house.tyro.standIn.failNext({ route: '/connect/reporting', status: 200, body: JSON.stringify(endless) })
    await again()
    expect(await place()).toMatchObject({ Trouble: 'endless' })
  })

  it('200 with HTML is not believed, and an amount that is no whole number of cents neither', async () => {
    await linkTyro(owner, front)
    house.tyro.standIn.failNext({ route: '/connect/reporting', status: 200, body: '<html>Maintenance</html>' })
    await house.work()
    expect(await place()).toMatchObject({ Trouble: 'unreadable', Status: 'Linked' })
    const payment = books.pay(terminalDay(0), { sale: 100 })
    payment.totalAmount = 100.5
    await again()
    expect(await place()).toMatchObject({ Trouble: 'unreadable' })
    expect(await inDatabase('select 1 from terminal_payment')).toEqual([])
  })
})

describe('the token of the house', () => {
  it('is asked for once for many readings, kept sealed, and shown nowhere', async () => {
    house.tyro.merchant('4202')
    await linkTyro(owner, front)
    await linkTyro(owner, back, '4202')
    await house.work()
    await again()
    expect(asked('/oauth/token')).toHaveLength(1)
    const [row] = await inDatabase<{ token: Buffer; text: string }[]>('select token, t::text as text from house_token t')
    expect(row?.token.length).toBeGreaterThan(60)
    // As the stand-in writes them, tokens are hexadecimal with a dot.
    expect(row?.token.toString('latin1')).not.toMatch(/[0-9a-f]{32}\./)
  })

  it('is asked for anew once it is refused, and at most twelve times in eleven hours', async () => {
    await linkTyro(owner, front)
    await house.work()
    house.tyro.revokeTokens()
    await again()
    expect(asked('/oauth/token')).toHaveLength(2)
    expect(await place()).toMatchObject({ Status: 'Linked', Trouble: null })
    await inDatabase(`update house_token set token = null, asked_at = array_fill(now() - interval '1 hour', array[12])`)
    await again()
    expect(asked('/oauth/token')).toHaveLength(2)
    expect(await place()).toMatchObject({ Status: 'Linked', Trouble: 'busy' })
  })

  it('two workers ask for it once', async () => {
    house.tyro.merchant('4202')
    await linkTyro(owner, front)
    await linkTyro(owner, back, '4202')
    await inDatabase(`update house_token set token = null, asked_at = '{}'`)
    const before = asked('/oauth/token').length
    house.tyro.standIn.failNext({ route: '/oauth/token', delayMs: 400 })
    await Promise.all([house.work(), house.work()])
    expect(asked('/oauth/token').length - before).toBe(1)
    expect([(await place(front))?.Trouble, (await place(back))?.Trouble]).toEqual([null, null])
  })
})

describe('a webhook of Tyro', () => {
  const send = async ({ body, signature }: { body: string; signature: string }) =>
    (
      await fetch(`${house.app.url}/api/webhooks/tyro`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tyro-connect-signature': signature },
        body,
      })
    ).status
  const states = async () =>
    (await inDatabase<{ state: string }[]>(`select state from webhook_event where provider = 'Tyro' order by received_at`)).map(({ state }) => state)
  const linked = async () => {
    await linkTyro(owner, front)
    await house.work()
    await house.work()
  }

  it('has the merchant read at once, signed in hex or in base64; replayed it does nothing', async () => {
    await linked()
    for (const encoding of ['hex', 'base64'] as const) {
      books.pay(terminalDay(0), { sale: 500 })
      const hook = house.tyro.webhook('MERCHANT_UPDATED', `m-${encoding}`, `pay-terminal/merchants/${MID}`, encoding)
      expect(await send(hook)).toBe(200)
      expect(await house.work()).toBe(1)
      expect(await send(hook)).toBe(200)
      expect(await house.work()).toBe(0)
    }
    expect(await states()).toEqual(['done', 'done'])
    expect((await days()).Days).toMatchObject([{ Payments: 2 }])
  })

  it('is refused without a signature, when it is forged or re-serialised, and nothing is kept', async () => {
    await linked()
    const { body, signature } = house.tyro.webhook('MERCHANT_UPDATED', 'm-1', `pay-terminal/merchants/${MID}`)
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${house.app.url}/api/webhooks/tyro`, { method: 'POST', headers, body })).status).toBe(400)
    expect(await send({ body, signature: '' })).toBe(400)
    expect(await send({ body, signature: signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) })).toBe(400)
    expect(await send({ body: JSON.stringify(JSON.parse(body), null, 1), signature })).toBe(400)
    expect(await send({ body: body.replace('m-1', 'm-2'), signature })).toBe(400)
    expect(await states()).toEqual([])
  })

  it('about something else of a merchant is looked up there, and has that merchant read', async () => {
    await linked()
    house.tyro.resources.set('pay-terminal/requests/req-1', { id: 'req-1', mid: Number(MID), status: 'SUCCESS' })
    books.pay(terminalDay(0), { sale: 700 })
    expect(await send(house.tyro.webhook('PAY_REQUEST_SUCCESS', 'req-1', 'pay-terminal/requests/req-1'))).toBe(200)
    expect(await states()).toEqual(['ignored'])
    expect(await house.work()).toBe(2)
    expect(await states()).toEqual(['done'])
    expect((await days()).Days).toMatchObject([{ Sales: 7 }])
  })

  it('SSRF in its address: nothing is asked that is not below the address of the API', async () => {
    await linked()
    const before = house.tyro.standIn.log.length
    const origin = new URL(house.tyro.standIn.url)
    const addresses = [
      'https://evil.com/connect/pay-terminal/requests/1',
      'https://api.tyro.com.evil.com/connect/pay-terminal/requests/1',
      'https://api.tyro.com@evil.com/connect/pay-terminal/requests/1',
      `http://user:word@${origin.host}/connect/pay-terminal/requests/1`,
      `http://127.0.0.1:1/connect/pay-terminal/requests/1`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      `${origin.origin}/__sim/log`,
      `${origin.origin}/connect/../__sim/log`,
      `${origin.origin}/connect/%2e%2e/oauth/token`,
      `${origin.origin}/connectother/pay-terminal/requests/1`,
      'no address',
    ]
    for (const [i, uri] of addresses.entries()) {
      const body = JSON.stringify({ type: 'PAY_REQUEST_SUCCESS', data: { id: `r-${i}`, uri, resource: 'request' } })
      expect(await send({ body, signature: signed(body) })).toBe(200)
    }
    expect(await house.work()).toBe(0)
    expect(house.tyro.standIn.log).toHaveLength(before)
    expect(new Set(await states())).toEqual(new Set(['ignored']))
  })

  it('of a merchant that nobody linked changes nothing', async () => {
    house.tyro.merchant('4999')
    expect(await send(house.tyro.webhook('MERCHANT_UPDATED', 'm-9', 'pay-terminal/merchants/4999'))).toBe(200)
    expect(await house.work()).toBe(0)
    expect(await states()).toEqual(['ignored'])
  })
})
