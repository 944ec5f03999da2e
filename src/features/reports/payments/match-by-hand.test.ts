import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Books } from '#integrations/stripe/stripe-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AtTill, OnePayment } from './one-payment.contract.ts'
import type { PairsAnswer } from './till-pairs.rules.ts'
import type { TillAnswer } from './till-sides.rules.ts'

const DAY = 86_400
/** Noon three days ago in Sydney, so that till and provider agree on the trading day. */
const noon = Math.floor(Date.now() / 1000 / DAY) * DAY - 3 * DAY + 7200
const dayOf = (seconds: number) => tradingTime(seconds * 1000, calendarOf({ timeZone: 'Australia/Sydney', dayStart: '05:00' })).businessDate
const RANGE = { FromDate: dayOf(noon - 5 * DAY), ToDate: dayOf(noon + 2 * DAY) }
let house: LinkHouse
let linker: Visitor
let viewer: Visitor
let books: Books
let front: number

beforeAll(async () => {
  house = await LinkHouse.open('Matched by Hand')
  ;[front = 0] = house.room.locationIds
  linker = await house.room.at('linker', ['can_viewpayments', 'can_linkpayment', 'can_viewaudit'])
  viewer = await house.room.at('viewer', ['can_viewpayments'])
  house.stripe.account('acct_Hand')
  books = (house.stripe.accounts.get('acct_Hand') as { books: Books }).books
  const sale = (at: number, Amount: number, Method: 'Card' | 'Account' = 'Card') =>
    plainSale(new Date(at * 1000).toISOString(), Amount, { TerminalId: 'P1', Tenders: [{ Method, Amount }] })
  await storeTrade(
    house.app.database,
    house.room.venueId,
    front,
    [sale(noon, 4200), sale(noon + 600, 15_840, 'Account'), sale(noon + DAY, 3050), sale(noon - 5 * DAY, 7700), sale(noon + 900, 1100)],
    new Date(),
  )
  const metadata = { LocationId: String(front) }
  for (const amount of [4200, 15_840, 3000, 500]) books.charge({ amount, at: noon, metadata })
  await house.link(linker, 'acct_Hand')
  await house.work()
}, 60_000)
afterAll(() => house.close())
beforeEach(async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`delete from payment_match`
  await sql.end()
})

const movementOf = (amount: number): string => books.entries.find((one) => one.type === 'charge' && one.amount === amount)?.id ?? ''
const paymentOf = (amount: number): string => books.charges.find((one) => one.amount === amount)?.id ?? ''
const total = async () => {
  const { body } = await viewer.call<TillAnswer>('GET', `/reports/payments/till?${new URLSearchParams(RANGE)}`)
  return body.Totals[0] as TillAnswer['Totals'][number]
}
const atTill = async (amount: number): Promise<AtTill> => {
  const { body } = await viewer.call<OnePayment>('GET', `/payments/${paymentOf(amount)}`)
  return body.Movements[0]?.AtTill as AtTill
}
const tie = (amount: number, body: object, who = linker) => who.call<AtTill>('PUT', `/payments/movements/${movementOf(amount)}/match`, { body })
const explain = (amount: number, Reason: string, who = linker) =>
  who.call<AtTill>('PUT', `/payments/movements/${movementOf(amount)}/explanation`, { body: { Reason } })
const untie = (amount: number, who = linker) => who.call<AtTill>('DELETE', `/payments/movements/${movementOf(amount)}/match`)
const candidate = async (amount: number, which = 0) => {
  const found = (await atTill(amount)).Candidates[which]
  return { SaleId: found?.SaleId ?? '', PaymentNo: found?.PaymentNo ?? 0 }
}
const cents = (value: number) => Math.round(value * 100)
const balanced = ({ Difference, OnlyProviderAmount, OnlyTillAmount, ByHandDifference }: TillAnswer['Totals'][number]) =>
  expect(cents(Difference)).toBe(cents(OnlyProviderAmount) - cents(OnlyTillAmount) + cents(ByHandDifference))

