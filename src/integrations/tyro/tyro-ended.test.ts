import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
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
const report = async () => (await owner.call<TerminalDays>('GET', `/reports/card-terminals?FromDate=${terminalDay(30)}&ToDate=${terminalDay(0)}`)).body
const days = async () => (await report()).Days
/** Links that ended or began at other moments than this test's own. */
const setLinks = async (set: string): Promise<void> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql.unsafe(`update link set meta = meta - 'FirstDay', ${set}`)
  await sql.end()
}
/** So many days from now, as SQL has it: several servers take no sums of moments in what a row is set to. */
const moment = (days: number) => `'${new Date(Date.now() + days * 86_400_000).toISOString()}'`

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
  const noon = `${terminalDay(3)}T02:00:00.000Z`
  const Tenders = [{ Method: 'Card', Amount: 2500 }]
  await storeTrade(house.app.database, house.room.venueId, front, [plainSale(noon, 2500, { Tenders })], new Date())
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

it('the difference of a range is that of its compared days: what terminals took on a day known in part is in no difference', async () => {
  books.pay(terminalDay(3), { sale: 2400 })
  books.pay(terminalDay(0), { sale: 9900 })
  await linkTyro(owner, front)
  await house.work()
  await end(front)
  const { Days, Totals } = await report()
  expect(Days.map(({ Total, Till, Difference }) => [Total, Till, Difference])).toEqual([
    [99, null, null],
    [24, 25, -1],
  ])
  expect([Totals.Total, Totals.Till, Totals.Difference]).toEqual([123, 25, -1])
})

it('a location that its merchant moved away from is not compared on days whose payments are at the other location now', async () => {
  books.pay(terminalDay(3), { sale: 2500 })
  await linkTyro(owner, front)
  await house.work()
  await end(front)
  await linkTyro(owner, back)
  await house.work()
  expect((await days()).map(({ LocationId, Total, Till }) => [LocationId, Total, Till])).toEqual([[back, 25, 0]])
})

it('days between two links that neither of them knows are not compared', async () => {
  await linkTyro(owner, front)
  await house.work()
  await end(front)
  await setLinks(`linked_at = ${moment(-400)}, ended_at = ${moment(-200)}`)
  await linkTyro(owner, front)
  await house.work()
  await setLinks(`linked_at = ${moment(88)} where ended_at is null`)
  expect((await days()).map(({ Till }) => Till)).toEqual([17])
})
