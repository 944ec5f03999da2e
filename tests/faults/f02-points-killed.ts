import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { cardKey } from '#shared/card-number.ts'
import { credentialOf } from '../credentials.ts'
import { type House, runFault } from './fault.ts'
import { type Move, PointWriter } from './point-writer.ts'

/** Server and database are killed by turns while two tills sell with cards and two people move points, and started again. */

const POOL = Array.from({ length: 8 }, (_, i) => `TRANSFER-${i}`)
const EACH = 500
const LOCATION = 1
/** Cards of the sample's members, as tills send them. */
const SOLD_TO = 30
const comments = { Comments: 'By turns' }

/** The cards that points are transferred between; a replacement takes its card's place. */
const pool = [...POOL]
/** All numbers of the pool there ever were. */
let made = POOL.length
const sums = new Map<number, number>()
let watching = true
let watched: Promise<void> = Promise.resolve()
let [adjusting, transferring]: PointWriter[] = []

await runFault({
  name: 'F2',
  hypothesis:
    'kill -9 of the server and of the database loses no points that were acknowledged and moves none twice, and the points of cards that are only transferred between never change in sum.',
  times: 100,
  tills: [
    { name: 'A', batch: 1, locationId: 1, perSecond: 40 },
    { name: 'D', batch: 20, locationId: 2, perSecond: 80 },
  ],
  environment: { WRITES_PER_MINUTE: '1000000', POINT_WRITES_PER_MINUTE: '1000000' },
  inject: async (house, time) => {
    if (time === 0) await begin(house)
    await sleep(200 + house.random() * 1000)
    while (adjusting?.inFlight === 0 && transferring?.inFlight === 0) await sleep(1)
    await sleep(house.random() * 20)
    if (time % 2 === 0) {
      await house.servers[0]?.end('SIGKILL')
      await house.startServer()
    } else {
      process.kill(house.postmaster(), 'SIGKILL')
      await sleep(30)
      await house.untilAnswered()
    }
  },
  conclude: async (house) => {
    const writers = [adjusting, transferring].flatMap((writer) => writer ?? [])
    await Promise.all(writers.map((writer) => writer.stop()))
    watching = false
    await watched
    const told = writers.flatMap(({ answers }) => [...answers].map(([answer, n]) => `${answer}: ${n}`)).join(', ')
    const wrong = writers.flatMap((writer) => writer.wrong)
    const seen = [...sums.values()].reduce((all, n) => all + n, 0)
    const others = await cardsThatDiffer(house, writers)
    for (const words of [...wrong, ...others].slice(0, 5)) console.log(`  ${words}`)
    house.note({ what: `points moved (${told})`, value: writers.reduce((all, { moved }) => all + moved, 0), unit: 'moves' })
    house.note({ what: 'answers nobody who moves points should get', value: wrong.length, unit: '', goal: '0', met: wrong.length === 0 })
    house.note({ what: 'cards that hold something else than was acknowledged', value: others.length, unit: 'cards', goal: '0', met: others.length === 0 })
    house.note({
      what: `sums of cards that are only transferred between, looked at ${seen} times`,
      value: sums.size,
      unit: '',
      goal: '1',
      met: sums.size === 1 && sums.has(POOL.length * EACH),
    })
  },
})

/** Gives the pool its points, and lets two people move points from then on. */
async function begin(house: House): Promise<void> {
  const database = openDatabase(house.databaseUrl, 1)
  const credential = await credentialOf(database, 'owner').finally(() => database.close())
  adjusting = new PointWriter(() => house.servers[0]?.url ?? '', credential)
  transferring = new PointWriter(() => house.servers[0]?.url ?? '', credential)
  for (const card of POOL) {
    await transferring.move({ path: `/loyalty/${card}/details`, body: { Details: { Name: card } }, changes: [] })
    await transferring.move(adjustment(card, EACH))
  }
  const sold = await soldTo(house)
  adjusting.start(() => adjustment(pick(house, sold), pick(house, [-40, -7, 3, 11, 60])))
  transferring.start(
    () => (house.random() < 0.05 ? replacement(house) : transfer(house)),
    ({ path, changes }, isDone) => {
      const [old, fresh] = changes.map(([card]) => card)
      if (isDone && path.includes('/replace/') && old && fresh) pool[pool.indexOf(old)] = fresh
    },
  )
  watched = watch(house)
}

