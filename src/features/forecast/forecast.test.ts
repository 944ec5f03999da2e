import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { addDays, dayNumber, everyDay } from '#shared/day.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ForecastAnswer } from './forecast.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
let now = NOW
const TODAY = '2026-11-20'
const WEEK = [300, 320, 400, 480, 900, 1100, 700]

let app: StartedApp
let owner: Visitor
let bar: number
let bistro: number
let fresh: number

/** What a location sells on a day: its weekday, and up to a quarter more or less, which last week says nothing of. */
const soldOn = (day: string, seed: number): number => {
  const number = dayNumber(day)
  const chance = ((number * 2_654_435_761 + seed * 40_503) % 1000) / 1000
  return Math.round((WEEK[(number + 3) % 7] as number) * (0.75 + chance / 2) * 100)
}

const tradeOf = (from: string, seed: number, until = addDays(TODAY, -1)): WireSale[] =>
  everyDay(from, until).map((day) =>
    plainSale(`${day}T02:00:00Z`, soldOn(day, seed), { Covers: Math.round(soldOn(day, seed + 50) / 2500), Table: '4', OrderType: 'DineIn' }),
  )

beforeAll(async () => {
  app = await startApp({ now: () => now })
  const { venueId, locationIds } = await makeVenue(app.database, 'Harbour House', ['Bar', 'Bistro', 'Kiosk'])
  ;[bar = 0, bistro = 0, fresh = 0] = locationIds
  await storeTrade(app.database, venueId, bar, [...tradeOf('2026-07-20', 1), plainSale(`${TODAY}T03:00:00Z`, 999_999)], NOW)
  await storeTrade(app.database, venueId, bistro, tradeOf('2026-08-24', 2), NOW)
  await storeTrade(app.database, venueId, fresh, tradeOf(addDays(TODAY, -40), 3), NOW)
  const person = await makePerson(app.database, 'house-owner')
  await employ(app.database, person, venueId, ['can_viewsales'])
  owner = await signedIn(app.url, person.userName, PASSWORD)
}, 120_000)
afterAll(() => app.close())

