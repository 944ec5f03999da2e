import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Transaction = postgres.TransactionSql<{ bigint: number }>

/** The database as the server uses it: house tables directly, venue tables only inside a venue's transaction. */
export interface Database {
  url: string
  /** House tables: people, sessions, keys, counters. Venue tables show nothing here. */
  house: Sql
  /** One transaction that sees and writes only this venue. */
  inVenue<T>(venueId: number, work: (sql: Transaction) => Promise<T>): Promise<T>
  /** One read-only transaction that sees only this venue, in the report role with its own timeout. */
  readVenue<T>(venueId: number, work: (sql: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Types as the product wants them: bigint as a number (money and counts stay below 2^53; facts' 63-bit ids are cast to
 * text in SQL), date as its text, so that no time zone can move a day.
 */
const types = {
  bigint: { to: 20, from: [20], parse: readBigint, serialize: String },
  date: { to: 1082, from: [1082], parse: (value: string) => value, serialize: (value: string) => value },
}

function readBigint(value: string): number {
  const read = Number(value)
  if (!Number.isSafeInteger(read)) throw new Error('A bigint beyond 2^53 was read as a number; cast it to text in SQL.')
  return read
}

const quiet = { onnotice: () => {}, types }

/** Opens the owner's connection: migrations, roles, backup and restore. Row-level security still holds unless it is a superuser. */
export const connectAsOwner = (url: string, max = 1): Sql => postgres(url, { ...quiet, max }) as unknown as Sql

/** Opens the server's pools. Both work in roles of their own, so that no query runs with the owner's rights. */
export const openDatabase = (url: string, poolSize = 10): Database => {
  const shared = { ...quiet, idle_timeout: 60, connect_timeout: 10 }
  const app = postgres(url, {
    ...shared,
    max: poolSize,
    connection: { application_name: 'daybook', options: '-c role=daybook_app -c statement_timeout=15000 -c lock_timeout=10000' },
  }) as unknown as Sql
  const report = postgres(url, {
    ...shared,
    max: poolSize,
    connection: {
      application_name: 'daybook-report',
      // Parallel workers made a 2.8 ms report 9.8 ms; jit costs more than it brings on short questions. All questions of a
      // report see one moment, so that its two sides end on the same figure while sales come in.
      options:
        '-c role=daybook_report -c statement_timeout=15000 -c max_parallel_workers_per_gather=0 -c jit=off -c default_transaction_read_only=on -c default_transaction_isolation=repeatable\\ read',
    },
  }) as unknown as Sql

  const within =
    (pool: Sql) =>
    async <T>(venueId: number, work: (sql: Transaction) => Promise<T>): Promise<T> => {
      const entering = setVenue(venueId)
      const last: Promise<unknown>[] = []
      const done = (await pool.begin(async (sql) => {
        lastOnes.set(sql, last)
        // Sent ahead of the first question without waiting for its answer; should it fail, so does everything after it.
        const wall = sql.unsafe(entering).execute()
        wall.catch(() => undefined)
        const made = await work(sql as unknown as Transaction)
        await wall
        return made
      })) as T
      // Where one of them failed, the commit took everything back, and told nobody.
      await Promise.all(last)
      return done
    }

  return {
    url,
    house: app,
    inVenue: within(app),
    readVenue: within(report),
    close: async () => {
      await Promise.all([app.end({ timeout: 5 }), report.end({ timeout: 5 })])
    },
  }
}

const lastOnes = new WeakMap<object, Promise<unknown>[]>()

/**
 * Sends a statement of a venue's transaction whose answer nobody needs to go on. The commit follows without waiting for it, so that
 * the rows it locked are free again at once; should it fail, the transaction fails with it.
 */
export const withCommit = async (sql: Transaction, statement: postgres.PendingQuery<postgres.Row[]>): Promise<void> => {
  const last = lastOnes.get(sql)
  if (!last) throw new Error('Only a transaction of a venue has statements that go with its commit.')
  const sent = statement.execute()
  sent.catch(() => undefined)
  last.push(sent)
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
