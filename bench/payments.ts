import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { recountPaymentDays } from '#integrations/stripe/payment-days.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { askerAt, employ, signIn, type Timed, timings } from './house-calls.ts'
import { report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How long Payments takes: PAYMENTS (1,000,000) payments of a year at five locations, each with its fees, one in fifty paid back, one in five hundred
 * disputed, one in forty failed, a payout a day for each location; and as many card tenders at the tills, of which one in a thousand has no payment. Over
 * HTTP, to the last byte.
 */

const PAYMENTS = Number(process.env.PAYMENTS ?? 1_000_000)
const ROUNDS = Number(process.env.ROUNDS ?? 25)
const LAST = '2026-11-22'
const DAYS = 365
const PLACES = 5

const folder = process.env.HOUSE ?? mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_wal_size: '8GB', synchronous_commit: 'off' } })
try {
  await migrate(postgres.url)
  const authorization = await makeHouse()
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const ask = askerAt(server.url, authorization)
  const spanOf = (days: number) => `FromDate=${addDays(LAST, 1 - days)}&ToDate=${LAST}`
  const { Totals, Days } = JSON.parse(await ask(`/reports/payments?${spanOf(DAYS)}`)) as { Totals: Record<string, number>[]; Days: unknown[] }
  console.log(`${Totals[0]?.Payments} payments of ${Totals[0]?.Volume} on ${Days.length} days of locations, ${Totals[0]?.Failed} failed`)
  const asked: Timed[] = [
    [`Payments of ${PAYMENTS} payments over a year`, `/reports/payments?${spanOf(DAYS)}`, 100],
    ['Payments of a week', `/reports/payments?${spanOf(7)}`, 100],
    ['the first payments behind the volume of a day', `/reports/payments/list?FromDate=${LAST}&ToDate=${LAST}&Figure=Volume`, 100],
    ['the first payments behind the volume of a year', `/reports/payments/list?${spanOf(DAYS)}&Figure=Volume`, undefined],
    ['the tills against the provider, a week', `/reports/payments/till?${spanOf(7)}`, undefined],
    ['the tills against the provider, 92 days', `/reports/payments/till?${spanOf(92)}`, undefined],
    ['what stands alone in a week', `/reports/payments/till/pairs?${spanOf(7)}`, undefined],
  ]
  const figures = await timings(ask, asked, ROUNDS)
  await server.end('SIGTERM')
  report('payments', figures, { payments: PAYMENTS, days: DAYS, places: PLACES })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  if (!process.env.HOUSE) rmSync(folder, { recursive: true, force: true })
}

