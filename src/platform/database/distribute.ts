import { quoted } from '#platform/backup/backup-tables.ts'
import type { Statements } from './sql.ts'

/** How the tables of a house lie on a distributed PostgreSQL (Citus). */
export interface Distribution {
  /** Spread over the workers by their venue, so that all of a venue lies together. */
  distributed: string[]
  /** Copied whole to every worker: what the tables of venues refer to. */
  shared: string[]
  /** On the coordinator alone. */
  local: string[]
}

/**
 * How the tables there are would be spread, read from the catalogue: a table of venues is one with row-level security whose primary
 * key begins with venue_id; what such tables refer to without being one of them is shared; everything else stays where it is.
 */
export const distributionOf = async (sql: Statements): Promise<Distribution> => {
  const tables = await sql<{ name: string; kind: keyof Distribution }[]>`
    with own as (
      select c.oid, c.relname, c.relrowsecurity and exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.conrelid = c.oid and k.contype = 'p' and a.attname = 'venue_id') as by_venue
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    )
    select relname::text as name, case when by_venue then 'distributed'
      when exists (select from pg_constraint k join own venues on venues.oid = k.conrelid where k.contype = 'f' and k.confrelid = own.oid and venues.by_venue) then 'shared'
      else 'local' end as kind
    from own order by relname`
  const named = (wanted: keyof Distribution) => tables.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  return { distributed: named('distributed'), shared: named('shared'), local: named('local') }
}

/**
 * Spreads the tables that are not spread yet, with the rows they hold, where the database is the coordinator of a distributed
 * PostgreSQL; elsewhere there is nothing to do. Part of migrating: in its transaction, after the migrations.
 * @throws Error where the cluster is not ready to take them
 */
export const distribute = async (owner: Statements): Promise<void> => {
  if (!(await isDistributed(owner))) return
  const { distributed, shared } = await distributionOf(owner)
  // What lies on the coordinator alone is known to Citus as well once it refers to something shared (repmodel 's', partmethod 'n').
  const known = await owner<{ name: string }[]>`select logicalrelid::text as name from pg_dist_partition where partmethod <> 'n' or repmodel = 't'`
  const spread = new Set(known.map(({ name }) => name))
  const wanted = distributed.filter((name) => !spread.has(name))
  const copied = shared.filter((name) => !spread.has(name))
  if (wanted.length + copied.length === 0) return
  await refuseUnready(owner)
  await owner.unsafe(ONE_AFTER_THE_OTHER)
  const keys = await dropForeignKeys(owner, [...wanted, ...copied])
  for (const name of copied) await owner`select create_reference_table(${`public.${quoted(name)}`}::regclass)`
  const [first] = [...distributed.filter((name) => spread.has(name)), ...wanted]
  for (const name of wanted) {
    const beside = name === first ? 'default' : `public.${quoted(first ?? '')}`
    await owner`select create_distributed_table(${`public.${quoted(name)}`}::regclass, 'venue_id', colocate_with => ${beside})`
  }
  await restoreForeignKeys(owner, keys)
}

/**
 * Changes to tables that refer to each other, and reading them in between, over the same connections and in one order: Citus refuses
 * both in one transaction otherwise. Elsewhere the setting means nothing.
 */
export const ONE_AFTER_THE_OTHER = "set local citus.multi_shard_modify_mode = 'sequential'"

/** Whether tables of ours are spread already. */
export const hasSpread = async (owner: Statements): Promise<boolean> =>
  (await isDistributed(owner)) && (await owner`select from pg_dist_partition limit 1`).length > 0

const isDistributed = async (owner: Statements): Promise<boolean> => (await owner`select from pg_extension where extname = 'citus'`).length > 0

/** House tables are joined with what is shared, so the coordinator holds a copy too; it can only once it knows its own address. */
const refuseUnready = async (owner: Statements): Promise<void> => {
  const nodes = await owner<{ groupid: number }[]>`select groupid from pg_dist_node where isactive`
  if (nodes.some(({ groupid }) => groupid === 0)) return
  throw new Error(
    "The database is of Citus, and its coordinator is not among its nodes yet: run select citus_set_coordinator_host('its address', its port), add the workers with citus_add_node, and start again.",
  )
}

/** A foreign key, to be taken away and put back as it was. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Takes the foreign keys of tables away, all of them or those from and to some. */
export const dropForeignKeys = async (owner: Statements, among?: readonly string[]): Promise<ForeignKey[]> => {
  const keys = await owner<(ForeignKey & { target: string })[]>`
    select r.relname::text as table, t.relname::text as target, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by r.relname, k.conname`
  const dropped = keys.filter(({ table, target }) => !among || among.includes(table) || among.includes(target))
  for (const { table, name } of dropped) await owner.unsafe(`alter table public.${quoted(table)} drop constraint ${quoted(name)}`)
  return dropped
}

/** Puts foreign keys back, which checks what the tables hold by now. */
export const restoreForeignKeys = async (owner: Statements, keys: readonly ForeignKey[]): Promise<void> => {
  for (const { table, name, definition } of keys) await owner.unsafe(`alter table public.${quoted(table)} add constraint ${quoted(name)} ${definition}`)
}
