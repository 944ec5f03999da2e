import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Books } from '#integrations/stripe/stripe-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { filesOf } from '#tests/report-files.ts'
import { adminAt } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { PaymentList } from './listed-payments.rules.ts'
import { LISTED, type Listed, PAYMENT_STATES } from './payment-list.rules.ts'
import type { PaymentsAnswer } from './payment-sums.rules.ts'

const DAY = 86_400
let house: LinkHouse
let reader: Visitor
let bar: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Every Payment')
  ;[front = 0, back = 0] = house.room.locationIds
  reader = await house.room.at('reader', ['can_viewpayments', 'can_linkpayment'])
  bar = await house.room.at('bar', ['can_viewpayments'], [front])
  const admin = await adminAt(house.app, house.room.venueId)
  await admin.call('PUT', `/venue/${house.room.venueId}/config/paymentinfo`, { body: { PercentageFee: 1.25, FixedFee: 0.1 } })
})
afterAll(() => house.close())

const forgetAll = async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql.unsafe(`delete from linked_account; delete from webhook_event; delete from link_authorisation; delete from payment_entry; delete from payment_dispute;
    delete from payout; delete from payment; delete from payment_day; delete from link; delete from graphile_worker._private_jobs`)
  await sql.end()
  await fetch(`${house.stripe.standIn.url}/__sim/reset`, { method: 'POST' })
}
beforeEach(forgetAll)

const now = () => Math.floor(Date.now() / 1000)
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const range = () => ({ FromDate: day(now() - 30 * DAY), ToDate: day(now() + 2 * DAY) })
const cents = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 100)

