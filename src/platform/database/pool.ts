import { setImmediate } from 'node:timers/promises'
import { Client, type ClientBase, Pool, type PoolClient, type QueryResult } from 'pg'
import { type Ask, type Compiled, type Row, type Rows, rowsOf, type Statements, statementsOf, types } from './sql.ts'
import { Statement } from './statement.ts'

/** A pool of connections. A statement takes any of them; a transaction or a reservation keeps one. */
export interface Sql extends Statements {
  /**
   * Runs work in one transaction; what it throws, or a statement that failed unheard, takes everything back.
   * @param entering a statement that goes along with the beginning: a message of its own costs both sides as much as a short question
   */
  begin<T>(work: (sql: Transaction) => Promise<T>, entering?: string): Promise<T>
  /** A connection of its own, for COPY and for what must not share one; its statements are sent one at a time. */
  reserve(): Promise<Reserved>
  /** Waits for what is under way, at most so many seconds, and closes. */
  end(options?: { timeout: number }): Promise<void>
}

/** The statements of one transaction. */
export interface Transaction extends Statements {
  /** Lifts the limits on how long a statement of it may take, for work through all of a venue. */
  withoutTimeLimit(): Promise<void>
  /** What it writes changes something of this name: all processes are told once it is kept (`Notices`). */
  tell(name: string): void
}

export interface Reserved extends Statements {
  readonly client: ClientBase
  release(): void
}

export interface PoolSettings {
  max: number
  /** How the connection is named where the database lists its connections. */
  name?: string
  /** Settings of each connection, as `-c name=value`. */
  settings?: string
  /**
   * How long to wait for an answer. PostgreSQL ends what takes too long by itself; where not even that is heard, the network is
   * silent, and the connection is given up.
   */
  patienceMs?: number
  /**
   * Its transactions only read. They are ended a moment later, with the beginning of the next one on the connection: a message of its
   * own costs both sides as much as a short question.
   */
  onlyReads?: boolean
  /** Hears the names of what a transaction changed, once it is kept. */
  onChanged?: (names: ReadonlySet<string>) => void
}

// On a distributed PostgreSQL the workers learn the venue of a transaction from the first alone, and it has one connection to each of them, and
// so one moment, by the second; any other takes them for names of ours.
const WHEN_SPREAD = '-c citus.propagate_set_commands=local -c citus.max_adaptive_executor_pool_size=1'
const CONNECT_MS = 10_000
const IDLE_MS = 60_000
/** The database's side finds out too when ours is gone without a word, as with its machine: within a minute it lets go of what we held. */
const KEEPALIVES = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/** Longer than a statement may take: whoever has not heard by then never will. */
export const PATIENCE_MS = 20_000

/** How long a transaction that only read may lie unended when nobody needs its connection. */
const END_AFTER_MS = 25

/**
 * Opens a pool on a PostgreSQL server. Connections are made when they are needed. Statements of a transaction that do not wait for
 * each other go over the wire together (`pipeline`).
 */
export const openPool = (url: string, { max, name, settings, patienceMs, onlyReads, onChanged }: PoolSettings): Sql => {
  const options = [WHEN_SPREAD, KEEPALIVES, ...(settings ? [settings] : [])].join(' ')
  const shared = { connectionString: url, types, keepAlive: true, options, ...(name ? { application_name: name } : {}) }
  const spread = new WeakSet<ClientBase>()
  const onConnect = async (client: ClientBase) => {
    if (await isSpread(client, patienceMs)) spread.add(client)
  }
  const pool = new Pool({ ...shared, max, idleTimeoutMillis: IDLE_MS, connectionTimeoutMillis: CONNECT_MS, pipeline: true, onConnect } as never)
  const out = new Set<PoolClient>()
  // An idle connection that is cut off leaves the pool by itself; one in use tells whoever uses it. Unheard, either would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const take = async (): Promise<PoolClient> => {
    const client = await pool.connect().catch(rethrowNamed)
    out.add(client)
    return client
  }
  const giveBack = (client: PoolClient, isBroken = false) => {
    if (out.delete(client)) client.release(isBroken)
  }
  const ask: Ask = async (statement) => {
    const client = await take()
    let isBroken = false
    try {
      return await askOn(client, patienceMs)(statement)
    } catch (error) {
      isBroken = isStale(error)
      throw error
    } finally {
      giveBack(client, isBroken)
    }
  }
  const reserve = async (): Promise<Reserved> => {
    const client = new Client({ ...shared, connectionTimeoutMillis: CONNECT_MS } as never)
    client.on('error', () => undefined)
    await client.connect().catch(rethrowNamed)
    return Object.assign(statementsOf(askOn(client)), { client, release: () => void client.end().catch(() => undefined) })
  }
  const unended = onlyReads ? new Unended() : undefined
  const begin = async <T>(work: (sql: Transaction) => Promise<T>, entering?: string): Promise<T> => {
    const client = await take()
    let isBroken = true
    const changed = new Set<string>()
    try {
      const steps = [...(unended?.take(client) ? ['commit'] : []), 'begin', ...(entering ? [entering] : [])]
      const done = await inTransaction(client, work, spread.has(client) ? steps : [steps.join('; ')], patienceMs, unended, changed)
      isBroken = false
      if (changed.size > 0) onChanged?.(changed)
      return done
    } catch (error) {
      isBroken = isStale(error)
      isBroken ||= !(await send(client, { text: 'rollback' }, patienceMs).then(
        () => true,
        () => false,
      ))
      throw error
    } finally {
      giveBack(client, isBroken)
    }
  }
  const end = async ({ timeout }: { timeout?: number } = {}): Promise<void> => {
    const ended = pool.end()
    if (timeout === undefined) return ended
    const impatient = setTimeout(() => {
      for (const client of out) giveBack(client, true)
    }, timeout * 1000)
    await ended.finally(() => clearTimeout(impatient))
  }
  return Object.assign(statementsOf(ask), { begin, reserve, end })
}

