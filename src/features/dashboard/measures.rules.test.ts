import { describe, expect, it } from 'vitest'
import { definitions } from '#features/reports/kit/screen/definitions.messages.ts'
import { TAGS } from '#shared/permissions.ts'
import { comparisonOf, type PageAsked, placesOf, rangeOf } from './ask-metric.rules.ts'
import { METRICS, metricOf } from './catalogue.rules.ts'
import { changeFrom } from './change.rules.ts'
import { added, changed, drawnAs, moved, removed } from './layout.rules.ts'
import { defaultMeasures, type Measure, MOST_MEASURES } from './measures.rules.ts'
import { metricAbouts } from './metric-abouts.messages.ts'
import { metricWords } from './metrics.messages.ts'
import { DIMENSIONS, type Metric, pairsOf, VISUALS } from './metrics.rules.ts'
import { readingOf } from './read-metric.rules.ts'
import { takenMeasures } from './taken-measures.rules.ts'

const EVERYTHING = { tags: TAGS, ShowBreakdownPage: true, ShowControlSheet: true, ShowExcise: true, ShowTimeAndAttendanceModule: true }
const FIRST = defaultMeasures(EVERYTHING)
const AUD = {
  currency: 'AUD',
  currencyAt: new Map([
    [1, 'AUD'],
    [2, 'AUD'],
    [3, 'AUD'],
    [4, 'JPY'],
  ]),
  firstSales: [],
  hasCurrencies: false,
}
const metric = (id: string) => metricOf(id) as Metric
const idsOf = (measures: readonly Measure[]) => measures.map(({ Id }) => Id)

describe('a layout', () => {
  it('keeps its measures when one is moved, and numbers them anew', () => {
    const there = FIRST.slice(0, 4)
    const [a, b, c, d] = idsOf(there)
    expect(idsOf(moved(there, 0, 2))).toEqual([b, c, a, d])
    expect(idsOf(moved(there, 3, -1))).toEqual([d, a, b, c])
    expect(idsOf(moved(there, 1, 99))).toEqual([a, c, d, b])
    expect(moved(there, 0, 2).map(({ Order }) => Order)).toEqual([1, 2, 3, 4])
    expect(idsOf(removed(there, b ?? ''))).toEqual([a, c, d])
    expect(changed(there, a ?? '', { Width: 3 })[0]).toMatchObject({ Width: 3, Metric: 'Net' })
  })

  it('takes no more than there may be, and draws what is new as it is usually drawn', () => {
    let measures: Measure[] = []
    for (let i = 0; i < MOST_MEASURES + 3; i += 1) measures = added(measures, 'Takings', `m${i}`)
    expect(measures.length).toBe(MOST_MEASURES)
    expect(added([], 'BestSellers', 'x')).toMatchObject([{ Visual: 'table', Dimension: 'Item', Width: 2, Order: 1 }])
    expect(drawnAs(metric('Net'), 'heat')).toEqual({ Visual: 'heat', Dimension: 'Hour', Width: 4 })
    expect(drawnAs(metric('Net'), 'tile')).toEqual({ Visual: 'tile', Dimension: null, Width: 1 })
  })

  it('begins with what one may see alone', () => {
    expect(FIRST.map(({ Metric }) => Metric)).toEqual(expect.arrayContaining(['Net', 'WagesPercent', 'PointsAccrued', 'Wastage']))
    expect(defaultMeasures({ tags: [] })).toEqual([])
    const loyal = defaultMeasures({ ...EVERYTHING, tags: ['can_viewloyalty'] })
    expect(loyal.map(({ Metric, Order }) => [Metric, Order])).toEqual([['PointsAccrued', 1]])
  })
})

