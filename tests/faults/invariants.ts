import { reconcileLedger } from '#features/ledger/reconcile-ledger.job.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { DIM } from '#features/sums/rollup.rules.ts'
import { verifyTrail } from '#platform/audit/audit-verification.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { amountBy, besideSales, byPeriod, ofDays, type StoredSum, storedSums } from '../stored-sums.ts'
import { type Api, differingFigures } from './figures-agree.ts'

/** What must hold after every fault, by the name it has in the security design, and how often it does not. */
export interface Invariant {
  name: string
  what: string
  broken: number
}

/** What tills were told, by receipt. */
interface Told {
  acknowledged: ReadonlyMap<string, number>
  refused: ReadonlySet<string>
  /** Sent, and not answered. */
  open: ReadonlySet<string>
}

const VENUE = 1

/**
 * Each of these is done in one transaction with its row in the audit: one without the other, or with two, is broken. Sessions are in
 * no backup, so that a restored house has rows of sessions from before.
 */
const UNAUDITED = `
  with noted as (select session_id, action, count(*)::int as n, max(at) as at from audit_event where session_id is not null group by 1, 2),
  times as (
    select s.*, (select coalesce(sum(n), 0) from noted where noted.session_id = s.session_id and action = 'sign-in') as signed_in,
      (select coalesce(sum(n), 0) from noted where noted.session_id = s.session_id and action = 'venue.opened') as opened,
      (select coalesce(sum(n), 0) from noted where noted.session_id = s.session_id and action = 'sign-out') as signed_out
    from session s where user_agent <> 'test')
  select session_id from times
  where signed_in <> 1 or opened <> (venue_id is not null)::int or signed_out <> coalesce(revoked_reason = 'signed out', false)::int
  union all
  select session_id from noted where action in ('sign-in', 'venue.opened', 'sign-out') and not exists (select from session s where s.session_id = noted.session_id)
    and at >= (select min(created_at) from session where user_agent <> 'test')
  union all
  select run_id::text from import_run r where started_by is not null and (
    select count(*) from audit_event a where a.venue_id = r.venue_id and a.action = 'sales.import-started' and a.detail ->> 'Run' = r.run_id::text) <> 1`

/** A replaced card holds nothing, and the card that stands for its member is one that was not replaced. */
const WRONGLY_REPLACED = `
  select from loyalty_card c left join loyalty_card m on m.venue_id = c.venue_id and m.card_id = c.member_id
  where m.status is null or m.status = 3 or (c.status = 3 and (c.points <> 0 or c.owed <> 0 or c.member_id = c.card_id))`

/** Their entries are on accounts of members alone. */
const UNEVEN = `
  select from loyalty_entry where kind in (3, 4) group by venue_id, movement_id having coalesce(sum(delta) filter (where account <= 2), 0) <> 0`

/** A movement of a sale has the sale's id. */
const NOT_POSTED_ONCE = `
  select from sale s full join (select venue_id, movement_id, sale_id, points from loyalty_movement where kind = 1) m
    on m.venue_id = s.venue_id and m.movement_id = s.sale_id
  where s.sale_id is null or m.sale_id <> m.movement_id
    or s.kind in (1, 2, 5) and s.card_number is not null and (s.points_accrued <> 0 or s.points_redeemed <> 0) and m.movement_id is null`

/** How many days of a place say something else by department, by hour or by what was paid than in all. */
const daysThatDisagree = async (owner: Sql): Promise<number> => {
  const places = await owner<{ locationId: number }[]>`select location_id as "locationId" from location where venue_id = ${VENUE}`
  const stored = []
  for (const { locationId } of places) stored.push(...byPeriod(ofDays(await storedSums(owner, VENUE, locationId))))
  return stored.filter((day) => !agrees(day)).length
}

const agrees = (day: readonly StoredSum[]): boolean => {
  const sold = amountBy(day, DIM.total)
  const paid = amountBy(day, DIM.media, 'net') - besideSales(day)
  return [amountBy(day, DIM.class), amountBy(day, DIM.weekdayHour), paid].every((amount) => amount === sold)
}

/** A row that bears an earlier time than those sealed before it is no misfit here: some faults set the clock back. */
const misfits = async (database: Database): Promise<number> => {
  const trails = await Promise.all([0, VENUE].map((venueId) => verifyTrail(database, venueId, [])))
  return trails.flatMap(({ faults }) => faults).filter(({ kind }) => kind !== 'added').length
}

/** What a restored house is found to break: where a backup was taken under load, what was told after it is not there and need not be. */
export const restoredInvariant = async (url: string, trade: Told, api?: Api): Promise<Invariant> => {
  const broken = (await invariantsOf(url, trade, '', api)).filter((one) => one.broken !== 0)
  const words = broken.map(({ name, what }) => `${name} ${what}`).join('; ')
  return { name: 'I14', what: `invariants that a restored house breaks${words && `: ${words}`}`, broken: broken.length }
}

