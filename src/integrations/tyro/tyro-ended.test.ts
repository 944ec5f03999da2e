import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LinkHouse } from '#tests/link-house.ts'
import { outcome } from '#tests/staff-room.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { freshTyro, linkTyro, MID, terminalDay } from '#tests/tyro-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { TerminalDays, TyroPlaces } from './tyro.contract.ts'
import type { TyroBooks } from './tyro-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number
let books: TyroBooks

beforeAll(async () => {
  house = await LinkHouse.open('Moved House')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('owner-moved', ['can_linkpayment', 'can_viewpayments'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshTyro(house)
})

const end = (locationId: number) => owner.call('DELETE', `/venue/${house.room.venueId}/location/${locationId}/tyro`)
const days = async () =>
  (await owner.call<TerminalDays>('GET', `/reports/card-terminals?FromDate=${terminalDay(30)}&ToDate=${terminalDay(0)}`)).body.Days.map(
    ({ LocationId, Day, Total, Till }) => ({ LocationId, Day, Total, Till }),
  )

it('one merchant that two locations name at the same moment is linked at one of them, and the other is told', async () => {
  for (let time = 0; time < 3; time += 1) {
    const answers = await Promise.all([linkTyro(owner, front), linkTyro(owner, back)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.filter(({ status }) => status === 409).map(outcome)).toEqual([[409, 'AccountLinkedElsewhere']])
    const { body } = await owner.call<TyroPlaces>('GET', `/venue/${house.room.venueId}/tyro`)
    expect(body.Places.filter(({ TyroId }) => TyroId === MID)).toHaveLength(1)
    await Promise.all([end(front), end(back)])
    await house.work()
  }
})

it('a merchant that moves to another location takes along what is read again, once', async () => {
  books.pay(terminalDay(2), { sale: 1000 })
  books.settle(terminalDay(1), 1000)
  await linkTyro(owner, front)
  await house.work()
  await end(front)
  expect((await linkTyro(owner, back)).status).toBe(200)
  await house.work()
  expect((await days()).map(({ LocationId, Total }) => [LocationId, Total])).toEqual([[back, 10]])
})

it('cards of the till are compared on the days that the link knows whole, and not once it has ended', async () => {
  const at = new Date(Date.now() - 3 * 86_400_000)
  const Tenders = [{ Method: 'Card', Amount: 2500 }]
  await storeTrade(house.app.database, house.room.venueId, front, [plainSale(at.toISOString(), 2500, { Tenders })], new Date())
  await storeTrade(
    house.app.database,
    house.room.venueId,
    front,
    [plainSale(new Date().toISOString(), 1700, { Tenders: [{ Method: 'Card', Amount: 1700 }] })],
    new Date(),
  )
  await linkTyro(owner, front)
  await house.work()
  expect((await days()).map(({ Till }) => Till)).toEqual([17, 25])
  await end(front)
  expect((await days()).map(({ Till }) => Till)).toEqual([25])
})
