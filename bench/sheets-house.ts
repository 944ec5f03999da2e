import type { Transaction } from '#platform/database/pool.ts'

/** How large the venue is that control sheets are measured in. */
export interface SheetsHouse {
  places: number
  tills: number
  days: number
  last: string
  /** Sale lines altogether, spread evenly over tills and days. */
  lines: number
  /** How many products are sold, a quarter of them half of the time; 1,500 where it is not told. */
  products?: number
}

const LINES_A_SALE = 4
/** Every other till has two sessions a day, from 10 and from 17 o'clock. */
const OPEN_DAYS = 3

/** Sales with their lines and payments, and till sessions that were counted, signed and committed but for the last days. */
export const fillSheetsHouse = async (sql: Transaction, house: SheetsHouse): Promise<void> => {
  await sql`
    insert into dimension_key (venue_id, dim, code, key, name, detail)
    select 1, 14, t.place || ' ' || t.till, 100 + t.place * 20 + t.till, 'Till ' || t.till, '{}'::jsonb
      from (select place, till from generate_series(1, ${house.places}::int) place, generate_series(1, ${house.tills}::int) till) t
    union all select 1, 3, 'clerk ' || n, 300 + n, 'Clerk ' || n, '{}' from generate_series(1, 60) n
    union all select 1, 4, m.method, 400 + m.no, m.method, jsonb_build_object('Method', m.method)
      from (values (1, 'Cash'), (2, 'Card'), (3, 'Voucher')) as m(no, method)`
  await sales(sql, house)
  await sessions(sql, house)
}

const tillDays = (sql: Transaction, { places, tills, days, last }: SheetsHouse) => sql`
  select place, till, 100 + place * 20 + till as terminal, ${last}::date - d as day, (place * 1000 + till) * 10000 + d as no
  from generate_series(1, ${places}::int) place, generate_series(1, ${tills}::int) till, generate_series(0, ${days}::int - 1) d`

const sales = async (sql: Transaction, house: SheetsHouse): Promise<void> => {
  const products = house.products ?? 1500
  const aDay = Math.round(house.lines / LINES_A_SALE / house.places / house.tills / house.days)
  await sql`
    insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, business_date, closed_at, local_hour, local_minute, clerk_key, order_type,
      n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, non_sales, tips, rounding, total, content_hash)
    select 1, no * 10000::bigint + i, place, terminal, 'R' || no || ' ' || i, 1, 1, day, (day + minute * interval '1 minute') at time zone 'Australia/Sydney', minute / 60,
      minute, 301 + (place * 10 + till) % 60, 1 + i % 4, 1, 1, 10000, cents, 0, 0, 0, 0, cents, cents / 4, cents / 11, 0, 0, 0, cents, '\\x00'
    from (select t.*, i, (600 + i * 780 / ${aDay}::int)::int as minute, 1003 + (i * 131 + no) % 9000 as cents
      from (${tillDays(sql, house)}) t, generate_series(1, ${aDay}::int) i) made order by day, place, minute`
  await sql`
    insert into sale_payment (venue_id, sale_id, payment_no, location_id, business_date, media_key, tendered, change, cash_out, tip, surcharge, net)
    select 1, sale_id, 1, location_id, business_date, case when sale_id % 10 = 0 then 403 when sale_id % 3 = 0 then 401 else 402 end, total, 0, 0, 0, 0, total
    from sale where venue_id = 1 order by business_date, location_id, closed_at`
  await sql`
    insert into sale_line (venue_id, sale_id, line_no, location_id, business_date, kind, product_id, class_id, name, qty, unit_price, gross, promotion, discount, refund,
      surcharge, amount, tax, cost, counts, n)
    select 1, sale_id, no, location_id, business_date, 1, 1 + spread * spread / ${products}::bigint, 1, 'Item', 10000, total / ${LINES_A_SALE}, total / ${LINES_A_SALE}, 0, 0, 0, 0,
      total / ${LINES_A_SALE}, 0, 0, true, 1
    from sale, generate_series(1, ${LINES_A_SALE}::int) no, lateral (select (sale_id / 10000 * 131 + sale_id % 10000 * 37 + no * 1301) % ${products}::bigint as spread) made
    where venue_id = 1 order by business_date, location_id, closed_at`
  await sql`
    insert into trading_day_state (venue_id, location_id, day, changes, last_sale_at, last_received_at)
    select 1, location_id, business_date, count(*), max(closed_at), max(closed_at) from sale where venue_id = 1 group by 2, 3`
}

