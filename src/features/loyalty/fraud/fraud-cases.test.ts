import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { FraudCase, ListedCard } from './fraud.contract.ts'
import { openCases } from './open-cases.job.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')
const RANGE = 'FromDate=2026-11-14&ToDate=2026-11-20'

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let viewer: Visitor
let front: number
let back: number
let card: string

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Judge')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('judge', ['can_viewloyalty', 'can_editloyalty'])
  viewer = await room.at('onlooker', ['can_viewloyalty'], [back])
})
afterAll(() => app.close())

let made = 0
beforeEach(async () => {
  card = `77${String(++made).padStart(6, '0')}`
  await useFive('2026-11-19')
})

const use = (day: string, time: string): WireSale =>
  plainSale(`${day}T${time}:00+11:00`, 2345, {
    LoyaltyCard: card,
    Points: { Accrued: 23, Redeemed: 0 },
    ClerkId: `${made} ${time}`,
    ClerkName: `Clerk ${made} ${time}`,
  })
const useFive = (day: string) =>
  storeTrade(
    app.database,
    room.venueId,
    front,
    ['12:01', '13:11', '14:21', '15:31', '16:41'].map((time) => use(day, time)),
    NOW,
  )
const nightly = () => openCases(app.database, room.venueId, NOW)
const casesOf = async (State = '') =>
  (await manager.call<{ Cases: FraudCase[] }>('GET', `/loyalty/fraud/cases${State && `?State=${State}`}`)).body.Cases.filter(
    ({ CardNumber }) => CardNumber === card,
  )
const caseOf = async () => (await casesOf())[0]?.CaseId ?? ''
const decide = (id: string, body: object, by = manager) => by.call<FraudCase>('POST', `/loyalty/fraud/cases/${id}`, { body })
const listed = async () => {
  const { body } = await manager.call<{ Locations: { Cards: ListedCard[] }[] }>('GET', `/loyalty/fraud?${RANGE}`)
  return body.Locations.flatMap(({ Cards }) => Cards).find(({ CardNumber }) => CardNumber === card)
}
const balance = async () => (await manager.call<{ Points: number }>('GET', `/loyalty/${card}/points`)).body.Points

it('every night opens one case for a card, however often it runs', async () => {
  expect(await nightly()).toBe(1)
  expect(await nightly()).toBe(0)
  expect(await casesOf('New')).toMatchObject([{ State: 'New', Score: 20, Rules: ['F1'], Location: 'Front Bar', Day: '2026-11-19' }])
  expect((await listed())?.Case).toMatchObject({ State: 'New', CaseId: await caseOf() })
})

it('the list as a file says of each card why it is listed and how its case stands', async () => {
  await nightly()
  const { body } = await manager.call<{ text: string }>('GET', `/loyalty/fraud?${RANGE}&format=csv&Language=en`)
  const [head, ...rows] = body.text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('Location,Card,Name,Why it is listed,Day,Points,Score,Case')
  expect(rows.filter((row) => row.includes(card))).toEqual([`Front Bar,${card},,Used often in one day,2026-11-19,115,20,New`])
})

it('a case that is opened shows its evidence, what can be taken back, and that somebody opened it', async () => {
  await nightly()
  const id = await caseOf()
  const { body } = await manager.call<FraudCase>('GET', `/loyalty/fraud/cases/${id}`)
  expect(body).toMatchObject({
    CardNumber: card,
    Balance: 115,
    Reversible: 115,
    Hits: [{ Rule: 'F1', Evidence: { length: 5 } }],
    Steps: [{ State: 'New', By: null }],
  })
  await manager.call('GET', `/loyalty/fraud/cases/${id}`)
  const seen = (await room.audit('fraud.opened')).filter(({ detail }) => detail.CaseId === id)
  expect(seen).toMatchObject([{ subject: `•••• ${card.slice(-4)}`, actor_user_id: manager.userId }])
})

it('a case goes under review and is confirmed, with who and why; the card is blocked and its points are taken back', async () => {
  await nightly()
  const id = await caseOf()
  expect((await decide(id, { State: 'Reviewing' })).body).toMatchObject({ State: 'Reviewing', By: expect.stringMatching(/judge/i), Version: 1 })
  const { status, body } = await decide(id, { State: 'Confirmed', Note: 'Spoke with Oskar', BlockCard: true, ReversePoints: true, Version: 1 })
  expect([status, body]).toMatchObject([200, { State: 'Confirmed', Blocked: true, Status: 'Blocked', Balance: 0, Reversible: 0, Version: 2 }])
  expect(body.Steps.at(-1)).toMatchObject({ State: 'Confirmed', Note: 'Spoke with Oskar', Blocked: true, Reversed: 115 })
  expect(await balance()).toBe(0)
  expect((await room.audit('fraud.decided')).at(-1)).toMatchObject({
    subject: `•••• ${card.slice(-4)}`,
    detail: { Before: 'Reviewing', State: 'Confirmed', ReversedPoints: 115 },
  })
  await nightly()
  expect(await casesOf()).toMatchObject([{ State: 'Confirmed' }])
})

