import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentsAnswer } from '#features/reports/payments/payment-sums.rules.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, daysIn } from '#shared/day.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { PASSWORD } from '#tests/people.ts'
import { staffRoom } from '#tests/staff-room.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { Books } from './stripe-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Paid House')
  owner = await house.room.at('payer', ['can_linkpayment', 'can_viewpayments'])
  ;[front = 0, back = 0] = house.room.locationIds
})
afterAll(() => house.close())

beforeEach(async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql.unsafe(`delete from linked_account; delete from webhook_event; delete from link_authorisation; delete from payment_entry; delete from payment_dispute;
    delete from payout; delete from payment; delete from link; delete from graphile_worker._private_jobs`)
  await sql.end()
  await fetch(`${house.stripe.standIn.url}/__sim/reset`, { method: 'POST' })
})

const now = () => Math.floor(Date.now() / 1000)
const DAY = 86_400
const linked = async (account = 'acct_Pay', place: number | null = front): Promise<Books> => {
  house.stripe.account(account)
  expect((await house.link(owner, account, place ?? undefined)).status).toBe(200)
  return (house.stripe.accounts.get(account) as { books: Books }).books
}

interface Kept {
  payments: { id: string; status: string; amount: number; location: number | null; disputed: boolean }[]
  entries: { id: string; kind: string; amount: number; fee: number; net: number; payout: string | null; payment: string | null }[]
  disputes: { id: string; status: string }[]
  payouts: { id: string; status: string; amount: number }[]
}

const kept = (venueId = house.room.venueId): Promise<Kept> =>
  house.app.database.readVenue(venueId, async (sql) => ({
    payments: [
      ...(await sql<
        Kept['payments']
      >`select payment_id as id, status, amount, location_id as location, is_disputed as disputed from payment where venue_id = ${venueId} order by 1`),
    ],
    entries: [
      ...(await sql<
        Kept['entries']
      >`select entry_id as id, kind, amount, fee, net, payout_id as payout, payment_id as payment from payment_entry where venue_id = ${venueId} order by 1`),
    ],
    disputes: [...(await sql<Kept['disputes']>`select dispute_id as id, status from payment_dispute where venue_id = ${venueId} order by 1`)],
    payouts: [...(await sql<Kept['payouts']>`select payout_id as id, status, amount from payout where venue_id = ${venueId} order by 1`)],
  }))

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
/** What the stand-in has, as it should be kept. */
const wanted = (books: Books, location: number | null = front): Kept => ({
  payments: books.charges.map(({ id, status, amount, disputed }) => ({ id, status, amount, location, disputed })).sort(byId),
  entries: books.entries
    .map((entry) => ({
      id: entry.id,
      kind: { charge: 'charge', refund: 'refund', adjustment: 'dispute', payout: 'payout' }[entry.type] ?? 'other',
      amount: entry.amount,
      fee: entry.fee,
      net: entry.net,
      payout: entry.payout,
      payment:
        books.charges.find(({ id }) => id === entry.source)?.id ??
        books.refunds.get(entry.source)?.charge ??
        books.disputes.find(({ id }) => id === entry.source)?.charge ??
        null,
    }))
    .sort(byId),
  disputes: books.disputes.map(({ id, status }) => ({ id, status })).sort(byId),
  payouts: books.payouts.map(({ id, status, amount }) => ({ id, status, amount })).sort(byId),
})

const hook = async (type: string, object: object, account = 'acct_Pay') => {
  const { body, signature } = house.stripe.webhook(account, type, object)
  return (await house.hook(body, signature)).status
}
const events = async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const rows = await sql<
    { event_id: string; state: string; venue_id: number | null }[]
  >`select event_id, state, venue_id from webhook_event order by received_at`
  await sql.end()
  return [...rows]
}

