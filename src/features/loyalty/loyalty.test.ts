import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Answered, Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let second: Visitor
let viewer: Visitor
let front: number
let back: number
const NOW = new Date()
const TODAY = NOW.toISOString()

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Ledger')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('mover', ['can_viewloyalty', 'can_editloyalty'])
  second = await room.at('second', ['can_viewloyalty', 'can_editloyalty'])
  viewer = await room.at('viewer', ['can_viewloyalty'], [front])
})
afterAll(() => app.close())

interface Card {
  CardNumber: string
  Name: string
  Status: string
  Points: number
  Owed: number
  ReplacedBy: string | null
  Incomplete: boolean
  LastUsed: string | null
}

let made = 0
const path = (...parts: string[]) => `/loyalty/${parts.map(encodeURIComponent).join('/')}`
const newCard = async (points = 0, details: object = {}) => {
  const number = `70${String(++made).padStart(6, '0')}`
  await manager.call('POST', path(number, 'details'), { body: { Details: { Name: `Member ${made}`, ...details } } })
  if (points > 0) await adjust(number, points)
  return number
}
const adjust = (number: string, Points: unknown, by = manager, LocationId = front) =>
  by.call<{ MovementId: string; Points: number; Owed: number; State: string }>('POST', path(number, 'points'), { body: { Points, LocationId } })
const transfer = (from: string, to: string, Points: unknown, by = manager) =>
  by.call<{ MovementId: string }>('POST', path(from, 'transfer', to), { body: { Points, LocationId: front } })
const replace = (old: string, fresh: string, by = manager) => by.call<{ Details: Card }>('POST', path(old, 'replace', fresh), { body: { Comments: 'Lost' } })
const reverse = (id: string, Points?: number, by = manager) =>
  by.call<{ MovementId: string }>('POST', path('movements', id, 'reverse'), { body: { ...(Points === undefined ? {} : { Points }), Comments: 'Wrong' } })
const cardOf = async (number: string) => (await manager.call<{ Details: Card }>('GET', path(number, 'details'))).body.Details
const balance = async (number: string) => {
  const { Points, Owed } = await cardOf(number)
  return [Points, Owed]
}
const told = ({ status, body }: Answered) => [status, body.ResponseStatus?.ErrorCode, body.ResponseStatus?.Message]
const codes = ({ status, body }: Answered) => [status, body.ResponseStatus?.ErrorCode]
const sell = (LoyaltyCard: string, Accrued: number, Redeemed = 0, changes: object = {}, at = front) => {
  const sale = plainSale(TODAY, 1000, { LoyaltyCard, Points: { Accrued, Redeemed }, ...changes })
  return storeTrade(app.database, room.venueId, at, [sale], NOW).then(() => sale.SaleId)
}
const voided = (OriginalSaleId: string) =>
  storeTrade(app.database, room.venueId, front, [{ SaleId: `V ${OriginalSaleId}`, TerminalId: 'T1', Type: 'Void', OriginalSaleId, ClosedAt: TODAY }], NOW)

