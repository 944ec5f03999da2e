import { setTimeout as pause } from 'node:timers/promises'
import { DeliverectFake } from '#integrations/deliverect/deliverect.fake.ts'
import type { FakeOrder } from '#integrations/deliverect/deliverect-books.fake.ts'
import { InvolvFake } from '#integrations/involv/involv.fake.ts'
import { TyroFake } from '#integrations/tyro/tyro.fake.ts'
import { addDays } from '#shared/day.ts'
import { groupBy } from '#shared/group-by.ts'
import { type Figure, report } from './results.ts'
import { openSampleHouse } from './sample-house.ts'

/**
 * Kills the server with kill -9, KILLS (3) times each, in the middle of reading a merchant of Tyro, in the middle of reading a programme of Involv, and
 * while orders of Deliverect arrive and become sales. In the end what is here is compared with what the stand-ins have, day by day, member by member
 * and order by order.
 */

const KILLS = Number(process.env.KILLS ?? 3)
const [PAYMENTS, MEMBERS, ORDERS] = [Number(process.env.PAYMENTS ?? 30_000), Number(process.env.MEMBERS ?? 3000), Number(process.env.ORDERS ?? 6000)]
const [MID, CLUB, LOCATION] = ['4201', 'club_killed', 1]
const PATIENCE_MS = 600_000

