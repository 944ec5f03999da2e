import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#platform/version.ts'
import { failure } from '#shared/failure.ts'
import type { Query, Statements } from './sql.ts'

export const MIGRATIONS = join(ROOT, 'db/migrations')

/** The names of the migrations this version has, in order. */
export const migrationNames = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()

/** A column for a question about the house. */
export const newestMigration = (sql: Statements): Query<readonly unknown[]> => sql`(select max(name) from migration)`

const EVERY_MS = 1_000

/**
 * Whether a newer version of Daybook has migrated the database, which this one may then write to no more: it does not know what the
 * newer one needs. Once known it stays so.
 */
export class Succession {
  /** The last migration this code was made for. */
  readonly #madeFor = migrationNames().at(-1) ?? ''
  #isOver = false
  #tell: () => void = () => undefined
  /** Resolves when it is known that a newer version has taken over; never otherwise. */
  readonly over = new Promise<void>((resolve) => {
    this.#tell = resolve
  })

  /** @throws Superseded when a newer version is known to have taken over */
  refuse(): void {
    if (this.#isOver) throw failure('Superseded', {}, [], 1)
  }

  /**
   * To be asked first in a transaction that writes. Reading the list of migrations holds a lock on it to the end of the transaction, and
   * a migration takes the list for itself before anything else (`claimDatabase`): it waits for those who write, and whoever writes after it reads
   * what it has added. No moment lies in between, since PostgreSQL looks at a table only after it has the lock.
   * @throws Superseded
   */
  async ask(sql: Statements): Promise<void> {
    const [row] = await sql<{ newest: string | null }[]>`select ${newestMigration(sql)} as newest`
    this.heed(row?.newest)
  }

  /**
   * The same where `newestMigration` was asked in another question.
   * @throws Superseded
   */
  heed(newest: string | null | undefined): void {
    if ((newest ?? '') > this.#madeFor) {
      this.#isOver = true
      this.#tell()
    }
    this.refuse()
  }

  /** Asks once a second, for servers that only read or have nothing to do. */
  watch(house: Statements): { stop(): void } {
    let isAsking = false
    const look = async () => {
      if (isAsking) return
      isAsking = true
      // A database that is away says so elsewhere, and one that is being migrated lets nobody look until it is done.
      await this.ask(house).catch(() => undefined)
      isAsking = false
    }
    const timer = setInterval(() => void look(), EVERY_MS)
    timer.unref()
    return { stop: () => clearInterval(timer) }
  }
}

/** Waits for whoever writes and keeps others from writing until the migration is done: what it fills in from rows must miss none. */
export const claimDatabase = async (owner: Statements): Promise<void> => {
  await owner`lock table migration in access exclusive mode`
}