describe('points of a sale', () => {
  it('post with the sale, and a card first seen becomes one that is to be completed', async () => {
    await sell('AB 77 01', 30)
    expect(await cardOf('ab7701')).toMatchObject({ CardNumber: 'AB 77 01', Points: 30, Owed: 0, Incomplete: true })
    const { body } = await manager.call<{ Details: Card[] }>('GET', '/loyalty/incomplete')
    expect(body.Details.map(({ CardNumber }) => CardNumber)).toContain('AB 77 01')
    await manager.call('POST', path('AB7701', 'details'), { body: { Details: { Name: 'Noor Haddad' } } })
    expect((await cardOf('AB7701')).Incomplete).toBe(false)
  })

  it('count the same number with spaces, in another case and in full-width digits as one card, and a leading zero as another', async () => {
    await sell('9001 x', 10)
    await sell('９００１Ｘ', 5)
    await sell('09001X', 1)
    expect([await balance('9001x'), await balance('09001x')]).toEqual([
      [15, 0],
      [1, 0],
    ])
  })

  it('beyond the balance take it to zero, owe the rest, and what comes in pays that first', async () => {
    const card = await newCard(10)
    await sell(card, 0, 25)
    expect(await balance(card)).toEqual([0, 15])
    await sell(card, 10)
    expect(await balance(card)).toEqual([0, 5])
    await sell(card, 10)
    expect(await balance(card)).toEqual([5, 0])
  })

  it('that arrive late stand on their trading day, and the balance counts from there', async () => {
    const card = await newCard(100)
    await sell(card, 5)
    const before = new Date(NOW.getTime() - 10 * 86_400_000).toISOString()
    await sell(card, 30, 0, { ClosedAt: before })
    const page = (after = '') =>
      manager.call<{ Movements: { Points: number; Balance: number; Day: string }[]; Next: string | null }>('GET', `${path(card, 'movements')}?Limit=2${after}`)
    const first = (await page()).body
    const rest = (await page(`&After=${first.Next}`)).body
    const shown = [...first.Movements, ...rest.Movements]
    expect(shown.map(({ Points, Balance }) => [Points, Balance]).at(-1)).toEqual([30, 30])
    expect([shown[0]?.Balance, shown.length, rest.Next]).toEqual([135, 3, null])
    expect(shown.map(({ Day }) => Day)).toEqual(
      shown
        .map(({ Day }) => Day)
        .sort()
        .reverse(),
    )
  })

  it('are taken back by a void and by a correction, exactly', async () => {
    const card = await newCard(10)
    const sale = await sell(card, 7, 30)
    expect(await balance(card)).toEqual([0, 13])
    await voided(sale)
    expect(await balance(card)).toEqual([10, 0])
    const again = await sell(card, 7)
    await sell(card, 9, 0, { SaleId: again, Revision: 2 })
    expect(await balance(card)).toEqual([19, 0])
  })

  it('that a manager took back already are not taken back again by a void', async () => {
    const card = await newCard(100)
    const sale = await sell(card, 40)
    const { body } = await manager.call<{ Movements: { MovementId: string; SaleId: string | null }[] }>('GET', path(card, 'movements'))
    const movement = body.Movements.find(({ SaleId }) => SaleId !== null)?.MovementId ?? ''
    expect((await reverse(movement, 15)).status).toBe(200)
    expect(await balance(card)).toEqual([125, 0])
    await voided(sale)
    expect(await balance(card)).toEqual([100, 0])
    expect(codes(await reverse(movement))).toEqual([409, 'NotReversible'])
  })

  it('on a replaced card are its replacement’s', async () => {
    const old = await newCard(10)
    const sale = await sell(old, 5)
    const fresh = `N${old}`
    await replace(old, fresh)
    await sell(old, 3)
    expect([await balance(old), await balance(fresh)]).toEqual([
      [0, 0],
      [18, 0],
    ])
    await voided(sale)
    expect(await balance(fresh)).toEqual([13, 0])
  })
})

describe('points the till does not send', () => {
  const rates = (PointsPerDollar: number, PointsRates: object[] = []) =>
    app.database.inVenue(
      room.venueId,
      (sql) => sql`
      insert into venue_setting as s (venue_id, section, value) values (${room.venueId}, 'config', ${sql.json({ PointsPerDollar, PointsRates } as never)})
      on conflict (venue_id, section) do update set value = s.value || excluded.value returning 1`,
    )

  it('are worked out at the venue’s rates, cut to whole points for each sale, and marked', async () => {
    await rates(1, [{ ProductGroup: 'Spirits', PointsPerDollar: 2.5 }])
    const card = await newCard()
    const line = (ProductGroup: string, Net: number) => ({ Plu: `G${ProductGroup}`, Name: ProductGroup, ProductGroup, Quantity: '1', Gross: Net, Net })
    const Lines = [line('Wine', 1070), line('Spirits', 999)]
    await sell(card, 0, 0, { Points: undefined, Lines, Tenders: [{ Method: 'Cash', Amount: 2069 }], Totals: { Total: 2069 } })
    // 10.70 × 1 + 9.99 × 2.5 = 35.675
    expect(await balance(card)).toEqual([35, 0])
    const { body } = await manager.call<{ Movements: { PointsSource: string }[] }>('GET', path(card, 'movements'))
    expect(body.Movements.map(({ PointsSource }) => PointsSource)).toEqual(['Computed'])
    await rates(0)
  })

  it('are taken back by refunds in parts, and by all of them exactly', async () => {
    await rates(1)
    const card = await newCard(100)
    const sale = await sell(card, 0, 0, {
      Points: undefined,
      Lines: [{ Plu: 'P1', Quantity: '1', Gross: 1050, Net: 1050 }],
      Tenders: [{ Method: 'Cash', Amount: 1050 }],
      Totals: { Total: 1050 },
    })
    expect(await balance(card)).toEqual([110, 0])
    const refund = (cents: number) =>
      sell(card, 0, 0, {
        Points: undefined,
        Type: 'Refund',
        OriginalSaleId: sale,
        Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -cents, Net: -cents }],
        Tenders: [{ Method: 'Cash', Amount: -cents }],
        Totals: { Total: -cents },
      })
    const after: number[] = []
    for (const cents of [350, 350, 350]) {
      await refund(cents)
      after.push((await cardOf(card)).Points)
    }
    expect(after).toEqual([107, 103, 100])
    await rates(0)
  })
})