/**
 * Looks the whole database over, past the server.
 * @param api a server on it, to be asked for what it shows; without one, that is left out
 */
export const invariantsOf = async (url: string, trade: Told, logs: string, api?: Api): Promise<Invariant[]> => {
  const owner = connectAsOwner(url)
  const database = openDatabase(url, 2)
  try {
    const stored = await owner<{ receipt: string; n: number; total: number }[]>`
      select receipt, count(*)::int as n, sum(total)::bigint as total from sale where kind <> 5 group by receipt`
    const byReceipt = new Map(stored.map((row) => [row.receipt, row]))
    const { mismatches, unsound } = await reconcileVenue(database, VENUE, { all: true, now: new Date() })
    const one = async (statement: string): Promise<number> =>
      (await owner.unsafe<{ n: number }[]>(`select count(*)::int as n from (${statement}) broken`))[0]?.n ?? -1
    return [
      {
        name: 'I1',
        what: 'movements of points that do not add up to zero',
        broken: await one('select from loyalty_entry group by venue_id, movement_id having sum(delta) <> 0 or count(*) < 2'),
      },
      {
        name: 'I2',
        what: 'cards, movements and days of the points ledger that differ from its entries',
        broken: (await reconcileLedger(database, VENUE, new Date())).length,
      },
      { name: 'I3', what: 'replaced cards that hold points, or stand for a member still', broken: await one(WRONGLY_REPLACED) },
      { name: 'I3', what: 'transfers and replacements that change what members hold', broken: await one(UNEVEN) },
      {
        name: 'I4',
        what: 'idempotency keys with more than one answer',
        broken: await one('select from idempotency_key group by venue_id, principal, key having count(*) > 1'),
      },
      { name: 'I5', what: 'acknowledged sales lost', broken: [...trade.acknowledged.keys()].filter((receipt) => !byReceipt.has(receipt)).length },
      {
        name: 'I5',
        what: 'acknowledged sales stored twice or changed',
        broken: [...trade.acknowledged].filter(([receipt, total]) => {
          const row = byReceipt.get(receipt)
          return row !== undefined && (row.n !== 1 || row.total !== total)
        }).length,
      },
      {
        name: 'I5',
        what: 'sales stored that nobody sent',
        broken: stored.filter(({ receipt }) => !trade.acknowledged.has(receipt) && !trade.open.has(receipt)).length,
      },
      { name: 'I5', what: 'sales with a card whose points are not in the ledger exactly once', broken: await one(NOT_POSTED_ONCE) },
      { name: 'I6', what: 'refused sales that left something', broken: [...trade.refused].filter((receipt) => byReceipt.has(receipt)).length },
      { name: 'I7', what: 'rows of the rollup that differ from the sales', broken: mismatches.length },
      { name: 'I7', what: 'sales whose parts do not make the whole', broken: unsound.length },
      {
        name: 'I7',
        what: 'days whose departments, takings and total disagree',
        broken: await daysThatDisagree(owner),
      },
      ...(api ? [{ name: 'I8', what: 'figures of API, CSV and XLSX that differ from the lines', broken: await differingFigures(api, url) }] : []),
      {
        name: 'I9',
        what: 'parts of a sale under another venue, location or day',
        broken: await one(`
          select from (select venue_id, sale_id, location_id, business_date from sale_line union all select venue_id, sale_id, location_id, business_date from sale_payment
            union all select venue_id, sale_id, location_id, business_date from sale_adjustment) part
          left join sale s on s.venue_id = part.venue_id and s.sale_id = part.sale_id
          where s.sale_id is null or s.location_id <> part.location_id or s.business_date <> part.business_date`),
      },
      {
        name: 'I10',
        what: 'sessions past their end that still count',
        broken: await one("select from session where revoked_at is null and absolute_until < now() - interval '1 day'"),
      },
      { name: 'I11', what: 'effects without their row in the audit, and rows without effect', broken: await one(UNAUDITED) },
      { name: 'I11', what: 'links of the audit chain that do not fit', broken: await misfits(database) },
      { name: 'I12', what: 'secrets in what the server wrote', broken: (logs.match(/dbk_[\w-]{8}|Bearer \S|Basic \S|postgres:\/\/\w+:[^@*]+@/g) ?? []).length },
      {
        name: 'I13',
        what: 'work waiting for more than 15 minutes',
        broken: await one("select from graphile_worker.jobs where run_at < now() - interval '15 minutes' and attempts < max_attempts and locked_at is null"),
      },
    ]
  } finally {
    await database.close()
    await owner.end()
  }
}
