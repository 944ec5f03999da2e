import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { DailyAnswer } from '#features/reports/daily-sales/daily-sales.contract.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { addDays, everyDay, isoWeekday } from '#shared/day.ts'
import { filesOf } from '#tests/report-files.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Answered, Visitor } from '#tests/visitor.ts'
import type { TargetsAnswer } from './targets.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const TODAY = '2026-11-20'
/** The front bar is closed on Mondays and sells twice as much on Saturdays; the back bar is alike every day. */
const FRONT = (day: string) => [0, 0, 10_000, 10_000, 10_000, 10_000, 20_000, 10_000][isoWeekday(day)] as number
const YEAR = { FromMonth: '2026-07', ToMonth: '2027-06' }

let app: StartedApp
let room: StaffRoom
let owner: Visitor
let reader: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Anchor')
  ;[front = 0, back = 0] = room.locationIds
  owner = await room.at('olive', ['can_viewsales', 'can_editsettings'])
  reader = await room.at('rita', ['can_viewsales'], [back])
  for (const [locationId, cents] of [
    [front, FRONT],
    [back, () => 5000],
  ] as const) {
    const days = everyDay('2026-08-01', TODAY).filter((day) => cents(day) > 0)
    await storeTrade(
      app.database,
      room.venueId,
      locationId,
      days.map((day) => plainSale(`${day}T19:00:00+10:00`, cents(day))),
      NOW,
    )
  }
}, 120_000)
afterAll(() => app.close())

const put = (who: Visitor, Targets: object[]) => who.call<TargetsAnswer>('PUT', '/targets', { body: { Targets } })
const seen = async (who: Visitor, query: Record<string, string> = YEAR) =>
  (await who.call<TargetsAnswer>('GET', `/targets?${new URLSearchParams(query)}`)).body.Targets
const cents = (major: number | null | undefined) => Math.round((major ?? Number.NaN) * 100)
const centsOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0)
const refusal = ({ status, body }: Answered) => ({
  status,
  code: body.ResponseStatus?.ErrorCode,
  fields: body.ResponseStatus?.Errors?.map(({ FieldName }) => FieldName),
})
const ask = async <T>(path: string, query: Record<string, string>, who = owner): Promise<T> => {
  const answer = await who.call<object>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as T
}
const onTarget = (query: Record<string, string>, path = '/sales/day') => ask<SalesAnswer>(path, { Compare: 'target', ...query })

