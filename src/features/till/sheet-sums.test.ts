import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Random, randomFor } from '#db/demo/random.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays } from '#shared/day.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import { METHODS } from './till.rules.ts'
import type { VarianceAnswer, VarianceSheets } from './variance.contract.ts'

const NOW = new Date('2026-11-20T02:00:00Z')
const FIRST = '2026-11-09'
const DAYS = 10
const RANGE = `FromDate=${FIRST}&ToDate=${addDays(FIRST, DAYS - 1)}`
const TILLS = ['A1', 'A2', 'A3']
const PAYMENTS = ['Cash', 'Card', 'Voucher'] as const
let app: StartedApp
let room: StaffRoom
let key: string
let manager: Visitor
let front: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW, environment: { LOG_LEVEL: 'silent' } })
  room = await staffRoom(app, 'Two Weeks')
  ;[front = 0] = room.locationIds
  manager = await room.at('manager', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
  key = await createLocationKey(app.database.house, room.venueId, front, 'Till')
  const random = randomFor(7, 'sheets')
  for (let i = 0; i < DAYS; i += 1) await trade(addDays(FIRST, i), random)
})
afterAll(() => app.close())

const at = (day: string, time: string) => `${day}T${time}+11:00`
const close = () => closeDaysOfVenue(app.database, room.venueId, NOW)

const sell = (day: string, till: string, time: string, cents: number, method: string) =>
  storeTrade(app.database, room.venueId, front, [plainSale(at(day, time), cents, { TerminalId: till, Tenders: [{ Method: method, Amount: cents }] })], NOW)

const send = async (ControlSheets: object[]) => {
  const answer = await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ ControlSheets }),
  })
  expect(await answer.json()).toMatchObject({ Rejected: 0 })
}

/** A day of three tills with two sessions each, some not counted, some sales outside any session. */
const trade = async (day: string, random: Random): Promise<void> => {
  for (const till of TILLS) {
    for (let sale = 0; sale < 5; sale += 1) {
      const hour = random.between(9, 22)
      await sell(day, till, `${String(hour).padStart(2, '0')}:15:00`, random.between(500, 9000), PAYMENTS[random.between(0, 2)] ?? 'Cash')
    }
    await send([1, 2].map((shift) => session(day, till, shift, random)))
  }
}

const session = (day: string, TerminalId: string, shift: number, random: Random) => ({
  SessionId: `${TerminalId}-${day}-${shift}`,
  TerminalId,
  ZNumber: shift,
  ...(random.between(0, 4) === 0 ? {} : { ClerkId: `c${shift}`, ClerkName: `Clerk ${shift}` }),
  OpenedAt: at(day, shift === 1 ? '10:00:00' : '16:00:00'),
  ClosedAt: at(day, shift === 1 ? '15:59:59' : '21:30:00'),
  OpeningFloat: 30_000,
  Movements: [
    { Kind: 'PayOut', Amount: random.between(1, 3000), Reason: 'Ice', At: at(day, '12:00:00') },
    { Kind: 'PayIn', Amount: random.between(1, 3000), Reason: 'Change', At: at(day, '12:10:00') },
  ],
  Counts:
    random.between(0, 5) === 0
      ? []
      : [1, 2].map((n) => ({
          At: at(day, `23:0${n}:00`),
          Media: PAYMENTS.filter(() => random.between(0, 3) > 0)
            .map((Method) => ({ Method, Amount: random.between(0, 60_000) }))
            .concat([{ Method: 'Other' as never, Amount: 0 }]),
        })),
})

