import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { allVenueIds, forEachVenue, VenuesFailed } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings.ts'
import { onAudited } from './audit.ts'
import { type CopiedHead, copiedHeads, copyHeads, HEADS_FILE } from './audit-heads.ts'
import { headOf, sealVenue } from './audit-seals.sql.ts'

const TICK_MS = 1000
/** A row is announced before it is committed: its venue is looked at more than once. */
const LOOKS_MS = [500, 3_000, 20_000]
/** What other processes left, killed before they could seal it. */
const EVERY_VENUE_MS = 10 * 60_000
/** After it failed. */
const AGAIN_MS = 5_000
const COPY_MS = 24 * 3_600_000

/** Every chain there can be: the house's and each venue's. */
export const allChains = async (database: Database): Promise<number[]> => [0, ...(await allVenueIds(database))]

/** Seals every row there is, of every venue. */
export const sealEverything = async (database: Database): Promise<void> => {
  await forEachVenue(await allChains(database), (venueId) => sealVenue(database, venueId, 'all'))
}

/**
 * Seals what this process writes into the audit trails, about a second after it is written, and now and then what others left
 * unsealed; copies the heads of the chains out of the database each day. Any number of processes may do so.
 */
export const keepAuditSealed = (database: Database, settings: Pick<Settings, 'dataFolder' | 'logLevel'>): { stop(): Promise<void> } => {
  const log = pino({ level: settings.logLevel, name: 'audit' })
  const due = new Map<number, number[]>()
  const known = new Set<number>()
  let everyVenueAt = 0
  let copyAt = 0
  let stopping = false

  const deafen = onAudited((venueId) => {
    const [soon, ...later] = LOOKS_MS.map((after) => Date.now() + after) as [number, ...number[]]
    // A venue that is written to all the time must not wait for a pause.
    due.set(venueId, [Math.min(due.get(venueId)?.[0] ?? soon, soon), ...later])
  })

  // The first time all there is, which after a restore or a crash may be old.
  const look = async (venueId: number) => {
    await sealVenue(database, venueId, known.has(venueId) ? 'recent' : 'all')
    known.add(venueId)
  }

  /** A venue whose trail could not be sealed is looked at again a little later. */
  const lookAt = async (venueIds: readonly number[]): Promise<void> => {
    try {
      await forEachVenue(venueIds, async (venueId) => (stopping ? undefined : look(venueId)))
    } catch (error) {
      if (!(error instanceof VenuesFailed)) throw error
      for (const venueId of error.failures.keys()) if (!due.has(venueId)) due.set(venueId, [Date.now() + AGAIN_MS])
      log.warn({ err: error }, 'Some audit trails could not be sealed this time.')
    }
  }

  /** The venues whose rows were announced long enough ago. */
  const dueBy = (now: number): number[] => {
    const venueIds: number[] = []
    for (const [venueId, times] of due) {
      if ((times[0] ?? 0) > now) continue
      const left = times.filter((time) => time > now)
      if (left.length > 0) due.set(venueId, left)
      else due.delete(venueId)
      venueIds.push(venueId)
    }
    return venueIds
  }

  const tick = async () => {
    const now = Date.now()
    if (now >= everyVenueAt) {
      const chains = await allChains(database)
      everyVenueAt = now + EVERY_VENUE_MS
      await lookAt(chains)
    }
    await lookAt(dueBy(now))
    if (stopping || now < copyAt) return
    await copyAllHeads(database, settings.dataFolder, log)
    copyAt = now + COPY_MS
  }

  // The database may be away, or be taken over by a newer version: both say so elsewhere, and nothing is lost meanwhile.
  let working: Promise<void> = Promise.resolve()
  let isWorking = false
  const timer = setInterval(() => {
    if (isWorking) return
    isWorking = true
    working = tick()
      .catch((error: unknown) => log.debug({ err: error }, 'the audit trail could not be sealed this time'))
      .finally(() => {
        isWorking = false
      })
  }, TICK_MS)
  timer.unref()
  return {
    stop: async () => {
      stopping = true
      clearInterval(timer)
      deafen()
      await working
    },
  }
}

/** Copies the heads that changed since they were last copied into the data folder and the log. */
const copyAllHeads = async (database: Database, dataFolder: string, log: Logger): Promise<void> => {
  const file = join(dataFolder, HEADS_FILE)
  try {
    const before = new Map((await copiedHeads(file)).map(({ venueId, seq }) => [venueId, seq]))
    const copiedAt = new Date().toISOString()
    const heads: CopiedHead[] = []
    const copying = forEachVenue(await allChains(database), async (venueId) => {
      const head = await database.readVenue(venueId, (sql) => headOf(sql, venueId))
      if (head.seq > 0 && head.seq !== before.get(venueId)) heads.push({ venueId, copiedAt, ...head })
    })
    // Those that could be read are copied whatever became of the others.
    await copying.catch(() => undefined)
    await copyHeads(file, heads)
    for (const { venueId, seq, hash } of heads) log.info({ VenueId: venueId, Seq: seq, Hash: hash.toString('hex') }, 'head of an audit trail')
    await copying
  } catch (error) {
    log.warn({ err: error }, `The heads of the audit trails could not be copied to ${file}.`)
  }
}