const ask = async <A>(path: string, query: Record<string, string>, who = reader): Promise<A> => {
  const { status, body } = await who.call('GET', `${path}?${new URLSearchParams(query)}`)
  expect(status, `${path} ${JSON.stringify(query)} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return body as A
}
const report = (more: Record<string, string> = {}, who = reader) => ask<PaymentsAnswer>('/reports/payments', { ...range(), ...more }, who)

/** All pages of a list. */
const listed = async (query: Record<string, string>, who = reader): Promise<{ sum: number; total: number; rows: PaymentList['Payments']; count: number }> => {
  const rows: PaymentList['Payments'] = []
  let first: PaymentList | undefined
  for (let after: string | null = ''; after !== null; ) {
    const page: PaymentList = await ask('/reports/payments/list', { ...range(), Limit: '7', ...query, ...(after ? { After: after } : {}) }, who)
    first ??= page
    rows.push(...page.Payments)
    after = page.Next
  }
  expect(new Set(rows.map(({ Id }) => Id)).size).toBe(rows.length)
  return { rows, sum: rows.reduce((sum, { Value }) => sum + cents(Value), 0), total: cents(first?.Total), count: first?.Count ?? -1 }
}

const figureOf = (figures: PaymentsAnswer['Totals'][number], figure: Listed): number =>
  cents(figure === 'OpenDisputes' ? 0 : figures[figure === 'Failed' ? 'FailedAmount' : figure])
const OF_RANGE = LISTED.filter((figure) => figure !== 'OpenDisputes' && figure !== 'Payments')

/** What became of a payment, by the books of the provider. */
const stateAt = ({ status, disputed, amount_refunded }: Books['charges'][number]) => {
  if (status !== 'succeeded') return status === 'failed' ? 'Failed' : 'Pending'
  if (disputed) return 'Disputed'
  return amount_refunded > 0 ? 'Refunded' : 'Paid'
}

const acts = fc.array(fc.record({ act: fc.integer({ min: 0, max: 6 }), pick: fc.nat(500), at: fc.integer({ min: 1, max: 20 }) }), {
  minLength: 8,
  maxLength: 30,
})

/** One thing happens at the provider: now, or on a day before the account was linked. */
const happen = (books: Books, { act, pick, at }: { act: number; pick: number; at: number }, places: readonly string[], isPast: boolean) => {
  const seconds = isPast ? now() - at * DAY - pick * 60 : now()
  const charge = books.charges[pick % Math.max(books.charges.length, 1)]
  const metadata: Record<string, string> = places[pick % places.length] ? { LocationId: places[pick % places.length] as string } : {}
  if (act <= 2) return books.charge({ amount: 37 + pick * 13, at: seconds, ourFee: pick % 3 ? 20 + (pick % 7) : 0, metadata })
  if (act === 3) return books.charge({ amount: 50 + pick, at: seconds, status: pick % 2 ? 'failed' : 'pending', metadata })
  if (charge?.status === 'succeeded' && act === 4) books.refund(charge.id, 1 + (pick % charge.amount), isPast ? Math.min(charge.created + DAY, now()) : now())
  if (charge?.status === 'succeeded' && act === 5 && !charge.disputed) {
    const dispute = books.dispute(charge.id, isPast ? Math.min(charge.created + 2 * DAY, now()) : now())
    if (pick % 3 === 0) dispute.status = 'won'
  }
  if (act === 6 && books.entries.some(({ payout, type }) => payout === null && type !== 'payout'))
    books.payOut(isPast ? now() - at * 3600 : now()).status = pick % 2 ? 'paid' : 'in_transit'
  return charge
}

it('whatever happens at the provider, and in whatever order it is told, every figure is the sum of the payments it opens', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.boolean(), async (steps, isLinkedFirst) => {
      await forgetAll()
      house.stripe.account('acct_List')
      const { books } = house.stripe.accounts.get('acct_List') as { books: Books }
      const places = [String(front), String(back), '']
      for (let first = 1; first < 4; first += 1)
        books.charge({ amount: 100 * first + 5, at: now() - first * DAY, metadata: { LocationId: places[first % 2] as string } })
      if (isLinkedFirst) {
        await house.link(reader, 'acct_List')
        await house.work()
      }
      const told = steps.flatMap((step) => happen(books, step, places, !isLinkedFirst) ?? [])
      if (!isLinkedFirst) await house.link(reader, 'acct_List')
      for (const charge of told.reverse()) {
        const { body, signature } = house.stripe.webhook('acct_List', 'charge.updated', charge)
        await house.hook(body, signature)
      }
      await house.work()
      await house.perform('links.nightly')
      await house.work({ evenLater: true })

      const answer = await report()
      const [total] = answer.Totals
      if (!total) throw new Error('No totals.')
      const parts = [total.Volume, total.Refunds, total.Disputed, total.Other, -total.OurFeeTaken, -total.ProviderFee].map(cents)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(total.Net))
      expect(cents(total.Net)).toBe(books.entries.filter(({ type }) => type !== 'payout').reduce((sum, { net }) => sum + net, 0))
      for (const figure of OF_RANGE) {
        const list = await listed({ Figure: figure })
        expect([figure, list.sum, list.total, list.rows.length]).toEqual([figure, figureOf(total, figure), figureOf(total, figure), list.count])
        expect([figure, answer.Days.reduce((sum, one) => sum + figureOf(one, figure), 0)]).toEqual([figure, figureOf(total, figure)])
        for (const place of answer.Places) {
          const where: Record<string, string> = place.LocationId === null ? { NoLocation: '1' } : { Locations: String(place.LocationId) }
          expect([figure, place.LocationId, (await listed({ Figure: figure, ...where, Limit: '500' })).sum]).toEqual([
            figure,
            place.LocationId,
            figureOf(place, figure),
          ])
        }
      }
      expect((await listed({ Figure: 'Failed' })).count).toBe(total.Failed)
      const every = await listed({ Figure: 'Payments' })
      expect([every.count, every.sum]).toEqual([books.charges.length, books.charges.reduce((sum, { amount }) => sum + amount, 0)])
      const states = await Promise.all(PAYMENT_STATES.map((State) => listed({ Figure: 'Payments', State })))
      for (const [i, { rows, count, sum, total: told }] of states.entries())
        expect([PAYMENT_STATES[i], rows.length, sum, rows.every(({ State }) => State === PAYMENT_STATES[i])]).toEqual([PAYMENT_STATES[i], count, told, true])
      expect(states.map(({ rows }) => rows.length)).toEqual(PAYMENT_STATES.map((state) => books.charges.filter((one) => stateAt(one) === state).length))
      expect((await listed({ Figure: 'OpenDisputes' })).count).toBe(answer.OpenDisputes)
      for (const one of answer.Days) {
        const where: Record<string, string> = one.LocationId === null ? { NoLocation: '1' } : { Locations: String(one.LocationId) }
        expect((await listed({ Figure: 'Net', FromDate: one.Day, ToDate: one.Day, ...where, Limit: '500' })).sum).toBe(cents(one.Net))
      }
      expect(answer.Arrivals.reduce((sum, { Net }) => sum + cents(Net), 0)).toBe(cents(total.Net))
      for (const { Where, PayoutId, Net } of answer.Arrivals)
        expect([Where, (await listed({ Figure: 'Net', Where, ...(PayoutId ? { PayoutId } : {}) })).sum]).toEqual([Where, cents(Net)])
      for (const { PayoutId, Amount, Payments } of answer.Payouts) {
        const whole = await listed({ Figure: 'Net', PayoutId, WholePayout: '1' })
        expect([whole.sum, whole.rows.filter(({ Kind }) => Kind === 'charge').length]).toEqual([cents(Amount), Payments])
      }
    }),
    { numRuns: 8 },
  )
}, 180_000)

describe('a link with payments', () => {
  beforeEach(async () => {
    house.stripe.account('acct_List')
    const { books } = house.stripe.accounts.get('acct_List') as { books: Books }
    for (let n = 0; n < 30; n += 1)
      books.charge({
        amount: 1000 + n,
        at: now() - 3 * DAY - n * 60,
        metadata: n % 3 === 0 ? { LocationId: String(front) } : n % 3 === 1 ? { LocationId: String(back) } : {},
      })
    books.payOut(now() - DAY)
    await house.link(reader, 'acct_List')
    await house.work()
  })

  const set = async (PercentageFee: number, FixedFee: number) => {
    const admin = await adminAt(house.app, house.room.venueId)
    const { status } = await admin.call('PUT', `/venue/${house.room.venueId}/config/paymentinfo`, { body: { PercentageFee, FixedFee } })
    expect(status).toBe(200)
  }
  /** As if what is set now had been set so many days ago. */
  const setLongAgo = async (days: number) => {
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update payment_fee set set_on = set_on - ${days}::int where venue_id = ${house.room.venueId} and set_on > '1000-01-01'`
    await sql`update payment_fee set from_day = from_day - ${days}::int where venue_id = ${house.room.venueId} and from_day > '1000-01-01'`
    await sql.end()
  }
  const feeOf = (amount: number, hundredths: number, fixed: number) => Math.floor((amount * hundredths + 5000) / 10_000) + fixed
  const ourFee = async () => [cents((await report()).Totals[0]?.OurFee), (await listed({ Figure: 'OurFee' })).sum]

  it('our rates hold from the day on which they were changed: what was taken before costs what it did', async () => {
    const before = Array.from({ length: 30 }, (_, n) => feeOf(1000 + n, 125, 10)).reduce((sum, fee) => sum + fee, 0)
    expect(await ourFee()).toEqual([before, before])
    await setLongAgo(40)
    await set(2, 0.5)
    const { books } = house.stripe.accounts.get('acct_List') as { books: Books }
    const today = books.charge({ amount: 5000, at: now(), metadata: { LocationId: String(front) } })
    await house.perform('links.nightly')
    await house.work({ evenLater: true })
    const both = before + feeOf(5000, 200, 50)
    expect(await ourFee()).toEqual([both, both])
    const answer = await report()
    expect([answer.PercentageFee, answer.FixedFee]).toEqual([2, 0.5])
    expect(answer.FeeRates.map(({ PercentageFee, FixedFee }) => [PercentageFee, FixedFee])).toEqual([
      [1.25, 0.1],
      [2, 0.5],
    ])
    expect([answer.FeeRates[0]?.FromDay, answer.FeeRates[1]?.FromDay]).toEqual([null, expect.stringMatching(/^20/)])
    const fee = async (id: string) => (await reader.call<{ OurFee: object }>('GET', `/payments/${id}`)).body.OurFee
    expect(await fee(today.id)).toEqual({ PercentageFee: 2, FixedFee: 0.5, Amount: 1.5 })
    expect(await fee(books.charges[0]?.id ?? '')).toEqual({ PercentageFee: 1.25, FixedFee: 0.1, Amount: feeOf(1000, 125, 10) / 100 })

    // Set again on the same day, the rates of that day are corrected, and show at once, before the days are added up anew.
    await set(3, 0)
    const corrected = before + feeOf(5000, 300, 0)
    expect(await ourFee()).toEqual([corrected, corrected])
    await house.perform('links.nightly')
    await house.work({ evenLater: true })
    expect(await ourFee()).toEqual([corrected, corrected])
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`delete from payment_fee where from_day > '1000-01-01'`
    await sql.end()
    await house.app.database.inVenue(
      house.room.venueId,
      (venueSql) => venueSql`update venue_setting set value = '{"percentHundredths":125,"fixedMinor":10}' where section = 'payment'`,
    )
  })

  it('a reader of one location sees its payments alone, of a payout too', async () => {
    const all = await listed({ Figure: 'Net', Limit: '500' }, bar)
    expect(all.rows.every(({ LocationId }) => LocationId === front)).toBe(true)
    expect(all.count).toBe(10)
    const payoutId = (await report()).Payouts[0]?.PayoutId ?? ''
    expect((await listed({ Figure: 'Net', PayoutId: payoutId, WholePayout: '1' }, bar)).count).toBe(10)
    expect((await listed({ Figure: 'Net', NoLocation: '1' }, bar)).count).toBe(0)
    const { status } = await bar.call('GET', `/reports/payments/list?${new URLSearchParams({ ...range(), Figure: 'Net', Locations: String(back) })}`)
    expect(status).toBe(404)
  })

  it.each([
    ['/reports/payments', {}],
    ['/reports/payments/list', { Figure: 'Net' }],
    ['/reports/payments/till', {}],
    ['/reports/payments/till/pairs', {}],
  ])('%s needs can_viewpayments, knows its locations and its range', async (path, more) => {
    const status = async (who: Visitor, query: Record<string, string>) =>
      (await who.call('GET', `${path}?${new URLSearchParams({ ...range(), ...more, ...query })}`)).status
    const stranger = await house.room.at(`stranger-${path.replaceAll('/', '-')}`, ['can_viewsales', 'can_viewmedia', 'can_linkpayment'])
    expect(await status(stranger, {})).toBe(403)
    expect(await status(bar, { Locations: String(back) })).toBe(404)
    expect(await status(reader, { FromDate: '2026-11-09', ToDate: '2026-11-01' })).toBe(400)
    expect(await status(reader, { FromDate: '2016-11-09', ToDate: '2026-11-01' })).toBe(400)
    expect(await status(reader, { FromDate: 'yesterday' })).toBe(400)
    expect(await status(reader, { Unknown: '1' })).toBe(400)
    expect(await status(reader, {})).toBe(200)
  })

  it('refuses a page, a size, a figure or a payout that there is not', async () => {
    const status = async (query: Record<string, string>) =>
      (await reader.call('GET', `/reports/payments/list?${new URLSearchParams({ ...range(), Figure: 'Net', ...query })}`)).status
    const wrong: Record<string, string>[] = [
      { After: 'nonsense' },
      { After: `2026-01-01.1.${'x'.repeat(130)}` },
      { Limit: '0' },
      { Limit: '501' },
      { Figure: 'Everything' },
      { Currency: 'dollars' },
      { Where: 'moon' },
      { NoLocation: '0' },
      { State: 'Lost' },
    ]
    expect(await Promise.all(wrong.map(status))).toEqual(wrong.map(() => 400))
    expect(await status({ PayoutId: 'po_nobody' })).toBe(404)
    expect(await status({ PayoutId: "po'; drop table payment" })).toBe(404)
  })

  it('comes as a file of all pages with its total', async () => {
    const { csv, xlsx } = await filesOf(house.app.url, reader, '/reports/payments/list', { ...range(), Figure: 'Volume' })
    expect(xlsx).toEqual(csv)
    expect(csv).toHaveLength(32)
    expect(csv.at(-1)?.at(-1)).toBe(String((await report()).Totals[0]?.Volume))
  })
})
