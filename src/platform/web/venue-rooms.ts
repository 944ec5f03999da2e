import { createHash } from 'node:crypto'
import { accessNotice, type GrantedLocations, grantsOf, shared } from '#platform/access/grants.ts'
import type { Session } from '#platform/access/sessions.ts'
import type { PersonHolder, VenueScope } from '#platform/access/venue-scope.ts'
import { readForListeners } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import type { Tag } from '#shared/permissions.ts'
import { EventStream, eventBytes, type Wire } from './event-stream.ts'
import type { Service } from './implement.ts'

/** What the listeners of a venue are told. */
export interface Told<T extends object> {
  /** Whoever does not hold it any more is told nothing, and listens no more. */
  tag: Tag
  /** The name under which changes of it are told (`Transaction.tell`). */
  notice: (venueId: number) => string
  /** Reads it once for all who listen; what it answers makes what those may see who may see some locations, or null for all. */
  read: (scope: VenueScope) => Promise<(locationIds: ReadonlySet<number> | null) => T>
}

/** What is told beside it: when it was read, and how long to wait at least before something else is asked for because of it. */
export interface Beside {
  AsAt: string
  RefreshSeconds: number
}

/** Read once a second at most. */
const EVERY_MS = 1_000
/** Read anyway: notices may be lost, and a day may begin. */
const ANYWAY_MS = 60_000
const AGAIN_AFTER_MS = 5_000

/** Rooms of venues in which all listeners are told the same, each cut to what they may see: one reading for all, however many there are. */
export class VenueRooms<T extends object> {
  readonly #told: Told<T>
  /** One set of them for each database: a test has several. */
  readonly #rooms = new WeakMap<Database, Map<number, VenueRoom<T>>>()

  constructor(told: Told<T>) {
    this.#told = told
  }

  /** A stream for somebody at the venue that is theirs. */
  stream(service: Service, { venueId, holder }: VenueScope, session: Session): EventStream<T & Beside> {
    if (holder.kind !== 'person') throw new Error('Only people listen.')
    return new EventStream(session, (wire) => {
      const rooms = this.#rooms.get(service.database) ?? new Map<number, VenueRoom<T>>()
      this.#rooms.set(service.database, rooms)
      const room = rooms.get(venueId) ?? new VenueRoom(service, venueId, this.#told)
      rooms.set(venueId, room)
      const leave = room.join(holder, session.locations, wire)
      return () => {
        leave()
        if (room.isEmpty && rooms.get(venueId) === room) rooms.delete(venueId)
      }
    })
  }
}

interface Listener {
  holder: PersonHolder
  /** The locations of a wall screen; nothing for people. */
  onlyAt: ReadonlySet<number> | undefined
  wire: Wire
  /** The last event they had. */
  had: string | undefined
}

class VenueRoom<T extends object> {
  readonly #service: Service
  readonly #venueId: number
  readonly #told: Told<T>
  readonly #listeners = new Set<Listener>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #isLooking = false
  #isToLook = false
  #timer: NodeJS.Timeout | undefined
  #anyway: NodeJS.Timeout | undefined
  #stopHearing = (): void => undefined

  constructor(service: Service, venueId: number, told: Told<T>) {
    this.#service = service
    this.#venueId = venueId
    this.#told = told
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  join(holder: PersonHolder, onlyAt: readonly number[] | undefined, wire: Wire): () => void {
    const listener = { holder, onlyAt: onlyAt && new Set(onlyAt), wire, had: wire.lastEventId }
    if (this.isEmpty) this.#open()
    this.#listeners.add(listener)
    this.#look()
    return () => {
      this.#listeners.delete(listener)
      if (this.isEmpty) this.#close()
    }
  }

  #open(): void {
    const look = () => this.#look()
    const { notices } = this.#service.database
    const stops = [this.#told.notice, accessNotice].map((notice) => notices.listen(notice(this.#venueId), look))
    this.#stopHearing = () => {
      for (const stop of stops) stop()
    }
    this.#anyway = setInterval(look, ANYWAY_MS).unref()
  }

