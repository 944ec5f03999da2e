import { Logger, runMigrations } from 'graphile-worker'
import type { Statements } from '#platform/database/sql.ts'

/**
 * Makes or updates the queue's own tables and the functions by which the server's role, which has no right to them,
 * may add to them. Part of migrating: to be called by one process at a time.
 */
export const installJobQueue = async (url: string, owner: Statements): Promise<void> => {
  await runMigrations({ connectionString: onCoordinatorOnly(url), maxPoolSize: 1, logger: new Logger(() => () => {}) })
  await owner.unsafe(`
    create or replace function daybook_add_job(name text, payload jsonb, run_at timestamptz, job_key text) returns void
      language sql security definer set search_path = pg_catalog, pg_temp
      as $$ select graphile_worker.add_job(name, payload::json, run_at := run_at, job_key := job_key) $$;
    revoke all on function daybook_add_job(text, jsonb, timestamptz, text) from public;
    grant execute on function daybook_add_job(text, jsonb, timestamptz, text) to daybook_app;
    create or replace function daybook_add_job_in_its_time(name text, payload jsonb, job_key text) returns void
      language sql security definer set search_path = pg_catalog, pg_temp
      as $$ select graphile_worker.add_job(name, payload::json, job_key := job_key, job_key_mode := 'preserve_run_at') $$;
    revoke all on function daybook_add_job_in_its_time(text, jsonb, text) from public;
    grant execute on function daybook_add_job_in_its_time(text, jsonb, text) to daybook_app;`)
}

/** A distributed PostgreSQL would make the queue on its workers too, and wait there for the migration that waits for the queue. */
const onCoordinatorOnly = (url: string): string => {
  const local = new URL(url)
  local.searchParams.set('options', `${local.searchParams.get('options') ?? ''} -c citus.enable_ddl_propagation=off`.trim())
  return local.href
}