it('what needs a reason is refused without one, and what does not go together by name', async () => {
  await nightly()
  const id = await caseOf()
  const field = async (body: object) => {
    const answer = await decide(id, body)
    return [answer.status, answer.body.ResponseStatus?.Errors[0]?.FieldName]
  }
  expect(await field({ State: 'Confirmed' })).toEqual([400, 'Note'])
  expect(await field({ State: 'Cleared', Note: '  ' })).toEqual([400, 'Note'])
  expect(await field({ State: 'New', Note: 'x' })).toEqual([400, 'State'])
  expect(await field({ State: 'Cleared', Note: 'x', BlockCard: true })).toEqual([400, 'BlockCard'])
  expect(await field({ State: 'Cleared', Note: 'x', ReversePoints: true })).toEqual([400, 'ReversePoints'])
  expect(await field({ State: 'Confirmed', Note: 'x', ExemptUntil: '2027-06-30' })).toEqual([400, 'ExemptUntil'])
  expect(await casesOf('New')).toHaveLength(1)
})

it('points that were spent are not taken back below zero: nothing of the decision happens', async () => {
  await nightly()
  await manager.call('POST', `/loyalty/${card}/points`, { body: { Points: -100, LocationId: front, Comments: 'Spent' } })
  const answer = await decide(await caseOf(), { State: 'Confirmed', Note: 'Misuse', BlockCard: true, ReversePoints: true })
  expect([answer.status, answer.body.ResponseStatus?.ErrorCode]).toEqual([400, 'TotalBelowZero'])
  expect([await balance(), (await casesOf())[0]?.State]).toEqual([15, 'New'])
})

it('a case that somebody else decided meanwhile is not decided again', async () => {
  await nightly()
  const id = await caseOf()
  await decide(id, { State: 'Cleared', Note: 'A table of five', Version: 0 })
  expect((await decide(id, { State: 'Confirmed', Note: 'Misuse', Version: 0 })).status).toBe(409)
  expect((await decide(id, { State: 'Confirmed', Note: 'Misuse' })).status).toBe(409)
  expect(await casesOf()).toMatchObject([{ State: 'Cleared' }])
})

it('a cleared case stays closed, and what the card does later opens another one', async () => {
  await nightly()
  await decide(await caseOf(), { State: 'Cleared', Note: 'A table of five' })
  await nightly()
  expect(await casesOf()).toMatchObject([{ State: 'Cleared' }])
  await useFive('2026-11-20')
  expect(await nightly()).toBe(1)
  expect((await casesOf()).map(({ State, Day }) => [State, Day])).toEqual([
    ['New', '2026-11-20'],
    ['Cleared', '2026-11-19'],
  ])
})

it('an exempt card is not listed for what it does until that day', async () => {
  await nightly()
  await decide(await caseOf(), { State: 'Cleared', Note: 'Fundraising card', ExemptUntil: '2027-06-30' })
  await useFive('2026-11-20')
  expect((await listed())?.Hits.map(({ Day }) => Day)).toEqual(['2026-11-19'])
  expect(await nightly()).toBe(0)
  expect(await casesOf()).toMatchObject([{ State: 'Cleared', ExemptUntil: '2027-06-30' }])
})

it('a case may be opened at once, and only of a card with something found', async () => {
  const { body } = await manager.call<{ CaseId: string }>('POST', '/loyalty/fraud/cases', {
    body: { CardNumber: card, FromDate: '2026-11-14', ToDate: '2026-11-20' },
  })
  expect(await casesOf('New')).toMatchObject([{ CaseId: body.CaseId }])
  expect((await manager.call('POST', '/loyalty/fraud/cases', { body: { CardNumber: card, FromDate: '2026-11-01', ToDate: '2026-11-02' } })).status).toBe(404)
})