const ask = async (query: Record<string, string> = {}, who = owner): Promise<ForecastAnswer> => {
  const { status, body } = await who.call<ForecastAnswer>('GET', `/reports/forecast?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200)
  return body as ForecastAnswer
}

const at = ({ Locations }: ForecastAnswer, id: number) => Locations.find(({ LocationId }) => LocationId === id) as ForecastAnswer['Locations'][number]

describe('today and the next 14 days', () => {
  it('are expected by location within a range, from the days that are over', async () => {
    const answer = await ask()
    for (const id of [bar, bistro]) {
      const { Today, Net, Days } = at(answer, id)
      expect([Today, Days.length, Days[0]?.Day, Days.at(-1)?.Day]).toEqual([TODAY, 15, TODAY, addDays(TODAY, 14)])
      expect([Net.Method, Net.Beats, Net.Why]).toEqual(['exponential-smoothing', true, null])
      expect(Net.SmoothingErrorPercent).toBeLessThan(Net.LastWeekErrorPercent as number)
      for (const { Day, Net: net } of Days) {
        const usual = WEEK[(dayNumber(Day) + 3) % 7] as number
        expect(net?.Value).toBeGreaterThan(usual * 0.8)
        expect(net?.Value).toBeLessThan(usual * 1.2)
        expect((net?.Low as number) <= (net?.Value as number) && (net?.Value as number) <= (net?.High as number)).toBe(true)
      }
    }
  })

  it('leave what there is of today out of the history, and tell it beside', async () => {
    const answer = await ask()
    expect(at(answer, bar).Net.SoFar).toBe(9999.99)
    expect(at(answer, bar).Net.HistoryDays).toBe(dayNumber(TODAY) - dayNumber('2026-07-20'))
    expect(at(answer, bistro).Net.SoFar).toBe(0)
    expect(answer.Totals.Net.SoFar).toBe(9999.99)
  })

  it('add up to the cent, without the location whose history is too short', async () => {
    const answer = await ask()
    const { Net, Days } = at(answer, fresh)
    expect(Net).toMatchObject({ Method: null, Why: 'short-history', HistoryDays: 40 })
    expect(Days.every((day) => day.Net === null && day.Covers === null)).toBe(true)
    for (const [i, day] of answer.Totals.Days.entries()) {
      const sum = [bar, bistro].reduce((total, id) => total + Math.round((at(answer, id).Days[i]?.Net?.Value ?? 0) * 100), 0)
      expect(Math.round((day.Net?.Value ?? 0) * 100)).toBe(sum)
    }
  })

  it('are the same of a location, whatever else is asked for', async () => {
    const alone = await ask({ Locations: String(bistro) })
    const { LocationId, Name, ...told } = at(await ask(), bistro)
    expect(at(alone, bistro)).toEqual({ LocationId, Name, ...told })
    expect(alone.Totals).toEqual(told)
  })

  it('are made of the figures of Daily Sales', async () => {
    const { body } = await owner.call<{ Totals: { Net: number; Customers: number } }>('GET', `/sales/day?FromDate=${TODAY}&ToDate=${TODAY}&Locations=${bar}`)
    expect(at(await ask(), bar).Net.SoFar).toBe(body.Totals.Net)
  })

  it('are told of granted locations alone', async () => {
    const venueId = owner.venueId as number
    const person = await makePerson(app.database, 'bistro-only')
    await employ(app.database, person, venueId, ['can_viewsales'], [bistro])
    const visitor = await signedIn(app.url, person.userName, PASSWORD)
    const answer = await ask({}, visitor)
    expect(answer.Locations.map(({ LocationId }) => LocationId)).toEqual([bistro])
    expect((await visitor.call('GET', `/reports/forecast?Locations=${bar}`)).status).toBe(404)
  })

  it('are saved as a file, a row for each location and day', async () => {
    const { body } = await owner.call<{ text: string }>('GET', '/reports/forecast?format=csv')
    const lines = body.text.trim().split('\r\n')
    expect(lines.length).toBe(1 + 3 * 15)
    expect(lines[0]).toContain('Expected net sales')
    expect(lines[1]).toContain('Exponential smoothing')
    expect((await owner.call('GET', '/reports/forecast?Days=7')).status).toBe(400)
  })
})

it('tables booked beyond the usual lift covers where such bookings came before', async () => {
  const { venueId, locationIds } = await makeVenue(app.database, 'Booked House', ['Terrace'])
  const [terrace = 0] = locationIds
  const isBusy = (day: string) => dayNumber(day) % 5 === 0
  const days = everyDay('2026-07-20', addDays(TODAY, -1))
  const sales = days.map((day) => plainSale(`${day}T02:00:00Z`, 100_000, { Covers: isBusy(day) ? 70 : 40, Table: '4', OrderType: 'DineIn' }))
  await storeTrade(app.database, venueId, terrace, sales, NOW)
  const booked = (day: string, Status: string) => ({
    ...{ ReservationId: `R ${day}`, Status, DueAt: `${day}T19:00:00+11:00`, BookedAt: `${addDays(day, -9)}T10:00:00+11:00`, Covers: 30 },
  })
  const coming = everyDay(TODAY, addDays(TODAY, 8)).filter(isBusy)
  const Reservations = [...days.filter(isBusy).map((day) => booked(day, 'Completed')), ...coming.map((day) => booked(day, 'Booked'))]
  const key = await createLocationKey(app.database.house, venueId, terrace, 'bookings')
  const sent = await fetch(`${app.url}/api/pos/v1/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ Reservations }),
  })
  expect(await sent.json()).toMatchObject({ Accepted: Reservations.length, Rejected: 0 })
  const person = await makePerson(app.database, 'booked-house')
  await employ(app.database, person, venueId, ['can_viewsales'])
  const { Days, Covers } = at(await ask({}, await signedIn(app.url, person.userName, PASSWORD)), terrace)
  expect(Covers.Beats).toBe(true)
  for (const day of Days.slice(0, 9)) {
    expect(day.BookedCovers).toBe(isBusy(day.Day) ? 30 : 0)
    const covers = day.Covers?.Value as number
    expect(isBusy(day.Day) ? covers > 60 : covers < 55, `${day.Day}: ${covers}`).toBe(true)
  }
})

it('a location on another clock has its own today, and holidays of its region', async () => {
  const { venueId, locationIds } = await makeVenue(app.database, 'Two Clocks', ['Sydney', 'Perth'])
  const [sydney = 0, perth = 0] = locationIds
  await app.database.inVenue(
    venueId,
    (sql) => sql`update location set time_zone = 'Australia/Perth', region = 'WA' where venue_id = ${venueId} and location_id = ${perth}`,
  )
  // Half past two at night in Perth, when Sydney has begun the next day.
  now = new Date('2026-12-23T18:30:00Z')
  for (const place of [sydney, perth]) await storeTrade(app.database, venueId, place, tradeOf('2026-09-20', place, '2026-12-22'), now)
  const person = await makePerson(app.database, 'two-clocks')
  await employ(app.database, person, venueId, ['can_viewsales'])
  const answer = await ask({}, await signedIn(app.url, person.userName, PASSWORD))
  expect([at(answer, sydney).Today, at(answer, perth).Today, answer.Totals.Today]).toEqual(['2026-12-24', '2026-12-23', '2026-12-24'])
  expect(answer.Totals.Days.map(({ Day }) => Day)).toEqual(everyDay('2026-12-24', '2027-01-06'))
  const [first] = answer.Totals.Days
  expect(Math.round((first?.Net?.Value ?? 0) * 100)).toBe(
    Math.round((at(answer, sydney).Days[0]?.Net?.Value ?? 0) * 100) + Math.round((at(answer, perth).Days[1]?.Net?.Value ?? 0) * 100),
  )
  expect(at(answer, perth).Days.find(({ Day }) => Day === '2026-12-25')?.Holidays).toEqual(['christmas'])
})