describe('targets of locations and months', () => {
  it("are spread over the location's own weekdays, to the cent, with who set them", async () => {
    const { status, body } = await put(owner, [
      { LocationId: front, Month: '2026-12', Amount: 100_000.01 },
      { LocationId: back, Month: '2026-12', Amount: 31_000 },
    ])
    expect(status).toBe(200)
    const [bar, other] = body.Targets
    expect([bar?.Amount, other?.Amount]).toEqual([100_000.01, 31_000])
    expect([centsOf(bar?.Days ?? []), centsOf(other?.Days ?? [])]).toEqual([10_000_001, 3_100_000])
    const on = (day: number) => bar?.Days[day - 1] ?? 0
    expect([7, 14, 21, 28].map(on)).toEqual([0, 0, 0, 0])
    expect(Math.abs(on(5) - 2 * on(1))).toBeLessThan(0.03)
    expect(new Set(other?.Days.slice(0, 24))).toEqual(new Set([1000]))
    expect(await seen(owner)).toMatchObject([
      { LocationId: front, Month: '2026-12', SetBy: 'olive', SetAt: NOW.toISOString() },
      { LocationId: back, Month: '2026-12' },
    ])
    expect((await room.audit('targets.changed')).at(-1)?.detail).toEqual({
      Targets: ['Front Bar 2026-12: – → 100000.01', 'Back Bar 2026-12: – → 31000.00'],
    })
  })

  it('stay as they were spread, whatever is sold later, until they are set again', async () => {
    await put(owner, [{ LocationId: back, Month: '2027-01', Amount: 9300 }])
    const [before] = await seen(owner, { FromMonth: '2027-01', ToMonth: '2027-01' })
    await storeTrade(
      app.database,
      room.venueId,
      back,
      everyDay('2026-08-01', '2026-11-19')
        .filter((day) => isoWeekday(day) === 7)
        .map((day) => plainSale(`${day}T20:00:00+10:00`, 95_000)),
      NOW,
    )
    expect((await seen(owner, { FromMonth: '2027-01', ToMonth: '2027-01' }))[0]).toEqual(before)
    const again = await put(owner, [{ LocationId: back, Month: '2027-01', Amount: 9300 }])
    expect(again.body.Targets[0]?.Days).not.toEqual(before?.Days)
    expect(centsOf(again.body.Targets[0]?.Days ?? [])).toBe(930_000)
  })

  it('are spread evenly where there was no trade before', async () => {
    const { body } = await put(owner, [{ LocationId: front, Month: '2026-07', Amount: 31 }])
    expect(new Set(body.Targets[0]?.Days)).toEqual(new Set([1]))
    await put(owner, [{ LocationId: front, Month: '2026-07', Amount: null }])
  })

  it('are taken away one by one or for a range, at the locations named', async () => {
    await put(
      owner,
      [front, back].flatMap((LocationId) => ['2028-01', '2028-02'].map((Month) => ({ LocationId, Month, Amount: 10 }))),
    )
    await put(owner, [{ LocationId: front, Month: '2028-01', Amount: null }])
    const months = { FromMonth: '2028-01', ToMonth: '2028-12' }
    const gone = await owner.call('DELETE', `/targets?${new URLSearchParams({ ...months, Locations: String(back) })}`)
    expect([gone.status, gone.body]).toEqual([200, { Removed: 2 }])
    expect((await seen(owner, months)).map(({ LocationId, Month }) => [LocationId, Month])).toEqual([[front, '2028-02']])
    expect((await owner.call('DELETE', `/targets?${new URLSearchParams(months)}`)).body).toEqual({ Removed: 1 })
  })

  it('are taken all or not at all', async () => {
    const { venueId, locationIds } = await staffRoom(app, 'The Buoy')
    const elsewhere = locationIds[0] ?? 0
    const before = await seen(owner)
    const good = { LocationId: front, Month: '2027-03', Amount: 1 }
    for (const [bad, expected] of [
      [
        { LocationId: elsewhere, Month: '2027-03', Amount: 1 },
        { status: 404, code: 'LocationNotFound' },
      ],
      [
        { LocationId: back, Month: '2027-03', Amount: 1.005 },
        { status: 400, fields: ['Targets.1.Amount'] },
      ],
      [
        { LocationId: front, Month: '2027-03', Amount: 2 },
        { status: 400, fields: ['Targets.1.Month'] },
      ],
      [
        { LocationId: back, Month: '2027-03', Amount: -1 },
        { status: 400, fields: ['Targets.1.Amount'] },
      ],
      [
        { LocationId: back, Month: '2027-03', Amount: 1e9 + 1 },
        { status: 400, fields: ['Targets.1.Amount'] },
      ],
      [
        { LocationId: back, Month: '2027-13', Amount: 1 },
        { status: 400, fields: ['Targets.1.Month'] },
      ],
      [
        { LocationId: back, Month: '1999-12', Amount: 1 },
        { status: 400, fields: ['Targets.1.Month'] },
      ],
      [
        { LocationId: back, Month: '2030-04', Amount: 1 },
        { status: 400, fields: ['Targets'] },
      ],
      [
        { LocationId: back, Month: '2029-12', Amount: 1 },
        { status: 400, fields: ['Targets.1.Month'] },
      ],
    ] as const)
      expect(refusal(await put(owner, [good, bad])), JSON.stringify(bad)).toMatchObject(expected)
    expect(await seen(owner)).toEqual(before)
    expect(venueId).not.toBe(room.venueId)
  })

  it('may lie five years back to three years ahead, and be taken away whenever they are of', async () => {
    const of = async (Month: string, Amount: number | null = 1) => refusal(await put(owner, [{ LocationId: front, Month, Amount }])).status
    expect([await of('2021-10'), await of('2021-11'), await of('2029-11'), await of('2029-12'), await of('2099-12')]).toEqual([400, 200, 200, 400, 400])
    expect([await of('2099-12', null), await of('2021-11', null), await of('2029-11', null)]).toEqual([200, 200, 200])
  })

  it('are for those who may, at their locations, and at no other venue', async () => {
    expect(refusal(await put(reader, [{ LocationId: back, Month: '2027-03', Amount: 1 }])).status).toBe(403)
    expect((await seen(reader)).every(({ LocationId }) => LocationId === back)).toBe(true)
    expect(refusal(await reader.call('GET', `/targets?${new URLSearchParams({ ...YEAR, Locations: String(front) })}`)).status).toBe(404)
    expect(refusal(await owner.call('GET', '/targets?FromMonth=2026-07&ToMonth=2026-06'))).toMatchObject({ status: 400, fields: ['ToMonth'] })
    expect(refusal(await owner.call('GET', '/targets?FromMonth=2020-07&ToMonth=2026-06'))).toMatchObject({ status: 400, fields: ['ToMonth'] })
    const other = await staffRoom(app, 'The Cove')
    const them = await other.at('cole', ['can_viewsales', 'can_editsettings'])
    await put(them, [{ LocationId: other.locationIds[0], Month: '2026-12', Amount: 7 }])
    expect((await seen(them)).map(({ Amount }) => Amount)).toEqual([7])
    expect((await seen(owner)).map(({ Amount }) => Amount)).not.toContain(7)
  })
})

