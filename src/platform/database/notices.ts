import { Client } from 'pg'
import type { Sql } from './pool.ts'

const CHANNEL = 'daybook_changed'
/** Changes of so long are told together. */
const GATHERED_MS = 150
const AGAIN_AFTER_MS = 1_000
/** Notices can wait for the disk: a lost one is made good by whoever looks now and then. */
const UNHURRIED = 'set local synchronous_commit = off'

type Changed = () => void

/**
 * What changed, told by one process to all of them by way of the database, by a name. A notice sent in the transaction of the change itself would have
 * all commits wait for each other, since PostgreSQL takes them one at a time while they hold notices; so it is sent right after. It is lost where the process
 * ends in that moment, or while nobody is connected: whoever listens looks by themselves now and then.
 */
export class Notices {
  readonly #url: string
  readonly #house: () => Sql
  readonly #untold = new Set<string>()
  readonly #listeners = new Map<string, Set<Changed>>()
  #telling: NodeJS.Timeout | undefined
  #client: Client | undefined
  #connecting: NodeJS.Timeout | undefined
  #isOver = false

  /** @param url of the role that listens; it connects when somebody does */
  constructor(url: string, house: () => Sql) {
    this.#url = url
    this.#house = house
  }

  /** Tells all processes, in a moment, that what has these names changed. */
  tell(names: Iterable<string>): void {
    for (const name of names) this.#untold.add(name)
    if (this.#untold.size > 0 && !this.#isOver) this.#telling ??= setTimeout(() => void this.#tellAll(), GATHERED_MS).unref()
  }

  /** Calls whenever what has this name changed, or may have; until it is stopped. */
  listen(name: string, changed: Changed): () => void {
    const own = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, own.add(changed))
    this.#connect(0)
    return () => {
      own.delete(changed)
      if (own.size === 0 && this.#listeners.get(name) === own) this.#listeners.delete(name)
      if (this.#listeners.size === 0) this.#disconnect()
    }
  }

  /** Tells what is still untold, and hears no more. */
  async close(): Promise<void> {
    this.#isOver = true
    this.#disconnect()
    clearTimeout(this.#telling)
    if (this.#untold.size > 0) await this.#tellAll()
  }

  async #tellAll(): Promise<void> {
    this.#telling = undefined
    const names = [...this.#untold]
    this.#untold.clear()
    await this.#house()
      .begin((sql) => sql`select pg_notify(${CHANNEL}, name) from unnest(${names}::text[]) as name`, UNHURRIED)
      .catch(() => undefined)
  }

  #connect(afterMs: number): void {
    if (this.#isOver || this.#client || this.#connecting) return
    this.#connecting = setTimeout(() => {
      this.#connecting = undefined
      if (this.#listeners.size > 0) void this.#hear()
    }, afterMs)
  }

  async #hear(): Promise<void> {
    const client = new Client({ connectionString: this.#url, keepAlive: true, application_name: 'daybook-notices', connectionTimeoutMillis: 10_000 })
    this.#client = client
    const lost = () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#connect(AGAIN_AFTER_MS)
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload = '' }) => {
      for (const changed of [...(this.#listeners.get(payload) ?? [])]) changed()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // What was told while nobody was connected went by unheard.
      for (const own of [...this.#listeners.values()]) for (const changed of [...own]) changed()
    } catch {
      client.end().catch(() => undefined)
      lost()
    }
  }

  #disconnect(): void {
    clearTimeout(this.#connecting)
    this.#connecting = undefined
    const client = this.#client
    this.#client = undefined
    client?.end().catch(() => undefined)
  }
}
