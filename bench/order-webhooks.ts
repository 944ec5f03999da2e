import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { createSampleVenue } from '#db/demo/venue.ts'
import { DeliverectFake } from '#integrations/deliverect/deliverect.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { signedIn } from '#tests/visitor.ts'
import { percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * What orders of Deliverect bear: a minute of PER_MINUTE (10,000) orders, each told by a webhook. How soon each is accepted, how long after the last
 * one all are sales that Deliverect was told of, and whether sales come to what was ordered. The stand-in shares the machine with the server.
 */

let again = 0
const PER_MINUTE = Number(process.env.PER_MINUTE ?? 10_000)
const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
const deliverect = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', hmacSecret: 'production-secret' })
await deliverect.standIn.start()
await migrate(postgres.url)
await createSampleVenue(postgres.url)
const owner = connectAsOwner(postgres.url)
const port = await freePort()
const server = await startServer(port, {
  DATABASE_URL: postgres.url,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PROVIDER_SIMULATION: 'true',
  TOKEN_KEYS: Buffer.alloc(32, 7).toString('base64'),
  ...deliverect.settings,
})
try {
  const bar = deliverect.location('Harbour Bar', { channels: [7] })
  const admin = await signedIn(server.url, 'admin', SAMPLE_PASSWORD)
  const who = await signedIn(server.url, 'owner', SAMPLE_PASSWORD)
  const connected = await admin.call('POST', '/deliverect/tokens', { body: {} })
  const link = { DeliverectId: bar.accountId, DeliverectLocationId: bar.locationId }
  const linked = await who.call('POST', '/venue/1/location/1/deliverect', { body: link })
  if (connected.status !== 200 || linked.status !== 200) throw new Error(`Linking: ${connected.status} ${linked.status} ${JSON.stringify(linked.body)}`)

  const taken: number[] = []
  const sent: Promise<void>[] = []
  let refused = 0
  let ordered = 0
  const began = performance.now()
  for (let n = 0; n < PER_MINUTE; n += 1) {
    const early = began + (n * 60_000) / PER_MINUTE - performance.now()
    if (early > 0) await pause(early)
    const order = deliverect.order(bar, {
      items: [{ plu: `P-${n % 50}`, name: `Dish ${n % 50}`, price: 900 + (n % 2000), quantity: 1 + (n % 3) }],
      deliveryCost: 300,
    })
    ordered += order.owed
    const { body, signature } = deliverect.webhook(order)
    const asked = performance.now()
    const headers = { 'content-type': 'application/json', 'x-server-authorization-hmac-sha256': signature }
    sent.push(
      send(headers, body).then((answer) => {
        if (!answer.ok) refused += 1
        taken.push(performance.now() - asked)
      }),
    )
  }
  await Promise.all(sent)
  const last = performance.now()
  const soldBy = await until(async () => (await waiting()) === 0)
  const toldBy = await until(async () => deliverect.told.length >= PER_MINUTE)
  const p95 = percentile(taken, 95)
  const sold = await soldTotal()
  report(
    'order-webhooks',
    [
      { what: `${PER_MINUTE} orders in ${Math.round((last - began) / 1000)} s: refused`, value: refused, unit: '', goal: '0', met: refused === 0 },
      { what: 'sent again, since the connection broke off', value: again, unit: '' },
      { what: 'accepted, p95', value: p95, unit: 'ms', goal: '≤ 100', met: p95 <= 100 },
      { what: 'all of them sales after the last one', value: (soldBy - last) / 1000, unit: 's' },
      { what: 'Deliverect told of all of them after the last one', value: (toldBy - last) / 1000, unit: 's' },
      { what: 'cents that differ from what was ordered', value: Math.abs(sold - ordered), unit: '', goal: '0', met: sold === ordered },
    ],
    { perMinute: PER_MINUTE },
  )
} finally {
  await server.end('SIGTERM')
  await owner.end()
  await deliverect.standIn.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Sends an order; where the connection breaks off it is sent again, as Deliverect does. */
async function send(headers: Record<string, string>, body: string): Promise<Response> {
  try {
    const answer = await fetch(`${server.url}/api/webhooks/deliverect/orders`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer
  } catch {
    again += 1
    return send(headers, body)
  }
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

async function soldTotal(): Promise<number> {
  return owner.begin(async (sql) => {
    await sql.unsafe(`set local app.venue = '1'`)
    const [row] = await sql<{ total: number }[]>`
      select coalesce(sum(s.total), 0)::float8 as total from sale s join deliverect_order o on o.venue_id = s.venue_id and o.order_id = s.receipt where s.venue_id = 1`
    return row?.total ?? 0
  })
}
