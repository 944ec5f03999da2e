import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { SEEDS } from '#tests/sampled.ts'
import { daysOfFirstReading, freshTyro, linkTyro, MID, terminalDay } from '#tests/tyro-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { TerminalDays } from './tyro.contract.ts'
import type { TyroBooks } from './tyro-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: TyroBooks

beforeAll(async () => {
  house = await LinkHouse.open('Reading House')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('owner-reading', ['can_linkpayment', 'can_viewpayments'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshTyro(house)
})

const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Tyro', LocationId: front } })
  await house.work()
}
const inDatabase = async (statement: string): Promise<void> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql.unsafe(statement)
  await sql.end()
}
const kept = async () => {
  const path = `/reports/card-terminals?FromDate=${terminalDay(60)}&ToDate=${terminalDay(0)}`
  const { Days, BankDays } = (await owner.call<TerminalDays>('GET', path)).body
  return {
    days: Days.map(({ Day, Payments, Total, Settled }) => `${Day} ${Payments} ${Total} ${Settled}`),
    banks: BankDays.map(({ Day, Amount, Status }) => `${Day} ${Amount} ${Status}`),
  }
}
/** What the books come to, in the same words. */
const theirs = () => ({
  days: [...books.payments.keys()]
    .sort()
    .reverse()
    .flatMap((day) => {
      const approved = books.approved(day)
      const total = approved.reduce((sum, { totalAmount }) => sum + totalAmount, 0) / 100
      return approved.length === 0 ? [] : [`${day} ${approved.length} ${total} ${books.net(day) / 100}`]
    }),
  banks: [...books.settlements.keys()]
    .sort()
    .reverse()
    .flatMap((day) =>
      (books.settlements.get(day) ?? []).flatMap(({ settlementDetails }) =>
        settlementDetails.map(({ settlementAmount, settlementStatus }) => `${day} ${Number(settlementAmount) / 100} ${settlementStatus}`),
      ),
    ),
})

it.each(SEEDS)('whatever order and repetition of reads, the sums are the provider’s own per day; seed %i', async (seed) => {
  const random = randomFor(seed, 'readings of Tyro')
  const send = ({ body, signature }: { body: string; signature: string }) =>
    fetch(`${house.app.url}/api/webhooks/tyro`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tyro-connect-signature': signature },
      body,
    })
  /** What changes later does so within the days that are read again. */
  const payments: { id: string; back: number }[] = []
  for (let n = 0; n < 500; n += 1) books.pay(terminalDay(n % 50), { sale: 100 + n, fee: n / 7 })
  for (let back = 49; back > 12; back -= 1) books.settle(terminalDay(back), books.net(terminalDay(back)))
  await linkTyro(owner, front)
  for (let step = 0; step < 60; step += 1) {
    const what = random.between(0, 9)
    const back = random.between(0, 3)
    if (what <= 3) {
      const sold = { sale: random.between(0, 9999), tip: random.between(0, 3) * 50, surcharge: random.between(0, 99), fee: random.between(0, 9999) / 1000 }
      payments.push({ id: books.pay(terminalDay(back), random.chance(0.2) ? { refund: -sold.sale } : sold).transactionId, back })
    } else if (what === 4 && payments.length > 0) books.change(random.pick(payments).id, random.pick(['VOIDED', 'APPROVED', 'DECLINED']))
    else if (what === 5 && payments.length > 0) {
      const { id, back: day } = random.pick(payments)
      books.payments.get(terminalDay(day))?.delete(id)
    } else if (what === 6) {
      const run = books.settle(terminalDay(back), random.between(1, 99_999), { status: 'PENDING' })
      if (random.chance(0.5)) Object.assign(run.settlementDetails[0] ?? {}, { settlementStatus: random.pick(['SENT', 'ON_HOLD', 'WITHHELD_BY_BANK']) })
    } else if (what === 7)
      house.tyro.standIn.failNext({
        route: '/connect/',
        skip: random.between(0, 12),
        ...random.pick([{ dropConnection: true }, { status: 500 }, { status: 200, body: '<html>' }]),
      })
    else if (what === 8) {
      const hook = house.tyro.webhook('MERCHANT_UPDATED', `m-${random.between(0, 20)}`, `pay-terminal/merchants/${MID}`)
      await send(hook)
      await send(hook)
      await house.work()
    } else await again()
  }
  // What still is to fail fails, and whatever waits for its pause is done.
  for (let n = 0; n < 12; n += 1) await again()
  await house.work({ evenLater: true })
  expect(await kept()).toEqual(theirs())
})

it('a kill in the middle of a read doubles nothing: whoever comes next goes on from the page that was stored, and the dead one stores no more', async () => {
  for (let n = 0; n < 1700; n += 1) books.pay(terminalDay(n < 1500 ? 1 : 2), { sale: 100 + n })
  books.settle(terminalDay(1), 5000)
  await linkTyro(owner, front)
  const before = house.tyro.standIn.log.length
  // The first reader hangs at its fourth page until somebody else has taken over.
  house.tyro.standIn.failNext({ route: '/connect/reporting', skip: 3, delayMs: 1500 })
  const hanging = house.work()
  await expect.poll(() => house.tyro.standIn.log.slice(before).filter(({ path }) => path.includes('/transactions')).length).toBe(3)
  await inDatabase(`update link_lease set holder = 'dead', held_until = now() - interval '1 second'`)
  const took = house.tyro.standIn.log.length
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Tyro', LocationId: front } })
  await house.work()
  expect(await kept()).toEqual(theirs())
  const ownPages = house.tyro.standIn.log.slice(took).filter(({ path }) => path.includes('/transactions')).length
  // One of the days has four pages, and three of them were stored.
  expect(ownPages).toBeLessThanOrEqual(daysOfFirstReading() + 1)
  await hanging
  expect(await kept()).toEqual(theirs())
})
