import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Books } from '#integrations/stripe/stripe-books.fake.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { payAtProvider } from '#tests/paid-house.ts'
import { SEEDS } from '#tests/sampled.ts'
import { type SigningHouse, signingHouse } from '#tests/signing-house.ts'
import { adminAt } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { OnePayment } from './one-payment.contract.ts'
import type { MatchPair, PairsAnswer } from './till-pairs.rules.ts'

const DAY = 86_400
const now = Math.floor(Date.now() / 1000)

describe('a payment of a linked venue', () => {
  let house: LinkHouse
  let reader: Visitor
  let bar: Visitor
  let books: Books
  let front: number
  let ids: Record<'whole' | 'refunded' | 'disputed' | 'failed' | 'pending' | 'nowhere', string>

  beforeAll(async () => {
    house = await LinkHouse.open('One Payment')
    const [first = 0, second = 0] = house.room.locationIds
    front = first
    reader = await house.room.at('reader', ['can_viewpayments', 'can_linkpayment'])
    bar = await house.room.at('bar', ['can_viewpayments'], [second])
    const admin = await adminAt(house.app, house.room.venueId)
    await admin.call('PUT', `/venue/${house.room.venueId}/config/paymentinfo`, { body: { PercentageFee: 0.5, FixedFee: 0.1 } })
    house.stripe.account('acct_One')
    books = (house.stripe.accounts.get('acct_One') as { books: Books }).books
    const metadata = { LocationId: String(front) }
    const charge = (amount: number, more: Partial<Parameters<Books['charge']>[0]> = {}) => books.charge({ amount, at: now - 5 * DAY, metadata, ...more }).id
    ids = {
      whole: charge(15_840, { ourFee: 89 }),
      refunded: charge(5000),
      disputed: charge(6400),
      failed: charge(9900, { status: 'failed' }),
      pending: charge(700, { status: 'pending' }),
      nowhere: charge(300, { metadata: {} }),
    }
    Object.assign(books.payOut(now - 4 * DAY), { status: 'paid' })
    books.refund(ids.refunded, 1500, now - 2 * DAY)
    books.dispute(ids.disputed, now - DAY)
    await house.link(reader, 'acct_One')
    await house.work()
  }, 60_000)
  afterAll(() => house.close())

  const one = async (id: string, who = reader): Promise<OnePayment> => {
    const { status, body } = await who.call<OnePayment>('GET', `/payments/${id}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  it('opens with its card, its fees, its payout and the account it came by', async () => {
    const whole = await one(ids.whole)
    expect(whole).toMatchObject({
      State: 'Paid',
      Amount: 158.4,
      Card: 'Visa 4242',
      Country: 'AU',
      LocationId: front,
      Account: { AccountId: 'acct_One', LocationId: null, IsLive: false },
      // 158.40 × 0.50 % = 0.792, and 0.10.
      OurFee: { PercentageFee: 0.5, FixedFee: 0.1, Amount: 0.89 },
      Disputes: [],
    })
    // 1.70 % and 0.30 at the provider.
    expect(whole.Movements).toMatchObject([{ Kind: 'charge', Amount: 158.4, OurFeeTaken: 0.89, ProviderFee: 2.99, Net: 154.52, PayoutStatus: 'paid' }])
    expect(whole.Net).toBe(154.52)
  })

  it('has its refunds and disputes, with what each moved and where that is', async () => {
    const refunded = await one(ids.refunded)
    expect(refunded.State).toBe('Refunded')
    expect(refunded.Movements.map(({ Kind, Amount, PayoutId }) => [Kind, Amount, PayoutId !== null])).toEqual([
      ['charge', 50, true],
      ['refund', -15, false],
    ])
    const disputed = await one(ids.disputed)
    expect(disputed).toMatchObject({ State: 'Disputed', Disputes: [{ Amount: 64 }] })
    expect(disputed.Movements.map(({ Kind }) => Kind)).toEqual(['charge', 'dispute'])
    for (const { Net, Movements } of [refunded, disputed])
      expect(Math.round(Net * 100)).toBe(Math.round(Movements.reduce((sum, movement) => sum + movement.Net, 0) * 100))
  })

  it('says of one that failed why, and of one under way that nothing moved', async () => {
    expect(await one(ids.failed)).toMatchObject({ State: 'Failed', Failure: 'card_declined', Movements: [], Net: 0, OurFee: null })
    expect(await one(ids.pending)).toMatchObject({ State: 'Pending', Movements: [], OurFee: null })
  })

  it('told of no location is not compared with a till, and is for whoever holds all', async () => {
    expect((await one(ids.nowhere)).Movements[0]?.AtTill).toMatchObject({ State: 'NotCompared', Tender: null, Near: null })
    expect((await bar.call('GET', `/payments/${ids.nowhere}`)).status).toBe(404)
  })

  it('is refused to whoever sees no payments or not its location, and to names that are none', async () => {
    const stranger = await house.room.at('stranger', ['can_viewsales', 'can_linkpayment'])
    expect((await stranger.call('GET', `/payments/${ids.whole}`)).status).toBe(403)
    expect((await bar.call('GET', `/payments/${ids.whole}`)).status).toBe(404)
    expect((await reader.call('GET', '/payments/ch_nobody')).status).toBe(404)
    expect((await reader.call('GET', "/payments/ch'; drop table payment")).status).toBe(404)
    expect((await reader.call('GET', `/payments/${ids.whole}?Media=Visa`)).status).toBe(400)
    const other = await house.another('Another One')
    expect((await (await other.at('other', ['can_viewpayments'])).call('GET', `/payments/${ids.whole}`)).status).toBe(404)
  })
})

describe.each(SEEDS)('payments beside the tills of a bar, random trade of seed %i', (seed) => {
  const NOW = new Date('2026-11-20T10:04:00Z')
  let app: StartedApp
  let house: SigningHouse
  let reader: Visitor

  beforeAll(async () => {
    app = await startApp({ sample: false, now: () => NOW })
    house = await signingHouse(app, seed, NOW)
    reader = await house.at(`one-payment-${seed}`, ['can_viewpayments'])
    await payAtProvider(app, seed, { venueId: house.venueId, locationId: house.locationIds[0] ?? 0 }, NOW)
  }, 120_000)
  afterAll(() => app.close())

  const pairs = async (State: MatchPair['State']): Promise<MatchPair[]> =>
    (await reader.call<PairsAnswer>('GET', `/reports/payments/till/pairs?${new URLSearchParams({ FromDate: '2026-11-09', ToDate: '2026-11-15', State })}`)).body
      .Pairs

  it('name the receipt the comparison matched them with, or stand alone with what may explain it', async () => {
    const shown = [...(await pairs('Matched')).slice(0, 12), ...(await pairs('OnlyProvider')).slice(0, 12)]
    expect(new Set(shown.map(({ State }) => State)).size).toBe(2)
    for (const { State, Tender, Payment, Near, Amount } of shown) {
      const { body } = await reader.call<OnePayment>('GET', `/payments/${Payment?.PaymentId}`)
      const movement = body.Movements.find((one) => one.At === Payment?.At && one.Amount === Amount)
      expect(movement?.AtTill).toMatchObject({ State, Tender, Near, ByHand: null })
    }
  })
})