describe('what an account has', () => {
  it('is fetched for the last 90 days when it is linked: payments, refunds, disputes, fees and payouts', async () => {
    house.stripe.account('acct_Pay')
    const { books } = house.stripe.accounts.get('acct_Pay') as { books: Books }
    books.charge({ amount: 999, at: now() - 100 * DAY })
    const early = books.charges.length
    for (let day = 80; day > 0; day -= 1) books.charge({ amount: 1000 + day, at: now() - day * DAY, ourFee: 5 })
    for (let more = 0; more < 150; more += 1) books.charge({ amount: 100 + more, at: now() - 20 * DAY })
    books.charge({ amount: 555, at: now() - DAY, status: 'failed' })
    books.refund(books.charges[5]?.id ?? '', 200, now() - 3 * DAY)
    books.dispute(books.charges[6]?.id ?? '', now() - 2 * DAY)
    books.payOut(now() - DAY)
    await house.link(owner, 'acct_Pay', front)
    await house.work()
    const all = wanted(books)
    const tooOld = books.charges[0]?.id ?? ''
    expect(early).toBe(1)
    expect(await kept()).toEqual({
      ...all,
      payments: all.payments.filter(({ id }) => id !== tooOld),
      entries: all.entries.filter(({ payment }) => payment !== tooOld),
    })
    const [link] = (await owner.call<{ Links: { Fetched: number | null; LastSync: string }[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links
    expect(link).toMatchObject({ Fetched: null, LastSync: expect.stringMatching(/^20/) })
  })

  it('begins with a whole trading day, which the link and the report name, also after the link is renewed', async () => {
    house.stripe.account('acct_Pay')
    const { books } = house.stripe.accounts.get('acct_Pay') as { books: Books }
    for (let hour = 24 * 93; hour > 0; hour -= 3) books.charge({ amount: 100, at: now() - hour * 3600 })
    const dayOf = ({ created }: { created: number }) =>
      tradingTime(created * 1000, calendarOf({ timeZone: 'Australia/Sydney', dayStart: '05:00' })).businessDate
    const ofDay = (day: string) => books.charges.filter((charge) => dayOf(charge) === day).length
    await house.link(owner, 'acct_Pay', front)
    await house.work()
    const links = async () =>
      (await owner.call<{ Links: { FirstDay: string | null }[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links.map(
        ({ FirstDay }) => FirstDay,
      )
    const firstDay = (await links())[0] ?? ''
    const query = `FromDate=${addDays(firstDay, -3)}&ToDate=${addDays(firstDay, 1)}`
    const { CompleteFrom, Days } = (await owner.call<PaymentsAnswer>('GET', `/reports/payments?${query}`)).body
    expect(CompleteFrom).toEqual([{ LocationId: front, Location: 'Front Bar', Day: firstDay }])
    expect(Days.map(({ Day, Payments }) => [Day, Payments]).reverse()).toEqual([
      [firstDay, ofDay(firstDay)],
      [addDays(firstDay, 1), ofDay(addDays(firstDay, 1))],
    ])
    expect(daysIn(firstDay, dayOf({ created: now() }))).toBe(90)
    // As if the link had begun five days before, so that its day is not found again from when it was read.
    const earlier = addDays(firstDay, -5)
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update link set meta = meta || ${sql.json({ FirstDay: earlier })} where status = 'connected'`
    await sql.end()
    house.stripe.standIn.failNext({ route: '/v1/', status: 401 })
    await owner.call('POST', '/oauth/check', { body: { Provider: 'Stripe', LocationId: front } })
    await house.work()
    expect((await house.link(owner, 'acct_Pay', front)).status).toBe(200)
    await house.work()
    expect(await links()).toEqual([earlier])
  })

  it("of the venue's link is at the location a payment was told of, and at none where it was told of none", async () => {
    const books = await linked('acct_Whole', null)
    books.charge({ amount: 100, at: now(), metadata: { LocationId: String(back) } })
    books.charge({ amount: 200, at: now(), metadata: { LocationId: '999999' } })
    books.charge({ amount: 300, at: now() })
    await house.work()
    expect((await kept()).payments.map(({ amount, location }) => [amount, location]).sort()).toEqual([
      [100, back],
      [200, null],
      [300, null],
    ])
  })

  it('goes on after it was cut off in the middle, without a double', async () => {
    const books = await linked()
    for (let n = 0; n < 350; n += 1) books.charge({ amount: 100 + n, at: now() - n * 600 })
    // The third page of payments does not come; the fourth request is the first of the second attempt.
    let pages = 0
    const { standIn } = house.stripe
    for (const route of ['/v1/charges']) {
      standIn.failNext({ route, delayMs: 0 })
      standIn.failNext({ route, delayMs: 0 })
      standIn.failNext({ route, status: 500 })
      pages += 1
    }
    expect(pages).toBe(1)
    await house.work()
    expect((await kept()).payments).toHaveLength(200)
    const before = standIn.log.filter(({ path }) => path === '/v1/charges').length
    await house.work({ evenLater: true })
    expect(await kept()).toEqual(wanted(books))
    // Four pages there are; two were stored before, and the third is asked for again.
    expect(standIn.log.filter(({ path }) => path === '/v1/charges').length - before).toBeLessThanOrEqual(3)
  })

  it('reads the entries of a payout again where that failed after the payout was stored', async () => {
    const books = await linked()
    books.charge({ amount: 1000, at: now() - 5 * DAY })
    books.payOut(now() - 2 * DAY).status = 'paid'
    house.stripe.standIn.failNext({ route: '/v1/balance_transactions', skip: 1, status: 500 })
    await house.work()
    await house.work({ evenLater: true })
    expect(await kept()).toEqual(wanted(books))
  })

  it('waits as long as Stripe asks for where it is asked too often', async () => {
    const books = await linked()
    books.charge({ amount: 100, at: now() })
    house.stripe.standIn.failNext({ route: '/v1/charges', status: 429, body: '{}', headers: { 'retry-after': '90' } })
    await house.work()
    const sql = connectAsOwner(house.app.databaseUrl)
    const [job] = await sql<
      { wait: number }[]
    >`select extract(epoch from run_at - now())::int as wait from graphile_worker.jobs where task_identifier = 'links.sync'`
    await sql.end()
    expect(job?.wait).toBeGreaterThan(80)
    // A webhook meanwhile does not ask sooner.
    const { body, signature } = house.stripe.webhook('acct_Pay', 'charge.succeeded', books.charge({ amount: 200, at: now() }))
    expect((await house.hook(body, signature)).status).toBe(200)
    expect(await house.work()).toBe(0)
    await house.work({ evenLater: true })
    expect(await kept()).toEqual(wanted(books))
  })

  it('a list without an end is given up', async () => {
    await linked()
    const body = JSON.stringify({ object: 'list', data: [], has_more: true })
    house.stripe.standIn.failNext({ route: '/v1/charges', status: 200, body })
    await house.work()
    const [link] = (await owner.call<{ Links: { Trouble: string }[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links
    expect(link?.Trouble).toBe('endless')
  })
})

describe('webhooks', () => {
  it('bring what happened at once', async () => {
    const books = await linked()
    await house.work()
    const charge = books.charge({ amount: 4200, at: now() })
    expect(await hook('charge.succeeded', charge)).toBe(200)
    await house.work()
    expect(await kept()).toEqual(wanted(books))
    expect((await events()).map(({ state }) => state)).toEqual(['done'])
  })

  it('bring what changed of something old', async () => {
    const books = await linked()
    const pending = books.charge({ amount: 900, at: now() - 10 * DAY, status: 'pending' })
    const paid = books.payOut(now() - 9 * DAY)
    await house.work()
    books.settle(pending.id, 'failed', now())
    paid.status = 'paid'
    await hook('charge.failed', pending)
    await hook('payout.paid', paid)
    await house.work()
    expect(await kept()).toEqual(wanted(books))
  })

  it('webhook replayed: kept once, whatever is sent again', async () => {
    const books = await linked()
    await house.work()
    const { body, signature } = house.stripe.webhook('acct_Pay', 'charge.succeeded', books.charge({ amount: 100, at: now() }))
    for (let times = 0; times < 3; times += 1) expect((await house.hook(body, signature)).status).toBe(200)
    await house.work()
    expect(await events()).toHaveLength(1)
    expect((await kept()).payments).toHaveLength(1)
    // A processed webhook that is sent again adds no job.
    expect((await house.hook(body, signature)).status).toBe(200)
    expect((await events()).map(({ state }) => state)).toEqual(['done'])
  })

  it('forged, old, early or re-serialised: refused, and nothing is kept', async () => {
    const books = await linked()
    const charge = books.charge({ amount: 100, at: now() })
    const { body, signature } = house.stripe.webhook('acct_Pay', 'charge.succeeded', charge)
    const old = house.stripe.webhook('acct_Pay', 'charge.succeeded', charge, { at: now() - 301 })
    const early = house.stripe.webhook('acct_Pay', 'charge.succeeded', charge, { at: now() + 330 })
    const wrong: [string, string, string][] = [
      ['no signature', body, ''],
      ['another secret', body, signature.replace(/v1=./, (start) => (start === 'v1=0' ? 'v1=1' : 'v1=0'))],
      ['a scheme that is none', body, signature.replace('v1=', 'v0=')],
      ['old', old.body, old.signature],
      ['early', early.body, early.signature],
      ['re-serialised', JSON.stringify(JSON.parse(body), null, 1), signature],
      ['another body', body.replace('"amount":100', '"amount":900'), signature],
      ['no event', '{"id":"evt_1"}', house.stripe.sign('{"id":"evt_1"}')],
      ['no JSON', 'not json', house.stripe.sign('not json')],
    ]
    for (const [what, sent, header] of wrong) expect([what, (await house.hook(sent, header)).status]).toEqual([what, 400])
    expect(await events()).toEqual([])
  })

  it('the worked example of the signature holds', async () => {
    const { isSignedByStripe } = await import('./stripe-webhook.adapter.ts')
    const header = 't=1700000000,v1=0c8670ed117751cc551a20e35839447075c42800ea3cf3e8a2fbda99cd1e6edd'
    const body = Buffer.from('{"id":"evt_1","object":"event"}')
    expect(isSignedByStripe(header, body, ['whsec_test_secret'], new Date(1_700_000_000_000))).toBe(true)
    expect(isSignedByStripe(`${header},v1=${'0'.repeat(64)}`, body, ['whsec_new', 'whsec_test_secret'], new Date(1_700_000_299_000))).toBe(true)
    expect(isSignedByStripe(header, body, ['whsec_new'], new Date(1_700_000_000_000))).toBe(false)
  })

  it("one for another venue's account changes nothing of this one, and one for nobody's account changes nothing", async () => {
    const books = await linked()
    await house.work()
    const other = await staffRoom(house.app, `Other ${process.hrtime.bigint()}`)
    const name = `stranger${process.hrtime.bigint()}`
    await other.hire(name, ['can_linkpayment'])
    const stranger = await signedIn(house.app.url, name, PASSWORD)
    expect((await house.link(stranger, 'acct_Other', other.locationIds[0])).status).toBe(200)
    await house.work()
    const { books: theirs } = house.stripe.accounts.get('acct_Other') as { books: Books }
    const before = await kept()
    // Of an account of theirs, about a payment whose id is ours.
    const ours = books.charge({ amount: 100, at: now() - 5 })
    await hook('charge.succeeded', theirs.charge({ amount: 7700, at: now() }), 'acct_Other')
    await hook('charge.refunded', ours, 'acct_Other')
    await hook('account.application.deauthorized', {}, 'acct_Other')
    await hook('charge.succeeded', ours, 'acct_Nobody')
    await house.work()
    expect(await kept()).toEqual(before)
    expect((await kept(other.venueId)).payments.map(({ amount }) => amount)).toEqual([7700])
    expect((await events()).map(({ state }) => state).sort()).toEqual(['done', 'done', 'done', 'ignored'])
  })

  it('that says the account ended the link is believed where the account says so too', async () => {
    await linked()
    await house.work()
    await hook('account.application.deauthorized', {})
    await house.work()
    const links = async () => (await owner.call<{ Links: { Status: string }[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links
    expect(await links()).toMatchObject([{ Status: 'Linked' }])
    house.stripe.account('acct_Pay', { isConnected: false })
    await hook('account.application.deauthorized', { id: 'ca_standin' })
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
  })
})

it('whatever order webhooks and catch-ups come in, and however often, what is kept is what Stripe has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ act: fc.integer({ min: 0, max: 8 }), pick: fc.nat(50), times: fc.integer({ min: 1, max: 3 }) }), { minLength: 5, maxLength: 25 }),
      async (steps) => {
        const sql = connectAsOwner(house.app.databaseUrl)
        await sql.unsafe(`delete from linked_account; delete from webhook_event; delete from payment_entry; delete from payment_dispute; delete from payout; delete from payment;
        delete from link; delete from graphile_worker._private_jobs`)
        await sql.end()
        await fetch(`${house.stripe.standIn.url}/__sim/reset`, { method: 'POST' })
        house.stripe.account('acct_Pay')
        const { books } = house.stripe.accounts.get('acct_Pay') as { books: Books }
        for (let day = 1; day < 6; day += 1) books.charge({ amount: 100 + day, at: now() - day * DAY, status: day === 3 ? 'pending' : 'succeeded' })
        await house.link(owner, 'acct_Pay', front)
        const held: { body: string; signature: string }[] = []
        for (const { act, pick, times } of steps) {
          const charge = books.charges[pick % Math.max(books.charges.length, 1)]
          const tell = (type: string, object: object) => held.push(house.stripe.webhook('acct_Pay', type, object))
          if (act === 0) tell('charge.succeeded', books.charge({ amount: 100 + pick, at: now() }))
          else if (act === 1) tell('charge.pending', books.charge({ amount: 100 + pick, at: now(), status: 'pending' }))
          else if (act === 2 && charge?.status === 'pending') {
            books.settle(charge.id, pick % 2 ? 'succeeded' : 'failed', now())
            tell('charge.updated', charge)
          } else if (act === 3 && charge?.status === 'succeeded') {
            books.refund(charge.id, 1, now())
            tell('charge.refunded', charge)
          } else if (act === 4 && charge?.status === 'succeeded' && !charge.disputed) {
            tell('charge.dispute.created', books.dispute(charge.id, now()))
            tell('charge.updated', charge)
          } else if (act === 5 && books.disputes[0]) {
            books.disputes[0].status = 'won'
            tell('charge.dispute.closed', books.disputes[0])
          } else if (act === 6) tell('payout.created', books.payOut(now()))
          else if (act === 7) await house.perform('links.nightly')
          // Webhooks come late, in another order, and more than once.
          if (act === 8 || pick % 3 === 0) {
            for (let again = 0; again < times; again += 1)
              for (const one of held.splice(pick % (held.length + 1)).reverse()) await house.hook(one.body, one.signature)
            await house.work()
          }
        }
        for (const one of held.reverse()) await house.hook(one.body, one.signature)
        await house.work()
        expect(await kept()).toEqual(wanted(books))
      },
    ),
    { numRuns: 12 },
  )
}, 120_000)