function pick<T>(house: House, some: readonly T[]): T {
  return some[Math.floor(house.random() * some.length)] as T
}

function adjustment(card: string, Points: number): Move {
  return { path: `/loyalty/${encodeURIComponent(card)}/points`, body: { Points, LocationId: LOCATION, ...comments }, changes: [[card, Points]] }
}

function transfer(house: House): Move {
  const from = pick(house, pool)
  const to = pick(
    house,
    pool.filter((card) => card !== from),
  )
  const Points = 1 + Math.floor(house.random() * 200)
  return {
    path: `/loyalty/${from}/transfer/${to}`,
    body: { Points, LocationId: LOCATION, ...comments },
    changes: [
      [from, -Points],
      [to, Points],
    ],
  }
}

/** All of it moves to a new number. */
function replacement(house: House): Move {
  const [old, fresh] = [pick(house, pool), `TRANSFER-${made++}`]
  const held = transferring?.changed.get(old) ?? 0
  return {
    path: `/loyalty/${old}/replace/${fresh}`,
    body: { LocationId: LOCATION, ...comments },
    changes: [
      [old, -held],
      [fresh, held],
    ],
  }
}

/** Numbers of cards that came to a till by now. */
async function soldTo(house: House): Promise<string[]> {
  const owner = connectAsOwner(house.databaseUrl)
  try {
    for (;;) {
      const rows = await owner<{ number: string }[]>`
        select number from loyalty_card where venue_id = 1 and number not like 'TRANSFER-%' order by number limit ${SOLD_TO}`
      if (rows.length === SOLD_TO) return rows.map(({ number }) => number)
      await sleep(100)
    }
  } finally {
    await owner.end()
  }
}

/** Looks at the pool's points all the time; where the database is gone there is nothing to see. */
async function watch(house: House): Promise<void> {
  while (watching) {
    const owner = connectAsOwner(house.databaseUrl)
    try {
      for (; watching; await sleep(5)) {
        const [row] = await owner<{ sum: number }[]>`
          select sum(points - owed)::bigint as sum from loyalty_card where venue_id = 1 and number like 'TRANSFER-%'`
        const sum = row?.sum ?? -1
        sums.set(sum, (sums.get(sum) ?? 0) + 1)
      }
    } catch {
      await sleep(50)
    } finally {
      await owner.end().catch(() => undefined)
    }
  }
}

/** Cards that hold something else than the points of their sales, which are judged by themselves, and what was acknowledged by hand. */
async function cardsThatDiffer(house: House, writers: readonly PointWriter[]): Promise<string[]> {
  const owner = connectAsOwner(house.databaseUrl)
  try {
    const cards = await owner<{ number: string; held: number }[]>`select number, (points - owed)::bigint as held from loyalty_card where venue_id = 1`
    const sales = await owner<{ number: string; points: number }[]>`
      select card_number as number, sum(points_accrued - points_redeemed)::bigint as points from sale
      where venue_id = 1 and kind in (1, 2, 5) and card_number is not null group by 1`
    const wanted = new Map<string, number>()
    const add = (number: string, points: number) => wanted.set(cardKey(number), (wanted.get(cardKey(number)) ?? 0) + points)
    for (const { number, points } of sales) add(number, points)
    for (const { changed } of writers) for (const [number, by] of changed) add(number, by)
    const held = new Map(cards.map(({ number, held: points }) => [cardKey(number), points]))
    return [...new Set([...wanted.keys(), ...held.keys()])]
      .filter((key) => (wanted.get(key) ?? 0) !== (held.get(key) ?? 0))
      .map((key) => `${key}: ${held.get(key)} held, ${wanted.get(key)} acknowledged`)
  } finally {
    await owner.end()
  }
}
