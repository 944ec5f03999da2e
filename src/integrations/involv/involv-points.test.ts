import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcileLedger } from '#features/ledger/reconcile-ledger.job.ts'
import { INVOLV_ACCOUNT as ACCOUNT, freshInvolv, netOf } from '#tests/involv-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { outcome } from '#tests/staff-room.ts'
import type { InvolvConflicts } from './involv.contract.ts'
import type { InvolvBooks } from './involv-books.fake.ts'

let house: LinkHouse
let owner: Awaited<ReturnType<LinkHouse['room']['at']>>
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
/** A card that is here already. */
const cardWith = async (card: string, points: number) => {
  expect((await owner.call('POST', `/loyalty/${card}/details`, { body: { Details: {} } })).status).toBe(200)
  expect((await adjust(card, points)).status).toBe(200)
}
const conflicts = async () => (await owner.call<InvolvConflicts>('GET', `/venue/${house.room.venueId}/involvconflicts`)).body
const net = (number: string) => netOf(house, number)
const ledgerIsRight = async () => expect(await reconcileLedger(house.app.database, house.room.venueId, new Date())).toEqual([])

describe('members of Involv', () => {
  it('become cards with their profile and points, and those there already go together with their card', async () => {
    await cardWith('A100', 40)
    books.member('a 100', { points_balance: 40 })
    books.member('B-200', { first_name: 'Aiko', last_name: 'Lee', email: 'aiko@example.com', phone: '0412 345 678', tier: 'Gold', points_balance: 75 })
    await linked()
    expect(await net('A100')).toBe(40)
    const { body } = await owner.call('GET', '/loyalty/B-200/details')
    expect(body).toMatchObject({ Details: { Name: 'Aiko Lee', Email: 'aiko@example.com', Phone: '0412 345 678', Tier: 'Gold', Points: 75, Owed: 0 } })
    expect(await conflicts()).toEqual({ Together: 2, Apart: 0, Conflicts: [], More: false })
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null, AccountName: 'Harbour & Vine club' }])
    await ledgerIsRight()
  })

  it('of a provider with nothing but RFC 6749 and the calls for one member are found by the cards here, and points move both ways', async () => {
    house.involv.isPlain = true
    await cardWith('P100', 40)
    await cardWith('P200', 10)
    const member = books.member('P100', { points_balance: 40 })
    books.member('P300', { points_balance: 5 })
    await linked(front)
    expect(await links()).toMatchObject([{ LocationId: front, Status: 'Linked', Trouble: null, Fetched: null, AccountName: null }])
    books.move(member.id, 'accrue', 7)
    await adjust('P100', 3)
    const check = async () => {
      await owner.call('POST', '/oauth/check', { body: { Provider: 'Involv', LocationId: front } })
      await house.work()
    }
    await check()
    expect([await net('P100'), member.points_balance, await net('P200'), await net('P300')]).toEqual([50, 50, 10, undefined])
    await cardWith('P300', 5)
    await check()
    expect(await conflicts()).toMatchObject({ Together: 2, Conflicts: [] })
    await ledgerIsRight()
  })

  it('of an account without a name are linked at one place of the venue, and meet again in each link', async () => {
    house.involv.isPlain = true
    await cardWith('P100', 40)
    const member = books.member('P100', { points_balance: 40 })
    await linked(front)
    const second = house.involv.account('club_2').books
    const other = second.member('P100', { points_balance: 40 })
    expect(other.id).toBe(member.id)
    const elsewhere = await Promise.all([back, undefined].map((place) => house.linkInvolv(owner, 'club_2', place)))
    expect(elsewhere.map(outcome)).toEqual([
      [409, 'AccountLinkedElsewhere'],
      [409, 'AccountLinkedElsewhere'],
    ])
    books.move(member.id, 'accrue', 7)
    const check = async () => {
      await owner.call('POST', '/oauth/check', { body: { Provider: 'Involv', LocationId: front } })
      await house.work()
    }
    await check()
    await owner.call('DELETE', `/locations/${front}/involvtokens`)
    await house.work()
    // In two movements, of which the first has the id of the one at the other account.
    for (const points of [3, 4]) second.move(other.id, 'accrue', points)
    expect((await house.linkInvolv(owner, 'club_2', front)).status).toBe(200)
    await house.work()
    expect([await net('P100'), other.points_balance]).toEqual([47, 47])
    second.move(other.id, 'accrue', 5)
    await check()
    expect([await net('P100'), other.points_balance, member.points_balance]).toEqual([52, 52, 47])
    expect(await conflicts()).toMatchObject({ Together: 1, Conflicts: [] })
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
    expect(body.Movements.map(({ Kind, Points, LocationId, Comments, Provider }) => [Kind, Points, LocationId, Comments, Provider])).toEqual(
      expect.arrayContaining([
        ['Opening', 100, front, 'Involv', null],
        ['Adjustment', 30, back, 'accrue, Back Bar', 'Involv'],
        ['Adjustment', -50, front, 'redeem', 'Involv'],
      ]),
    )
    await ledgerIsRight()
  })

  it('have points moved there when they do here, and nothing comes back', async () => {
    await cardWith('D1', 10)
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

describe('a difference', () => {
  const settle = (Action: string, found: InvolvConflicts['Conflicts'][number] | undefined, who = owner) => {
    const { LocationId = null, MemberId = '', Kind = '', Ours = null, Theirs } = found ?? {}
    const body = { Conflicts: [{ LocationId, MemberId, Kind, Action, OursPoints: Ours?.Points ?? 0, TheirsPoints: Theirs?.Points ?? 0 }] }
    return who.call<InvolvConflicts>('POST', `/venue/${house.room.venueId}/involvconflicts`, { body })
  }
  const listed = async () => (await conflicts()).Conflicts
  const kinds = async () => (await listed()).map(({ Kind }) => Kind)

  describe('of balances', () => {
    let member: ReturnType<InvolvBooks['member']>
    beforeEach(async () => {
      await cardWith('F1', 100)
      member = books.member('F1', { points_balance: 130 })
      await linked()
    })

    it('stands with both sides, and points go on moving beside it', async () => {
      expect(await listed()).toMatchObject([{ Kind: 'Balance', Ours: { Points: 100 }, Theirs: { Points: 130 }, Actions: ['Ours', 'Theirs', 'Apart'] }])
      await adjust('F1', 5)
      books.move(member.id, 'accrue', 10)
      await again()
      expect([await net('F1'), member.points_balance]).toEqual([115, 145])
      expect(await listed()).toMatchObject([{ Kind: 'Balance', Ours: { Points: 115 }, Theirs: { Points: 145 } }])
    })

    it('is told there where ours holds', async () => {
      expect((await settle('Ours', (await listed())[0])).status).toBe(200)
      await house.work()
      expect([await net('F1'), member.points_balance, await listed()]).toEqual([100, 100, []])
      await again()
      expect([await net('F1'), member.points_balance, await listed()]).toEqual([100, 100, []])
      expect(await house.room.audit('involv.settled')).toMatchObject([{ detail: { Conflict: 'Balance', Chosen: 'Ours', Points: -30 } }])
    })

    it('is an adjustment with its trail where theirs holds, and is not told back', async () => {
      expect((await settle('Theirs', (await listed())[0])).status).toBe(200)
      await house.work()
      expect([await net('F1'), member.points_balance, await listed()]).toEqual([130, 130, []])
      expect(books.transactions).toEqual([])
      expect((await house.room.audit('points.adjusted')).at(-1)).toMatchObject({
        actor_user_id: owner.colleague.userId,
        detail: { Points: 30, Comments: 'Involv', Location: 'Front Bar' },
      })
      await ledgerIsRight()
    })

    it('is kept where somebody says so, until it is another one', async () => {
      await settle('Apart', (await listed())[0])
      await again()
      expect([await net('F1'), member.points_balance, await listed()]).toEqual([100, 130, []])
      books.move(member.id, 'accrue', 1)
      await again()
      expect([await net('F1'), await listed()]).toEqual([101, []])
      member.points_balance += 9
      await again()
      expect(await listed()).toMatchObject([{ Ours: { Points: 101 }, Theirs: { Points: 140 } }])
      await settle('Ours', (await listed())[0])
      await house.work()
      expect([await net('F1'), member.points_balance, await listed()]).toEqual([101, 101, []])
    })

    it('is settled as it was shown, or not at all', async () => {
      const [shown] = await listed()
      await adjust('F1', 5)
      expect(await settle('Ours', shown)).toMatchObject({ status: 409 })
      expect([await net('F1'), member.points_balance]).toEqual([105, 130])
      expect(await settle('Theirs', { ...(shown as InvolvConflicts['Conflicts'][number]), Kind: 'Profile' })).toMatchObject({ status: 409 })
      expect(await settle('Ours', { ...(shown as InvolvConflicts['Conflicts'][number]), MemberId: 'nobody' })).toMatchObject({ status: 404 })
    })

    it('is settled by whoever may change points and see the place', async () => {
      const [shown] = await listed()
      const reader = await house.room.at('club-reader', ['can_linkinvolv', 'can_viewloyalty'])
      expect(await settle('Ours', shown, reader)).toMatchObject({ status: 403 })
      const elsewhere = await house.room.at('club-elsewhere', ['can_linkinvolv', 'can_viewloyalty', 'can_editloyalty'], [back])
      expect(await elsewhere.call('GET', `/venue/${house.room.venueId}/involvconflicts`)).toMatchObject({ body: { Together: 0, Conflicts: [] } })
      expect(await settle('Ours', shown, elsewhere)).toMatchObject({ status: 404 })
      expect(member.points_balance).toBe(130)
    })
  })

  it('of points that the provider does not take is for somebody to settle, and is not tried again by itself', async () => {
    await cardWith('G1', 50)
    const member = books.member('G1', { points_balance: 50 })
    await linked()
    books.move(member.id, 'redeem', -45)
    house.involv.standIn.failNext({ route: `/api/members/${member.id}/transactions`, status: 200, body: JSON.stringify({ transactions: [], next: null }) })
    await adjust('G1', -20)
    await again()
    const before = books.transactions.length
    await again()
    expect([await net('G1'), member.points_balance, books.transactions.length - before]).toEqual([-15, 5, 0])
    expect(await listed()).toMatchObject([{ Kind: 'Balance', Ours: { Points: -15 }, Theirs: { Points: 5 } }])
    await ledgerIsRight()
  })

  it('of details is taken over, or kept until theirs changes', async () => {
    await owner.call('POST', '/loyalty/H1/details', { body: { Details: { Name: 'Aiko Lee', Email: 'aiko@example.com' } } })
    const member = books.member('H1', { first_name: 'Aiko', last_name: 'Mori', email: 'AIKO@example.com' })
    await linked()
    expect(await listed()).toMatchObject([{ Kind: 'Profile', Ours: { Name: 'Aiko Lee' }, Theirs: { Name: 'Aiko Mori' }, Actions: ['Theirs', 'Apart'] }])
    await settle('Apart', (await listed())[0])
    await again()
    expect(await listed()).toEqual([])
    member.last_name = 'Tanaka'
    await again()
    await settle('Theirs', (await listed())[0])
    expect((await owner.call('GET', '/loyalty/H1/details')).body).toMatchObject({ Details: { Name: 'Aiko Tanaka', Email: 'AIKO@example.com' } })
    expect(await house.room.audit('card.changed')).toMatchObject([{}, { detail: { Fields: ['Name'], By: 'Involv' } }])
  })

  it('of cards: a member with another card by now has it here in place of the one before, or keeps it', async () => {
    const [one, other] = [books.member('I1', { points_balance: 40 }), books.member('K1', { points_balance: 9 })]
    await linked()
    one.card_number = 'I2'
    other.card_number = 'K2'
    await again()
    expect(await listed()).toMatchObject([
      { Kind: 'Cards', Ours: { CardNumber: 'I1' }, Theirs: { CardNumber: 'I2' }, Actions: ['Theirs', 'Apart'] },
      { Kind: 'Cards', Ours: { CardNumber: 'K1' }, Theirs: { CardNumber: 'K2' } },
    ])
    await settle('Theirs', (await listed())[0])
    await settle('Apart', (await listed())[0])
    await adjust('I2', 2)
    await adjust('K1', 1)
    await again()
    expect([await listed(), await net('I1'), await net('I2'), await net('K1'), await net('K2')]).toEqual([[], 42, 42, 10, undefined])
    expect([one.points_balance, other.points_balance]).toEqual([42, 10])
    await ledgerIsRight()
  })

  it('of two members with one card keeps points from moving until one of them is kept apart', async () => {
    const one = books.member('L1', { points_balance: 40 })
    await linked()
    const other = books.member('l 1', { points_balance: 15 })
    await again()
    expect(await listed()).toMatchObject([
      { Kind: 'Cards', Others: 1, Actions: ['Apart'] },
      { Kind: 'Cards', Others: 1 },
    ])
    books.move(one.id, 'accrue', 5)
    books.move(other.id, 'accrue', 3)
    await again()
    expect(await net('L1')).toBe(40)
    await settle(
      'Apart',
      (await listed()).find(({ MemberId }) => MemberId === other.id),
    )
    await again()
    expect([await net('L1'), one.points_balance, other.points_balance, await conflicts()]).toMatchObject([45, 45, 18, { Together: 1, Apart: 1, Conflicts: [] }])
  })

  it('of a member without a card number, or one that is gone, is known and kept apart', async () => {
    books.member('', { points_balance: 5 })
    const gone = books.member('M1', { points_balance: 5 })
    await linked()
    expect(await kinds()).toEqual(['Unknown'])
    books.members.delete(gone.id)
    await adjust('M1', 5)
    await again()
    expect(await listed()).toMatchObject([{ Kind: 'Unknown', Ours: null }])
    await settle('Apart', (await listed())[0])
    expect(await kinds()).toEqual([])
  })
})
