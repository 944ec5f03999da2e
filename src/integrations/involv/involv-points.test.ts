import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcileLedger } from '#features/ledger/reconcile-ledger.job.ts'
import { INVOLV_ACCOUNT as ACCOUNT, freshInvolv, netOf } from '#tests/involv-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { InvolvConflicts } from './involv.contract.ts'
import type { InvolvBooks } from './involv-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number
let books: InvolvBooks

beforeAll(async () => {
  house = await LinkHouse.open('Members House')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('programme', ['can_linkinvolv', 'can_viewloyalty', 'can_editloyalty'])
})
afterAll(() => house.close())

beforeEach(async () => {
  books = await freshInvolv(house)
})

const linked = async (LocationId?: number) => {
  expect(await house.linkInvolv(owner, ACCOUNT, LocationId)).toMatchObject({ status: 200 })
  await house.work()
}
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Involv' } })
  await house.work()
}
const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/involvtokens`)).body.Links
const adjust = (card: string, Points: number) => owner.call('POST', `/loyalty/${card}/points`, { body: { Points, LocationId: front, Comments: 'Test' } })
const conflicts = async () => (await owner.call<InvolvConflicts>('GET', `/venue/${house.room.venueId}/involvconflicts`)).body
const net = (number: string) => netOf(house, number)
const ledgerIsRight = async () => expect(await reconcileLedger(house.app.database, house.room.venueId, new Date())).toEqual([])

describe('members of Involv', () => {
  it('become cards with their profile and points, and those there already go together with their card', async () => {
    await adjust('A 100', 40)
    books.member('a100', { points_balance: 40 })
    books.member('B-200', { first_name: 'Aiko', last_name: 'Lee', email: 'aiko@example.com', phone: '0412 345 678', tier: 'Gold', points_balance: 75 })
    await linked()
    expect(await net('A100')).toBe(40)
    const { body } = await owner.call('GET', '/loyalty/B-200/details')
    expect(body).toMatchObject({ Details: { Name: 'Aiko Lee', Email: 'aiko@example.com', Phone: '0412 345 678', Tier: 'Gold', Points: 75, Owed: 0 } })
    expect(await conflicts()).toEqual({ Together: 2, Apart: 0, Conflicts: [], More: false })
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null, AccountName: 'Harbour & Vine club' }])
    await ledgerIsRight()
  })

  it('move points here when they do there, once, whatever moved before they went together', async () => {
    const member = books.member('C1')
    books.move(member.id, 'accrue', 100)
    await linked()
    expect(await net('C1')).toBe(100)
    books.move(member.id, 'accrue', 30, { location: 'Back Bar' })
    books.move(member.id, 'redeem', -50)
    await again()
    await again()
    expect(await net('C1')).toBe(80)
    const { body } = await owner.call<{ Movements: Record<string, unknown>[] }>('GET', '/loyalty/C1/movements')
    expect(body.Movements.map(({ Kind, Points, LocationId, Comments }) => [Kind, Points, LocationId, Comments])).toEqual(
      expect.arrayContaining([
        ['Opening', 100, front, 'Involv'],
        ['Adjustment', 30, back, 'Involv: accrue, Back Bar'],
        ['Adjustment', -50, front, 'Involv: redeem'],
      ]),
    )
    await ledgerIsRight()
  })

  it('have points moved there when they do here, and nothing comes back', async () => {
    await adjust('D1', 10)
    const member = books.member('D1', { points_balance: 10 })
    await linked()
    await adjust('D1', 25)
    await adjust('D1', -5)
    await again()
    expect(member.points_balance).toBe(30)
    expect(books.transactions.map(({ type, points }) => [type, points])).toEqual([['adjust', 20]])
    await again()
    expect([await net('D1'), member.points_balance, books.transactions.length]).toEqual([30, 30, 1])
    await ledgerIsRight()
  })
})
