import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Books } from '#integrations/stripe/stripe-books.fake.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { adminAt } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { PaymentsAnswer } from './payment-sums.rules.ts'

const DAY = 86_400
let house: LinkHouse
let reader: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Paid by Card')
  reader = await house.room.at('reader', ['can_viewpayments', 'can_linkpayment'])
  ;[front = 0, back = 0] = house.room.locationIds
})
afterAll(() => house.close())

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const now = Math.floor(Date.now() / 1000)
const range = { FromDate: day(now - 20 * DAY), ToDate: day(now + 2 * DAY) }
const ask = async (who: Visitor, more: Record<string, string> = {}) => {
  const { status, body } = await who.call<PaymentsAnswer>('GET', `/reports/payments?${new URLSearchParams({ ...range, ...more })}`)
  expect(status).toBe(200)
  return body
}
const sum = (values: readonly number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100

it('shows nothing and says so before anything is linked', async () => {
  expect(await ask(reader)).toMatchObject({ Linked: false, Days: [], Payouts: [], OpenDisputes: 0, Totals: [{ Payments: 0, Volume: 0, Net: 0 }] })
})

it('adds up what Stripe has by day and location, with our fee rounded for each payment', async () => {
  const admin = await adminAt(house.app, house.room.venueId)
  await admin.call('PUT', `/venue/${house.room.venueId}/config/paymentinfo`, { body: { PercentageFee: 1.5, FixedFee: 0.3 } })
  house.stripe.account('acct_Report')
  const { books } = house.stripe.accounts.get('acct_Report') as { books: Books }
  const taken = [2550, 333, 10_001, 47]
  const charges = taken.map((amount, at) =>
    books.charge({ amount, at: now - (5 + at) * DAY, ourFee: 50, metadata: { LocationId: String(at % 2 ? back : front) } }),
  )
  books.charge({ amount: 700, at: now - 6 * DAY, metadata: {} })
  books.charge({ amount: 9900, at: now - 5 * DAY, status: 'failed', metadata: { LocationId: String(front) } })
  books.refund(charges[0]?.id ?? '', 1000, now - 2 * DAY)
  books.dispute(charges[1]?.id ?? '', now - 2 * DAY)
  const paid = books.payOut(now - DAY)
  expect((await house.link(reader, 'acct_Report')).status).toBe(200)
  await house.work()

  const all = await ask(reader)
  const [total] = all.Totals
  const entries = books.entries.filter(({ type }) => type !== 'payout')
  expect(total).toMatchObject({
    Payments: 5,
    Volume: 136.31,
    Refunds: -10,
    Disputed: -3.33,
    // 2550 × 1.5 % = 38.25 → 38, 333 → 5, 10001 → 150, 47 → 1, 700 → 11 (10.5 is rounded up), and 30 for each of five.
    OurFee: 3.55,
    OurFeeTaken: 2,
    ProviderFee: sum(entries.map(({ fee }) => fee / 100)) - 2,
    Net: sum(entries.map(({ net }) => net / 100)),
    Failed: 1,
    FailedAmount: 99,
  })
  for (const key of ['Volume', 'Refunds', 'Disputed', 'OurFee', 'ProviderFee', 'Net', 'FailedAmount'] as const)
    expect([key, sum(all.Days.map((one) => one[key]))]).toEqual([key, total?.[key]])
  expect(all.OpenDisputes).toBe(1)
  expect(all.Payouts).toMatchObject([{ Amount: paid.amount / 100, Status: 'in_transit', Payments: 5 }])
})

it('shows a reader their locations, and what was told of none to whoever holds all', async () => {
  const all = await ask(reader)
  expect([...new Set(all.Days.map(({ LocationId }) => LocationId))].sort()).toEqual([front, back, null].sort())
  const alone = await ask(reader, { Locations: String(back) })
  expect(alone.Totals).toMatchObject([{ Payments: 2, Volume: 3.8 }])
  const bar = await house.room.at('bar-reader', ['can_viewpayments'], [front])
  const theirs = await ask(bar)
  expect(theirs.Days.every(({ LocationId }) => LocationId === front)).toBe(true)
  expect(theirs).toMatchObject({ Totals: [{ Payments: 2, Volume: 125.51 }], OpenDisputes: 0, Payouts: [] })
  expect((await bar.call('GET', `/reports/payments?${new URLSearchParams({ ...range, Locations: String(back) })}`)).status).toBe(404)
})

it('comes as a file with the same rows', async () => {
  const { body } = await reader.call<{ text: string }>('GET', `/reports/payments?${new URLSearchParams(range)}`, { headers: { accept: 'text/csv' } })
  const lines = body.text.trim().split('\n')
  const all = await ask(reader)
  expect(lines.filter((line) => /^20\d\d-/.test(line))).toHaveLength(all.Days.length)
  expect(lines.at(-1)).toContain('136.31')
})
