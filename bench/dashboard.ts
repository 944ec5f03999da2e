import { type PageAsked, questionOf } from '#features/dashboard/ask-metric.rules.ts'
import { metricOf } from '#features/dashboard/catalogue.rules.ts'
import { defaultMeasures } from '#features/dashboard/measures.rules.ts'
import { callOf } from '#features/dashboard/sources.rules.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { inLargeVenue, LINES } from './large-venue.ts'
import { percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { Wire } from './wire.ts'

/**
 * How long a dashboard of twelve measures takes over HTTP in the large venue: its layout, then each
 * different question of its measures at once, as a browser asks them, to the last byte of the last answer. A day, then a month, drawn from its
 * last days.
 */

const DRAWS = Number(process.env.DRAWS ?? 60)
const MOST = 12
const GOAL_MS = 100

const looker = { tags: ['can_viewsales', 'can_viewbreakdown', 'can_viewmedia', 'can_viewplu'], ShowBreakdownPage: true }
const measures = defaultMeasures(looker).slice(0, MOST)

const pageAt = (day: string, days: number, today: string): PageAsked => ({
  ...{ range: { from: addDays(day, 1 - days), to: day }, compare: days > 7 ? 'previous' : 'same-days-last-week', compareRange: undefined },
  ...{
    locations: undefined,
    calendar: { today, weekStart: 1, financialYearStart: '07-01' },
    currency: 'AUD',
    currencyAt: new Map(),
    firstSales: [],
    hasCurrencies: false,
  },
})

/** Each different question of a dashboard, once. */
const questionsOf = (page: PageAsked): string[] => [
  ...new Set(
    measures.flatMap((measure) => {
      const metric = metricOf(measure.Metric)
      return metric ? [`/api${callOf(metric.source, page.range).path}?${new URLSearchParams(questionOf(metric, measure, page))}`] : []
    }),
  ),
]

await inLargeVenue(looker.tags, async ({ url, authorization, last }) => {
  const server = await startServer(await freePort(), { DATABASE_URL: url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  // A browser has six connections to a server; each takes the next question when it is free.
  const wires = Array.from({ length: 6 }, () => new Wire(server.url))
  const ask = async (paths: readonly string[]) => {
    const startedAt = performance.now()
    const waiting = [...paths]
    const work = async (wire: Wire) => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await wire.get(path, authorization)
    }
    await Promise.all(wires.map(work))
    return performance.now() - startedAt
  }
  const timed = async (what: string, days: number) => {
    const draws = Array.from({ length: DRAWS }, (_, i) => questionsOf(pageAt(addDays(last, -i), days, addDays(last, 1))))
    for (const paths of draws.slice(0, 20)) await ask(paths)
    const taken: number[] = []
    for (const paths of draws) taken.push(await ask(paths))
    const p50 = percentile(taken, 50)
    return {
      what: `${measures.length} measures (${draws[0]?.length} questions) of ${what}, p50 (p99 ${percentile(taken, 99).toFixed(1)})`,
      ...{ value: p50, unit: 'ms', goal: `≤ ${GOAL_MS}`, met: p50 <= GOAL_MS },
    }
  }
  report('dashboard', [await timed('a day', 1), await timed('28 days', 28)], { lines: LINES, draws: DRAWS })
  await server.end('SIGTERM')
})
