import { Failure } from '#shared/failure.ts'
import { APP, type Logins, loginsOf, REPORT } from './logins.ts'
import { Notices } from './notices.ts'
import { openPool, PATIENCE_MS, type Sql, type Transaction } from './pool.ts'
import type { Query } from './sql.ts'
import { Succession } from './succession.ts'

/** The database as the server uses it: house tables directly, venue tables only inside a venue's transaction. */
export interface Database {
  /** The owner's, for the job queue, whose tables are its own. */
  url: string
  /** Whether a newer version has taken the database over. */
  succession: Succession
  /** House tables: people, sessions, keys, counters. Venue tables show nothing here. */
  house: Sql
  /**
   * One transaction that sees and writes only this venue.
   * @param asksItself the work's first question asks the succession too, to send one question less
   * @throws Superseded where a newer version has migrated the database
   */
  inVenue<T>(venueId: number, work: (sql: Transaction) => Promise<T>, asksItself?: boolean): Promise<T>
  /** One read-only transaction that sees only this venue, as the report role, which reads no secret and no hash of one. */
  readVenue<T>(venueId: number, work: (sql: Transaction) => Promise<T>): Promise<T>
  /** What transactions said they changed, from all processes. */
  notices: Notices
  close(): Promise<void>
}

/** Opens the owner's connection: migrations, logins, backup, restore and the job queue. Row-level security still holds unless it is a superuser. */
export const connectAsOwner = (url: string, max = 1, patienceMs?: number): Sql => openPool(url, { max, patienceMs })

/**
 * A transaction whose server fell silent in the middle of it is ended by the database: its locks would keep a till from selling for
 * as long as the connection seems to be there.
 */
const LIMITS = `-c statement_timeout=15000 -c idle_in_transaction_session_timeout=${PATIENCE_MS}`

/**
 * Opens the server's pools. Each signs in as a role of its own, which can become nothing else: no query runs with the owner's rights.
 * @param url the owner's
 */
export const openDatabase = (url: string, poolSize = 10, logins: Logins = loginsOf(url)): Database => {
  const notices: Notices = new Notices(logins[APP], () => app)
  const app = openPool(logins[APP], {
    max: poolSize,
    onChanged: (names) => notices.tell(names),
    name: 'daybook',
    patienceMs: PATIENCE_MS,
    settings: `${LIMITS} -c lock_timeout=10000`,
  })
  // Parallel workers made a 2.8 ms report 9.8 ms; jit costs more than it brings on short questions. All questions of a
  // report see one moment, so that its two sides end on the same figure while sales come in.
  const report = openPool(logins[REPORT], {
    max: poolSize,
    name: 'daybook-report',
    onlyReads: true,
    patienceMs: PATIENCE_MS,
    settings: `${LIMITS} -c max_parallel_workers_per_gather=0 -c jit=off -c default_transaction_read_only=on -c default_transaction_isolation=repeatable\\ read`,
  })

  const succession = new Succession()
  const within =
    (pool: Sql, mayWrite: boolean) =>
    <T>(venueId: number, work: (sql: Transaction) => Promise<T>, asksItself = !mayWrite): Promise<T> =>
      pool.begin((sql) => (asksItself ? work(sql) : unlessSuperseded(succession.ask(sql), work(sql))), setVenue(venueId))

  return {
    url,
    succession,
    house: app,
    inVenue: within(app, true),
    readVenue: within(report, false),
    notices,
    close: async () => {
      await notices.close()
      await Promise.all([app.end({ timeout: 5 }), report.end({ timeout: 5 })])
    },
  }
}

/** What the work comes to, unless it may not be kept; and then that is why it failed too, such as on a table it does not know. */
const unlessSuperseded = async <T>(asked: Promise<void>, work: Promise<T>): Promise<T> => {
  const [allowed, done] = await Promise.allSettled([asked, work])
  if (allowed.status === 'rejected' && (allowed.reason instanceof Failure || done.status === 'fulfilled')) throw allowed.reason
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/**
 * Sends a statement of a venue's transaction whose answer nobody needs to go on. The commit follows without waiting for it, so that
 * the rows it locked are free again at once; should it fail, the transaction fails with it.
 */
export const withCommit = (statement: Query<readonly unknown[]>): void => {
  statement.execute().catch(() => undefined)
}

/** From here to its end the transaction sees this venue: for sign-in, which begins in the house and ends in a venue. */
export const enterVenue = async (sql: Transaction, venueId: number): Promise<void> => {
  await sql.unsafe(setVenue(venueId))
}

/** A literal SET LOCAL: set_config() would not reach the workers of a distributed database. */
export const setVenue = (venueId: number): string => `set local app.venue = '${venueNumber(venueId)}'`

const venueNumber = (venueId: number): number => {
  if (!Number.isInteger(venueId) || venueId < 0 || venueId > 2147483647) throw new Error(`Not a venue id: ${venueId}`)
  return venueId
}
