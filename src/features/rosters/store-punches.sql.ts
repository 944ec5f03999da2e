import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { booleans, hexadecimal, moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { countAttendance, type Touched } from './count-attendance.sql.ts'
import { SOURCE, STATE } from './roster.rules.ts'
import { LONGEST_SPELL_MS, type Punch, type Spell, spellsOf } from './spells.rules.ts'

/** A punch as it is kept; its moment in milliseconds. */
export interface StoredPunch extends Punch {
  revision: number
  personId: number
  terminalKey: number
  /** Hash of what was sent, hexadecimal. */
  content: string
}

/** Keeps punches of a location and works out anew what they come to: spells of work, and the days these touch. The attendance lock is held. */
export const storePunches = async (scope: VenueScope, locationId: number, punches: readonly StoredPunch[]): Promise<void> => {
  if (punches.length === 0) return
  const before = await formerlyAt(scope, locationId, punches)
  await write(scope, locationId, punches)
  const spans = new Map<number, { from: number; to: number }>()
  for (const { personId, at } of [...before, ...punches]) {
    const span = spans.get(personId) ?? { from: at, to: at }
    spans.set(personId, { from: Math.min(span.from, at), to: Math.max(span.to, at) })
  }
  const touched: Touched[] = []
  for (const [personId, span] of spans) touched.push(...(await workOutSpells(scope, locationId, personId, span)))
  await countAttendance(scope, touched)
}

/** Where punches stood that are replaced: another person or moment loses them. */
const formerlyAt = async ({ sql, venueId }: VenueScope, locationId: number, punches: readonly StoredPunch[]): Promise<{ personId: number; at: number }[]> => {
  const rows = await sql<{ personId: number; at: Date }[]>`
    select p.person_id as "personId", p.at from unnest(${texts(punches.map(({ code }) => code))}::text[]) as w(code)
    join punch p on p.venue_id = ${venueId} and p.location_id = ${locationId} and p.code = w.code`
  return rows.map(({ personId, at }) => ({ personId, at: at.getTime() }))
}

const write = async ({ sql, venueId, now }: VenueScope, locationId: number, punches: readonly StoredPunch[]): Promise<void> => {
  const sorted = [...punches].sort((a, b) => (a.code < b.code ? -1 : 1))
  await sql`
    insert into punch (venue_id, location_id, code, revision, person_id, terminal_key, kind, at, content_hash, received_at)
    select ${venueId}, ${locationId}, u.code, u.revision, u.person_id, u.terminal_key, u.kind, u.at, decode(u.content, 'hex'), ${now}
    from unnest(${texts(sorted.map(({ code }) => code))}::text[], ${numbers(sorted.map(({ revision }) => revision))}::int[],
      ${numbers(sorted.map(({ personId }) => personId))}::int[], ${numbers(sorted.map(({ terminalKey }) => terminalKey))}::int[],
      ${numbers(sorted.map(({ kind }) => kind))}::smallint[], ${moments(sorted.map(({ at }) => at))}::timestamptz[],
      ${hexadecimal(sorted.map(({ content }) => Buffer.from(content, 'hex')))}::text[]) as u(code, revision, person_id, terminal_key, kind, at, content)
    on conflict (venue_id, location_id, code) do update set revision = excluded.revision, person_id = excluded.person_id,
      terminal_key = excluded.terminal_key, kind = excluded.kind, at = excluded.at, content_hash = excluded.content_hash, received_at = excluded.received_at
    returning 1`
}

/**
 * Makes the spells of a person around some punches anew. Whether a punch begins or ends one depends on those up to the longest spell away from it.
 * @returns the days of the spells before and after
 */
const workOutSpells = async (scope: VenueScope, locationId: number, personId: number, span: { from: number; to: number }): Promise<Touched[]> => {
  const { sql, venueId } = scope
  const [from, to] = [span.from - LONGEST_SPELL_MS, span.to + LONGEST_SPELL_MS]
  const rows = await sql<{ code: string; kind: number; at: Date }[]>`
    select p.code, p.kind, p.at from punch p where p.venue_id = ${venueId} and p.person_id = ${personId} and p.location_id = ${locationId}
      and p.at between ${new Date(from - 2 * LONGEST_SPELL_MS)} and ${new Date(to + 2 * LONGEST_SPELL_MS)}`
  const spells = spellsOf(rows.map((row) => ({ ...row, at: row.at.getTime() }))).filter((spell) => spell.from >= from && spell.from <= to)
  const former = await sql<{ day: string }[]>`
    select t.day from timesheet t where t.venue_id = ${venueId} and t.person_id = ${personId} and t.location_id = ${locationId} and t.source = ${SOURCE.till}
      and t.starts_at between ${new Date(from)} and ${new Date(to)}`
  await sql`
    delete from timesheet t where t.venue_id = ${venueId} and t.person_id = ${personId} and t.location_id = ${locationId} and t.source = ${SOURCE.till}
      and t.starts_at between ${new Date(from)} and ${new Date(to)} and t.code <> all(${texts(spells.map(({ code }) => sheetCode(locationId, code)))}::text[])`
  const days = await writeSpells(scope, locationId, personId, spells)
  return [...new Set([...former.map(({ day }) => day), ...days])].map((day) => ({ personId, day }))
}

/** A spell is known by the punch it begins with, however often it is made anew. */
const sheetCode = (locationId: number, punchCode: string): string => `${locationId} ${punchCode}`

/** @returns the trading day each begins on */
const writeSpells = async (scope: VenueScope, locationId: number, personId: number, spells: readonly Spell[]): Promise<string[]> => {
  const { sql, venueId, now } = scope
  const location = scope.locations.find((one) => one.locationId === locationId)
  if (!location) throw new Error(`Location ${locationId} is not in scope.`)
  const calendar = calendarOf(location)
  const days = spells.map((spell) => tradingTime(spell.from, calendar).businessDate)
  if (spells.length === 0) return days
  const isOpen = ({ minutes }: Spell) => minutes === null
  await sql`
    insert into timesheet (venue_id, timesheet_id, source, code, location_id, person_id, day, starts_at, ends_at, break_minutes, actual, state, no_start,
      content_hash, received_at)
    select ${venueId}, u.id, ${SOURCE.till}, u.code, ${locationId}, ${personId}, u.day, u.starts_at, u.ends_at, u.break_minutes, u.actual, u.state, u.no_start,
      '\\x', ${now}
    from unnest(${texts(spells.map(() => newFactId()))}::bigint[], ${texts(spells.map(({ code }) => sheetCode(locationId, code)))}::text[], ${texts(days)}::date[],
      ${moments(spells.map((spell) => spell.from))}::timestamptz[], ${moments(spells.map((spell) => spell.to))}::timestamptz[],
      ${numbers(spells.map(({ breakMinutes }) => breakMinutes))}::int[], ${numbers(spells.map(({ minutes }) => minutes))}::int[],
      ${numbers(spells.map((spell) => (isOpen(spell) ? STATE.open : STATE.submitted)))}::smallint[],
      ${booleans(spells.map(({ noStart }) => noStart))}::boolean[]) as u(id, code, day, starts_at, ends_at, break_minutes, actual, state, no_start)
    on conflict (venue_id, source, code) do update set person_id = excluded.person_id, day = excluded.day, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, break_minutes = excluded.break_minutes, actual = excluded.actual, state = excluded.state, no_start = excluded.no_start,
      received_at = excluded.received_at
    returning 1`
  return days
}
