import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaAnswer } from '#features/reports/media-summary/media-summary.contract.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import type { WeeklyAnswer } from '#features/reports/weekly-summary/weekly-summary.contract.ts'
import type { SheetAnswer, SheetsAnswer } from '#features/till/control-sheets.contract.ts'
import { METHODS } from '#features/till/till.rules.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { answerTo, cents, expectSteps, step } from '#tests/bridge-steps.ts'
import { filesOf } from '#tests/report-files.ts'
import { SEEDS } from '#tests/sampled.ts'
import { type SigningHouse, signingHouse, TILL_DAYS } from '#tests/signing-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Bridge, BridgeAnswer } from './bridge.contract.ts'
import type { Step } from './bridge-steps.rules.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const WEEK = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
let app: StartedApp

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
}, 60_000)
afterAll(() => app.close())

const sum = (values: readonly (number | null | undefined)[]): number => values.reduce<number>((total, value) => total + cents(value), 0)

/** What sheets bank, drawer by drawer: a drawer whose cash nobody counted is taken as expected. */
const bankedOf = (sheets: readonly SheetAnswer[]): number => {
  const cashOf = ({ Cash: { ToBank, Banked, Expected, Drops, ClosingFloat, OpeningFloat } }: SheetAnswer) =>
    cents(Banked) + (ToBank === null ? cents(Expected) + cents(Drops) - cents(ClosingFloat ?? OpeningFloat) : cents(ToBank))
  const others = ({ Sheet }: SheetAnswer) => Sheet.Media.filter(({ Method }) => ['Card', 'Online', 'Other'].includes(Method))
  return sheets.reduce((total, one) => total + cashOf(one), 0) + sum(sheets.flatMap(others).map(({ Counted, Expected }) => Counted ?? Expected))
}

