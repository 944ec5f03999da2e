import { setTimeout as sleep } from 'node:timers/promises'
import { dropForeignKeys, hasSpread, ONE_AFTER_THE_OTHER, restoreForeignKeys } from '#platform/database/distribute.ts'
import { LOGIN_ROLES } from '#platform/database/logins.ts'
import { appliedMigrations, applyMigrations, migrations, runMigrations } from '#platform/database/migrate.ts'
import type { Statements } from '#platform/database/sql.ts'
import type { BackupHeader } from './backup-file.ts'
import { isAboveRowSecurity, LEFT_OUT, quoted, tablesToBackUp } from './backup-tables.ts'

/** The database cannot take a backup as it is; the message says so in a sentence. */
class TargetRefused extends Error {}

const INTO_A_NEW_ONE =
  'The backup is from an older version of Daybook, and this Citus database already has tables. Restore it into a new, empty database of the cluster.'

/** A house emptied for a restore, inside the restore's transaction. */
export interface EmptyHouse {
  /** Puts its walls and foreign keys back, checking what was filled in. */
  close(): Promise<void>
}

/**
 * Makes the database empty and of the structure the backup has, and takes down what would slow the filling or stop it.
 * All of it in the caller's transaction, so a failure leaves things as they were.
 * @throws TargetRefused where it holds something and is not to be replaced, or somebody works in it
 */
export const emptyHouse = async (connection: Statements, header: BackupHeader, replace: boolean): Promise<EmptyHouse> => {
  await connection.unsafe(ONE_AFTER_THE_OTHER)
  await refuseCompany(connection)
  const walls = await lowerWalls(connection)
  if (!replace) await refuseContent(connection)
  const applied = await appliedMigrations(connection)
  const isSame =
    applied.length === header.migrations.length && header.migrations.every(({ name, sha }, at) => applied[at]?.name === name && applied[at]?.sha === sha)
  if (isSame) await truncateAll(connection)
  else await buildAnew(connection, header)
  await dropWaitingJobs(connection)
  const raised = isSame ? walls : await lowerWalls(connection)
  // Rows come table by table, so what they refer to may come later; checked all at once at the end, it is faster too.
  const keys = await dropForeignKeys(connection)
  return {
    close: async () => {
      await restoreForeignKeys(connection, keys)
      for (const table of raised) await connection.unsafe(`alter table public.${quoted(table)} force row level security`)
      await connection`set local row_security = on`
    },
  }
}

/** Whoever has just left is listed for a moment more. */
const LEAVING_MS = 1000

/** A running server would answer from a house that is being emptied. */
const refuseCompany = async (connection: Statements): Promise<void> => {
  let others = await companyOf(connection)
  for (const began = Date.now(); others.length > 0 && Date.now() - began < LEAVING_MS; ) {
    await sleep(50)
    // What a transaction has once seen of others' doings it would see again.
    await connection`select pg_stat_clear_snapshot()`
    others = await companyOf(connection)
  }
  if (others.length === 0) return
  const who = others.map(({ name, n }) => (n === 1 ? name : `${name} (${n} connections)`)).join(', ')
  throw new TargetRefused(`The database is in use by ${who}. Stop the servers that use it first.`)
}

/**
 * Who else is connected. Sessions of other accounts, such as a monitor's, do no harm, nor do those by which Citus talks to itself: whoever
 * it does so for has one of their own.
 */
const companyOf = (connection: Statements) =>
  connection<{ name: string; n: number }[]>`
    select coalesce(nullif(application_name, ''), 'a program without a name') as name, count(*)::int as n from pg_stat_activity
    where datname = current_database() and (usename = current_user or usename = any(${[...LOGIN_ROLES]}::text[])) and pid <> pg_backend_pid() and backend_type = 'client backend'
      and application_name not like 'citus\\_%'
    group by 1 order by 1`

