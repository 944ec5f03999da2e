import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { Movement } from './loyalty.contract.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const RANGE = { FromDate: '2026-11-01', ToDate: '2026-11-20' }
const CARD = '6031447700010042'

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let viewer: Visitor
let front: number
let back: number

const sell = async (day: string, Accrued: number, at: number, Redeemed = 0) => {
  const sale = plainSale(`${day}T12:00:00+11:00`, 1000, { LoyaltyCard: CARD, Points: { Accrued, Redeemed } })
  await storeTrade(app.database, room.venueId, at, [sale], NOW)
}
const told = async (query: Record<string, string | number>, by = manager) => {
  const asked = new URLSearchParams({ CardNumber: CARD, ...RANGE, ...query } as Record<string, string>)
  const { status, body } = await by.call<{ Movements: Movement[]; Next: string | null }>('GET', `/loyalty/statement?${asked}`)
  return { status, rows: body.Movements?.map(({ Day, Points, Balance, LocationId }) => [Day, Points, Balance, LocationId]) }
}
/** The file a browser gets, as lines of cells. */
const file = async (query: Record<string, string>) => {
  const { status, body } = await manager.call<{ Url: string }>('POST', '/exports', {
    body: { Path: '/loyalty/statement', Query: { CardNumber: CARD, ...RANGE, ...query }, Format: 'csv' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const { text } = (await manager.call<{ text: string }>('GET', body.Url.slice(4))).body
  return text.replace('\uFEFF', '').trim().split('\r\n')
}

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Statement')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('keeper', ['can_viewloyalty', 'can_editloyalty'])
  viewer = await room.at('onlooker', ['can_viewloyalty'], [front])
  await sell('2026-10-20', 100, front)
  await sell('2026-11-02', 40, front)
  await sell('2026-11-05', 30, back)
  await sell('2026-11-07', 0, front, 20)
  const body = { Points: 25, LocationId: front, Comments: 'Birthday, a day late' }
  await manager.call('POST', `/loyalty/${CARD}/points`, { body })
})
afterAll(() => app.close())

it('is the rows of the usage in its order, each with the balance over all locations', async () => {
  expect((await told({})).rows).toEqual([
    ['2026-11-20', 25, 175, front],
    ['2026-11-07', -20, 150, front],
    ['2026-11-05', 30, 170, back],
    ['2026-11-02', 40, 140, front],
  ])
})

it('shows only the chosen locations and kinds of entries, and its balances stay what they are', async () => {
  expect((await told({ Locations: back })).rows).toEqual([['2026-11-05', 30, 170, back]])
  expect((await told({ Shown: 'spent' })).rows).toEqual([['2026-11-07', -20, 150, front]])
  expect((await told({ Shown: 'earned', Locations: front })).rows).toEqual([['2026-11-02', 40, 140, front]])
  expect((await told({ Shown: 'byHand' })).rows).toEqual([['2026-11-20', 25, 175, front]])
})

it('shows no movement of a location that was not granted, which does not exist for them', async () => {
  expect((await told({}, viewer)).rows?.map(([day]) => day)).toEqual(['2026-11-20', '2026-11-07', '2026-11-02'])
  expect((await told({ Locations: back }, viewer)).status).toBe(404)
  expect((await told({ CardNumber: '4000' })).status).toBe(404)
})

it('comes as a file with exactly these rows and their total, in English and Japanese', async () => {
  const [head, ...rows] = await file({ Language: 'en' })
  expect(head).toBe('Trading day,Time,Entry,Location,Receipt,Points,Balance,Card,Other card,Entered by,Comments')
  expect(rows.map((row) => row.split(',').slice(0, 3).join(' '))).toEqual([
    expect.stringMatching(/^2026-11-20 \d\d:\d\d Adjusted$/),
    '2026-11-07 12:00 Spent',
    '2026-11-05 12:00 Earned',
    '2026-11-02 12:00 Earned',
    expect.stringMatching(/^Total/),
  ])
  expect(rows[0]).toContain(`25,175,${CARD},`)
  expect(rows[0]).toContain('"Birthday, a day late"')
  expect(rows.at(-1)).toContain(',75,')
  expect((await file({ Language: 'jp', Locations: String(back) }))[1]).toContain('付与')
})

it('a file of more entries than a page holds has them all', async () => {
  const many = '6031447700010099'
  const sales = Array.from({ length: 1010 }, () => plainSale('2026-11-12T12:00:00+11:00', 1000, { LoyaltyCard: many, Points: { Accrued: 1 } }))
  for (let at = 0; at < sales.length; at += 500) await storeTrade(app.database, room.venueId, front, sales.slice(at, at + 500), NOW)
  const rows = await file({ Language: 'en', CardNumber: many })
  expect(rows).toHaveLength(1012)
  expect(rows.at(-1)).toContain(',1010,')
})

it('that was taken as a file stands in the trail with the end of the card number only', async () => {
  await file({ Shown: 'earned' })
  const rows = await room.audit('report.exported')
  const last = rows.at(-1)
  expect(last).toMatchObject({ subject: '/loyalty/statement', detail: { CardNumber: '•••• 0042', Shown: 'earned', Format: 'csv' } })
  expect(JSON.stringify(rows)).not.toContain(CARD)
})