describe('moving points by hand', () => {
  it('adds, takes, and refuses a total below zero word for word', async () => {
    const card = await newCard()
    expect((await adjust(card, 30)).body).toMatchObject({ CardNumber: card, Points: 30, Owed: 0, State: 'Posted' })
    expect((await adjust(card, -20)).body.Points).toBe(10)
    expect(told(await adjust(card, -11))).toEqual([400, 'TotalBelowZero', 'total cannot be less than zero'])
    const other = await newCard()
    expect(told(await transfer(card, other, 11))).toEqual([400, 'TotalBelowZero', 'total cannot be less than zero'])
    expect(await balance(card)).toEqual([10, 0])
  })

  it('moves from card to card, keeps the sum, and takes it back', async () => {
    const [from, to] = [await newCard(50), await newCard(5)]
    const moved = await transfer(from, to, 20)
    expect([await balance(from), await balance(to)]).toEqual([
      [30, 0],
      [25, 0],
    ])
    expect((await reverse(moved.body.MovementId, 5)).status).toBe(200)
    expect(codes(await reverse(moved.body.MovementId, 16)), 'fifteen are left').toEqual([409, 'NotReversible'])
    expect((await reverse(moved.body.MovementId)).status).toBe(200)
    expect([await balance(from), await balance(to)]).toEqual([
      [50, 0],
      [5, 0],
    ])
    expect(codes(await reverse(moved.body.MovementId, 1))).toEqual([409, 'NotReversible'])
    const again = await transfer(from, to, 20)
    await adjust(to, -20)
    expect(codes(await reverse(again.body.MovementId))).toEqual([400, 'TotalBelowZero'])
  })

  it('refuses the same, a blocked, a replaced and a foreign card, each with one sentence', async () => {
    const [card, blocked, gone] = [await newCard(50), await newCard(5), await newCard(5)]
    await manager.call('POST', path(blocked, 'details'), { body: { Details: { Status: 'Blocked' } } })
    await replace(gone, `N${gone}`)
    const foreign = await staffRoom(app, 'Elsewhere')
    const stranger = await foreign.at('stranger', ['can_viewloyalty', 'can_editloyalty'])
    await stranger.call('POST', path('F1', 'details'), { body: { Details: { Name: 'Somebody' } } })
    for (const [to, status, code] of [
      [card, 400, 'SameCard'],
      [` ${card.slice(0, 3)} ${card.slice(3)}`, 400, 'SameCard'],
      [blocked, 409, 'CardBlocked'],
      [gone, 409, 'CardReplaced'],
      ['F1', 404, 'CardNotFound'],
    ] as const) {
      expect({ to, codes: codes(await transfer(card, to, 1)) }).toEqual({ to, codes: [status, code] })
      if (code !== 'SameCard') expect({ to, codes: codes(await transfer(to, card, 1)) }).toEqual({ to, codes: [status, code] })
    }
    expect([codes(await adjust(blocked, 1)), codes(await adjust(gone, 1))]).toEqual([
      [409, 'CardBlocked'],
      [409, 'CardReplaced'],
    ])
    expect(await balance(card)).toEqual([50, 0])
  })

  it('refuses 0, fractions and 10^18', async () => {
    const [card, other] = [await newCard(50), await newCard()]
    for (const points of [0, 0.5, 1e18, '5', null]) {
      expect({ points, codes: codes(await adjust(card, points)) }).toEqual({ points, codes: [400, 'ValidationFailed'] })
      expect({ points, codes: codes(await transfer(card, other, points)) }).toEqual({ points, codes: [400, 'ValidationFailed'] })
    }
    expect(codes(await transfer(card, other, -5))).toEqual([400, 'ValidationFailed'])
    expect(await balance(card)).toEqual([50, 0])
  })

  it('does the same request sent twice once', async () => {
    const [card, other] = [await newCard(50), await newCard()]
    const body = { Points: 20, LocationId: front }
    const send = () => manager.call<{ MovementId: string }>('POST', path(card, 'transfer', other), { body, key: `twice-${card}` })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.body.MovementId]).toEqual([200, first.body.MovementId])
    expect(await balance(card)).toEqual([30, 0])
    const other200 = await manager.call('POST', path(card, 'transfer', other), { body: { ...body, Points: 1 }, key: `twice-${card}` })
    expect(codes(other200)).toEqual([422, 'KeyReused'])
  })

  it('above the limit waits for a second person, and posts once when they approve', async () => {
    const card = await newCard()
    const asked = await adjust(card, 1001)
    expect([asked.status, asked.body.State, asked.body.Points]).toEqual([202, 'Pending', 0])
    const id = asked.body.MovementId
    const decide = (by: Visitor, how: string, which = id) => by.call<{ State: string; Points: number }>('POST', path('adjustments', which, how), { body: {} })
    expect(codes(await decide(manager, 'approve'))).toEqual([403, 'OwnAdjustment'])
    expect(await balance(card)).toEqual([0, 0])
    expect((await decide(second, 'approve')).body).toMatchObject({ State: 'Approved', Points: 1001 })
    expect(codes(await decide(second, 'approve'))).toEqual([409, 'AlreadyDecided'])
    const other = (await adjust(card, -1001)).body.MovementId
    expect((await decide(second, 'refuse', other)).body).toMatchObject({ State: 'Refused', Points: 1001 })
    expect((await adjust(card, -1000)).body.State).toBe('Posted')
    const { body } = await second.call<{ Adjustments: { MovementId: string; State: string }[] }>('GET', '/loyalty/adjustments?State=Refused')
    expect(body.Adjustments.map(({ MovementId, State }) => [MovementId, State])).toEqual([[other, 'Refused']])
    expect(codes(await adjust(card, -1002))).toEqual([400, 'TotalBelowZero'])
  })

  it('writes each change and each refusal in the trail', async () => {
    const card = await newCard()
    await adjust(card, 30)
    const before = (await room.audit('access.refused')).length
    await adjust(card, -31)
    const rows = await room.audit('points.adjusted')
    expect(rows.at(-1)).toMatchObject({ subject: `•••• ${card.slice(-4)}`, detail: { Points: 30 }, actor_user_id: manager.userId })
    expect((await room.audit('access.refused')).length).toBe(before + 1)
  })
})

