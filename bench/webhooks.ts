import { setTimeout as pause } from 'node:timers/promises'
import { StripeFake } from '#integrations/stripe/stripe.fake.ts'
import { type Figure, percentile, report } from './results.ts'
import { openSampleHouse } from './sample-house.ts'

/**
 * What the life of a link bears: a minute of PER_MINUTE (10,000) payments at Stripe's stand-in, each told by a webhook (how soon it is accepted, and
 * how long after the last one all are worked off), and a catch-up of BACKFILL (50,000) payments while the server is killed KILLS (3) times. In the
 * end the payments kept are compared with the stand-in's, one by one. The stand-in shares the machine with the server.
 */

const PER_MINUTE = Number(process.env.PER_MINUTE ?? 10_000)
const BACKFILL = Number(process.env.BACKFILL ?? 50_000)
const KILLS = Number(process.env.KILLS ?? 3)
const KEYS = { clientId: 'ca_standin', secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' }
const DAY = 86_400

const stripe = new StripeFake(KEYS)
await stripe.standIn.start()
const house = await openSampleHouse({
  STRIPE_CLIENT_ID: KEYS.clientId,
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_API_BASE: stripe.standIn.url,
  STRIPE_CONNECT_BASE: stripe.standIn.url,
})
const { owner } = house
try {
  report('webhooks', [...(await aMinuteOfWebhooks()), ...(await backfill())], { perMinute: PER_MINUTE, backfill: BACKFILL, kills: KILLS })
} finally {
  await house.close()
  await stripe.standIn.stop()
}

/** Links a location of the sample venue with an account, as its owner does. */
async function link(account: string, locationId: number): Promise<void> {
  const RedirectURI = `${house.server.url}/stripe/connect`
  await house.asked('owner', 'POST', '/oauth/start', { Provider: 'Stripe', LocationId: locationId, RedirectURI })
  await house.asked('owner', 'POST', `/location/${locationId}/paymenttokens`, { LocationId: locationId, AuthorizationCode: stripe.code(account) })
}

async function aMinuteOfWebhooks(): Promise<Figure[]> {
  const { books } = stripe.account('acct_Busy', { name: 'Busy Bar' })
  await link('acct_Busy', 1)
  const taken: number[] = []
  const sent: Promise<void>[] = []
  let refused = 0
  const began = performance.now()
  for (let n = 0; n < PER_MINUTE; n += 1) {
    const due = began + (n * 60_000) / PER_MINUTE
    const early = due - performance.now()
    if (early > 0) await pause(early)
    const { body, signature } = stripe.webhook('acct_Busy', 'charge.succeeded', books.charge({ amount: 500 + (n % 9000), at: stripe.standIn.seconds }))
    const asked = performance.now()
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    sent.push(
      fetch(`${house.server.url}/api/webhooks/stripe`, { method: 'POST', headers, body }).then(async (answer) => {
        await answer.arrayBuffer()
        if (!answer.ok) refused += 1
        taken.push(performance.now() - asked)
      }),
    )
  }
  await Promise.all(sent)
  const last = performance.now()
  await until(async () => (await waiting()) === 0 && (await kept('acct_Busy')) === books.charges.length)
  const behind = (performance.now() - last) / 1000
  const p95 = percentile(taken, 95)
  return [
    { what: `${PER_MINUTE} webhooks in ${Math.round((last - began) / 1000)} s: refused`, value: refused, unit: '', goal: '0', met: refused === 0 },
    { what: 'accepted, p95', value: p95, unit: 'ms', goal: '≤ 100', met: p95 <= 100 },
    { what: 'all worked off after the last one', value: behind, unit: 's', goal: '≤ 60', met: behind <= 60 },
    { what: 'payments that differ from the provider', value: await differing('acct_Busy'), unit: '', goal: '0', met: (await differing('acct_Busy')) === 0 },
  ]
}

async function backfill(): Promise<Figure[]> {
  const { books } = stripe.account('acct_Long', { name: 'Long Bar' })
  const now = stripe.standIn.seconds
  for (let n = 0; n < BACKFILL; n += 1) books.charge({ amount: 500 + (n % 9000), at: now - Math.floor((88 * DAY * (BACKFILL - n)) / BACKFILL) })
  await link('acct_Long', 2)
  const began = performance.now()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await until(async () => (await kept('acct_Long')) >= (BACKFILL * kill) / (KILLS + 1))
    await house.kill()
  }
  await until(async () => (await kept('acct_Long')) >= BACKFILL && (await reading()) === 0)
  const wrong = await differing('acct_Long')
  return [
    { what: `${BACKFILL} payments caught up, killed ${KILLS} times`, value: (performance.now() - began) / 1000, unit: 's' },
    { what: 'payments that differ from the provider', value: wrong, unit: '', goal: '0', met: wrong === 0 },
  ]
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 30 * 60_000
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('Half an hour went by.')
    await pause(500)
  }
}

function inVenue<T>(work: (sql: Parameters<Parameters<typeof owner.begin>[0]>[0]) => Promise<T>): Promise<T> {
  return owner.begin(async (sql) => {
    await sql.unsafe(`set local app.venue = '1'`)
    return work(sql)
  })
}

async function waiting(): Promise<number> {
  const [row] = await owner<{ n: number }[]>`select count(*)::int as n from webhook_event where state = 'waiting'`
  return row?.n ?? 0
}

/** Payments of an account that are kept. */
function kept(account: string): Promise<number> {
  return inVenue(async (sql) => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from payment p join link l on l.venue_id = p.venue_id and l.link_id = p.link_id where p.venue_id = 1 and l.account_id = ${account}`
    return row?.n ?? 0
  })
}

/** Lists whose walk has not come to its end. */
function reading(): Promise<number> {
  return inVenue(async (sql) => {
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from link_sync where venue_id = 1 and first_done_at is null`
    return row?.n ?? 0
  })
}

/** Payments that are missing, too many, or of another amount or state than the stand-in has them. */
function differing(account: string): Promise<number> {
  return inVenue(async (sql) => {
    const rows = await sql<{ id: string; amount: number; status: string }[]>`
      select p.payment_id as id, p.amount, p.status from payment p join link l on l.venue_id = p.venue_id and l.link_id = p.link_id
      where p.venue_id = 1 and l.account_id = ${account}`
    const own = new Map(rows.map((row) => [row.id, row]))
    const { charges } = stripe.account(account).books
    const wrong = charges.filter(({ id, amount, status }) => own.get(id)?.amount !== amount || own.get(id)?.status !== status).length
    return wrong + rows.length - own.size + Math.max(0, own.size - charges.length)
  })
}
