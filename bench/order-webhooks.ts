import { setTimeout as pause } from 'node:timers/promises'
import { DeliverectFake, RETRY_SECONDS } from '#integrations/deliverect/deliverect.fake.ts'
import type { FakeOrder } from '#integrations/deliverect/deliverect-books.fake.ts'
import { groupBy } from '#shared/group-by.ts'
import { type Figure, percentile, report } from './results.ts'
import { openSampleHouse } from './sample-house.ts'

/**
 * What orders of Deliverect bear: a minute of PER_MINUTE (10,000) orders, each told by a webhook and, as Deliverect does, told again later where the
 * server was busy or nobody answered. How soon each is accepted, what was refused and why, how long after the last one all are sales that Deliverect
 * was told of, and whether each order that was accepted is a sale of what was ordered. The stand-in shares the machine with the server.
 */

const PER_MINUTE = Number(process.env.PER_MINUTE ?? 10_000)
/** Whoever answers so may be asked again. */
const ASK_AGAIN = ['502', '503', '504']
const deliverect = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', hmacSecret: 'production-secret' })
await deliverect.standIn.start()
const house = await openSampleHouse(deliverect.settings)
const { owner } = house
try {
  const bar = deliverect.location('Harbour Bar', { channels: [7] })
  await house.asked('admin', 'POST', '/deliverect/tokens', {})
  await house.asked('owner', 'POST', '/venue/1/location/1/deliverect', { DeliverectId: bar.accountId, DeliverectLocationId: bar.locationId })

  const began = performance.now()
  const sent: Promise<Sent>[] = []
  for (let n = 0; n < PER_MINUTE; n += 1) {
    const early = began + (n * 60_000) / PER_MINUTE - performance.now()
    if (early > 0) await pause(early)
    sent.push(
      send(
        deliverect.order(bar, {
          items: [{ plu: `P-${n % 50}`, name: `Dish ${n % 50}`, price: 900 + (n % 2000), quantity: 1 + (n % 3) }],
          deliveryCost: 300,
        }),
      ),
    )
  }
  const all = await Promise.all(sent)
  const last = performance.now()
  const accepted = all.filter(({ acceptedMs }) => acceptedMs !== undefined)
  const soldBy = await until(async () => (await waiting()) === 0)
  const toldBy = await until(async () => {
    const told = new Set(deliverect.told.map(({ orderId }) => orderId))
    return accepted.every(({ orderId }) => told.has(orderId))
  })
  const p95 = percentile(
    accepted.flatMap(({ acceptedMs }) => acceptedMs ?? []),
    95,
  )
  const never = all.length - accepted.length
  const wrong = await soldOtherwise(accepted)
  report(
    'order-webhooks',
    [
      { what: `${PER_MINUTE} orders in ${Math.round((last - began) / 1000)} s: never accepted`, value: never, unit: '', goal: '0', met: never === 0 },
      ...refusals(all),
      { what: 'accepted, p95', value: p95, unit: 'ms', goal: '≤ 100', met: p95 <= 100 },
      { what: 'all of them sales after the last one', value: (soldBy - last) / 1000, unit: 's' },
      { what: 'Deliverect told of all of them after the last one', value: (toldBy - last) / 1000, unit: 's' },
      { what: 'accepted orders that are no sale of what was ordered', value: wrong, unit: '', goal: '0', met: wrong === 0 },
    ],
    { perMinute: PER_MINUTE },
  )
} finally {
  await house.close()
  await deliverect.standIn.stop()
}

interface Sent {
  orderId: string
  /** Minor units. */
  owed: number
  /** How each time that did not take it was answered: a status, or what the system says of the connection. */
  refused: string[]
  /** How long the answer took that accepted it; nothing where none did. */
  acceptedMs: number | undefined
}

/** Sends an order, again where nobody takes it for now. */
async function send(order: FakeOrder): Promise<Sent> {
  const { body, signature } = deliverect.webhook(order)
  const sent: Sent = { orderId: String(order.body._id), owed: order.owed, refused: [], acceptedMs: undefined }
  for (const waitSeconds of [...RETRY_SECONDS, undefined]) {
    const asked = performance.now()
    const answer = await answerTo(body, signature)
    if (answer === 'accepted') return { ...sent, acceptedMs: performance.now() - asked }
    sent.refused.push(answer)
    if (waitSeconds === undefined || (/^\d/.test(answer) && !ASK_AGAIN.includes(answer))) break
    await pause(waitSeconds * 1000)
  }
  return sent
}

async function answerTo(body: string, signature: string): Promise<string> {
  try {
    const headers = { 'content-type': 'application/json', 'x-server-authorization-hmac-sha256': signature }
    const answer = await fetch(`${house.server.url}/api/webhooks/deliverect/orders`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.ok ? 'accepted' : String(answer.status)
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? name
  }
}

/** How often it was refused, by what was answered. */
function refusals(all: readonly Sent[]): Figure[] {
  const times = groupBy(
    all.flatMap(({ refused }) => refused),
    (answer) => answer,
  )
  return [...times].map(([answer, { length }]) => ({ what: `refused for now: ${answer}`, value: length, unit: '' }))
}

/** When it was so. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const giveUpAt = performance.now() + 10 * 60_000
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('Ten minutes went by.')
    await pause(250)
  }
  return performance.now()
}

async function waiting(): Promise<number> {
  const [row] = await owner<{ n: number }[]>`select count(*)::int as n from webhook_event where state = 'waiting'`
  return row?.n ?? 0
}

/** How many of these orders are not there, or come to something else than was ordered. */
async function soldOtherwise(orders: readonly Sent[]): Promise<number> {
  return owner.begin(async (sql) => {
    await sql.unsafe(`set local app.venue = '1'`)
    const rows = await sql<{ orderId: string; total: number }[]>`
      select o.order_id as "orderId", sum(s.total)::float8 as total from deliverect_order o join sale s on s.venue_id = o.venue_id and s.receipt = o.order_id
      where o.venue_id = 1 group by o.order_id`
    const sold = new Map(rows.map(({ orderId, total }) => [orderId, total]))
    return orders.filter(({ orderId, owed }) => sold.get(orderId) !== owed).length
  })
}