describe('replacing a card', () => {
  it('moves balance and holder, and the old card stops for good', async () => {
    const old = await newCard(40, { Name: 'Mika Sato', Email: 'mika@example.com', Phone: '0412 000 111' })
    const fresh = `N${old}`
    const { body } = await replace(old, fresh)
    expect(body.Details).toMatchObject({ CardNumber: fresh, Name: 'Mika Sato', Email: 'mika@example.com', Points: 40, Status: 'Active' })
    expect(await cardOf(old)).toMatchObject({ Status: 'Replaced', Points: 0, ReplacedBy: fresh })
    expect(codes(await manager.call('POST', path(old, 'details'), { body: { Details: { Status: 'Active' } } }))).toEqual([409, 'CardReplaced'])
    expect(codes(await replace(old, `${fresh}2`))).toEqual([409, 'CardReplaced'])
  })

  it('refuses a card that was used, and keeps the holder a new card has', async () => {
    const [old, used] = [await newCard(40), await newCard(1)]
    await adjust(used, -1)
    expect(codes(await replace(old, used))).toEqual([409, 'CardInUse'])
    expect(codes(await replace(old, old))).toEqual([400, 'SameCard'])
    expect(codes(await replace('nobody', 'nobody-2'))).toEqual([404, 'CardNotFound'])
    expect(codes(await manager.call('GET', path('nobody-2', 'details')))).toEqual([404, 'CardNotFound'])
    const fresh = await newCard(0, { Name: 'Own Name' })
    expect((await replace(old, fresh)).body.Details).toMatchObject({ Name: 'Own Name', Points: 40 })
  })
})

describe('a lost card', () => {
  it('that was blocked may be replaced by an active card with its points, and once replaced it is not replaced again', async () => {
    const [lost, stolen] = [await newCard(120), await newCard(30)]
    const block = (number: string) => manager.call('POST', path(number, 'details'), { body: { Details: { Status: 'Blocked' } } })
    await block(lost)
    const { status, body } = await replace(lost, `N${lost}`)
    expect([status, body.Details]).toMatchObject([200, { Status: 'Active', Points: 120 }])
    expect(await cardOf(lost)).toMatchObject({ Status: 'Replaced', Points: 0, ReplacedBy: `N${lost}` })
    expect(codes(await replace(lost, `M${lost}`))).toEqual([409, 'CardReplaced'])
    // What takes a card's place must be usable, and nothing else moves points away from a blocked card.
    const spare = await newCard()
    await block(spare)
    expect(codes(await replace(stolen, spare))).toEqual([409, 'CardBlocked'])
    await block(stolen)
    expect([codes(await transfer(stolen, `N${lost}`, 1)), await balance(stolen)]).toEqual([
      [409, 'CardBlocked'],
      [30, 0],
    ])
  })
})