describe('sales compared with targets', () => {
  beforeAll(async () => {
    const months = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01', '2027-02']
    await put(
      owner,
      months.flatMap((Month, i) => [
        { LocationId: front, Month, Amount: 4000 + i * 333.33 },
        { LocationId: back, Month, Amount: 1700.07 + i },
      ]),
    )
  })

  /** What the days of a range are to bring, from the targets themselves. */
  const daysOf = async (ids: readonly number[], from: string, to: string, weekdays?: readonly number[]): Promise<number> => {
    const targets = await seen(owner, { FromMonth: from.slice(0, 7), ToMonth: to.slice(0, 7) })
    let sum = 0
    for (const { Month, Days } of targets.filter((target) => ids.includes(target.LocationId)))
      for (const [i, amount] of Days.entries()) {
        const day = addDays(`${Month}-01`, i)
        if (day >= from && day <= to && (!weekdays || weekdays.includes(isoWeekday(day)))) sum += cents(amount)
      }
    return sum
  }

  it('any range is held against the sum of its days up to today, at each location, in each period, and in every report alike', async () => {
    const random = randomFor(1, 'targets')
    for (let round = 0; round < 24; round += 1) {
      const from = addDays('2026-08-01', random.between(0, 119))
      const to = addDays(from, random.between(0, 59))
      const weekdays = round % 4 === 0 ? [1, 5, 6] : undefined
      const path = ['/sales/day', '/sales/week', '/sales/month', '/sales/year'][round % 4] as string
      const query = { FromDate: from, ToDate: to, ...(weekdays ? { Weekdays: weekdays.join(',') } : {}) }
      const { Compare, Periods } = await onTarget(query, from === to ? '/sales/interval' : path)
      const expected = await daysOf([front, back], from, to, weekdays)
      const reached = to < TODAY ? to : TODAY
      const soFar = await daysOf([front, back], from, reached, weekdays)
      const orNothing = (major: number | null | undefined) => (major === null ? 0 : cents(major))
      expect(orNothing(Compare?.Totals.Net), `${from} ${to}`).toBe(soFar)
      expect(Compare?.WithoutTarget).toEqual([])
      for (const { LocationId, Net } of Compare?.Locations ?? []) expect(orNothing(Net)).toBe(await daysOf([LocationId], from, reached, weekdays))
      const periods = from === to ? [] : Periods.map(({ State }, i) => ({ State, target: cents(Compare?.Totals.ByPeriod.Net[i]) }))
      const begun = periods.filter(({ State }) => State !== 'to-come')
      if (from !== to) expect(begun.reduce((sum, { target }) => sum + target, 0)).toBe(soFar)
      if (path === '/sales/day' && from !== to) expect(periods.reduce((sum, { target }) => sum + target, 0)).toBe(expected)
      const daily = await ask<DailyAnswer>('/reports/daily-sales', query)
      expect(orNothing(daily.Totals.Target), `${from} ${to}`).toBe(soFar)
      expect(centsOf(daily.Totals.Days.map(({ Target }) => Target ?? Number.NaN))).toBe(expected)
    }
  }, 60_000)

  it("today's sales are held against the whole day's target, in Sales Summary, Daily Sales and Trend alike", async () => {
    const whole = await daysOf([front, back], TODAY, TODAY)
    const today = { FromDate: TODAY, ToDate: TODAY }
    const { Compare } = await onTarget(today)
    expect([cents(Compare?.Totals.Net), Compare?.SameElapsedPart, Compare?.Ranges]).toEqual([whole, false, []])
    expect(Compare?.Totals.ByPeriod.Net.every((hour) => hour === null)).toBe(true)
    const trend = await ask<TrendAnswer>('/sales/trend', { TrendDate: TODAY })
    expect(cents(trend.Totals.Target)).toBe(whole)
    expect(trend.Locations.map(({ Target }) => cents(Target))).toEqual([await daysOf([front], TODAY, TODAY), await daysOf([back], TODAY, TODAY)])
    const run = (name: string) => trend.Totals.ToDate.find(({ Of }) => Of === name)
    expect(cents(run('month')?.Target)).toBe(await daysOf([front, back], '2026-11-01', TODAY))
    expect(run('financial-year')?.Target, 'July has no target').toBe(null)
    expect(cents((await ask<DailyAnswer>('/reports/daily-sales', today)).Totals.Target)).toBe(whole)
  })

  it('the totals of Daily Sales and of the Sales Summary leave out days to come, name it so, and are none where all of them are', async () => {
    const month = { FromDate: '2026-11-01', ToDate: '2026-11-30' }
    const { Totals } = await ask<DailyAnswer>('/reports/daily-sales', month)
    const soFar = await daysOf([front, back], '2026-11-01', TODAY)
    expect([cents(Totals.Target), soFar < (await daysOf([front, back], '2026-11-01', '2026-11-30'))]).toEqual([soFar, true])
    const { csv } = await filesOf(app.url, owner, '/reports/daily-sales', { ...month, Language: 'en' })
    const target = (csv[0] ?? []).indexOf('Target')
    expect(cents(Number(csv.find(([name]) => name === 'Total')?.[target]))).toBe(soFar)
    const summary = await filesOf(app.url, owner, '/sales/week', { ...month, Compare: 'target', Language: 'en' })
    const named = (summary.csv[0] ?? []).indexOf('Target up to today')
    expect(cents(Number(summary.csv.find(([name]) => name === 'All locations')?.[named]))).toBe(soFar)
    const comes = { FromDate: '2026-12-01', ToDate: '2026-12-31' }
    const ahead = await ask<DailyAnswer>('/reports/daily-sales', comes)
    expect([ahead.Totals.Target, ahead.Totals.Days[0]?.Target]).toEqual([null, expect.any(Number)])
    const { Compare } = await onTarget(comes)
    expect([Compare?.Totals.Net, Compare?.Totals.ByPeriod.Net[0], Compare?.WithoutTarget]).toEqual([null, expect.any(Number), []])
  })

  it('no other figure, no item and no time of day has a target', async () => {
    const range = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
    const { Compare } = await onTarget(range)
    const { Currency, ByPeriod, ...figures } = Compare?.Totals ?? {}
    const told = (some: Record<string, unknown>) => Object.keys(some).filter((name) => some[name] !== null)
    expect([Currency, told(figures)]).toEqual(['AUD', ['Net']])
    expect(told(Object.fromEntries(Object.entries(ByPeriod ?? {}).map(([name, list]) => [name, list.find((one) => one !== null) ?? null])))).toEqual(['Net'])
    const items = await onTarget({ ...range, Items: 'P1' }, '/sales/selected/day')
    expect(items.Compare?.Totals.Net).toBe(null)
    expect((await ask<DailyAnswer>('/reports/daily-sales', range)).Totals.Target).not.toBe(null)
  })

  it('a location that sold without a target leaves all together without one and is named; one that sold nothing is left out', async () => {
    const range = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
    await put(owner, [{ LocationId: back, Month: '2026-11', Amount: null }])
    const { Compare, Locations } = await onTarget(range)
    expect([Compare?.Totals.Net, Compare?.WithoutTarget]).toEqual([null, [back]])
    expect(Compare?.Locations.map(({ Net }) => (Net === null ? null : cents(Net)))).toEqual([await daysOf([front], range.FromDate, range.ToDate), null])
    expect(Locations.every(({ Net }) => Net > 0)).toBe(true)
    expect((await ask<DailyAnswer>('/reports/daily-sales', range)).Totals.Target).toBe(null)
    const ahead = { FromDate: '2027-03-01', ToDate: '2027-03-07' }
    await put(owner, [{ LocationId: front, Month: '2027-03', Amount: 3100 }])
    const quiet = await onTarget(ahead)
    const days = centsOf((quiet.Compare?.Totals.ByPeriod.Net ?? []) as number[])
    expect([days, quiet.Compare?.WithoutTarget]).toEqual([await daysOf([front], ahead.FromDate, ahead.ToDate), []])
    await put(owner, [{ LocationId: back, Month: '2026-11', Amount: 1703.07 }])
  })

  it('files have target, difference and percent, as other comparisons', async () => {
    const range = { FromDate: '2026-11-09', ToDate: '2026-11-15', Language: 'en' }
    const { csv, xlsx } = await filesOf(app.url, owner, '/sales/day', { ...range, Compare: 'target' })
    expect(csv[0]?.slice(-4)).toEqual(['Total', 'Target', 'Difference', 'Change %'])
    expect(xlsx[0]).toEqual(csv[0])
    const totals = csv.find(([name]) => name === 'All locations') ?? []
    const [net, target, difference] = totals.slice(-4).map((cell) => cents(Number(cell))) as [number, number, number]
    expect([target, difference]).toEqual([await daysOf([front, back], range.FromDate, range.ToDate), net - target])
    const daily = await filesOf(app.url, owner, '/reports/daily-sales', range)
    expect(daily.csv[0]).toEqual(expect.arrayContaining(['Target', 'Difference from target', 'vs target %']))
    const trend = await filesOf(app.url, owner, '/sales/trend', { TrendDate: TODAY, Language: 'en' })
    expect(trend.csv[0]).toEqual(expect.arrayContaining(['Target for the whole day', 'Month to date: Target']))
  })

  it('a report that has no targets says so', async () => {
    const range = { FromDate: '2026-11-09', ToDate: '2026-11-15', Compare: 'target' }
    for (const path of ['/sales/bistrocovers', '/sales/bestsellers', '/sales/membervisits'])
      expect(refusal(await owner.call('GET', `${path}?${new URLSearchParams(range)}`)), path).toMatchObject({ status: 400, fields: ['Compare'] })
  })
})
