import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashSecret, newName, newSecret } from '#platform/access/secrets.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { type House, runFault } from './fault.ts'

/** The server's clock jumps at run time, by days, by more than a year, and to where Sydney changes its own; the database's does not. Needs libfaketime. */

const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/usr/local/lib']
  .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path))
if (!LIBRARY) {
  console.error('F9 needs libfaketime, which is not installed here: apt-get install faketime.')
  process.exit(1)
}

const SECOND_MS = 1000
const to = (moment: string) =>
  `${Math.round((Date.parse(moment) - Date.now()) / SECOND_MS) >= 0 ? '+' : ''}${Math.round((Date.parse(moment) - Date.now()) / SECOND_MS)}`
/** Jumps from the true time, in seconds or days; the last ones lie seconds before Sydney's clocks go forward and back. */
const CASES = ['+2d', '-2d', '+400d', '-400d', '+0', '+3700', '-3700', '+30d', to('2026-10-03T15:59:58Z'), to('2027-04-03T15:59:58Z'), '-30d', '+0']

const clock = join(mkdtempSync(join(tmpdir(), 'daybook-clock-')), 'offset')
writeFileSync(clock, '+0\n')
let endedSessionsThatCount = 0

/** A session that ended an hour ago must stay ended, however far back the server believes to be. */
const askWithEndedSession = async ({ databaseUrl, servers }: House): Promise<void> => {
  const owner = connectAsOwner(databaseUrl)
  const token = newSecret()
  await owner`
    insert into session (session_id, user_id, token_hash, idle_seconds, idle_until, absolute_until, ip, user_agent, venue_id, employee_id)
    select ${newName()}, s.user_id, ${hashSecret(token)}, 60, now() - interval '1 hour', now() - interval '1 hour', '', 'test', s.venue_id, s.employee_id
    from session s where s.venue_id = 1 limit 1`.finally(() => owner.end())
  const answer = await fetch(`${servers[0]?.url}/api/sales/day?FromDate=2026-11-01&ToDate=2026-11-01`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 401) endedSessionsThatCount += 1
}

await runFault({
  name: 'F9',
  hypothesis: 'wherever the server believes to be in time, sessions end by the database’s clock, good sales are taken, and lie on their own business dates.',
  times: CASES.length,
  environment: {
    LOG_LEVEL: 'warn',
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  },
  inject: async (house, time) => {
    writeFileSync(clock, `${CASES[time % CASES.length]}\n`)
    await sleep(4000)
    await askWithEndedSession(house)
    await house.untilAnswered()
  },
  conclude: async ({ note, databaseUrl, logs }) => {
    const said = logs().match(/This machine's clock is \d+ seconds (ahead|behind)/g)?.length ?? 0
    note({ what: 'times the log said that the clock is wrong', value: said, unit: '', goal: '> 0', met: said > 0 })
    note({ what: 'ended sessions that counted', value: endedSessionsThatCount, unit: '', goal: '0', met: endedSessionsThatCount === 0 })
    const owner = connectAsOwner(databaseUrl)
    // All of the bench's sales are of Sydney, whose day begins at five.
    const [moved] = await owner<{ n: number }[]>`
      select count(*)::int as n from sale where business_date <> (closed_at at time zone 'Australia/Sydney' - interval '5 hours')::date`.finally(() =>
      owner.end(),
    )
    note({ what: 'sales on another business date than their own', value: moved?.n ?? -1, unit: '', goal: '0', met: moved?.n === 0 })
  },
})