describe('a search', () => {
  it('finds by number, name, e-mail and phone as far as each may be cut', async () => {
    const card = await newCard(0, { Name: 'Żaneta O’Brien-Lee', Email: 'zaneta@club.example', Phone: '+61 412 987 654' })
    await newCard(0, { Name: '佐藤 美香' })
    const found = async (query: string) => {
      const { status, body } = await manager.call<{ Details: Card[] }>('GET', `/loyalty/search?${query}`)
      return status === 200 ? body.Details.map(({ CardNumber }) => CardNumber).includes(card) : status
    }
    for (const query of [
      `CardNumber=${card}`,
      `CardNumber=${card.slice(-4)}`,
      `CardNumber=${card.slice(0, 6)}`,
      'Name=brien-l',
      'Name=ŻANETA',
      'Email=Zaneta@',
      'Phone=0412987654',
      'Phone=987654',
    ])
      expect([query, await found(encodeURI(query))]).toEqual([query, true])
    for (const query of ['Name=br', 'Email=z', 'Phone=12345', 'Name=abc&Email=abcd', '']) expect([query, await found(query)]).toEqual([query, 400])
    expect(await found('CardNumber=7')).toBe(false)
    const { body } = await manager.call<{ Details: Card[] }>('GET', `/loyalty/search?Name=${encodeURIComponent('佐藤')}`)
    expect(body.Details).toHaveLength(1)
  })

  it('answers at most 50, and says that there are more', async () => {
    await app.database.inVenue(room.venueId, async (sql) => {
      await sql`
        insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, name, name_key, member_id, joined)
        select ${room.venueId}, 1000 + i, 'many' || i, 'many' || i, reverse('many' || i), 'Popular Person', 'popular person', 1000 + i, '2026-01-01' from generate_series(1, 51) i returning 1`
      await sql`insert into loyalty_name_part select ${room.venueId}, 'popular person', 1000 + i from generate_series(1, 51) i returning 1`
    })
    const { body } = await manager.call<{ Details: Card[]; More: boolean }>('GET', '/loyalty/search?Name=popular')
    expect([body.Details.length, body.More]).toEqual([50, true])
  })
})

describe('somebody who may only see', () => {
  it('sees and cannot move, and what moved at other locations does not show', async () => {
    const card = await newCard()
    await adjust(card, 10)
    const elsewhere = (await adjust(card, 7, manager, back)).body.MovementId
    const seen = await viewer.call<{ Points: number; Movements: { LocationId: number; Points: number; Balance: number }[] }>('GET', path(card, 'movements'))
    expect(seen.body.Points).toBe(17)
    expect(seen.body.Movements.map(({ LocationId, Balance }) => [LocationId, Balance])).toEqual([[front, 10]])
    for (const refused of [
      await adjust(card, 1, viewer),
      await transfer(card, 'x', 1, viewer),
      await replace(card, 'x', viewer),
      await reverse('1', 1, viewer),
    ])
      expect(codes(refused)).toEqual([403, 'NotPermitted'])
    const editor = await room.at(`editor-${card}`, ['can_viewloyalty', 'can_editloyalty'], [front])
    expect(codes(await adjust(card, 1, editor, back))).toEqual([404, 'LocationNotFound'])
    expect(codes(await reverse(elsewhere, 1, editor))).toEqual([404, 'MovementNotFound'])
  })
})

describe('points that are not used', () => {
  it('expire only as the preview showed them', async () => {
    const owner = await room.at('expirer', ['can_viewloyalty', 'can_editloyalty'])
    const card = await newCard(80)
    await app.database.inVenue(room.venueId, async (sql) => {
      await sql`
        insert into venue_setting as s (venue_id, section, value) values (${room.venueId}, 'config', '{"PointsExpireMonths":12}')
        on conflict (venue_id, section) do update set value = s.value || excluded.value returning 1`
      await sql`update loyalty_card set joined = '2020-01-01' where venue_id = ${room.venueId} and number_key = ${card}`
    })
    const preview = (await owner.call<{ Before: string; Cards: number; Points: number }>('GET', '/loyalty/expiry')).body
    expect([preview.Cards, preview.Points]).toEqual([1, 80])
    const { Before, Cards, Points } = preview
    expect(codes(await owner.call('POST', '/loyalty/expiry', { body: { Before, Cards, Points: Points + 1 } }))).toEqual([409, 'Conflict'])
    expect(await balance(card)).toEqual([80, 0])
    expect((await owner.call('POST', '/loyalty/expiry', { body: { Before, Cards, Points } })).status).toBe(200)
    expect(await balance(card)).toEqual([0, 0])
  })
})
