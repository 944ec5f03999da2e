import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobGivenAt } from '#tests/dying-database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { daysOfFirstReading, freshTyro, linkTyro, terminalDay } from '#tests/tyro-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { TerminalDays, TyroPlaces } from './tyro.contract.ts'
import type { TyroBooks } from './tyro-books.fake.ts'
import { syncTyro } from './tyro-sync.job.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: TyroBooks

beforeAll(async () => {
  house = await LinkHouse.open('Pages House')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('owner-pages', ['can_linkpayment', 'can_viewpayments'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshTyro(house)
  house.tyro.rowsAtMost = 2000
})

const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Tyro', LocationId: front } })
  await house.work()
}
const trouble = async () => (await owner.call<TyroPlaces>('GET', `/venue/${house.room.venueId}/tyro`)).body.Places[0]?.Trouble
/** Payments and total of each day that the report has, and of each day that the books have. */
const kept = async (FromDate = terminalDay(60), ToDate = terminalDay(0)) => {
  const { Days } = (await owner.call<TerminalDays>('GET', `/reports/card-terminals?${new URLSearchParams({ FromDate, ToDate })}`)).body
  return Days.map(({ Day, Payments, Total }) => `${Day} ${Payments} ${Total}`).sort()
}
const theirs = () =>
  [...books.payments.keys()]
    .map((day) => `${day} ${books.approved(day).length} ${books.approved(day).reduce((sum, { totalAmount }) => sum + totalAmount, 0) / 100}`)
    .sort()
const pagesAsked = () => house.tyro.standIn.log.filter(({ path }) => path.endsWith('/transactions')).length
const linkId = async () => {
  const { venueId } = house.room
  const [link] = await house.app.database.readVenue(
    venueId,
    (sql) => sql<{ id: string }[]>`select link_id::text as id from link where venue_id = ${venueId} and status = 'connected'`,
  )
  return link?.id ?? ''
}
const readAt = async (at: Date, killedAfter?: number) =>
  syncTyro(jobGivenAt(house.app, at, killedAfter), { venueId: house.room.venueId, linkId: await linkId() })
const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describe('pages of payments', () => {
  it('that are shorter than was asked for are read to the last one', async () => {
    for (let n = 0; n < 500; n += 1) books.pay(terminalDay(1), { sale: 100 + n })
    house.tyro.rowsAtMost = 150
    await linkTyro(owner, front)
    await house.work()
    expect(await kept()).toEqual(theirs())
  })

  it('of another page than was asked for are not believed, and nothing that was read is lost by them', async () => {
    for (let n = 0; n < 500; n += 1) books.pay(terminalDay(0), { sale: 100 + n })
    await linkTyro(owner, front)
    await house.work()
    const transactions = [...(books.payments.get(terminalDay(0))?.values() ?? [])].slice(0, 400).reverse()
    const page = { terminalBusinessDay: terminalDay(0), transactions, pagination: { page: 1, size: 400, limit: 400, total: 500 } }
    house.tyro.standIn.failNext({ route: '/connect/reporting', skip: 1, status: 200, body: JSON.stringify(page) })
    await again()
    expect([await trouble(), await kept()]).toEqual(['unreadable', theirs()])
    await again()
    expect([await trouble(), await kept()]).toEqual([null, theirs()])
  })

  it('that say the same again in another order drop nothing of what the day has', async () => {
    for (let n = 0; n < 500; n += 1) books.pay(terminalDay(0), { sale: 100 + n })
    await linkTyro(owner, front)
    await house.work()
    const transactions = [...(books.payments.get(terminalDay(0))?.values() ?? [])].slice(0, 100).reverse()
    const page = { terminalBusinessDay: terminalDay(0), transactions, pagination: { page: 2, size: 100, limit: 400, total: 500 } }
    house.tyro.standIn.failNext({ route: '/connect/reporting', skip: 1, status: 200, body: JSON.stringify(page) })
    await again()
    expect(await kept()).toEqual(theirs())
  })
})

describe('a process that is killed', () => {
  it('before any of its transactions doubles nothing and loses nothing, however often', async () => {
    for (let n = 0; n < 1300; n += 1) books.pay(terminalDay(n % 5 === 0 ? 2 : 1), { sale: 100 + n, tip: n % 3, fee: n / 7 })
    books.settle(terminalDay(1), books.net(terminalDay(1)))
    await linkTyro(owner, front)
    let minutes = 0
    for (let after = 0; after < 24; after += 1) {
      minutes += 1
      await expect(readAt(minutesOn(minutes), after)).rejects.toThrow('killed')
    }
    await readAt(minutesOn(minutes + 1))
    expect(await kept()).toEqual(theirs())
  })

  it('leaves the account to whoever comes after three quarters of a minute, and to nobody before', async () => {
    books.pay(terminalDay(1), { sale: 100 })
    await linkTyro(owner, front)
    await expect(readAt(minutesOn(0), 6)).rejects.toThrow('killed')
    const asked = pagesAsked()
    await readAt(minutesOn(0))
    expect(pagesAsked()).toBe(asked)
    await readAt(minutesOn(1))
    expect(await kept()).toEqual(theirs())
  })
})

it('the nightly reading and one by hand at the same moment read each page once', async () => {
  for (let n = 0; n < 900; n += 1) books.pay(terminalDay(1), { sale: 100 + n })
  await linkTyro(owner, front)
  await Promise.all([readAt(minutesOn(0)), readAt(minutesOn(0)), readAt(minutesOn(0))])
  // One of the days has three pages.
  expect(pagesAsked()).toBe(daysOfFirstReading() + 2)
  expect(await kept()).toEqual(theirs())
})

it.each([
  ['2026-04-06T02:00:00Z', '2026-04-04', '2026-04-05'],
  ['2026-10-05T02:00:00Z', '2026-10-03', '2026-10-04'],
])('a payment after midnight is of the business day that its terminal says, also while the clocks change: read at %s', async (at, day, next) => {
  for (const [time, sale] of Object.entries({ '18:00': 100, '23:59': 200 })) books.pay(day, { sale, at: time })
  for (const [time, sale] of Object.entries({ '00:01': 400, '02:30': 800, '03:00': 1600 })) {
    // The clock of the terminal is a day on, or in an hour that came twice or never.
    const payment = books.pay(day, { sale, at: time })
    payment.transactionLocalDateTime = `${next}T${time}:00`
  }
  books.pay(next, { sale: 3200, at: '02:30' })
  await linkTyro(owner, front)
  await readAt(new Date(at))
  expect(await kept(day, next)).toEqual([`${day} 5 31`, `${next} 1 32`])
})
