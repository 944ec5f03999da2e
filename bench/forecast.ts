import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { tradeOfDay } from '#db/demo/trade.ts'
import { PLACES } from '#db/demo/trading.ts'
import { foretell, isForetold, judged } from '#features/forecast/forecast.rules.ts'
import { type History, historyOf } from '#features/forecast/history.rules.ts'
import { holidaysIn } from '#features/reports/kit/calendar/holidays.rules.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays, dayNumber, dayOf } from '#shared/day.ts'
import { SHARED } from '#tests/shared-folder.ts'
import { groupFolder, groupSize, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { get } from './http-get.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How far off the forecast is beside "same weekday last week", on four weeks it was not fitted to, each four weeks before the end of what there is once:
 * the coffee shops and the supermarkets of ../shared/data, which nobody here wrote, and the sample's places. Then how long it takes over HTTP for the
 * five locations of the group's largest venue (LINES, as `generate` made it), where it was made.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const DRAWS = Number(process.env.DRAWS ?? 60)
const GOAL_MS = 100
const FOUR_WEEKS = 28
/** No holiday calendar is known of these countries. */
const NO_HOLIDAYS = () => undefined

/** What a place sold by day since 1970-01-01. */
type Days = Map<number, number>

const figures: Figure[] = []
for (const [name, places, holidayOf] of [
  ['coffee', await coffee(), NO_HOLIDAYS],
  ['supermarket', await supermarket(), NO_HOLIDAYS],
  ['sample', sample(), holidaysOf('VIC')],
] as const)
  for (const [place, days] of places) figures.push(...errorsOf(`${name}, ${place}`, days, holidayOf))
if (existsSync(groupFolder(LINES))) figures.push(await timed())
report('forecast', figures, { draws: DRAWS })

/** The errors of both on every four weeks that have eight weeks before them. */
function errorsOf(what: string, days: Days, holidayOf: History['holidayOf']): Figure[] {
  const [first, end] = [Math.min(...days.keys()), Math.max(...days.keys()) + 1]
  const judgements = []
  for (let today = end; today - first >= 3 * FOUR_WEEKS; today -= FOUR_WEEKS) {
    const outcome = foretell(
      historyOf((day) => days.get(day) ?? 0, Math.max(first, today - 525), today, holidayOf),
      100,
    )
    if (isForetold(outcome)) judgements.push({ today, ...judged(outcome) })
  }
  return judgements.map(({ today, error, naiveError, beats }) => ({
    what: `${what}, to ${dayOf(today - 1)}: off by (last week ${(naiveError * 100).toFixed(1)} %)`,
    ...{ value: error * 100, unit: '%', goal: '< last week', met: beats },
  }))
}

async function coffee(): Promise<Map<string, Days>> {
  return byPlace('coffee/coffee_shop_sales.csv.gz', ([, date = '', , quantity, , place = '', , price]) => [place, date, Number(quantity) * Number(price) * 100])
}

async function supermarket(): Promise<Map<string, Days>> {
  return byPlace('supermarket/supermarket_sales.csv.gz', (cells) => {
    const [month = '', day = '', year = ''] = (cells[11] ?? '').split('/')
    return [cells[3] ?? '', `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, Number(cells[10]) * 100]
  })
}

async function byPlace(file: string, read: (cells: string[]) => [place: string, day: string, cents: number]): Promise<Map<string, Days>> {
  const places = new Map<string, Days>()
  const path = join(SHARED, 'data', file)
  if (!existsSync(path)) return places
  let isHead = true
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    if (!isHead) {
      const [place, day, cents] = read(line.split(','))
      const days = places.get(place) ?? new Map<number, number>()
      places.set(place, days.set(dayNumber(day), (days.get(dayNumber(day)) ?? 0) + cents))
    }
    isHead = false
  }
  return places
}

function sample(): Map<string, Days> {
  const until = '2026-11-20'
  return new Map(
    PLACES.map((place, i) => {
      const shop = { place, locationId: i + 1, timeZone: 'Australia/Sydney' }
      const days: Days = new Map()
      for (let day = addDays(until, -425); day < until; day = addDays(day, 1))
        days.set(
          dayNumber(day),
          tradeOfDay(20_261_120, shop, day).reduce((sum, { Totals }) => sum + Totals.Net, 0),
        )
      return [place.menu, days] as const
    }),
  )
}

function holidaysOf(region: string): History['holidayOf'] {
  const byDay = new Map(holidaysIn(region, '2023-01-01', '2027-12-31').map(({ day, key }) => [dayNumber(day), key]))
  return (day) => byDay.get(day)
}

async function timed(): Promise<Figure> {
  const postgres = await startGroup(LINES)
  try {
    const { credential } = await peopleOfGroup(postgres.url, 1)
    const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
    const taken: number[] = []
    for (let i = 0; i < DRAWS + 20; i += 1) {
      const startedAt = performance.now()
      await get(`${server.url}/api/reports/forecast`, credential)
      if (i >= 20) taken.push(performance.now() - startedAt)
    }
    await server.end('SIGTERM')
    const p50 = percentile(taken, 50)
    const what = `five locations of ${groupSize(LINES).lines.toLocaleString('en')} lines, p50 (p99 ${percentile(taken, 99).toFixed(1)})`
    return { what, value: p50, unit: 'ms', goal: `≤ ${GOAL_MS}`, met: p50 <= GOAL_MS }
  } finally {
    await postgres.stop()
  }
}