/** Makes the venue, unless it is there, with somebody who may see its payments, and answers their Authorization header. */
async function makeHouse(): Promise<string> {
  const owner = connectAsOwner(postgres.url)
  let authorization = ''
  const [made] = await owner<{ n: number }[]>`select count(*)::int as n from venue`
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    if (!made?.n) {
      await sql`insert into venue (name) values ('A Million Payments')`
      await sql.unsafe(`set local app.venue = '1'`)
      await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, ${PLACES}::int) n`
      await sql`insert into venue_setting (venue_id, section, value) values (1, 'payment', '{"percentHundredths": 50, "fixedMinor": 10}')`
      await sql`insert into payment_fee (venue_id, from_day, set_on, percent_hundredths, fixed_minor) values (1, '0001-01-01', '0001-01-01', 50, 10)`
      await employ(sql, 'can_viewpayments')
      await fillPayments(sql)
      await fillTills(sql)
    }
    await sql.unsafe(`set local app.venue = '1'`)
    authorization = await signIn(sql)
  })
  if (!made?.n) {
    await count()
    await owner.unsafe('vacuum analyze')
  }
  await owner.end()
  return authorization
}

/** Payments spread evenly over days, locations and the hours from ten to ten; what is older than three days was paid out. */
async function fillPayments(sql: Transaction): Promise<void> {
  await sql`
    insert into link (venue_id, link_id, provider, location_id, status, account_id, is_live, linked_at, last_ok_at)
    select 1, n, 'Stripe', n, 'connected', 'acct_' || n, false, ${LAST}::date - ${DAYS}::int, now() from generate_series(1, ${PLACES}::int) n`
  await sql`
    insert into link_sync (venue_id, link_id, stream, since, first_done_at) select 1, n, 'entries', now(), now() from generate_series(1, ${PLACES}::int) n`
  const each = sql`
    select n, 1 + n % ${PLACES}::int as place, ${LAST}::date - (n / ${PLACES}::int) % ${DAYS}::int as day, 500 + (n::bigint * 7919) % 9000 as amount,
      (${LAST}::date - (n / ${PLACES}::int) % ${DAYS}::int + (10 + (n::bigint * 31) % 43200 / 3600.0) * interval '1 hour') at time zone 'Australia/Sydney' as at
    from generate_series(1, ${PAYMENTS}::int) n`
  await sql`
    insert into payment (venue_id, provider, payment_id, link_id, location_id, created_at, business_date, currency, amount, status, is_captured, is_disputed, failure_code, method, brand, last4)
    select 1, 'Stripe', 'ch_' || n, place, place, at, day, 'AUD', amount, case when n % 40 = 0 then 'failed' else 'succeeded' end, n % 40 <> 0, n % 500 = 1,
      case when n % 40 = 0 then 'card_declined' end, 'card', 'visa', '4242' from (${each}) e`
  const paidOut = sql`case when day < ${LAST}::date - 3 then 'po_' || place || '_' || day end`
  await sql`
    insert into payment_entry (venue_id, provider, entry_id, link_id, location_id, kind, provider_type, created_at, business_date, available_at, currency, amount, fee, our_fee, net,
      payment_id, source_id, payout_id)
    select 1, 'Stripe', 'txn_' || n, place, place, 'charge', 'charge', at, day, at, 'AUD', amount, amount * 17 / 1000 + 40, 10, amount - amount * 17 / 1000 - 40, 'ch_' || n, 'ch_' || n, ${paidOut}
    from (${each}) e where n % 40 <> 0
    union all
    select 1, 'Stripe', 'txr_' || n, place, place, 'refund', 'refund', at, day, at, 'AUD', -amount, 0, 0, -amount, 'ch_' || n, 're_' || n, ${paidOut} from (${each}) e where n % 50 = 7
    union all
    select 1, 'Stripe', 'txd_' || n, place, place, 'dispute', 'adjustment', at, day, at, 'AUD', -amount, 2500, 0, -amount - 2500, 'ch_' || n, 'du_' || n, ${paidOut} from (${each}) e where n % 500 = 1`
  await sql`
    insert into payment_dispute (venue_id, provider, dispute_id, link_id, payment_id, created_at, currency, amount, status, reason, answer_by)
    select 1, 'Stripe', 'du_' || n, place, 'ch_' || n, at, 'AUD', amount, case when day > ${LAST}::date - 10 then 'needs_response' else 'lost' end, 'fraudulent', at + interval '7 days'
    from (${each}) e where n % 500 = 1`
  await sql`
    insert into payout (venue_id, provider, payout_id, link_id, location_id, created_at, arrives_on, currency, amount, status, payments)
    select 1, 'Stripe', payout_id, min(link_id), min(location_id), max(created_at), max(business_date) + 2, 'AUD', sum(net),
      case when max(business_date) < ${LAST}::date - 5 then 'paid' else 'in_transit' end, count(*) filter (where kind = 'charge')
    from payment_entry where venue_id = 1 and payout_id is not null group by payout_id`
}

/** The same payments as card tenders, each a minute later; one in a thousand was never paid. */
async function fillTills(sql: Transaction): Promise<void> {
  await sql`insert into dimension_key (venue_id, dim, code, key, name, detail) values (1, ${CODE_DIM.media}, 'visa', 1, 'Visa', '{"Method": "Card"}'), (1, ${CODE_DIM.terminal}, 't1', 2, 'T1', '{}')`
  const each = sql`
    select n, 1 + n % ${PLACES}::int as place, ${LAST}::date - (n / ${PLACES}::int) % ${DAYS}::int as day, 500 + (n::bigint * 7919) % 9000 as amount,
      (${LAST}::date - (n / ${PLACES}::int) % ${DAYS}::int + (10 + (n::bigint * 31) % 43200 / 3600.0) * interval '1 hour') at time zone 'Australia/Sydney' as at
    from generate_series(1, ${PAYMENTS}::int) n where n % 40 <> 0 or n % 1000 = 0`
  await sql`
    insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, business_date, closed_at, local_hour, local_minute, order_type, n, customers, qty, gross,
      promotion, discount, refund, surcharge, amount, cost, tax, non_sales, tips, rounding, total, content_hash)
    select 1, n, place, 2, 'R' || n, 1, 1, day, at + interval '1 minute', 12, 0, 0, 1, 1, 10000, amount, 0, 0, 0, 0, amount, 0, 0, 0, 0, 0, amount, '\\x00' from (${each}) e`
  await sql`
    insert into sale_payment (venue_id, sale_id, payment_no, location_id, business_date, media_key, tendered, change, cash_out, tip, surcharge, net)
    select 1, n, 1, place, day, 1, amount, 0, 0, 0, 0, amount from (${each}) e`
}

/** The sums by day as the product makes them. */
async function count(): Promise<void> {
  const database = await openDatabase(postgres.url)
  const began = performance.now()
  const days = everyDay(addDays(LAST, 1 - DAYS), LAST)
  for (let first = 0; first < days.length; first += 30)
    await workInVenue(database, 1, new Date(), (venue) => recountPaymentDays(venue, days.slice(first, first + 30)))
  console.log(`Payments of ${DAYS} days added up in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await database.close()
}
