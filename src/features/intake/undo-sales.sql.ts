import { postedSales } from '#features/ledger/post-sales.sql.ts'
import { figuresOfSales } from '#features/ledger/sale-points.rules.ts'
import { movementsWritten } from '#features/ledger/write-movements.sql.ts'
import { sumsChanged } from '#features/sums/store-sums.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { Overtaken } from '#platform/database/retry.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { TimeSlice } from '#platform/web/time-slice.ts'
import { storedFacts } from './earlier-sales.sql.ts'
import { againOf, counterOf, type Fact } from './sale-facts.rules.ts'
import { type Fragment, writeFacts } from './sale-rows.sql.ts'
import { lockTills } from './till-locks.sql.ts'

/** Why a sale of an import is left as it is: it was voided or corrected since, or refunded since. */
export type Stays = 'Changed' | 'Refunded'

/** Sales of an import at a location that stand alike. */
export interface ImportedSales {
  locationId: number
  /**
   * undone: taken back already; own: voided or corrected by the same import, or what voided them, or begun anew since; Corrects: corrects or voids an earlier
   * sale, which counts again once this is taken back; null: can be taken back.
   */
  state: 'undone' | 'own' | 'Corrects' | Stays | null
  sales: number
  /** In minor units. */
  total: number
  firstDay: string
  lastDay: string
}

