import { type AuditEvent, recordAudit } from '#platform/audit/audit.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Query } from '#platform/database/sql.ts'
import { newestMigration, type Succession } from '#platform/database/succession.ts'
import { failure } from '#shared/failure.ts'
import { TAGS, type Tag } from '#shared/permissions.ts'
import { taxNameOf } from '#shared/tax-name.ts'
import type { LocationKey } from './location-keys.ts'
import { actorOf, type Impersonator } from './sessions.ts'

type Fragment = Query<readonly unknown[]>

/** A place of the venue that the holder of a scope may see. */
export interface ScopeLocation {
  locationId: number
  name: string
  timeZone: string
  /** When the trading day begins on the wall clock, as HH:MM. */
  dayStart: string
  currency: string
  /** What it names as its region, whose public holidays it keeps; may be empty. */
  region: string
  active: boolean
  /** How it counts covers: by the patrons of its tables, or by what the items sold stand for. */
  coverMethod: 'patron' | 'item'
  /** Zone and cut-off by the day they hold from, earliest first; for tills and jobs, which place sales in time. */
  calendar?: readonly { fromDay: string; timeZone: string; dayStart: string }[]
}

export interface ScopeVenue {
  name: string
  sample: boolean
  currency: string
  /** ISO 3166, or '' where it is not known. */
  country: string
  language: 'en' | 'jp'
  /** ISO weekday, 1 = Monday. */
  weekStart: number
  /** MM-DD. */
  financialYearStart: string
  loyaltyName: string
  /** What the venue calls the tax in its prices; never empty. */
  taxName: string
  showBreakdownPage: boolean
  showControlSheet: boolean
  showExcise: boolean
  showTimeAndAttendanceModule: boolean
  dayparts: { Name: string; From: number; To: number }[]
}

/** Who holds the scope: a signed-in person, Admin, a till by its location key, or work that runs later. */
export type Holder =
  | PersonHolder
  | { kind: 'admin'; userId: number; userName: string; sessionId: string; ip: string }
  | { kind: 'till'; keyId: number; locationId: number }
  | { kind: 'supplier'; keyId: number; userId: number; supplierId: number; ip: string }
  | { kind: 'job' }

/** An employee of the venue, and who acts as them, if anybody does. */
export interface PersonHolder {
  kind: 'person'
  userId: number
  userName: string
  employeeId: number
  sessionId: string
  impersonator: Impersonator | null
  ip: string
}

/** What happened, for the audit; who did it is known. No secrets; card numbers masked. */
export type Happening = Pick<AuditEvent, 'action' | 'subject' | 'detail'>

/**
 * Proof that the caller may work in one venue, and the transaction to do it in. Every SQL function of a venue takes it
 * first; only sign-in code, the till's door and the job runner make one.
 */
export class VenueScope {
  readonly sql: Transaction
  readonly venueId: number
  readonly venue: ScopeVenue
  readonly holder: Holder
  readonly tags: readonly Tag[]
  readonly roles: readonly string[]
  /** The locations granted to the holder, active or not, by id. Others do not exist for them. */
  readonly locations: readonly ScopeLocation[]
  /** Whether every location is the holder's, those still to come too. */
  readonly allLocations: boolean
  /** The moment of the request by the database's clock, the same for all servers; reports never ask a clock themselves. */
  readonly now: Date

  /** Whether stored sums are read where there are any; otherwise what they were made of is. */
  #readsStored = true

  private constructor(made: Omit<VenueScope, 'chosenLocations' | 'audit' | 'heldWith' | 'at' | 'within' | 'readStored' | 'readsStored' | 'leaveStored'>) {
    this.sql = made.sql
    this.venueId = made.venueId
    this.venue = made.venue
    this.holder = made.holder
    this.tags = made.tags
    this.roles = made.roles
    this.locations = made.locations
    this.allLocations = made.allLocations
    this.now = made.now
  }

  /** The locations a question is about: those named, or all granted ones. One that is not granted refuses the whole question. */
  chosenLocations(named?: readonly number[]): readonly ScopeLocation[] {
    if (!named || named.length === 0) return this.locations
    return named.map((id) => {
      const found = this.locations.find(({ locationId }) => locationId === id)
      if (!found) throw failure('LocationNotFound')
      return found
    })
  }

  /** The format a stored form of sums is read in; null, which no row has, once stored forms are left alone. */
  readStored(format: string): string | null {
    return this.#readsStored ? format : null
  }

  get readsStored(): boolean {
    return this.#readsStored
  }

