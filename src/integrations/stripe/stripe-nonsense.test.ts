import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'

let house: LinkHouse
let owner: Visitor
let made = 0

beforeAll(async () => {
  house = await LinkHouse.open('Nonsense House')
  owner = await house.room.at('believer', ['can_linkpayment', 'can_viewpayments'])
})
afterAll(() => house.close())
/** Whatever a case leaves behind, the next one begins with nothing linked. */
afterEach(async () => {
  await owner.call('DELETE', `/location/${house.room.locationIds[0]}/paymenttokens`)
  await house.work()
})

/** An hour ago. */
const at = () => Math.floor(Date.now() / 1000) - 3600
const charge = (more: object = {}) => ({
  object: 'charge',
  id: 'ch_odd',
  amount: 700,
  currency: 'aud',
  created: at(),
  status: 'succeeded',
  captured: true,
  disputed: false,
  metadata: {},
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', country: 'AU' } },
  ...more,
})
const list = (...data: unknown[]) => ({ object: 'list', has_more: false, data })
const entry = (more: object) => ({
  id: 'txn_odd',
  type: 'charge',
  amount: 1,
  fee: 0,
  net: 1,
  currency: 'aud',
  created: at(),
  available_on: at(),
  source: null,
  ...more,
})

interface Kept {
  id: string
  amount: number
}
const kept = (): Promise<Kept[]> =>
  house.app.database.readVenue(house.room.venueId, async (sql) => [
    ...(await sql<Kept[]>`select payment_id as id, amount from payment where venue_id = ${house.room.venueId} order by payment_id`),
  ])