const tyro = new TyroFake({ clientId: 'tyro-standin', clientSecret: 'tyro-standin-secret', webhookSecret: 'psk_standin' })
const involv = new InvolvFake({ clientId: 'involv-standin', clientSecret: 'involv-standin-secret' })
const deliverect = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', hmacSecret: 'production-secret' })
const standIns = [tyro.standIn, involv.standIn, deliverect.standIn]
await Promise.all(standIns.map((standIn) => standIn.start()))
const house = await openSampleHouse({ ...tyro.settings, ...involv.settings, ...deliverect.settings })
const { owner } = house
try {
  const figures = [await readTyro(), await readInvolv(), await takeDeliverect()]
  report('readings-killed', figures.flat(), { kills: KILLS })
  if (figures.flat().some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await house.close()
  await Promise.all(standIns.map((standIn) => standIn.stop()))
}

/** Payments of sixty days with tips and fees that have fractions, some never approved, each day settled. */
async function readTyro(): Promise<Figure[]> {
  const { books } = tyro.merchant(MID, 'Killed Pty Ltd')
  const day = (back: number) => addDays(new Date().toISOString().slice(0, 10), -back)
  for (let n = 0; n < PAYMENTS; n += 1)
    books.pay(day(n % 60), { sale: 100 + (n % 9000), tip: n % 7, fee: (n % 500) / 7, ...(n % 40 === 0 ? { status: 'DECLINED' } : {}) })
  for (let back = 0; back < 60; back += 1) books.settle(day(back), books.net(day(back)))
  await house.asked('owner', 'POST', `/venue/1/location/${LOCATION}/tyro`, { TyroId: MID })
  const wrong = async () => {
    const rows = await owner<{ day: string; here: string }[]>`
      select business_date::text as day, concat_ws(' ', count(*), count(*) filter (where status = 'APPROVED'), sum(total) filter (where status = 'APPROVED'),
        sum(settlement) filter (where status = 'APPROVED'), (select sum(s.amount) from terminal_settlement s where s.account_id = ${MID} and s.bank_day = p.business_date)) as here
      from terminal_payment p where account_id = ${MID} group by business_date`
    const here = new Map(rows.map((row) => [row.day, row.here]))
    const theirs = [...books.payments].map(([on, { size }]) => {
      const approved = books.approved(on)
      return [on, `${size} ${approved.length} ${approved.reduce((sum, { totalAmount }) => sum + totalAmount, 0)} ${books.net(on)} ${books.net(on)}`] as const
    })
    return theirs.filter(([on, words]) => here.get(on) !== words).length + Math.abs(here.size - theirs.length)
  }
  const there = async () => (await owner<{ n: number }[]>`select count(*)::int as n from terminal_payment where account_id = ${MID}`)[0]?.n ?? 0
  return whileKilled(`${PAYMENTS} payments of Tyro read`, MID, { all: PAYMENTS, there, things: 'days', wrong })
}

/** Members whose points moved before they are met for the first time. */
async function readInvolv(): Promise<Figure[]> {
  const { books } = involv.account(CLUB, 'Killed club')
  for (let n = 0; n < MEMBERS; n += 1) {
    const { id } = books.member(`KILLED-${n}`)
    books.move(id, 'accrue', 100 + n)
    if (n % 3 === 0) books.move(id, 'redeem', -(n % 90))
  }
  const theirs = new Map([...books.members.values()].map((member) => [member.card_number, member.points_balance]))
  const RedirectURI = `${house.server.url}/involv/connect`
  const { AuthUrl } = await house.asked<{ AuthUrl: string }>('owner', 'POST', '/oauth/start', { Provider: 'Involv', RedirectURI })
  await house.asked('owner', 'POST', '/venue/1/involvtokens', { AuthorizationCode: involv.code(CLUB, AuthUrl) })
  const wrong = async () => {
    const rows = await owner<{ card: string; net: number; moved: number }[]>`
      select c.number as card, (c.points - c.owed)::float8 as net,
        (select coalesce(sum(e.delta), 0)::float8 from loyalty_entry e where e.venue_id = c.venue_id and e.card_id = c.card_id) as moved
      from loyalty_card c where c.number like 'KILLED-%'`
    const told = [...books.members.values()].filter((member) => member.points_balance !== theirs.get(member.card_number)).length + books.taken.size
    return rows.filter(({ card, net, moved }) => net !== theirs.get(card) || moved !== net).length + Math.abs(rows.length - MEMBERS) + told
  }
  const there = async () => (await owner<{ n: number }[]>`select count(*)::int as n from linked_member where account_id = ${CLUB}`)[0]?.n ?? 0
  return whileKilled(`${MEMBERS} members of Involv read`, CLUB, { all: MEMBERS, there, things: 'members', wrong })
}

/** Orders of sixty days, one in five told twice and one in ten cancelled, each sent until it is accepted. */
async function takeDeliverect(): Promise<Figure[]> {
  const bar = deliverect.location('Harbour Bar', { channels: [7] })
  await house.asked('admin', 'POST', '/deliverect/tokens', {})
  await house.asked('owner', 'POST', `/venue/1/location/${LOCATION}/deliverect`, { DeliverectId: bar.accountId, DeliverectLocationId: bar.locationId })
  const now = Math.floor(Date.now() / 1000)
  const orders = Array.from({ length: ORDERS }, (_, n) =>
    deliverect.order(bar, { items: [{ plu: `P-${n % 50}`, name: `Dish ${n % 50}`, price: 900 + n, quantity: 1 + (n % 3) }], at: now - (n % 60) * 86_400 }),
  )
  const cancelled = new Set(orders.filter((_, n) => n % 10 === 3))
  const tellings = orders.flatMap((order, n) => [
    { order, status: 1 },
    ...(n % 5 === 0 ? [{ order, status: 1 }] : []),
    ...(cancelled.has(order) ? [{ order, status: 100 }] : []),
  ])
  let accepted = 0
  const sending = Promise.all(
    Array.from({ length: 8 }, async (_, of) => {
      for (const { order, status } of tellings.filter((_, n) => n % 8 === of)) {
        await sendUntilAccepted(order, status)
        accepted += 1
      }
    }),
  )
  const wrong = async () => {
    const rows = await owner<{ order: string; total: number; sales: number }[]>`
      select receipt as order, sum(total)::float8 as total, count(*) filter (where total > 0)::int as sales from sale
      where receipt in (select order_id from online_order where provider = 'Deliverect') group by receipt`
    const here = new Map(rows.map((row) => [row.order, row]))
    const told = groupBy(deliverect.told, ({ orderId }) => orderId)
    return orders.filter((order) => {
      const id = String(order.body._id)
      const { total = 0, sales = 0 } = here.get(id) ?? {}
      const statuses = (told.get(id) ?? []).map(({ status }) => status)
      return cancelled.has(order) ? total !== 0 || statuses.at(-1) !== 110 : total !== order.owed || sales !== 1 || String(statuses) !== '20'
    }).length
  }
  const there = async () => {
    const [row] = await owner<{ open: number }[]>`
      select ((select count(*) from webhook_event where state = 'waiting') + (select count(*) from deliverect_order where to_tell <> '[]'))::int as open`
    return accepted - (row?.open ?? 0)
  }
  const read = { all: tellings.length, there, things: 'orders', wrong }
  const figures = await whileKilled(`${ORDERS} orders of Deliverect taken in`, `${bar.accountId}/${bar.locationId}`, read)
  await sending
  return figures
}

/** Sends a telling until somebody accepts it, as Deliverect does where nobody answers. */
async function sendUntilAccepted(order: FakeOrder, status: number): Promise<void> {
  const { body, signature } = deliverect.webhook(order, status)
  const headers = { 'content-type': 'application/json', 'x-server-authorization-hmac-sha256': signature }
  for (;;) {
    const answer = await fetch(`${house.server.url}/api/webhooks/deliverect/orders`, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok) return
    if (answer && answer.status !== 503) throw new Error(`A webhook was answered with ${answer.status}.`)
    await pause(200)
  }
}

/** Something that is read: how much there is, how much of it is there, and how much of that is not as its provider has it. */
interface Read {
  all: number
  there(): Promise<number>
  things: string
  wrong(): Promise<number>
}

/** Waits until an account is read, and kills the server each time a further part of it is there. */
async function whileKilled(what: string, account: string, { all, there, things, wrong }: Read): Promise<Figure[]> {
  const began = performance.now()
  let killed = 0
  for (let [n, isRead] = [0, false]; n < all || !isRead; ) {
    await pause(20)
    n = await there()
    if (killed < KILLS && n < all && n > ((killed + 1) * all) / (KILLS + 2)) {
      killed += 1
      await house.kill()
    }
    const [read] = await owner`select from link where account_id = ${account} and last_ok_at is not null`
    isRead = read !== undefined
    if (performance.now() - began > PATIENCE_MS) throw new Error(`After ten minutes ${n} of ${all} were there.`)
  }
  const differing = await wrong()
  return [
    { what: `${what}, killed ${killed} times`, value: (performance.now() - began) / 1000, unit: 's', goal: `${KILLS} times`, met: killed === KILLS },
    { what: `${things} that differ from the provider`, value: differing, unit: things, goal: '0', met: differing === 0 },
  ]
}
