import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner } from '#platform/database/database.ts'
import { runFault } from './fault.ts'
import { httpFront } from './http-front.ts'
import { type NextVersion, nextVersion } from './next-version.ts'

/** A newer version takes the place of one of two servers and migrates, while tills sell through both: the other one stores nothing more and ends. */

const versions: NextVersion[] = []
let longest = 0
let notReady = 0

const asVersion = (databaseUrl: string, version: number): string => {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', `version_${version}`)
  return url.href
}

await runFault({
  name: 'F21',
  hypothesis: 'once a newer version has migrated, the older one stores nothing, says that it is not ready and ends by itself; tills lose and double nothing.',
  times: 5,
  servers: 2,
  environment: { TRUST_PROXY: '0' },
  // Each version names its connections, by which is seen who stored what.
  between: async (databaseUrl) => ({ url: asVersion(databaseUrl, 0), close: async () => {} }),
  front: (house) => httpFront(house.servers.map((server) => Number(new URL(server?.url ?? '').port))),
  isCut: (status) => status === 502,
  inject: async (house, time) => {
    const version = { number: time + 1, databaseUrl: asVersion(house.databaseUrl, time + 1) }
    const { project } = versions[versions.push(nextVersion(Array.from({ length: version.number }, (_, before) => migrationOf(before + 1)))) - 1] as NextVersion
    await sleep(500 + house.random() * 1000)
    const [newPlace, oldPlace] = time % 2 === 0 ? [1, 0] : [0, 1]
    await house.servers[newPlace]?.end('SIGTERM')
    const older = house.servers[oldPlace]
    const starting = house.startServer(newPlace, { project, databaseUrl: version.databaseUrl })
    const told = await untilTold(`${older?.url}/api/ready`)
    await starting
    if (told === 'Superseded') notReady += 1
    for (const startedAt = performance.now(); !older?.exited(); await sleep(20)) {
      longest = Math.max(longest, performance.now() - startedAt)
      if (longest > 30_000) throw new Error('The older server did not end.')
    }
    await house.startServer(oldPlace, { project, databaseUrl: version.databaseUrl })
    await sleep(500)
  },
  conclude: async ({ note, databaseUrl }) => {
    const owner = connectAsOwner(databaseUrl)
    const [stored] = await owner<{ newer: number; older: number; missed: number }[]>`
      select (select count(*)::int from stored_by where not is_older) as newer, (select count(*)::int from stored_by where is_older) as older,
        (select count(*)::int from sale s where not exists (select from filled f where f.sale_id = s.sale_id)) as missed`
    // Those who look the house over are of this version, too.
    await owner`delete from migration where name like '9%'`
    await owner.end()
    for (const { remove } of versions) remove()
    note({ what: 'longest an older server lived on after the newer was ready', value: longest, unit: 'ms', goal: '≤ 6000', met: longest <= 6000 })
    note({ what: 'older servers that said they were not ready', value: notReady, unit: '', goal: String(versions.length), met: notReady === versions.length })
    note({ what: 'sales stored by newer versions', value: stored?.newer ?? 0, unit: 'sales', goal: '> 0', met: (stored?.newer ?? 0) > 0 })
    note({ what: 'sales stored by an older version', value: stored?.older ?? -1, unit: 'sales', goal: '0', met: stored?.older === 0 })
    note({ what: 'sales the migrations did not see', value: stored?.missed ?? -1, unit: 'sales', goal: '0', met: stored?.missed === 0 })
  },
})

/** What a server says to whoever asks whether it is ready, once it does not say yes. */
async function untilTold(ready: string): Promise<string> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 30_000; await sleep(20)) {
    const answer = await fetch(ready, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (!answer) return 'nothing'
    if (!answer.ok) return ((await answer.json()) as { ResponseStatus: { ErrorCode: string } }).ResponseStatus.ErrorCode
  }
  return 'ready'
}

/**
 * As migrations that fill in are: what is there is read at one moment, and from then on every sale has to bring it. Then a pause, as over
 * more rows. Who stores a sale is noted by the database.
 */
function migrationOf(version: number): string {
  return `
    create table if not exists filled (sale_id bigint primary key);
    create table if not exists stored_by (is_older boolean not null);
    insert into filled select sale_id from sale on conflict do nothing;
    select pg_sleep(0.3);
    create or replace function note_stored() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into stored_by select current_setting('application_name') <> 'version_${version}' from added;
        if current_setting('application_name') = 'version_${version}' then insert into filled select sale_id from added on conflict do nothing; end if;
        return null;
      end $$;
    drop trigger if exists note_stored on sale;
    create trigger note_stored after insert on sale referencing new table as added for each statement execute function note_stored();`
}
