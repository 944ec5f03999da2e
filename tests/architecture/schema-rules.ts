import type { Statements } from '#platform/database/sql.ts'
import type { Complaint } from './source.ts'
import { HOUSE_TABLES, REFERENCE_TABLES } from './sql-rules.ts'

interface Table {
  name: string
  columns: string[]
  row_security: boolean
  forced: boolean
  policies: number
  /** Keys, unique and foreign keys and unique indexes, with their columns in order. */
  keys: { name: string; kind: 'primary key' | 'unique' | 'foreign key' | 'exclusion'; columns: string[]; target: string | null; target_columns: string[] }[]
  triggers: string[]
}

/**
 * What a distributed PostgreSQL would refuse of a migrated database, and venue tables without their wall. Read from the
 * catalogue, so it does not matter how a migration was written.
 */
export const schemaComplaints = async (sql: Statements): Promise<Complaint[]> => (await tablesOf(sql)).flatMap(complaintsAbout)

const complaintsAbout = (table: Table): Complaint[] => {
  if (HOUSE_TABLES.includes(table.name) || REFERENCE_TABLES.includes(table.name)) return []
  const say = (why: string) => `${table.name}: ${why}`
  if (table.columns[0] !== 'venue_id') return [say('venue_id is not its first column; a table without a venue is listed as a house table')]
  return [
    ...(table.keys.some(({ kind }) => kind === 'primary key') ? [] : [say('has no primary key')]),
    ...table.keys.flatMap((key) => keyComplaints(key).map(say)),
    ...table.triggers.map((trigger) => say(`trigger ${trigger}: distributed tables take none`)),
    ...(table.row_security ? [] : [say('row-level security is not enabled')]),
    ...(table.forced ? [] : [say('row-level security is not forced, so the owner sees every venue')]),
    ...(table.policies > 0 ? [] : [say('has no policy that compares venue_id with app.venue for reading and writing')]),
  ]
}

const keyComplaints = ({ name, kind, columns, target, target_columns }: Table['keys'][number]): string[] => {
  if (kind === 'foreign key' && target !== null && REFERENCE_TABLES.includes(target)) return []
  if (kind === 'foreign key' && target !== null && HOUSE_TABLES.includes(target)) return [`foreign key ${name} crosses to ${target}, a table of the house`]
  if (columns[0] !== 'venue_id') return [`${kind} ${name} does not begin with venue_id`]
  return kind === 'foreign key' && target_columns[0] !== 'venue_id' ? [`foreign key ${name} does not lead to a venue_id`] : []
}

const tablesOf = async (sql: Statements): Promise<Table[]> => sql<Table[]>`
  with own as (
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  ), names as (
    select a.attrelid, a.attnum, a.attname::text from pg_attribute a where a.attnum > 0 and not a.attisdropped
  )
  select own.relname::text as name, own.relrowsecurity as row_security, own.relforcerowsecurity as forced,
    (select array_agg(n.attname order by n.attnum) from names n where n.attrelid = own.oid) as columns,
    (select count(*)::int from pg_policy p where p.polrelid = own.oid and p.polcmd = '*'
      and pg_get_expr(p.polqual, own.oid) ~ 'venue_id.*app\\.venue' and pg_get_expr(p.polwithcheck, own.oid) ~ 'venue_id.*app\\.venue') as policies,
    coalesce((select array_agg(t.tgname::text) from pg_trigger t where t.tgrelid = own.oid and not t.tgisinternal), '{}') as triggers,
    coalesce((
      select jsonb_agg(k) from (
        select c.conname as name, case c.contype when 'p' then 'primary key' when 'u' then 'unique' when 'f' then 'foreign key' else 'exclusion' end as kind,
          (select array_agg(n.attname order by u.at) from unnest(c.conkey) with ordinality u(num, at) join names n on n.attrelid = c.conrelid and n.attnum = u.num) as columns,
          t.relname as target,
          coalesce((select array_agg(n.attname order by u.at) from unnest(c.confkey) with ordinality u(num, at) join names n on n.attrelid = c.confrelid and n.attnum = u.num), '{}') as target_columns
        from pg_constraint c left join pg_class t on t.oid = nullif(c.confrelid, 0)
        where c.conrelid = own.oid and c.contype in ('p', 'u', 'f', 'x')
        union all
        select i.indexrelid::regclass::text, 'unique',
          (select array_agg(coalesce(n.attname, '(expression)') order by u.at) from unnest(i.indkey) with ordinality u(num, at) left join names n on n.attrelid = i.indrelid and n.attnum = u.num),
          null, '{}'
        from pg_index i where i.indrelid = own.oid and i.indisunique and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      ) k), '[]') as keys
  from own order by own.relname`
