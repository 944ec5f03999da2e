import type { Database } from '#platform/database/database.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import { countIn } from '#platform/web/limits.ts'
import { failure } from '#shared/failure.ts'
import { isPassword, type Lane } from './passwords.ts'
import { hashSecret } from './secrets.ts'

const FREE_FAILURES = 4
const FAILURES_TO_LOCK = 10
const LONGEST_DELAY_SECONDS = 60
const LOCK_MINUTES = 15
const EVERYONE_PER_SECOND = 50
const STRANGERS_AT_ONCE = 50

/** How long the next attempt must wait: nothing up to four failures, then 1, 2, 4 … 60 seconds. */
export const delaySeconds = (failures: number): number => (failures <= FREE_FAILURES ? 0 : Math.min(LONGEST_DELAY_SECONDS, 2 ** (failures - FREE_FAILURES - 1)))

/** What attempts on one account are counted under, whether or not there is such an account: a known browser has an allowance of its own. */
export const allowanceOf = (account: string, deviceHash?: Buffer): string =>
  `${hashSecret(account).toString('hex')}${deviceHash ? ` ${deviceHash.toString('hex')}` : ''}`

/** One attempt to prove a password. */
export interface Attempt {
  /** Whether it may be judged at all; if not, it fails whatever was typed. */
  allowed: boolean
  /** Whether the account is locked should it fail. */
  lastBeforeLock: boolean
  /** When it was taken, by which it can be given back. */
  takenAt: string | undefined
}

/**
 * Takes one attempt of an allowance. It counts as a failure until `forgetFailures` says that it was none, so that many at
 * once are no way around the count. Refused attempts do not count: an owner who keeps trying is not locked out longer.
 */
const takeAttempt = (database: Database, allowance: string): Promise<Attempt> =>
  database.inVenue(0, async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${allowance}`}, 0))`
    const [state] = await sql<{ failures: number; seconds: number | null; locked: boolean }[]>`
      select coalesce(sum(n) filter (where name = 'sign-in-failure'), 0)::int as failures,
        extract(epoch from clock_timestamp() - max(window_start) filter (where name = 'sign-in-failure'))::float as seconds,
        coalesce(bool_or(name = 'sign-in-lock'), false) as locked
      from limit_counter
      where name in ('sign-in-failure', 'sign-in-lock') and subject = ${allowance}
        and window_start > clock_timestamp() - ${LOCK_MINUTES} * interval '1 minute'`
    const { failures = 0, seconds = null, locked = false } = state ?? {}
    if (locked || (seconds !== null && seconds < delaySeconds(failures))) return { allowed: false, lastBeforeLock: false, takenAt: undefined }
    const lastBeforeLock = failures + 1 >= FAILURES_TO_LOCK
    const [taken] = await sql<{ at: string }[]>`
      insert into limit_counter (name, subject, window_start, n)
      select name, ${allowance}, clock_timestamp(), 1 from unnest(${lastBeforeLock ? ['sign-in-failure', 'sign-in-lock'] : ['sign-in-failure']}::text[]) as name
      returning window_start::text as at`
    return { allowed: true, lastBeforeLock, takenAt: taken?.at }
  })

/**
 * Whether this is the password, as far as the allowance lets it be judged; an attempt that is not allowed takes as long and
 * fails. Could it not be judged for want of capacity, the attempt is given back.
 * @throws Unavailable
 */
export const provePassword = async (
  database: Database,
  allowance: string,
  stored: string | null | undefined,
  typed: string,
  lane?: Lane,
): Promise<{ proved: boolean; attempt: Attempt }> => {
  const attempt = await takeAttempt(database, allowance)
  try {
    return { proved: await isPassword(attempt.allowed ? stored : undefined, typed, lane), attempt }
  } catch (error) {
    await giveBack(database, allowance, attempt)
    throw error
  }
}

/** The attempt was no failure, though nobody is signed in by it; those before it still count. */
export const giveBack = async ({ house }: Database, allowance: string, { takenAt }: Attempt): Promise<void> => {
  if (takenAt)
    await house`delete from limit_counter where subject = ${allowance} and window_start >= ${takenAt}::timestamptz and name in ('sign-in-failure', 'sign-in-lock')`
}

/** The password was right, or proved by other means: this allowance begins anew. */
export const forgetFailures = async (sql: Transaction, allowance: string): Promise<void> => {
  await sql`delete from limit_counter where name in ('sign-in-failure', 'sign-in-lock') and subject = ${allowance}`
}

/** Lets a locked account in again at once, from any browser. */
export const unlockAccount = async (sql: Transaction, userId: number): Promise<void> => {
  const [user] = await sql<{ user_name_key: string }[]>`
    update app_user set locked_until = null where user_id = ${userId} returning user_name_key`
  if (!user) return
  const everyone = allowanceOf(user.user_name_key)
  await sql`
    delete from limit_counter where name in ('sign-in-failure', 'sign-in-lock')
      and (subject = ${everyone} or starts_with(subject, ${`${everyone} `}))`
}

/** Shows the account as locked to those who look after its venue. */
export const markLocked = async (sql: Transaction, userNameKey: string): Promise<void> => {
  await sql`update app_user set locked_until = now() + ${LOCK_MINUTES} * interval '1 minute' where user_name_key = ${userNameKey}`
}

let strangers = 0

/**
 * Does what a stranger asks for at the door, unless as many are at it in this process as may wait: then nothing is looked up for them, and
 * a storm of them costs the database nothing.
 * @throws Unavailable
 */
export const asStranger = async <T>(work: () => Promise<T>): Promise<T> => {
  if (strangers >= STRANGERS_AT_ONCE) throw failure('Unavailable', {}, [], 2)
  strangers += 1
  try {
    return await work()
  } finally {
    strangers -= 1
  }
}

/**
 * Counts an attempt of a browser that is not known, before any costly work.
 * @throws TooManyRequests
 */
export const limitStrangers = async (house: Sql, ip: string, perMinute: number): Promise<void> => {
  if ((await countIn(house, 'sign-in-network', networkOf(ip), 60)) > perMinute) throw failure('TooManyRequests', {}, [], 60)
  if ((await countIn(house, 'sign-in-everyone', '', 1)) > EVERYONE_PER_SECOND) throw failure('TooManyRequests', {}, [], 1)
}

/** What one household or company is likely to share: an IPv4 address, or the first half of an IPv6 one. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^.*:/, '')
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill('0')
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
