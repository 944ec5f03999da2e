import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#platform/database/pool.ts'

/** Counters, marks of use and the notes of refusals change without anything having been done. */
const NOT_AN_EFFECT = ['limit_counter', 'supplier_key_day', 'audit_event', 'audit_seal', 'migration']
const MARKS_OF_USE: Record<string, string[]> = {
  session: ['last_seen_at', 'idle_until'],
  location_key: ['last_used_at'],
  supplier_key: ['last_used_at'],
  personal_token: ['last_used_at', 'last_used_ip'],
}

/**
 * What is in the database, table by table, in a few characters each: the same before and after means that nothing was
 * written, changed or taken away. Asked by the owner, who sees every venue.
 */
export const databaseFingerprint = async (owner: Sql): Promise<Record<string, string>> => {
  const tables = await owner<{ name: string }[]>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
  const asked = tables
    .filter(({ name }) => !NOT_AN_EFFECT.includes(name))
    .map(({ name }) => {
      const marks = MARKS_OF_USE[name]
      // xmin tells of every write; where marks of use are written all the time, the other columns are read instead.
      const sum = marks ? `sum(hashtext((to_jsonb(t) - '{${marks.join(',')}}'::text[])::text)::bigint)` : 'sum(xmin::text::bigint)'
      return `select '${name}' as name, count(*) || ' ' || coalesce(${sum}, 0) as mark from "${name}" t`
    })
  const marks = await owner.unsafe<{ name: string; mark: string }[]>(asked.join(' union all '))
  return Object.fromEntries(marks.map(({ name, mark }) => [name, mark]))
}

/** Waits for work that calls have left for later: it writes too, and must not be taken for what another call left behind. */
export const jobsDone = async (owner: Sql): Promise<void> => {
  for (let waits = 0; waits < 600; waits++) {
    const [due] = await owner<{ n: number }[]>`select count(*)::int as n from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`
    if (due?.n === 0) return
    await sleep(50)
  }
  throw new Error('The work that calls asked for does not end.')
}
