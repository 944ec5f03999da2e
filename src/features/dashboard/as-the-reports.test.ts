import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { presetRange, type Range } from '#shared/range.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { type PageAsked, questionOf } from './ask-metric.rules.ts'
import { METRICS } from './catalogue.rules.ts'
import type { Measure } from './measures.rules.ts'
import type { Metric, Source } from './metrics.rules.ts'
import { courseOf, partsOf, readingOf } from './read-metric.rules.ts'
import { callOf } from './sources.rules.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const calendar = { today: TODAY, weekStart: 1, financialYearStart: '07-01' }

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp()
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(TODAY, -8), TODAY), NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
}, 120_000)
afterAll(() => app.close())

const MEASURE: Measure = {
  ...{ Id: 'a', Title: '', Metric: '', Dimension: null, Period: null, Compare: null, Locations: [], Visual: 'tile', Width: 1, Order: 1, Permitted: true },
}
const pageOf = (range: Range, compare: Comparison, locations?: string): PageAsked => ({
  ...{
    range,
    compare,
    compareRange: { from: '2026-01-01', to: '2026-01-07' },
    locations,
    calendar,
    currency: 'AUD',
    currencyAt: new Map(),
    firstSales: [],
    hasCurrencies: false,
  },
})

const ask = async (metric: Metric, page: PageAsked, measure = MEASURE) => {
  const { path } = callOf(metric.source, page.range)
  const answer = await owner.call<Record<string, unknown>>('GET', `${path}?${new URLSearchParams(questionOf(metric, measure, page))}`)
  if (answer.status !== 200) throw new Error(`${metric.id}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Where each report has its total, by hand. */
type Totals = Record<string, number | null>
const only = (list: unknown) => (list as Totals[])[0]
const TOTAL_AT: Partial<Record<Source, (answer: Record<string, unknown>, field: string) => number | null | undefined>> = {
  media: ({ Totals }, field) => only(Totals)?.[field],
  payments: ({ Totals, Linked }, field) => (Linked ? (only(Totals)?.[field] ?? 0) : null),
  variance: ({ Totals }, field) => only(Totals)?.[field] ?? 0,
  onHand: ({ Value }) => Value as number | null,
  excises: ({ LineSum }, field) => (LineSum as Totals)[field],
}

describe('a measure shows the number of its report', () => {
  it.each(METRICS.map((metric) => [metric.id, metric] as const))('%s', async (_, metric) => {
    const answer = await ask(metric, pageOf(presetRange('last7', calendar), 'previous'))
    const expected = (TOTAL_AT[metric.source] ?? (({ Totals }, field) => (Totals as Totals)[field]))(answer, metric.field)
    expect(expected, 'the report has this figure').not.toBe(undefined)
    expect(readingOf(metric, answer, 'AUD').total).toBe(expected)
    for (const dimension of metric.dimensions) {
      const parts = partsOf(metric, dimension, answer, 'AUD')
      expect(parts.every(({ key, value }) => key !== 'undefined' && (value === null || Number.isFinite(value)))).toBe(true)
    }
  })

  it('sums of its locations and of its periods come to its total, where they add up', async () => {
    const net = METRICS.find(({ id }) => id === 'Net') as Metric
    const answer = await ask(net, pageOf(presetRange('last7', calendar), 'previous'))
    const { total, before } = readingOf(net, answer, 'AUD')
    const sumOf = (values: (number | null | undefined)[]) => Math.round(values.reduce<number>((sum, value) => sum + (value ?? 0), 0) * 100) / 100
    expect(total).toBeGreaterThan(0)
    for (const parts of [partsOf(net, 'Location', answer, 'AUD'), courseOf(net, answer, 'AUD')]) {
      expect(sumOf(parts.map(({ value }) => value))).toBe(total)
      expect(sumOf(parts.map((part) => part.before))).toBe(before)
    }
    expect(sumOf(partsOf(net, 'Hour', answer, 'AUD').map(({ value }) => value))).toBe(total)
  })

  it('is asked in a way its report takes, whatever the days and the comparison', async () => {
    const ranges = [presetRange('today', calendar), presetRange('thismonth', calendar), presetRange('last12', calendar)]
    const bySource = [...new Map(METRICS.map((metric) => [metric.source, metric])).values()]
    for (const metric of bySource)
      for (const range of ranges)
        for (const compare of ['none', 'same-days-last-week', 'four-week-average', 'same-holidays-last-year', 'target', 'custom'] as const)
          await ask(metric, pageOf(range, compare, '1,2'), { ...MEASURE, Dimension: metric.dimensions.includes('Item') ? 'Item' : null })
  }, 60_000)

  it('asks once for figures of the same report, days and locations', () => {
    const page = pageOf(presetRange('today', calendar), 'previous')
    const questions = METRICS.filter(({ source }) => source === 'sales').map((metric) => JSON.stringify(questionOf(metric, MEASURE, page)))
    expect(new Set(questions).size).toBe(1)
  })
})