  #close(): void {
    this.#stopHearing()
    clearInterval(this.#anyway)
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Looks as soon as it may; what changes while it looks is looked at next. */
  #look(afterMs = 0): void {
    if (this.#isLooking) {
      this.#isToLook = true
      return
    }
    if (this.#timer || this.isEmpty) return
    const waitMs = Math.max(afterMs, this.#lookedAt + EVERY_MS - performance.now())
    this.#timer = setTimeout(() => void this.#lookNow(), Math.max(0, waitMs)).unref()
  }

  async #lookNow(): Promise<void> {
    this.#timer = undefined
    this.#isLooking = true
    this.#isToLook = false
    this.#lookedAt = performance.now()
    const isDone = await this.#tellAll().then(
      () => true,
      () => false,
    )
    this.#isLooking = false
    // The database may be away for a while: what is on screen stays, and is older.
    if (!isDone) this.#look(AGAIN_AFTER_MS)
    else if (this.#isToLook) this.#look()
  }

  async #tellAll(): Promise<void> {
    const { database, clock } = this.#service
    const listeners = [...this.#listeners]
    const holders = listeners.map(({ holder }) => holder)
    const { granted, part, now } = await readForListeners(database, this.#venueId, clock?.(), async (scope) => {
      const [granted, part] = await Promise.all([grantsOf(scope, holders), this.#told.read(scope)])
      return { granted, part, now: scope.now }
    })
    const parts = new Parts(part, { AsAt: now.toISOString(), RefreshSeconds: refreshSeconds(listeners.length) })
    for (const listener of listeners) this.#tell(listener, granted, parts)
  }

  #tell(listener: Listener, granted: GrantedLocations, parts: Parts<T>): void {
    const locationIds = seenBy(listener, granted, this.#told.tag)
    if (locationIds === undefined) {
      listener.wire.end()
      return
    }
    const { id, event } = parts.of(locationIds)
    if (listener.had === id) return
    listener.had = id
    listener.wire.send(event)
  }
}

/** Where somebody may hear of sales now. A wall screen is their dashboard at some locations: it needs that too, and one location at least. */
const seenBy = ({ holder, onlyAt }: Listener, granted: GrantedLocations, tag: Tag): ReadonlySet<number> | null | undefined => {
  const own = granted(holder, tag)
  if (!onlyAt || own === undefined) return own
  const shown = shared(own, onlyAt)
  return granted(holder, 'can_viewdashboard') !== undefined && shown?.size ? shown : undefined
}

/** Events by the locations somebody may see, each made and written once. */
class Parts<T extends object> {
  readonly #part: (locationIds: ReadonlySet<number> | null) => T
  readonly #beside: string
  readonly #made = new Map<string, { id: string; event: Buffer }>()

  constructor(part: (locationIds: ReadonlySet<number> | null) => T, beside: Beside) {
    this.#part = part
    this.#beside = JSON.stringify(beside).slice(0, -1)
  }

  of(locationIds: ReadonlySet<number> | null): { id: string; event: Buffer } {
    const name = locationIds === null ? 'all' : [...locationIds].sort((a, b) => a - b).join()
    const known = this.#made.get(name)
    if (known) return known
    const json = JSON.stringify(this.#part(locationIds))
    // The same figures have the same name in every process, whenever they were read.
    const id = createHash('sha256').update(json).digest('base64url').slice(0, 16)
    const made = { id, event: eventBytes(id, `${this.#beside},${json.slice(1)}`) }
    this.#made.set(name, made)
    return made
  }
}

/** The more people look, the less often each of them asks for what events do not hold. */
const refreshSeconds = (listeners: number): number => Math.min(60, Math.max(12, Math.round(listeners / 5)))