const sessions = async (sql: Transaction, house: SheetsHouse): Promise<void> => {
  await sql`
    insert into till_session (venue_id, session_id, location_id, terminal_key, code, z_number, business_date, opened_at, closed_at, clerk_key, opening_float, closing_float,
      currency, content_hash, received_at, state, pay_outs, drops, settled, counts, counted, pieces, counted_at, counted_by_clerk, signed_at, signed_by)
    select 1, no * 10 + half, place, terminal, 'S' || no || ' ' || half, ${house.days} * 2 - (no % 10000) * 2 + half, day,
      (day + case half when 2 then time '17:00' else time '09:30' end) at time zone 'Australia/Sydney',
      (day + case when half = 1 and till % 2 = 0 then time '16:59:59' else time '23:59' end) at time zone 'Australia/Sydney', 301 + (place * 10 + till + half) % 60, 30000, 30000,
      'AUD', '\\x00', now(), case when day > ${house.last}::date - ${OPEN_DAYS}::int then 3 else 5 end, 1500, 20000, 100000, 1,
      (select jsonb_object_agg(m, 100000 + (no * 10 + half) % 700) from unnest(array['Cash', 'Card', 'Voucher']) m), 56655, now(), 301, now(), 1
    from (${tillDays(sql, house)}) t, generate_series(1, 2) half where half = 1 or till % 2 = 0`
  await sql`
    insert into till_movement (venue_id, session_id, movement_no, kind, amount, reason, at, clerk_key)
    select 1, session_id, m.no, m.kind, m.amount, 'Ice', opened_at, clerk_key from till_session, (values (1, 2, 1500), (2, 3, 20000)) as m(no, kind, amount) where venue_id = 1`
  await sql`
    insert into till_settlement (venue_id, session_id, terminal, amount, payments)
    select 1, session_id, 'EFTPOS', 100000, 60 from till_session where venue_id = 1`
  await sql`insert into till_count (venue_id, session_id, count_no, at, clerk_key) select 1, session_id, 1, closed_at, clerk_key from till_session where venue_id = 1`
  await sql`
    insert into till_counted (venue_id, session_id, count_no, method, amount)
    select 1, session_id, 1, m.method, 100000 + session_id % 700 from till_session, (values ('Cash'), ('Card'), ('Voucher')) as m(method) where venue_id = 1`
  await sql`
    insert into till_denomination (venue_id, session_id, count_no, value, pieces)
    select 1, session_id, 1, v, 3 from till_session, unnest(array[10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5]) v where venue_id = 1`
  await sql`
    insert into till_step (venue_id, session_id, step_no, state, at, user_id)
    select 1, session_id, s.no, s.no + 2, closed_at, case when s.no > 1 then 1 end from till_session, generate_series(1, 3) as s(no) where venue_id = 1 and s.no + 2 <= state`
}

/** What committed sheets said: what they say now. To be called when the sums of sheets are kept. */
export const commitSheets = async (sql: Transaction): Promise<void> => {
  await sql`
    insert into till_committed (venue_id, session_id, commit_no, method, expected, counted)
    select 1, o.session_id, 1, t.method, t.net - case when t.method = 'Cash' then 21500 else 0 end, c.amount - case when t.method = 'Cash' then 30000 else 0 end
    from till_session o join sheet_taken t on t.venue_id = 1 and t.session_id = o.session_id
    left join till_counted c on c.venue_id = 1 and c.session_id = o.session_id and c.method = t.method where o.venue_id = 1 and o.state = 5`
  await sql`
    update till_session o set committed = f.committed from (
      select session_id, jsonb_object_agg(method, jsonb_build_object('expected', expected, 'counted', counted)) as committed from till_committed where venue_id = 1 group by 1) f
    where o.venue_id = 1 and o.session_id = f.session_id`
}