it('cases at locations that are not granted are not there, and who may only look decides nothing', async () => {
  await nightly()
  const id = await caseOf()
  expect((await manager.call('GET', `/loyalty/fraud/cases/${id}`)).status).toBe(200)
  expect((await viewer.call<{ Cases: unknown[] }>('GET', '/loyalty/fraud/cases')).body.Cases).toEqual([])
  expect((await viewer.call('GET', `/loyalty/fraud/cases/${id}`)).status).toBe(404)
  expect((await decide(id, { State: 'Cleared', Note: 'x' }, viewer)).status).toBe(403)
})

describe('a case about the person who looks', () => {
  const own = ['can_viewloyalty', 'can_editloyalty'] as const
  let kim: Awaited<ReturnType<StaffRoom['at']>>
  const everythingOf = async (person: Visitor) => {
    const cases = (await person.call<{ Cases: FraudCase[] }>('GET', '/loyalty/cases')).body.Cases
    const fraud = (await person.call<{ Locations: { Cards: ListedCard[] }[] }>('GET', `/loyalty/fraud?${RANGE}`)).body.Locations
    const used = (await person.call<{ Locations: { Cards: ListedCard[] }[] }>('GET', `/loyalty/usage?${RANGE}&Threshold=5`)).body.Locations
    return [cases, ...[fraud, used].map((places) => places.flatMap(({ Cards }) => Cards))].map(
      (cards) => cards.filter(({ CardNumber }) => CardNumber === card).length,
    )
  }

  beforeEach(async () => {
    kim = await room.at(`kim${made}`, own)
  })

  it('is not listed, opened or decided by them when it is about their own card, and others still see it', async () => {
    await nightly()
    const id = await caseOf()
    expect(await everythingOf(kim)).toEqual([1, 1, 1])
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'K', Email: kim.colleague.email } } })
    expect(await everythingOf(kim)).toEqual([0, 0, 0])
    expect(await everythingOf(manager)).toEqual([1, 1, 1])
    expect((await kim.call('GET', `/loyalty/cases/${id}`)).status).toBe(404)
    expect((await decide(id, { State: 'Cleared', Note: 'x' }, kim)).status).toBe(404)
    expect((await manager.call('GET', `/loyalty/cases/${id}`)).status).toBe(200)
  })

  it('is not opened by them for their own card', async () => {
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'K', Email: kim.colleague.email } } })
    const { status, body } = await kim.call('POST', '/loyalty/cases', { body: { CardNumber: card } })
    expect([status, body.ResponseStatus?.ErrorCode]).toEqual([403, 'OwnCase'])
    expect(await casesOf()).toEqual([])
  })

  it('is not shown to them, nor opened by them, when they rang it up or moved the points', async () => {
    // Without a reason: rule F5 names who made the adjustment.
    await kim.call('POST', `/loyalty/${card}/points`, { body: { Points: 10, LocationId: front } })
    expect((await kim.call('POST', '/loyalty/cases', { body: { CardNumber: card } })).status).toBe(404)
    expect(await casesOf()).toEqual([])
    await nightly()
    expect((await everythingOf(kim)).slice(0, 2)).toEqual([0, 0])
    expect((await everythingOf(manager)).slice(0, 2)).toEqual([1, 1])
    expect((await decide(await caseOf(), { State: 'Cleared', Note: 'x' }, kim)).status).toBe(404)
  })

  it('is left out of Activity, its search and its file for them, and for whoever lacks a location of it', async () => {
    const auditor = await room.at(`aud${made}`, ['can_viewaudit'], [back])
    const watcher = await room.at(`own${made}`, ['can_viewaudit', 'can_viewloyalty', 'can_editloyalty'])
    await nightly()
    const id = await caseOf()
    await manager.call('GET', `/loyalty/fraud/cases/${id}`)
    await decide(id, { State: 'Reviewing', Note: `Suspect ${id}` })
    // A row as it was written before rows named the case and its locations.
    const old = { Before: 'New', State: 'Reviewing', Note: `Old ${id}` }
    await app.database.inVenue(room.venueId, (sql) =>
      recordAudit(sql, room.venueId, { action: 'fraud.decided', subject: maskedNumber(card), detail: old, actorUserId: manager.userId }),
    )
    const rowsFor = async (who: Visitor) => {
      const list = async (query: string) => (await who.call<{ Rows: { Action: string }[] }>('GET', `/audit?${query}`)).body.Rows.length
      const file = await who.call<{ text: string }>('GET', `/audit?format=csv&Language=en&Search=${id}`)
      return [await list(`Search=${id}`), await list(`Action=fraud.decided&Search=${maskedNumber(card)}`), file.body.text.trim().split('\n').length - 1]
    }
    expect(await rowsFor(watcher)).toEqual([3, 2, 3])
    expect(await rowsFor(auditor)).toEqual([0, 0, 0])
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'W', Email: watcher.colleague.email } } })
    expect(await rowsFor(watcher)).toEqual([0, 0, 0])
    expect((await room.audit('fraud.opened')).at(-1)?.detail).toEqual({ CaseId: id, Locations: [front] })
  })

  it.each([
    ['a till operator matched to them', 'clerk'],
    ['the nickname of the member', 'nickname'],
    ['the e-mail of their login', 'login'],
  ])('is known by %s', async (_, by) => {
    const oneClerk = ['12:01', '13:11', '14:21', '15:31', '16:41'].map((time) => ({ ...use('2026-11-20', time), ClerkId: `till ${made}`, ClerkName: 'Till' }))
    await storeTrade(app.database, room.venueId, front, oneClerk, NOW)
    await nightly()
    expect((await everythingOf(kim)).slice(0, 2)).toEqual([1, 1])
    const { venueId } = room
    const { employeeId, userId } = kim.colleague
    if (by === 'clerk')
      await app.database.inVenue(
        venueId,
        (sql) => sql`insert into roster_person (venue_id, source, code, name, employee_id)
          values (${venueId}, 1, ${`till ${made}`}, 'T', ${employeeId}) returning 1`,
      )
    if (by === 'nickname') {
      await app.database.inVenue(
        venueId,
        (sql) => sql`update employee set nickname = 'Kimmy', surname = ${`Vale${made}`} where venue_id = ${venueId} and employee_id = ${employeeId}`,
      )
      await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: `kimmy vale${made}` } } })
    }
    if (by === 'login') {
      await app.database.inVenue(venueId, (sql) => sql`update app_user set email = ${`Login${made}@example.com`} where user_id = ${userId}`)
      await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'K', Email: `login${made}@example.com` } } })
    }
    expect((await everythingOf(kim)).slice(0, 2)).toEqual([0, 0])
    expect((await everythingOf(manager)).slice(0, 2)).toEqual([1, 1])
  })

  it('counts in no total of the fraud check for them', async () => {
    const totals = async (who: Visitor) => {
      const { Uses, ByThreshold } = (await who.call<{ Uses: number; ByThreshold: { Uses: number; Cards: number }[] }>('GET', `/loyalty/fraud?${RANGE}`)).body
      return [Uses, ByThreshold.find(({ Uses }) => Uses === 4)?.Cards ?? 0]
    }
    const [uses = 0, cards = 0] = await totals(manager)
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'K', Email: kim.colleague.email } } })
    expect(await totals(manager)).toEqual([uses, cards])
    expect(await totals(kim)).toEqual([uses - 5, cards - 1])
  })

  it('is not undone by them: the blocked card and its movements are left to others', async () => {
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'K', Email: kim.colleague.email, Status: 'Blocked' } } })
    const body = { Details: { Status: 'Active' } }
    const { MovementId } = (await manager.call<{ Movements: { MovementId: string }[] }>('GET', `/loyalty/${card}/movements`)).body.Movements[0] ?? {}
    const reversal = { body: { Comments: 'Mine' } }
    const codes = [await kim.call('POST', `/loyalty/${card}/details`, { body }), await kim.call('POST', `/loyalty/movements/${MovementId}/reverse`, reversal)]
    expect(codes.map(outcome)).toEqual([
      [403, 'OwnCard'],
      [403, 'OwnCard'],
    ])
    expect((await manager.call('POST', `/loyalty/${card}/details`, { body })).status).toBe(200)
    expect((await manager.call('POST', `/loyalty/movements/${MovementId}/reverse`, reversal)).status).toBe(200)
  })

  it('leaves the decision on an adjustment of their own card to others', async () => {
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'K', Email: kim.colleague.email } } })
    const { body } = await manager.call<{ MovementId: string }>('POST', `/loyalty/${card}/points`, { body: { Points: 1001, LocationId: front } })
    const { status, body: refused } = await kim.call('POST', `/loyalty/adjustments/${body.MovementId}/approve`, { body: {} })
    expect([status, refused.ResponseStatus?.ErrorCode]).toEqual([403, 'OwnCard'])
    const { Adjustments } = (await kim.call<{ Adjustments: { MovementId: string; MayDecide: boolean }[] }>('GET', '/loyalty/adjustments?State=Pending')).body
    expect(Adjustments.find(({ MovementId }) => MovementId === body.MovementId)).toMatchObject({ MayDecide: false })
  })
})