  /** From here on stored forms of sums count as not there, since one of them turned out broken. */
  leaveStored(): void {
    this.#readsStored = false
  }

  /** Writes down what the holder did, in the transaction it is done in. */
  async audit(happening: Happening): Promise<void> {
    const { holder } = this
    const machine = { actorUserId: null, ip: holder.kind === 'supplier' ? holder.ip : null }
    const person = holder.kind === 'person' ? { ...actorOf(holder), ip: holder.ip } : machine
    const who = holder.kind === 'admin' ? { actorUserId: holder.userId, sessionId: holder.sessionId, ip: holder.ip } : person
    await recordAudit(this.sql, this.venueId, { ...happening, ...who })
  }

  /**
   * What an employee may do and see at the venue now; where somebody acts as them, what both of them may.
   * @returns nothing where either of them has no access any more
   */
  static async forPerson(sql: Transaction, venueId: number, holder: PersonHolder, now?: Date): Promise<VenueScope | undefined> {
    const { impersonator } = holder
    if (!impersonator || impersonator.isAdmin) return VenueScope.#ofEmployee(sql, venueId, holder, now)
    const acting = { ...holder, userId: impersonator.userId, employeeId: impersonator.employeeId, impersonator: null }
    const [own, other] = await Promise.all([VenueScope.#ofEmployee(sql, venueId, holder, now), VenueScope.#ofEmployee(sql, venueId, acting, now)])
    return own && other?.tags.includes('can_impersonate') ? own.heldWith(other) : undefined
  }

  /** What both of two people hold. */
  heldWith(other: VenueScope): VenueScope {
    const shared = other.locations.map(({ locationId }) => locationId)
    return new VenueScope({
      ...this,
      tags: this.tags.filter((tag) => other.tags.includes(tag)),
      locations: this.locations.filter(({ locationId }) => shared.includes(locationId)),
      allLocations: this.allLocations && other.allLocations,
    })
  }

  /** The same at some of its locations only, as a wall screen has it. */
  at(locationIds: readonly number[]): VenueScope {
    return new VenueScope({ ...this, locations: this.locations.filter(({ locationId }) => locationIds.includes(locationId)), allLocations: false })
  }

  /** The same with no more than some tags and some of its locations, as a personal token has it; null: all of its locations. */
  within(tags: readonly Tag[], locationIds: readonly number[] | null): VenueScope {
    const held = locationIds === null ? this : this.at(locationIds)
    return new VenueScope({ ...held, tags: this.tags.filter((tag) => tags.includes(tag)) })
  }

  /** Admin at any venue: every tag and location. */
  static forAdmin(sql: Transaction, venueId: number, holder: Extract<Holder, { kind: 'admin' }>, now?: Date): Promise<VenueScope> {
    return VenueScope.#ofVenue(sql, venueId, holder, now, sql``)
  }

  static async #ofEmployee(sql: Transaction, venueId: number, holder: PersonHolder, now?: Date): Promise<VenueScope | undefined> {
    // Each table is held to the venue by its number: found by another table alone, a distributed database would not know where it lies.
    const [row] = await sql<PersonAccess[]>`
      select now() as at, e.active, e.registered, e.all_locations, e.tags, to_jsonb(v) as venue,
        (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'tags', r.tags) order by r.role_id), '[]') from employee_role er
          join role r on r.venue_id = er.venue_id and r.role_id = er.role_id
          where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as roles,
        (select coalesce(jsonb_agg(to_jsonb(l) order by l.location_id), '[]') from location l
          where l.venue_id = ${venueId} and l.removed_at is null and (e.all_locations or exists (select 1 from employee_location el
            where el.venue_id = ${venueId} and el.employee_id = e.employee_id and el.location_id = l.location_id))) as locations
      from employee e join venue v on v.venue_id = e.venue_id
      where e.venue_id = ${venueId} and e.employee_id = ${holder.employeeId} and e.user_id = ${holder.userId}`
    if (!row?.active || !row.registered) return undefined
    return new VenueScope({
      sql,
      venueId,
      venue: venueOf(row.venue),
      holder,
      tags: [...new Set([...row.tags, ...row.roles.flatMap(({ tags }) => tags)])].sort(),
      roles: row.roles.map(({ name }) => name),
      locations: row.locations.map(locationOf),
      allLocations: row.all_locations,
      now: now ?? row.at,
    })
  }

  /** @throws KeyNotValid for a key that was revoked or expired since it was cached; Superseded */
  static async forTill(sql: Transaction, succession: Succession, key: LocationKey, holder: Extract<Holder, { kind: 'till' }>, now?: Date): Promise<VenueScope> {
    const { keyHash, keyId, venueId, locationId } = key
    // Keys are the house's and locations a venue's: two questions, sent together.
    const [keys, scope] = await Promise.all([
      sql<
        { newest: string }[]
      >`select ${newestMigration(sql)} as newest from location_key k where k.key_hash = ${keyHash} and k.key_id = ${keyId} and k.venue_id = ${venueId}
        and k.location_id = ${locationId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
      VenueScope.#ofVenue(sql, venueId, holder, now, sql`and l.location_id = ${locationId}`),
    ])
    const [held] = keys
    if (!held) throw failure('KeyNotValid')
    succession.heed(held.newest)
    return scope
  }

  /** A supplier at a venue that granted it: every location, and by no tag; what is theirs there the venue's list of products says. */
  static forSupplier(sql: Transaction, venueId: number, holder: Extract<Holder, { kind: 'supplier' }>, now?: Date): Promise<VenueScope> {
    return VenueScope.#ofVenue(sql, venueId, holder, now, sql``)
  }

  /** For work that acts for the venue itself: imports, reconcile, month close, the sample. */
  static async forJob(sql: Transaction, venueId: number, now?: Date): Promise<VenueScope> {
    return VenueScope.#ofVenue(sql, venueId, { kind: 'job' }, now, sql``)
  }

  static async #ofVenue(sql: Transaction, venueId: number, holder: Holder, now: Date | undefined, which: Fragment): Promise<VenueScope> {
    const [row] = await sql<{ at: Date; venue: VenueRow; locations: LocationRow[] }[]>`
      select now() as at, to_jsonb(v) as venue,
        (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('calendar', (
            select jsonb_agg(to_jsonb(c) order by c.from_day) from location_calendar c where c.venue_id = ${venueId} and c.location_id = l.location_id
          )) order by l.location_id), '[]')
          from location l where l.venue_id = ${venueId} and l.removed_at is null ${which}) as locations
      from venue v where v.venue_id = ${venueId}`
    if (!row) throw failure('VenueNotFound')
    return new VenueScope({
      sql,
      venueId,
      venue: venueOf(row.venue),
      holder,
      tags: holder.kind === 'admin' ? TAGS : [],
      roles: holder.kind === 'admin' ? ['Admin'] : [],
      locations: row.locations.map(locationOf),
      allLocations: holder.kind !== 'till',
      now: now ?? row.at,
    })
  }
}

interface VenueRow {
  name: string
  is_sample: boolean
  currency: string
  country: string
  language: 'en' | 'jp'
  week_start: number
  financial_year_start: string
  loyalty_name: string
  tax_name: string
  show_breakdown_page: boolean
  show_control_sheet: boolean
  show_excise: boolean
  show_time_and_attendance_module: boolean
  dayparts: ScopeVenue['dayparts']
}

interface LocationRow {
  location_id: number
  name: string
  time_zone: string
  day_start: string
  currency: string
  region: string
  active: boolean
  cover_method: ScopeLocation['coverMethod']
  calendar?: { from_day: string; time_zone: string; day_start: string }[] | null
}

/** What was read of an employee's access, and when. */
interface PersonAccess {
  at: Date
  active: boolean
  registered: boolean
  all_locations: boolean
  venue: VenueRow
  tags: Tag[]
  roles: { name: string; tags: Tag[] }[]
  locations: LocationRow[]
}

const venueOf = (row: VenueRow): ScopeVenue => ({
  name: row.name,
  sample: row.is_sample,
  currency: row.currency,
  country: row.country,
  language: row.language,
  weekStart: row.week_start,
  financialYearStart: row.financial_year_start,
  loyaltyName: row.loyalty_name,
  taxName: taxNameOf(row.tax_name, row.currency, row.country),
  showBreakdownPage: row.show_breakdown_page,
  showControlSheet: row.show_control_sheet,
  showExcise: row.show_excise,
  showTimeAndAttendanceModule: row.show_time_and_attendance_module,
  dayparts: row.dayparts,
})

const locationOf = (row: LocationRow): ScopeLocation => ({
  locationId: row.location_id,
  name: row.name,
  timeZone: row.time_zone,
  dayStart: row.day_start.slice(0, 5),
  currency: row.currency,
  region: row.region,
  active: row.active,
  coverMethod: row.cover_method,
  ...(row.calendar
    ? { calendar: row.calendar.map(({ from_day, time_zone, day_start }) => ({ fromDay: from_day, timeZone: time_zone, dayStart: day_start.slice(0, 5) })) }
    : {}),
})
