import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner } from '#platform/database/database.ts'
import { runFault } from './fault.ts'

/** Every connection to the database is cut, again and again. */

await runFault({
  name: 'F5',
  hypothesis: 'cutting all connections (pg_terminate_backend) every 2 s leaves the server alive; nothing is lost, and what is refused may come again.',
  times: 150,
  inject: async ({ databaseUrl }) => {
    await sleep(2000)
    const owner = connectAsOwner(databaseUrl)
    await owner`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`.finally(() =>
      owner.end(),
    )
  },
})