describe('the catalogue', () => {
  it('names exactly the pairs of visual and dimension that are accepted', () => {
    for (const each of METRICS) {
      const pairs = pairsOf(each).map((pair) => JSON.stringify(pair))
      for (const Visual of VISUALS)
        for (const Dimension of [null, ...DIMENSIONS]) {
          const sent = { Metric: each.id, Visual, Dimension }
          let saved: { Visual: string; Dimension: string | null } | undefined
          try {
            saved = takenMeasures([sent], EVERYTHING, () => 'id')[0]
          } catch (error) {
            expect(error).toMatchObject({ status: 400 })
          }
          const stored = saved && JSON.stringify({ Visual: saved.Visual, Dimension: saved.Dimension })
          if (stored) expect([each.id, pairs.includes(stored)]).toEqual([each.id, true])
          if (Dimension !== null || Visual === 'tile')
            expect([each.id, stored]).toEqual([each.id, pairs.find((pair) => pair === JSON.stringify({ Visual, Dimension }))])
        }
    }
  })

  it('has a name for each metric, and says what it means, in both languages', () => {
    for (const { id, source, field } of METRICS) {
      const about = source === 'sales' ? definitions : metricAbouts
      const key = source === 'sales' ? field : id
      for (const language of ['en', 'jp'] as const)
        expect([id, language, id in metricWords[language], key in about[language]]).toEqual([id, language, true, true])
    }
    expect(new Set(METRICS.map(({ id }) => id)).size).toBe(METRICS.length)
  })
})

describe('what a measure is asked with', () => {
  const calendar = { today: '2026-11-22', weekStart: 1, financialYearStart: '07-01' }
  const page: PageAsked = {
    ...{ range: { from: '2026-11-22', to: '2026-11-22' }, compare: 'same-days-last-week', compareRange: undefined },
    ...{ locations: '1,2', calendar, ...AUD },
  }
  it('is the page’s, or its own', () => {
    expect(rangeOf({ Period: null }, page)).toEqual(page.range)
    expect(rangeOf({ Period: 'ThisYear' }, page)).toEqual({ from: '2026-01-01', to: '2026-11-22' })
    expect(rangeOf({ Period: 'LastWeek' }, page)).toMatchObject({ from: '2026-11-09', to: '2026-11-15' })
    expect(rangeOf({ Period: { FromDate: '2026-02-01', ToDate: '2026-02-03' } }, page)).toEqual({ from: '2026-02-01', to: '2026-02-03' })
    expect(comparisonOf({ Period: null, Compare: null }, page)).toBe('same-days-last-week')
    expect(comparisonOf({ Period: 'ThisYear', Compare: null }, page), 'a comparison that suits the days').toBe('previous')
    expect(comparisonOf({ Period: null, Compare: 'previous' }, page)).toBe('previous')
    expect(placesOf({ Locations: [] }, page)).toEqual({ locations: '1,2', currency: 'AUD' })
    expect(placesOf({ Locations: [2, 3] }, page)).toEqual({ locations: '2', currency: 'AUD' })
    expect(placesOf({ Locations: [3] }, page), 'none of its own is shown: its own all the same').toEqual({ locations: '3', currency: 'AUD' })
    const all = { ...page, locations: undefined }
    expect(placesOf({ Locations: [4] }, all), 'in the currency of its own').toEqual({ locations: '4', currency: 'JPY' })
    expect(placesOf({ Locations: [3, 4] }, all), 'of several currencies the one shown').toEqual({ locations: '3', currency: 'AUD' })
  })
})

describe('how a figure changed', () => {
  it('is good or bad by what the figure is, and has no ratio on nothing', () => {
    expect(changeFrom(metric('Net'), 110, 100)).toEqual({ difference: 10, ratio: 0.1, isNew: false, verdict: 'good' })
    expect(changeFrom(metric('Wastage'), 110, 100)?.verdict).toBe('bad')
    expect(changeFrom(metric('WagesPercent'), 28.9, 30.2)).toEqual({ difference: -1.3, ratio: undefined, isNew: false, verdict: 'good' })
    expect(changeFrom(metric('Net'), 5, 0)).toMatchObject({ ratio: undefined, isNew: true })
    expect(changeFrom(metric('Tips'), 5, 4)?.verdict).toBe(undefined)
    expect(changeFrom(metric('Net'), null, 4)).toBe(undefined)
    expect(changeFrom(metric('Net'), 4, undefined)).toBe(undefined)
  })

  it('is read in the currency shown: nothing in one that had no trade', () => {
    const answer = { Totals: [{ Currency: 'AUD', Volume: 12.5 }] }
    expect(readingOf(metric('PaymentVolume'), answer, 'AUD').total).toBe(12.5)
    expect(readingOf(metric('PaymentVolume'), answer, 'JPY').total).toBe(0)
  })
})