/** Connections whose last transaction only read and is still to be ended: by the next one, or soon. */
class Unended {
  readonly #clients = new Set<PoolClient>()
  #timer: NodeJS.Timeout | undefined

  add(client: PoolClient): void {
    this.#clients.add(client)
    this.#timer ??= setTimeout(() => this.#endAll(), END_AFTER_MS).unref()
  }

  /** Whether it was one of them; it is the caller's to end now. */
  take(client: PoolClient): boolean {
    return this.#clients.delete(client)
  }

  #endAll(): void {
    this.#timer = undefined
    for (const client of this.#clients) send(client, { text: 'commit' }, undefined).catch(() => undefined)
    this.#clients.clear()
  }
}

/**
 * Whether it is the coordinator of a distributed PostgreSQL. It hands the whole message that a SET LOCAL stands in on to the worker, in a
 * transaction it has begun there: a `commit; begin` before it would end that one, and the one after it reads as of no one moment.
 */
const isSpread = async (client: ClientBase, patienceMs: number | undefined): Promise<boolean> => {
  const { rows } = await send(client, { text: "select where current_setting('citus.version', true) is not null" }, patienceMs)
  return rows.length > 0
}

/**
 * Begins without waiting for the answer: should it fail, so does everything after it. Ends only as all of it or nothing.
 * @param opening the messages it begins with
 * @param changed takes the names of what the work says it changed
 */
const inTransaction = async <T>(
  client: PoolClient,
  work: (sql: Transaction) => Promise<T>,
  opening: readonly string[],
  patienceMs: number | undefined,
  unended: Unended | undefined,
  changed: Set<string>,
): Promise<T> => {
  let ask = askOn(client, patienceMs)
  const failed: unknown[] = []
  let isOver = false
  const asked: Ask = async (statement) => {
    if (isOver) throw new Error('The transaction is over.')
    try {
      return await ask(statement)
    } catch (error) {
      failed.push(error)
      throw error
    }
  }
  try {
    const begun = Promise.all(opening.map((text) => asked({ text })))
    begun.catch(() => undefined)
    const withoutTimeLimit = async () => {
      ask = askOn(client)
      await asked({ text: 'set local statement_timeout = 0' })
    }
    const tell = (name: string) => void changed.add(name)
    const done = await work(Object.assign(statementsOf(asked), { withoutTimeLimit, tell }))
    await begun
    if (failed.length > 0) throw failed[0]
    isOver = true
    if (unended) {
      unended.add(client)
      return done
    }
    const ended = (await send(client, { text: 'commit' }, patienceMs)) as { command?: string }
    // A statement sent just before the commit and not waited for may have failed: then nothing was kept.
    if (ended.command !== 'COMMIT') {
      await setImmediate()
      throw failed[0] ?? new Error('The transaction was taken back.')
    }
    return done
  } catch (error) {
    // What came after the statement that failed only says that something did.
    throw (error as { code?: string }).code === ABORTED ? (failed[0] ?? error) : error
  } finally {
    isOver = true
  }
}

const ABORTED = '25P02'

const askOn =
  (client: ClientBase, patienceMs?: number): Ask =>
  async (statement): Promise<Rows<Row[]>> => {
    sendTogether(client)
    return rowsOf((await send(client, statement, patienceMs)) as never)
  }

const send = (client: ClientBase, { text, values }: Compiled, patienceMs: number | undefined): Promise<QueryResult> =>
  new Promise<QueryResult>((resolve, reject) => {
    client.query(new Statement(text, values, patienceMs, (error, result) => (error ? reject(error) : resolve(result))))
  }).catch(rethrowNamed)

/** Statements asked for before anything else happens go in one piece: the system call costs more than most of them. */
const sendTogether = (client: ClientBase): void => {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & { writableCorked?: number; cork(): void; uncork(): void } } })
    .connection
  if (stream.writableCorked) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** A table was altered since this connection planned a statement on it, and its rows have another shape now: a fresh one plans anew. */
const STALE_PLAN = 'STALE_PLAN'
const isStale = (error: unknown): boolean => (error as { code?: string }).code === STALE_PLAN

/** The driver's own errors have no code; whoever answers people needs to tell a cut connection from a mistake. */
const rethrowNamed = (error: Error & { code?: string }): never => {
  if (error.code === '0A000' && /cached plan/.test(error.message)) error.code = STALE_PLAN
  if (error.code === undefined && /connect|Connection|closed|not queryable|read timeout/.test(error.message)) error.code = 'CONNECTION_CLOSED'
  throw error
}