const sheets = async () => (await manager.call<SheetsAnswer>('GET', `/reports/control-sheets?${RANGE}&Media=true`)).body
const variance = async (method?: string) => {
  const answer = await manager.call<VarianceAnswer>('GET', `/reports/variance?${RANGE}${method ? `&Method=${method}` : ''}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200)
  return answer.body
}
const cents = (amount: number) => Math.round(amount * 100)

/** What the sheets say was over or short, what came late deducted, for each operator and till: in a media, or in all. */
const ofSheets = (answer: SheetsAnswer, method?: string) => {
  const sums: Record<string, number> = {}
  for (const { Clerk, TerminalId, Media } of answer.Sheets) {
    for (const { Method, Variance, Late } of Media ?? []) {
      if (Variance === null || (method && Method !== method)) continue
      const name = `${Clerk ?? ''} ${TerminalId}`
      sums[name] = (sums[name] ?? 0) + cents(Variance) - cents(Late)
    }
  }
  return sums
}
const ofVariance = (answer: VarianceAnswer) =>
  Object.fromEntries(answer.Rows.map(({ Operator, Till, Variance }) => [`${Operator ?? ''} ${Till}`, cents(Variance)]))

const agree = async () => {
  const listed = await sheets()
  for (const method of [undefined, ...METHODS]) expect(ofVariance(await variance(method)), method).toEqual(ofSheets(listed, method))
}

const lasting = async () => JSON.stringify([(await sheets()).Sheets, (await variance()).Rows, (await variance('Cash')).Rows])

/** Has every sheet read from its sales, as if no day had been added up. */
const readFromSales = async () => {
  const owner = connectAsOwner(app.databaseUrl)
  await owner.unsafe(`update trading_day_state set sheets_at_change = null where venue_id = ${room.venueId}`)
  await owner.end()
}

it('what operators are over or short is what their sheets say, in each media and in all', async () => {
  await agree()
  const { Rows, Totals, NotCounted } = await variance()
  for (const { Weekdays, Periods, Variance, Sheets } of Rows) {
    for (const parts of [Weekdays, Periods]) {
      expect(parts.reduce((sum, part) => sum + cents(part.Variance), 0)).toBe(cents(Variance))
      expect(parts.reduce((sum, part) => sum + part.Sheets, 0)).toBe(Sheets)
    }
  }
  const { Sheets } = await sheets()
  expect(NotCounted).toBe(Sheets.filter(({ Counted }) => Counted === null).length)
  expect(Totals.reduce((sum, { Sheets: n }) => sum + n, 0) + NotCounted).toBe(Sheets.length)
})

it('the sheets behind a figure add up to it', async () => {
  const { Rows } = await variance('Cash')
  for (const { TillId, OperatorId, Weekdays } of Rows) {
    for (const { Weekday, Variance, Sheets } of Weekdays) {
      const { body } = await manager.call<VarianceSheets>(
        'GET',
        `/reports/variance/sheets?${RANGE}&Method=Cash&TillId=${TillId}&OperatorId=${OperatorId}&Weekday=${Weekday}`,
      )
      expect([body.Sheets.length, cents(body.Totals[0]?.Variance ?? 0)]).toEqual([Sheets, cents(Variance)])
    }
  }
})

it('sheets say the same from the sales and from the sums kept of days that are over, also after late sales and changed sessions', async () => {
  const fromSales = await lasting()
  await close()
  expect(await lasting()).toBe(fromSales)

  await sell('2026-11-10', 'A1', '13:00:00', 4321, 'Cash')
  // After the second session of its till, until that is said to have lasted longer.
  await sell('2026-11-11', 'A2', '22:15:00', 5000, 'Cash')
  const late = await lasting()
  expect(late).not.toBe(fromSales)
  await agree()
  await close()
  expect(await lasting()).toBe(late)

  const longer = { ...session('2026-11-11', 'A2', 2, randomFor(9, 'longer')), Revision: 2, ClosedAt: at('2026-11-11', '23:30:00') }
  await send([longer])
  const moved = await lasting()
  expect(moved).not.toBe(late)
  await readFromSales()
  expect(await lasting()).toBe(moved)
  await close()
  expect(await lasting()).toBe(moved)
  await agree()
})

it('sums of sheets that are wrong are found by the nightly check and made right', async () => {
  await close()
  const right = await lasting()
  const owner = connectAsOwner(app.databaseUrl)
  await owner.unsafe(`
    update sheet_taken set net = net + 100 where venue_id = ${room.venueId} and business_date = '2026-11-12' and method = 'Cash';
    delete from sheet_sold where venue_id = ${room.venueId} and business_date = '2026-11-13' and terminal_key = (select min(terminal_key) from sheet_sold)`)
  await owner.end()
  expect(await lasting()).not.toBe(right)
  const { mismatches } = await reconcileVenue(app.database, room.venueId, { now: NOW, all: true, repair: true })
  expect(mismatches.map(({ period }) => period)).toEqual(['2026-11-12', '2026-11-13'])
  expect(await lasting()).toBe(right)
  await close()
  expect(await lasting()).toBe(right)
})

it('a range that is too long or backwards is refused with a sentence', async () => {
  expect((await manager.call('GET', '/reports/variance?FromDate=2020-01-01&ToDate=2026-11-20')).status).toBe(400)
  expect((await manager.call('GET', '/reports/variance?FromDate=2026-11-20&ToDate=2026-11-19')).status).toBe(400)
})