const link = async () =>
  (await owner.call<{ Links: { Status: string; Trouble: string | null }[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links.at(-1)

/** A linked account with one payment; the next answer to a route is another one. */
const answering = async (route: string, failing: { status?: number; body: string }) => {
  const [front = 0] = house.room.locationIds
  const account = `acct_Odd${++made}`
  const { books } = house.stripe.account(account)
  const good = books.charge({ amount: 100 + made, at: at() })
  await house.link(owner, account, front)
  house.stripe.standIn.failNext({ route, status: 200, ...failing })
  await house.work()
  return { id: String(good.id), amount: 100 + made }
}
describe('an answer that makes no sense is trouble of the link, keeps nothing of it, and the next reading is whole', () => {
  const HUGE = 'x'.repeat(3000)
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const cases: [what: string, route: string, body: unknown][] = [
    ['a page of HTML', '/v1/charges', '<html>Maintenance</html>'],
    ['nothing', '/v1/charges', ''],
    ['null', '/v1/charges', null],
    ['two megabytes', '/v1/charges', list(...Array.from({ length: 8000 }, () => charge({ metadata: { note: 'x'.repeat(100) } })))],
    ['nested five thousand times', '/v1/charges', deep],
    ['a list of nothing that goes on', '/v1/charges', { object: 'list', has_more: true, data: [] }],
    ['an id of three thousand letters', '/v1/charges', list(charge({ id: `ch_${HUGE}` }))],
    ['an id with a NUL', '/v1/charges', list(charge({ id: 'ch_\u0000' }))],
    ['an id that is a number', '/v1/charges', list(charge({ id: 7 }))],
    ['a path as an id', '/v1/charges', list(charge({ id: 'ch_1/../../accounts' }))],
    ['no amount', '/v1/charges', list(charge({ amount: null }))],
    ['an amount in words', '/v1/charges', list(charge({ amount: '700' }))],
    ['half a cent', '/v1/charges', list(charge({ amount: 7.5 }))],
    ['an amount beyond all numbers', '/v1/charges', list(charge({ amount: 1e300 }))],
    ['a charge of less than nothing', '/v1/charges', list(charge({ amount: -700 }))],
    ['a currency of five letters', '/v1/charges', list(charge({ currency: 'audio' }))],
    ['a moment before time', '/v1/charges', list(charge({ created: -1 }))],
    ['a moment beyond calendars', '/v1/charges', list(charge({ created: 9_007_199_254_740_991 }))],
    ['another object', '/v1/charges', list({ ...charge(), object: 'customer' })],
    [
      'a dispute without a charge of any shape',
      '/v1/disputes',
      list({ object: 'dispute', id: 'dp_odd', amount: 1, currency: 'aud', created: at(), charge: 5, status: 'x', reason: 'y' }),
    ],
    [
      'a payout with an id of three thousand letters',
      '/v1/payouts',
      list({ object: 'payout', id: `po_${HUGE}`, amount: 1, currency: 'aud', created: at(), arrival_date: at(), status: 'paid' }),
    ],
    ['an entry with an id of three thousand letters', '/v1/balance_transactions', list(entry({ id: `txn_${HUGE}` }))],
    ['an entry about a charge with a NUL in its id', '/v1/balance_transactions', list(entry({ source: charge({ id: 'ch_\u0000' }) }))],
    ['an account whose state is words', '/v1/accounts', { id: 'acct_1', charges_enabled: 'yes', payouts_enabled: 'no', details_submitted: 'perhaps' }],
  ]
  it.each(cases)('%s', async (_, route, body) => {
    const before = await kept()
    const good = await answering(route, { body: typeof body === 'string' ? body : JSON.stringify(body) })
    expect(await link()).toMatchObject({ Status: 'Linked', Trouble: expect.stringMatching(/^(unreadable|endless)$/) })
    expect((await kept()).filter(({ id }) => id !== good.id)).toEqual(before)
    await house.perform('links.nightly')
    await house.work()
    expect(await link()).toMatchObject({ Status: 'Linked', Trouble: null })
    expect(await kept()).toContainEqual(good)
  })
})

describe('words that make no sense do not keep a payment from being kept', () => {
  it.each([
    ['a NUL', 'vi\u0000sa', 'vi\uFFFDsa'],
    ['half a character', 'vi\ud800sa', 'vi\uFFFDsa'],
    ['three thousand letters', 'v'.repeat(3000), 'v'.repeat(200)],
  ])('%s', async (_, sent, stored) => {
    const id = `ch_words${made}`
    const odd = charge({
      id,
      failure_code: sent,
      metadata: { [sent]: sent },
      payment_method_details: { type: sent, card: { brand: sent, last4: sent, country: sent } },
    })
    await answering('/v1/charges', { body: JSON.stringify(list(odd)) })
    expect(await link()).toMatchObject({ Status: 'Linked', Trouble: null })
    const rows = await house.app.database.readVenue(
      house.room.venueId,
      (sql) => sql`select brand, last4, country, method, failure_code from payment where venue_id = ${house.room.venueId} and payment_id = ${id}`,
    )
    expect(rows).toEqual([{ brand: stored, last4: stored, country: stored, method: stored, failure_code: stored }])
  })

  it('a currency nobody has stands by itself in the report', async () => {
    const odd = entry({ id: `txn_zzz${made}`, amount: 700, net: 700, currency: 'zzz', source: charge({ id: `ch_zzz${made}`, currency: 'zzz' }) })
    await answering('/v1/balance_transactions', { body: JSON.stringify(list(odd)) })
    const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    const after = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const { status, body } = await owner.call('GET', `/reports/payments?FromDate=${before}&ToDate=${after}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('ZZZ')
  })

  it('an account with a name of NULs and a hundred thousand letters is linked all the same', async () => {
    const [front = 0] = house.room.locationIds
    house.stripe.account('acct_Named', { name: `\u0000\u202E${'n'.repeat(100_000)}` })
    const linked = await house.link(owner, 'acct_Named', front)
    expect(linked.status).toBe(200)
    await house.work()
    expect(String(linked.body.Link.AccountName).length).toBeLessThanOrEqual(200)
    expect(String(linked.body.Link.AccountName)).not.toContain('\u202E')
  })
})

it('what a signed webhook says that makes no sense is refused, and nothing of it is kept', async () => {
  const event = (more: object) =>
    JSON.stringify({
      id: 'evt_odd',
      object: 'event',
      type: 'charge.succeeded',
      created: 1,
      livemode: false,
      account: 'acct_1',
      data: { object: { id: 'ch_1' } },
      ...more,
    })
  const odd = [
    event({ type: 'charge\u0000' }),
    event({ created: 9_007_199_254_740_991 }),
    event({ created: -5 }),
    event({ account: 'acct_\u0000' }),
    event({ id: `evt_${'x'.repeat(3000)}` }),
    event({ data: null }),
    '[]',
    '"evt"',
    `${'['.repeat(50_000)}`,
  ]
  for (const body of odd) {
    const answer = await house.hook(body, house.stripe.sign(body))
    expect([body.slice(0, 120), answer.status]).toEqual([body.slice(0, 120), 400])
  }
  const count = await house.app.database.house<
    { n: number }[]
  >`select count(*)::int as n from webhook_event where event_id like 'evt_odd%' or event_id like 'evt_xxx%'`
  expect(count).toEqual([{ n: 0 }])
  for (const [n, id] of ['a plan with a name', 'ch_\u0000', 'x'.repeat(3000), 7, null].entries()) {
    const body = event({ id: `evt_named${n}`, data: { object: { id } } })
    expect((await house.hook(body, house.stripe.sign(body))).status).toBe(200)
  }
  const named = await house.app.database.house`select object_id from webhook_event where event_id like 'evt_named%'`
  expect(named).toEqual(Array(5).fill({ object_id: null }))
})