describe('a payment that no tender matches', () => {
  it('may be tied to card tenders that stand alone within three days, and to other tenders of exactly its amount, the likeliest first', async () => {
    expect((await atTill(15_840)).Candidates.map(({ Amount, Difference, Media }) => [Amount, Difference, Media])).toEqual([
      [158.4, 0, 'Account'],
      [30.5, -127.9, 'Card'],
      [11, -147.4, 'Card'],
    ])
    expect((await atTill(3000)).Candidates.map(({ Amount, Difference }) => [Amount, Difference])).toEqual([
      [30.5, 0.5],
      [11, -19],
    ])
    expect((await atTill(4200)).Candidates).toEqual([])
  })

  it('counts as matched once it is tied, to a receipt of another day and amount too, and the difference that remains is told', async () => {
    const before = await total()
    expect([before.Matched, before.OnlyTill, before.OnlyProvider, before.ByHand]).toEqual([1, 3, 3, 0])
    const { status, body } = await tie(3000, await candidate(3000))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      State: 'Matched',
      Candidates: [],
      Tender: { Media: 'Card' },
      ByHand: { Reason: null, TenderAmount: 30.5, By: expect.stringMatching(/./) },
    })
    const after = await total()
    expect([after.Matched, after.OnlyTill, after.OnlyProvider, after.ByHand, after.ByHandDifference]).toEqual([2, 2, 2, 1, -0.5])
    expect([after.Till, after.Provider, after.Difference]).toEqual([before.Till, before.Provider, before.Difference])
    balanced(before)
    balanced(after)
    const { body: pairs } = await viewer.call<PairsAnswer>('GET', `/reports/payments/till/pairs?${new URLSearchParams({ ...RANGE, State: 'Matched' })}`)
    expect(pairs.Pairs.map(({ Amount, ByHand }) => [Amount, ByHand?.TenderAmount]).sort()).toEqual([
      [30, 30.5],
      [42, undefined],
    ])
    const { body: alone } = await viewer.call<PairsAnswer>('GET', `/reports/payments/till/pairs?${new URLSearchParams(RANGE)}`)
    expect(alone.Pairs.map(({ Amount }) => Amount).sort((a, b) => a - b)).toEqual([5, 11, 77, 158.4])
  })

  it('tied to a tender that is no card explains its whole amount', async () => {
    expect((await tie(15_840, await candidate(15_840))).status).toBe(200)
    const after = await total()
    expect([after.Matched, after.OnlyTill, after.OnlyProvider, after.ByHandDifference]).toEqual([2, 3, 2, 158.4])
    balanced(after)
  })

  it('is explained by a reason, and compared by itself again once that is taken back', async () => {
    const before = await total()
    expect((await explain(500, '  A deposit, rung up in the office ')).body).toMatchObject({
      State: 'Matched',
      Tender: null,
      ByHand: { Reason: 'A deposit, rung up in the office', TenderAmount: null },
    })
    expect(await total()).toMatchObject({ Matched: 2, OnlyProvider: 2, ByHand: 1, ByHandDifference: 5 })
    balanced(await total())
    expect((await untie(500)).body).toMatchObject({ State: 'OnlyProvider', ByHand: null })
    expect(await total()).toEqual(before)
    expect((await untie(500)).status).toBe(404)
  })

  it('is said to be matched once only, and a tender is tied to one payment only', async () => {
    const chosen = await candidate(3000)
    const answers = await Promise.all([tie(3000, chosen), tie(15_840, chosen), explain(3000, 'A deposit')])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409 || status === 400)).toBe(true)
    expect((await explain(4200, 'It matches by itself')).status).toBe(409)
    expect((await explain(3000, 'A deposit')).status).toBe(409)
  })

  it('refuses tenders that are matched, far away or not there, reasons that say nothing, and whoever may not', async () => {
    const matched = (await atTill(4200)).Tender?.SaleId
    const sql = connectAsOwner(house.app.databaseUrl)
    const [far] = await sql<{ id: string }[]>`select sale_id::text as id from sale_payment where venue_id = ${house.room.venueId} and net = 7700`
    await sql.end()
    for (const SaleId of [matched, far?.id, '1', 'x']) expect([SaleId, (await tie(3000, { SaleId, PaymentNo: 1 })).status]).toEqual([SaleId, 400])
    expect((await tie(3000, { ...(await candidate(3000)), PaymentNo: 2 })).status).toBe(400)
    expect((await explain(500, '  ')).status).toBe(400)
    expect((await explain(500, 'x'.repeat(501))).status).toBe(400)
    expect((await linker.call('PUT', '/payments/movements/txn_nobody/explanation', { body: { Reason: 'A deposit' } })).status).toBe(404)
    for (const { status } of [await tie(3000, await candidate(3000), viewer), await explain(500, 'A deposit', viewer), await untie(500, viewer)])
      expect(status).toBe(403)
    const { body } = await viewer.call<TillAnswer>('GET', `/reports/payments/till?${new URLSearchParams(RANGE)}`)
    expect(body.Totals[0]?.ByHand).toBe(0)
  })

  it('is written down with who, what and why', async () => {
    await tie(3000, await candidate(3000))
    await untie(3000)
    await explain(3000, 'A deposit')
    const { body } = await linker.call<{ Events: { Action: string; Subject: string; Detail: { Name: string; Values: string[] }[] }[] }>('GET', '/audit?Limit=3')
    expect(JSON.stringify(body)).toMatch(/payment\.explained[\s\S]*A deposit[\s\S]*payment\.untied[\s\S]*payment\.matched/)
    expect(JSON.stringify(body)).toContain(paymentOf(3000))
  })
})