describe.each(SEEDS)('random trade with random sessions and counts of seed %i', (seed) => {
  let house: SigningHouse

  beforeAll(async () => {
    house = await signingHouse(app, seed, NOW)
  }, 120_000)

  const ask = <A>(path: string, query: Record<string, string>, by = house.manager) => answerTo<A>(by, path, query)
  const bridgeOf = async (query: Record<string, string>): Promise<Bridge> => {
    const { Totals } = await ask<BridgeAnswer>('/reports/bridge', query)
    expect(Totals).toHaveLength(1)
    return Totals[0] as Bridge
  }
  const questions = () => [
    WEEK,
    ...TILL_DAYS.slice(0, 3).map((day) => ({ FromDate: day, ToDate: day })),
    { FromDate: '2026-11-10', ToDate: '2026-11-13', Locations: String(house.locationIds[0]) },
    { ...WEEK, Locations: String(house.locationIds[1]) },
  ]

  it('takings are those of the Sales Summary and the Media Summary, and those of all sheets together', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      const sales = await ask<SalesAnswer>('/sales/day', query)
      const media = await ask<MediaAnswer>('/reports/media-summary', query)
      const { Sheets } = await ask<SheetsAnswer>('/reports/control-sheets', query)
      const takings = cents(sales.Totals.Takings)
      expect(takings).not.toBe(0)
      expect([step(bridge, 'Takings'), cents(media.Totals[0]?.Net)]).toEqual([takings, takings])
      expect([sum(bridge.Media.map(({ Takings }) => Takings)), sum(bridge.Tenders.map(({ Takings }) => Takings))]).toEqual([takings, takings])
      expect(sum(bridge.Media.map(({ CashOut }) => CashOut))).toBe(0)
      const moved = (await house.opened(Sheets)).map(({ Cash }) => Cash.PayIns - Cash.PayOuts - Cash.Drops - Cash.Banked - Cash.TipsPaidOut)
      expect(sum(Sheets.flatMap(({ Expected, Late }) => [Expected, Late])) - sum(moved)).toBe(takings)
    }
  })

  it('declared less takings is what the counted sheets are over or short, but for what is not counted and what came late', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      const { Sheets } = await ask<SheetsAnswer>('/reports/control-sheets', query)
      const counted = Sheets.filter(({ Variance }) => Variance !== null)
      expect(step(bridge, 'OverShort')).toBe(sum(counted.map(({ Variance }) => Variance)))
      expect(step(bridge, 'Late')).toBe(sum(counted.map(({ Late }) => -Late)))
      expect([bridge.SheetCount, bridge.CountedSheets]).toEqual([Sheets.length, counted.length])
      expect(step(bridge, 'Declared') - step(bridge, 'Takings')).toBe(step(bridge, 'OverShort') + step(bridge, 'Late') + step(bridge, 'NotCounted'))
      if (counted.length === Sheets.length) expect(step(bridge, 'NotCounted')).toBe(0)
    }
  })

  it('what is banked or sent is what the sheets say, drawer by drawer', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      const { Sheets } = await ask<SheetsAnswer>('/reports/control-sheets', query)
      expect(step(bridge, 'Banked')).toBe(bankedOf((await house.opened(Sheets)).filter(({ Sheet }) => Sheet.Variance !== null)))
    }
  })

  it('nothing is unexplained: every stage follows from the one before by the steps between them, over all media and for each', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      expect(bridge.NotExplained).toBe(0)
      expectSteps({ Steps: bridge.Steps.filter(({ Amount }) => Amount !== null) })
      for (const name of ['NotCounted', 'Late', 'OverShort', 'Declared', 'Banked'] as const)
        expect([name, sum(bridge.Media.map((line) => line[name]))]).toEqual([name, step(bridge, name)])
      for (const line of bridge.Media) {
        const { Takings, CashOut, NotCounted, Late, OverShort, Declared, NotBanked, Banked } = line
        expect([line.Method, sum([Takings, CashOut, NotCounted, Late, OverShort])]).toEqual([line.Method, cents(Declared)])
        expect([line.Method, sum([Declared, NotBanked])]).toEqual([line.Method, cents(Banked)])
      }
    }
  })

  it('the sheets and movements behind a step add up to it', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      const { Sheets, Movements } = bridge
      expect(sum(Sheets.flatMap(({ Media }) => Media.map(({ OverShort }) => OverShort)))).toBe(step(bridge, 'OverShort'))
      for (const name of ['Late', 'AddedToFloats', 'NotCounted'] as const)
        expect([name, sum(Sheets.map((one) => one[name]))]).toEqual([name, step(bridge, name)])
      expect(sum(Movements.filter(({ Kind }) => Kind !== 'PayIn').map(({ Amount }) => Amount))).toBe(step(bridge, 'PaidOut'))
      expect(sum(Movements.filter(({ Kind }) => Kind === 'PayIn').map(({ Amount }) => Amount))).toBe(step(bridge, 'PaidIn'))
      expect(Sheets.filter(({ IsCounted }) => !IsCounted)).toHaveLength((bridge.SheetCount ?? 0) - (bridge.CountedSheets ?? 0))
    }
  })

  it('the random house has what it takes: late items, floats that grew, tips paid out, sheets not counted, every kind of media', async () => {
    const bridge = await bridgeOf(WEEK)
    for (const name of ['NotCounted', 'Late', 'OverShort', 'PaidOut', 'PaidIn', 'AddedToFloats', 'HouseAccounts', 'Vouchers', 'Points'] as const)
      expect([name, step(bridge, name)]).not.toEqual([name, 0])
    expect(bridge.Media.map(({ Method }) => Method).sort()).toEqual([...METHODS].sort())
  })

  describe('who may see what', () => {
    const OPEN_DAYS = { FromDate: TILL_DAYS[1] as string, ToDate: TILL_DAYS[6] as string }
    const COUNTED: readonly Step[] = ['Late', 'OverShort', 'PaidOut', 'PaidIn', 'AddedToFloats', 'HouseAccounts', 'Vouchers', 'Points']
    const HIDDEN: readonly Step[] = ['NotCounted', 'Declared', 'Banked']
    const amounts = (bridge: Bridge | undefined, steps: readonly Step[]) => steps.map((name) => bridge?.Steps.find(({ Step }) => Step === name)?.Amount)

    it('whoever sees no control sheets sees the bridge up to takings, and none of the sheets', async () => {
      const answer = await ask<BridgeAnswer>('/reports/bridge', WEEK, house.reader)
      const [bridge] = answer.Totals
      expect([answer.Counts, bridge?.SheetCount, bridge?.Sheets, bridge?.Movements, bridge?.NotExplained]).toEqual(['not-permitted', null, [], [], 0])
      expect(amounts(bridge, [...COUNTED, ...HIDDEN]).every((amount) => amount === null)).toBe(true)
      expect(amounts(bridge, ['Gross', 'Takings'])).toEqual(amounts(await bridgeOf(WEEK), ['Gross', 'Takings']))
      expect(bridge?.Media.every(({ OverShort, Declared, Banked }) => OverShort === null && Declared === null && Banked === null)).toBe(true)
    })

    it('whoever may not sign learns nothing of what a till took before it is counted', async () => {
      const own = await bridgeOf(OPEN_DAYS)
      expect(own.CountedSheets).toBeLessThan(own.SheetCount ?? 0)
      const [bridge] = (await ask<BridgeAnswer>('/reports/bridge', OPEN_DAYS, house.counter)).Totals
      expect(amounts(bridge, HIDDEN)).toEqual([null, null, null])
      expect(amounts(bridge, COUNTED)).toEqual(amounts(own, COUNTED))
      expect([
        bridge?.NotExplained,
        bridge?.Media.every(({ NotCounted, Declared, NotBanked, Banked }) => [NotCounted, Declared, NotBanked, Banked].every((one) => one === null)),
      ]).toEqual([null, true])
      const uncounted = bridge?.Sheets.filter(({ IsCounted }) => !IsCounted) ?? []
      expect(uncounted.length).toBeGreaterThan(0)
      expect(uncounted.every(({ NotCounted }) => NotCounted === null)).toBe(true)
      const media = await ask<MediaAnswer>('/reports/media-summary', OPEN_DAYS, house.counter)
      expect(media.Declared.Media.every(({ System, Declared }) => System === null && Declared === null)).toBe(true)
    })

    it('without can_viewmedia it is refused, at a location that is not granted it is not found', async () => {
      expect((await house.stranger.call('GET', `/reports/bridge?${new URLSearchParams(WEEK)}`)).status).toBe(403)
      expect((await house.manager.call('GET', `/reports/bridge?${new URLSearchParams({ ...WEEK, Locations: '999999' })}`)).status).toBe(404)
    })

    it('more days than sheets are read for end at takings, and say so', async () => {
      const answer = await ask<BridgeAnswer>('/reports/bridge', { FromDate: '2026-01-01', ToDate: '2026-11-15' })
      expect([answer.Counts, answer.LongestDays, answer.Totals[0]?.SheetCount]).toEqual(['too-long', 92, null])
      // What was sold in the small hours of the first night belongs to the day before the week.
      expect(amounts(answer.Totals[0], ['Takings'])).toEqual(amounts(await bridgeOf({ ...WEEK, FromDate: '2026-11-08' }), ['Takings']))
      expect(answer.Totals[0]?.NotExplained).toBe(0)
    })
  })

  it('CSV and XLSX have its steps, over all media and by each', async () => {
    const bridge = await bridgeOf(WEEK)
    const { csv, xlsx } = await filesOf(app.url, house.manager, '/reports/bridge', WEEK)
    expect(xlsx).toEqual(csv)
    const [header = [], ...rows] = csv
    expect(header.slice(0, 2)).toEqual(['Step', 'All media'])
    const amountAt = (title: string) => rows.find(([name]) => name === title)?.[1]
    for (const [title, name] of [
      ['Gross sales', 'Gross'],
      ['Takings', 'Takings'],
      ['Not counted yet', 'NotCounted'],
      ['Over / (short)', 'OverShort'],
      ['Banked or sent', 'Banked'],
    ] as const)
      expect([title, amountAt(title)]).toEqual([title, String(bridge.Steps.find(({ Step }) => Step === name)?.Amount)])
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['Not explained', '0'])
    const declared = rows.find(([name]) => name === 'Declared') ?? []
    expect(declared.slice(2)).toEqual(bridge.Media.map(({ Declared }) => String(Declared)))
  })

  it('the Media Summary shows what was declared of the counted sheets beside what the system says of them', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      const { Declared } = await ask<MediaAnswer>('/reports/media-summary', query)
      expect([Declared.Told, Declared.SheetCount, Declared.CountedSheets]).toEqual(['told', bridge.SheetCount, bridge.CountedSheets])
      const [total] = Declared.Totals
      if (bridge.CountedSheets === 0) continue
      expect([cents(total?.Declared), cents(total?.OverShort)]).toEqual([step(bridge, 'Declared'), step(bridge, 'OverShort')])
      expect(sum([total?.System, total?.OverShort])).toBe(cents(total?.Declared))
      for (const line of Declared.Media) {
        const own = bridge.Media.find(({ Method }) => Method === line.Method)
        expect([line.Method, cents(line.Declared), cents(line.OverShort)]).toEqual([line.Method, cents(own?.Declared), cents(own?.OverShort)])
      }
    }
    const dinner = await ask<MediaAnswer>('/reports/media-summary', { ...WEEK, Daypart: 'Dinner' })
    expect([dinner.Declared.Told, dinner.Declared.Media]).toEqual(['by-time', []])
    const { csv, xlsx } = await filesOf(app.url, house.manager, '/reports/media-summary', { ...WEEK, View: 'declared' })
    expect(xlsx).toEqual(csv)
    const { Declared } = await ask<MediaAnswer>('/reports/media-summary', WEEK)
    expect(csv.slice(1, -1).map((row) => row.slice(1, 4))).toEqual(
      Declared.Media.map(({ System, Declared, OverShort }) => [System, Declared, OverShort].map(String)),
    )
  })

  it('the Weekly Summary banks each day what the bridge of that day banks, and counts the sheets that are not counted', async () => {
    const weekly = await ask<WeeklyAnswer>('/reports/weekly-summary', WEEK)
    const rows = weekly.Blocks.find(({ Block }) => Block === 'banking')?.Rows ?? []
    const row = (key: string) => rows.find(({ Key }) => Key === key)
    for (const [i, day] of TILL_DAYS.entries()) {
      const bridge = await bridgeOf({ FromDate: day, ToDate: day })
      expect([day, cents(row('Banked')?.Days[i]), cents(row('OverShort')?.Days[i])]).toEqual([day, step(bridge, 'Banked'), step(bridge, 'OverShort')])
      expect([day, row('NotCounted')?.Days[i]]).toEqual([day, (bridge.SheetCount ?? 0) - (bridge.CountedSheets ?? 0)])
    }
    const whole = await bridgeOf(WEEK)
    expect([cents(row('Banked')?.Total), cents(row('OverShort')?.Total)]).toEqual([step(whole, 'Banked'), step(whole, 'OverShort')])
    // The week after has this one beside it; a Friday evening, of whose counterpart counts only what had been counted by then.
    const next = await ask<WeeklyAnswer>('/reports/weekly-summary', { FromDate: '2026-11-16', ToDate: '2026-11-22' })
    const beside = next.Blocks.find(({ Block }) => Block === 'banking')?.Rows.find(({ Key }) => Key === 'Banked')
    const over = await bridgeOf({ FromDate: WEEK.FromDate, ToDate: '2026-11-12' })
    expect(cents(beside?.LastWeek)).toBe(step(over, 'Banked') + (await bankedBy('2026-11-13', new Date(NOW.getTime() - 7 * 86_400_000))))
    const blind = await ask<WeeklyAnswer>('/reports/weekly-summary', WEEK, house.reader)
    expect(blind.Blocks.find(({ Block }) => Block === 'banking')?.Rows).toEqual([])
    const { csv } = await filesOf(app.url, house.manager, '/reports/weekly-summary', WEEK)
    expect(csv.find(([name]) => name === 'Banked or sent')?.[9]).toBe(String(row('Banked')?.Total))
  })

  /** What the sheets of a day banked that had been counted by a moment, in cents. */
  const bankedBy = async (day: string, moment: Date): Promise<number> => {
    const { Sheets } = await ask<SheetsAnswer>('/reports/control-sheets', { FromDate: day, ToDate: day })
    return bankedOf(await house.opened(Sheets.filter(({ CountedAt }) => CountedAt !== null && Date.parse(CountedAt) <= moment.getTime())))
  }

  it('a payment that its sums do not know is not explained', async () => {
    const db = connectAsOwner(app.databaseUrl)
    const day = TILL_DAYS[1] as string
    const change = async (cents: number) => {
      await db`update sale_payment set net = net + ${cents} where venue_id = ${house.venueId} and (sale_id, payment_no) =
        (select p.sale_id, p.payment_no from sale_payment p join sale s on s.venue_id = p.venue_id and s.sale_id = p.sale_id
          where s.venue_id = ${house.venueId} and s.business_date = ${day} and s.kind = 1 order by 1, 2 limit 1)`
    }
    await change(1800)
    try {
      expect((await bridgeOf({ FromDate: day, ToDate: day })).NotExplained).not.toBe(0)
    } finally {
      await change(-1800)
      await db.end()
    }
  })
})