/** An owner that is no superuser is held back by the walls between venues until they are lowered; PostgreSQL takes no COPY through them. */
const lowerWalls = async (connection: Statements): Promise<string[]> => {
  const walled = (await isAboveRowSecurity(connection))
    ? []
    : await connection<{ name: string }[]>`
        select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by relname`
  for (const { name } of walled) await connection.unsafe(`alter table public.${quoted(name)} no force row level security`)
  // From here on a row that a policy would hide is an error, and not left out in silence.
  await connection`set local row_security = off`
  return walled.map(({ name }) => name)
}

const refuseContent = async (connection: Statements): Promise<void> => {
  for (const { name } of await tablesToBackUp(connection)) {
    const [held] = await connection.unsafe<{ any: boolean }[]>(`select exists (select 1 from public.${quoted(name)}) as any`)
    if (!held?.any) continue
    const venues = await connection<{ name: string }[]>`select name from venue order by venue_id limit 4`
    const what =
      venues.length === 0
        ? `rows of ${name}`
        : venues
            .map((venue) => `"${venue.name}"`)
            .slice(0, 3)
            .join(', ') + (venues.length > 3 ? ' and more' : '')
    throw new TargetRefused(`The database is not empty: it holds ${what}. Use --replace to replace everything in it with the backup.`)
  }
}

const truncateAll = async (connection: Statements): Promise<void> => {
  const kept = ['migration', 'server_secret']
  const tables = [...(await tablesToBackUp(connection)).map(({ name }) => name), ...Object.keys(LEFT_OUT)].filter((name) => !kept.includes(name))
  await connection.unsafe(`truncate ${tables.map((name) => `public.${quoted(name)}`).join(', ')}`)
}

/**
 * Takes away what other migrations made, and makes what those of the backup make.
 * @throws TargetRefused for a backup of an older version where tables are spread already
 */
const buildAnew = async (connection: Statements, header: BackupHeader): Promise<void> => {
  const wanted = migrations().filter(({ name }) => header.migrations.some((migration) => migration.name === name))
  const isLatest = wanted.length === migrations().length
  // Citus cancels spreading tables in the transaction that took spread ones of these names away.
  if (!isLatest && (await hasSpread(connection))) throw new TargetRefused(INTO_A_NEW_ONE)
  const ours = await connection<{ statement: string }[]>`
    select format('drop %s if exists public.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname) as statement
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(relowner, 'usage') and not exists (select from pg_depend where objid = c.oid and deptype in ('e', 'i'))
    union all
    select format('drop function if exists %s cascade', p.oid::regprocedure)
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and pg_has_role(proowner, 'usage') and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`
  for (const { statement } of ours) await connection.unsafe(statement)
  await forgetDefaultRights(connection)
  // Spread before it is filled where it is as it will stay. What an older version made is filled and migrated first, and spread with its
  // rows after: Citus takes no making, spreading and altering of the same tables in one transaction.
  await (isLatest ? applyMigrations : runMigrations)(connection, wanted)
}

/** Migrations give the server's roles rights on whatever comes after; what came before them must not inherit those of the last time. */
const forgetDefaultRights = async (connection: Statements): Promise<void> => {
  const rights = await connection<{ what: string; who: string }[]>`
    select distinct case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' else 'functions' end as what, a.grantee::regrole::text as who
    from pg_default_acl d cross join lateral aclexplode(d.defaclacl) a
    where d.defaclrole = current_user::regrole and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype in ('r', 'S', 'f') and a.grantee <> 0`
  for (const { what, who } of rights) await connection.unsafe(`alter default privileges in schema public revoke all on ${what} from ${who}`)
}

/** What the queue was to do was for the house that was here. */
const dropWaitingJobs = async (connection: Statements): Promise<void> => {
  const [queue] = await connection<{ there: boolean }[]>`select to_regclass('graphile_worker._private_jobs') is not null as there`
  if (queue?.there) await connection`delete from graphile_worker._private_jobs`
}
