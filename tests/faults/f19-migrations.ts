import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner } from '#platform/database/database.ts'
import { applyMigrations, migrateBy } from '#platform/database/migrate.ts'
import { runFault } from './fault.ts'

/** Tables are altered while tills sell and people read; a migration that fails half-way leaves nothing. */

let longest = 0
let left = 0

await runFault({
  name: 'F19',
  hypothesis: 'a migration under load keeps nobody waiting for more than 2 s at a time and loses nothing; one that fails is taken back whole.',
  times: 5,
  inject: async ({ databaseUrl, trade, readers }, time) => {
    await sleep(2000)
    trade.slowest = 0
    readers.slowest = 0
    // Named as if they came before the last one: servers give way to a database of a newer version (F21).
    const altered = `alter table sale add column extra_${time} int; alter table rollup add column extra_${time} int; create index extra_${time} on sale_payment (venue_id, reference)`
    await migrateBy(databaseUrl, (owner) => applyMigrations(owner, [{ name: `0000-f19-${time}-good`, sql: altered, sha: '' }]))
    const failing = [{ name: `0000-f19-${time}-bad`, sql: `alter table sale_line add column broken_${time} int; select 1 / 0`, sha: '' }]
    await migrateBy(databaseUrl, (owner) => applyMigrations(owner, failing)).catch(() => undefined)
    await sleep(1000)
    longest = Math.max(longest, trade.slowest, readers.slowest)
    const owner = connectAsOwner(databaseUrl)
    const [found] = await owner<{ n: number }[]>`
      select (select count(*) from information_schema.columns where column_name like 'broken%')::int + (select count(*) from migration where name like '%-bad')::int as n`.finally(
      () => owner.end(),
    )
    left += found?.n ?? 0
  },
  conclude: ({ note }) => {
    note({ what: 'longest anybody waited during a migration', value: longest, unit: 'ms', goal: '≤ 2500', met: longest <= 2500 })
    note({ what: 'left of migrations that failed', value: left, unit: '', goal: '0', met: left === 0 })
  },
})