/** The locations an import has sales of. */
export const importedAt = async ({ sql, venueId }: VenueScope, runId: string): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select l.location_id as id from location l
    where l.venue_id = ${venueId} and exists (select from sale s where ${ofImport(sql, venueId, runId)} and s.location_id = l.location_id) order by 1`
  return rows.map(({ id }) => id)
}

/**
 * How the sales of an import stand now, by location. All of them are asked about at once, so that the database may look at what took sales back as
 * a whole, and not for each of a million sales.
 */
export const importedSales = async ({ sql, venueId }: VenueScope, runId: string): Promise<ImportedSales[]> => {
  await sql.withoutTimeLimit()
  const elsewhere = (at: string) => sql`(${sql(at)}.source <> 'Import' or ${sql(at)}.batch_id is distinct from ${runId})`
  return sql<ImportedSales[]>`
    select i.location_id as "locationId", i.state, count(*)::int as sales, sum(i.total)::bigint as total, min(i.business_date) as "firstDay",
      max(i.business_date) as "lastDay"
    from (
      select s.location_id, s.total, s.business_date,
        coalesce(
          case when c.kind = 5 then case when c.undoes then 'undone' when ${elsewhere('c')} and not ${isBegunAnew(sql, venueId)} then 'Changed' else 'own' end end,
          case when s.kind = 1 and r.original_receipt is not null then 'Refunded' end,
          -- Only a revision or a void can be of an earlier sale.
          case when s.revision > 0 or s.kind = 3 then ${stateOf(sql, venueId, runId)} end) as state
      from sale s
      left join sale c on c.venue_id = ${venueId} and c.kind = 5 and c.receipt = s.receipt and c.terminal_key = s.terminal_key
        and c.location_id = s.location_id and c.revision = s.revision and c.round = s.round
      left join (
        select distinct r.location_id, r.original_receipt from sale r
        where r.venue_id = ${venueId} and r.kind = 2 and r.original_receipt is not null and ${elsewhere('r')}
          and not exists (select from sale b where b.venue_id = ${venueId} and b.receipt = r.receipt and b.terminal_key = r.terminal_key
            and b.location_id = r.location_id and b.revision = r.revision and b.kind = 5 and b.round = r.round)) r
        on r.location_id = s.location_id and r.original_receipt = s.receipt
      where ${ofImport(sql, venueId, runId)}) i
    group by 1, 2 order by 1, 2`
}

/** How many sales are looked at in one transaction. */
export const UNDO_BATCH = 300

/** How far undoing an import has come at a location. */
export interface UndoStep {
  /** The last sale that was looked at; undefined: there was none left. */
  through: string | undefined
  /** Sales that were taken back now. */
  undone: number
}

/**
 * Takes back the next sales of an import at a location, in the scope's transaction and as a void does: each by a counter-entry on its own trading day,
 * with everything that is derived from it. What was taken back before and what something later changed is passed over. Nothing may be
 * asked of the transaction after this.
 * @param after the last sale that was looked at before
 * @param most how many sales are looked at
 */
export const undoSales = async (scope: VenueScope, runId: string, locationId: number, after: string, most = UNDO_BATCH): Promise<UndoStep> => {
  const { sql, venueId } = scope
  const next = await sql<{ saleId: string; terminal: string }[]>`
    select s.sale_id::text as "saleId", d.code as terminal
    from (select * from sale s where ${ofImport(sql, venueId, runId)} and s.location_id = ${locationId} and s.sale_id > ${after}::bigint
      order by s.sale_id limit ${most}) s
    join dimension_key d on d.venue_id = ${venueId} and d.key = s.terminal_key order by s.sale_id`
  const through = next.at(-1)?.saleId
  if (through === undefined) return { through, undone: 0 }
  await lockTills(
    scope,
    locationId,
    next.map(({ terminal }) => terminal),
  )
  // Asked with the tills held: a void and its sale cannot pass each other unseen.
  const standing = await sql<{ saleId: string; state: 'Corrects' | null }[]>`
    select * from (
      select s.sale_id::text as "saleId", ${stateOf(sql, venueId, runId)} as state from unnest(${numbers(next.map(({ saleId }) => saleId))}::bigint[]) as w(id)
      cross join lateral (select * from sale s where s.venue_id = ${venueId} and s.sale_id = w.id) s) j
    where coalesce(state, 'Corrects') = 'Corrects' order by "saleId"::bigint`
  if (standing.length > 0) await takeBack(scope, runId, locationId, standing)
  return { through, undone: standing.length }
}

const takeBack = async (
  scope: VenueScope,
  runId: string,
  locationId: number,
  sales: readonly { saleId: string; state: 'Corrects' | null }[],
): Promise<void> => {
  const slice = new TimeSlice()
  const ids = (some: typeof sales) => some.map(({ saleId }) => saleId)
  const again = await countingAgain(scope, runId, ids(sales.filter(({ state }) => state === 'Corrects')))
  const stored = await storedFacts(scope, [...ids(sales), ...again.map(({ saleId }) => saleId)])
  const factOf = (saleId: string): Fact => {
    const fact = stored.get(saleId)
    if (!fact) throw new Overtaken(`Sale ${saleId} is not to be found`)
    return fact
  }
  const restored = again.map(({ saleId, round, worth }) => ({ fact: againOf(factOf(saleId), newFactId(), round), worth }))
  const facts = [...sales.map(({ saleId }) => ({ ...counterOf(factOf(saleId), newFactId(), runId), undoes: true })), ...restored.map(({ fact }) => fact)]
  const sums = await sumsChanged(scope, { locationId, facts, arrivedAt: scope.now }, slice)
  const worths = new Map(restored.flatMap(({ fact: { saleId }, worth }) => (worth === null ? [] : [[saleId, worth] as const])))
  const points = await postedSales(scope, facts, undefined, worths)
  const days = figuresOfSales(facts)
  const written = points || days.length > 0 ? movementsWritten(scope, points?.movements ?? [], points?.balances ?? new Map(), days) : undefined
  await writeFacts(scope, { facts, sums, beside: undefined, points: written })
}

/**
 * What counts again when corrections and voids of an import are taken back: of each sale they corrected or voided the version before, with the round in
 * which it begins anew and what it is worth in points.
 */
const countingAgain = async (
  { sql, venueId }: VenueScope,
  runId: string,
  correcting: readonly string[],
): Promise<{ saleId: string; round: number; worth: number | null }[]> => {
  if (correcting.length === 0) return []
  const onTill = (at: string) => sql`${sql(at)}.venue_id = ${venueId} and ${sql(at)}.receipt = t.receipt and ${sql(at)}.terminal_key = t.terminal_key
    and ${sql(at)}.location_id = t.location_id`
  return sql<{ saleId: string; round: number; worth: number | null }[]>`
    select e.sale_id::text as "saleId", (select max(r.round) + 1 from sale r where ${onTill('r')}) as round,
      (select m.worth from loyalty_movement m where m.venue_id = ${venueId} and m.movement_id = e.sale_id) as worth
    from (
      select distinct s.location_id, s.terminal_key, case when s.kind = 3 then s.original_receipt else s.receipt end as receipt
      from unnest(${numbers(correcting)}::bigint[]) as w(id) cross join lateral (select * from sale s where s.venue_id = ${venueId} and s.sale_id = w.id) s) t
    cross join lateral (
      select * from sale e
      where ${onTill('e')} and e.kind <> 5 and (e.source <> 'Import' or e.batch_id is distinct from ${runId}) and not ${isGone(sql, venueId, 'e')}
      order by e.revision desc, e.round desc limit 1) e
    where e.kind in (1, 2) and exists (select from sale c where ${onTill('c')} and c.revision = e.revision and c.kind = 5 and c.round = e.round)`
}

type Sql = VenueScope['sql']

/** Sales, refunds and voids an import brought; the entries that take its sales back are none. */
const ofImport = (sql: Sql, venueId: number, runId: string): Fragment =>
  sql`s.venue_id = ${venueId} and s.source = 'Import' and s.batch_id = ${runId} and s.kind in (1, 2, 3)`

/** Whether the sale `s` counts again as a later entry, since what took it back was undone. */
const isBegunAnew = (sql: Sql, venueId: number): Fragment => sql`
  exists (select from sale n where n.venue_id = ${venueId} and n.receipt = s.receipt and n.terminal_key = s.terminal_key and n.location_id = s.location_id
    and n.revision = s.revision and n.kind in (1, 2) and n.round > s.round)`

/** Whether a sale can never count again: its import was undone, or the same import corrected or voided it. */
const isGone = (sql: Sql, venueId: number, at: string): Fragment => sql`
  exists (select from sale u where u.venue_id = ${venueId} and u.receipt = ${sql(at)}.receipt and u.terminal_key = ${sql(at)}.terminal_key
    and u.location_id = ${sql(at)}.location_id and u.revision = ${sql(at)}.revision and u.kind = 5 and u.round = ${sql(at)}.round
    and (u.undoes or (${sql(at)}.source = 'Import' and u.batch_id = ${sql(at)}.batch_id)))`

/** ImportedSales.state of the sale `s`. */
const stateOf = (sql: Sql, venueId: number, runId: string): Fragment => {
  const onTill = (at: string) => sql`${sql(at)}.venue_id = ${venueId} and ${sql(at)}.terminal_key = s.terminal_key and ${sql(at)}.location_id = s.location_id`
  const fromElsewhere = (at: string) => sql`(${sql(at)}.source <> 'Import' or ${sql(at)}.batch_id is distinct from ${runId})`
  return sql`
    coalesce(
      (select case when c.undoes then 'undone' when ${fromElsewhere('c')} and not ${isBegunAnew(sql, venueId)} then 'Changed' else 'own' end from sale c
        where ${onTill('c')} and c.receipt = s.receipt and c.revision = s.revision and c.kind = 5 and c.round = s.round),
      (select 'Refunded' from sale r
        where s.kind = 1 and r.venue_id = ${venueId} and r.location_id = s.location_id and r.original_receipt = s.receipt and r.kind = 2 and ${fromElsewhere('r')}
          and not exists (select from sale b where b.venue_id = ${venueId} and b.receipt = r.receipt and b.terminal_key = r.terminal_key
            and b.location_id = r.location_id and b.revision = r.revision and b.kind = 5 and b.round = r.round) limit 1),
      (select 'Corrects' from sale e
        where ${onTill('e')} and e.receipt = any(array[s.receipt, case when s.kind = 3 then s.original_receipt end]) and e.kind in (1, 2) and ${fromElsewhere('e')}
          and (e.receipt <> s.receipt or e.revision < s.revision) and not ${isGone(sql, venueId, 'e')} limit 1),
      case when s.kind = 3 then 'own' end)`
}
