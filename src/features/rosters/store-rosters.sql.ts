import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { Query } from '#platform/database/sql.ts'
import { booleans, hexadecimal, moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { countAttendance, type Touched } from './count-attendance.sql.ts'
import { STATE } from './roster.rules.ts'

/** What became of a shift or a timesheet that a source sent. */
export type Stored = 'new' | 'changed' | 'unchanged'

/** What a source sends of a shift or a timesheet, by its own id. Moments in milliseconds, lengths in minutes, money in minor units. */
interface FromSource {
  code: string
  locationId: number | null
  day: string
  from: number
  breakMinutes: number
  cost: number | null
  /** Hash of what was sent, hexadecimal: the same again changes nothing. */
  content: string
}

export interface ShiftFromSource extends FromSource {
  /** null: an open shift. */
  personId: number | null
  areaId: number | null
  to: number
  minutes: number
  published: boolean
}

export interface SheetFromSource extends FromSource {
  personId: number
  areaId: number | null
  to: number | null
  claimed: number | null
  actual: number | null
  approved: number | null
  state: number
  isLeave: boolean
  approvedBy: string
  note: string
  /** The source's own id of the shift it is for. */
  shiftCode: string | null
}

/** What a source sent before, by its own id. */
type Before = { code: string; content: string; personId: number | null; day: string }

/** Keeps shifts of a source and counts the days they touch. A shift that comes again with other content is changed. The attendance lock is held. @param isCheck only foretell what would become of them */
export const storeShifts = (scope: VenueScope, source: number, shifts: readonly ShiftFromSource[], isCheck = false): Promise<Stored[]> =>
  store(scope, scope.sql`roster_shift`, writeShifts, source, shifts, isCheck)

/** Keeps timesheets of a source, as `storeShifts` does shifts. */
export const storeSheets = (scope: VenueScope, source: number, sheets: readonly SheetFromSource[], isCheck = false): Promise<Stored[]> =>
  store(scope, scope.sql`timesheet`, writeSheets, source, sheets, isCheck)

const store = async <S extends FromSource & { personId: number | null }>(
  scope: VenueScope,
  table: Query<readonly unknown[]>,
  write: (scope: VenueScope, source: number, rows: readonly S[]) => Promise<void>,
  source: number,
  sent: readonly S[],
  isCheck: boolean,
): Promise<Stored[]> => {
  const { sql, venueId } = scope
  const before = await sql<Before[]>`
    select t.code, encode(t.content_hash, 'hex') as content, t.person_id as "personId", t.day
    from unnest(${texts(sent.map(({ code }) => code))}::text[]) as w(code) join ${table} t on t.venue_id = ${venueId} and t.source = ${source} and t.code = w.code`
  const { outcomes, changed, touched } = compared(sent, before)
  if (isCheck) return outcomes
  await write(scope, source, changed)
  await countAttendance(scope, touched)
  return outcomes
}

/** Shifts that a source has no more, and counts the days they touch. One that comes again is new, whatever it says. The attendance lock is held. */
export const withdrawShifts = async (scope: VenueScope, source: number, codes: readonly string[]): Promise<void> => {
  const { sql, venueId, now } = scope
  if (codes.length === 0) return
  const touched = await sql<Touched[]>`
    update roster_shift set withdrawn = true, content_hash = '\\x', received_at = ${now}
    where venue_id = ${venueId} and source = ${source} and code = any(${texts(codes)}::text[]) and not withdrawn returning person_id as "personId", day`
  await countAttendance(scope, touched)
}

/** Timesheets that a source has no more, as `withdrawShifts` does shifts. */
export const discardSheets = async (scope: VenueScope, source: number, codes: readonly string[]): Promise<void> => {
  const { sql, venueId, now } = scope
  if (codes.length === 0) return
  const touched = await sql<Touched[]>`
    update timesheet set state = ${STATE.discarded}, content_hash = '\\x', received_at = ${now}
    where venue_id = ${venueId} and source = ${source} and code = any(${texts(codes)}::text[]) and state <> ${STATE.discarded}
    returning person_id as "personId", day`
  await countAttendance(scope, touched)
}

const compared = <S extends FromSource & { personId: number | null }>(sent: readonly S[], before: readonly Before[]) => {
  const known = new Map<string, Before>(before.map((row) => [row.code, row]))
  const changed = new Map<string, S>()
  const touched: Touched[] = []
  const outcomes = sent.map((one): Stored => {
    const former = known.get(one.code)
    if (former?.content === one.content) return 'unchanged'
    if (former) touched.push({ personId: former.personId, day: former.day })
    touched.push({ personId: one.personId, day: one.day })
    known.set(one.code, { code: one.code, content: one.content, personId: one.personId, day: one.day })
    changed.set(one.code, one)
    return former ? 'changed' : 'new'
  })
  return { outcomes, changed: [...changed.values()], touched }
}

const writeShifts = async ({ sql, venueId, now }: VenueScope, source: number, rows: readonly ShiftFromSource[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into roster_shift as s (venue_id, shift_id, source, code, location_id, area_id, person_id, day, starts_at, ends_at, break_minutes, minutes, cost, published,
      content_hash, received_at)
    select ${venueId}, u.id, ${source}, u.code, u.location_id, u.area_id, u.person_id, u.day, u.starts_at, u.ends_at, u.break_minutes, u.minutes, u.cost, u.published,
      decode(u.content, 'hex'), ${now}
    from unnest(${texts(rows.map(() => newFactId()))}::bigint[], ${texts(rows.map(({ code }) => code))}::text[],
      ${numbers(rows.map(({ locationId }) => locationId))}::int[], ${numbers(rows.map(({ areaId }) => areaId))}::int[],
      ${numbers(rows.map(({ personId }) => personId))}::int[], ${texts(rows.map(({ day }) => day))}::date[],
      ${moments(rows.map(({ from }) => from))}::timestamptz[], ${moments(rows.map(({ to }) => to))}::timestamptz[],
      ${numbers(rows.map(({ breakMinutes }) => breakMinutes))}::int[], ${numbers(rows.map(({ minutes }) => minutes))}::int[],
      ${numbers(rows.map(({ cost }) => cost))}::bigint[], ${booleans(rows.map(({ published }) => published))}::boolean[],
      ${hexadecimal(rows.map(({ content }) => Buffer.from(content, 'hex')))}::text[])
      as u(id, code, location_id, area_id, person_id, day, starts_at, ends_at, break_minutes, minutes, cost, published, content)
    on conflict (venue_id, source, code) do update set revision = s.revision + 1, location_id = excluded.location_id, area_id = excluded.area_id,
      person_id = excluded.person_id, day = excluded.day, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      break_minutes = excluded.break_minutes, minutes = excluded.minutes, cost = excluded.cost, published = excluded.published, withdrawn = false,
      content_hash = excluded.content_hash, received_at = excluded.received_at
    returning 1`
}

const writeSheets = async ({ sql, venueId, now }: VenueScope, source: number, rows: readonly SheetFromSource[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into timesheet as t (venue_id, timesheet_id, source, code, location_id, area_id, person_id, day, starts_at, ends_at, break_minutes, claimed, actual,
      approved, cost, state, is_leave, approved_by, note, shift_code, content_hash, received_at)
    select ${venueId}, u.id, ${source}, u.code, u.location_id, u.area_id, u.person_id, u.day, u.starts_at, u.ends_at, u.break_minutes, u.claimed, u.actual,
      u.approved, u.cost, u.state, u.is_leave, u.approved_by, u.note, u.shift_code, decode(u.content, 'hex'), ${now}
    from unnest(${texts(rows.map(() => newFactId()))}::bigint[], ${texts(rows.map(({ code }) => code))}::text[],
      ${numbers(rows.map(({ locationId }) => locationId))}::int[], ${numbers(rows.map(({ areaId }) => areaId))}::int[],
      ${numbers(rows.map(({ personId }) => personId))}::int[], ${texts(rows.map(({ day }) => day))}::date[],
      ${moments(rows.map(({ from }) => from))}::timestamptz[], ${moments(rows.map(({ to }) => to))}::timestamptz[],
      ${numbers(rows.map(({ breakMinutes }) => breakMinutes))}::int[], ${numbers(rows.map(({ claimed }) => claimed))}::int[],
      ${numbers(rows.map(({ actual }) => actual))}::int[], ${numbers(rows.map(({ approved }) => approved))}::int[],
      ${numbers(rows.map(({ cost }) => cost))}::bigint[], ${numbers(rows.map(({ state }) => state))}::smallint[],
      ${booleans(rows.map(({ isLeave }) => isLeave))}::boolean[], ${texts(rows.map(({ approvedBy }) => approvedBy))}::text[],
      ${texts(rows.map(({ note }) => note))}::text[], ${texts(rows.map(({ shiftCode }) => shiftCode))}::text[], ${hexadecimal(rows.map(({ content }) => Buffer.from(content, 'hex')))}::text[])
      as u(id, code, location_id, area_id, person_id, day, starts_at, ends_at, break_minutes, claimed, actual, approved, cost, state, is_leave, approved_by, note,
        shift_code, content)
    on conflict (venue_id, source, code) do update set revision = t.revision + 1, location_id = excluded.location_id, area_id = excluded.area_id,
      person_id = excluded.person_id, day = excluded.day, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      break_minutes = excluded.break_minutes, claimed = excluded.claimed, actual = excluded.actual, approved = excluded.approved, cost = excluded.cost,
      state = excluded.state, is_leave = excluded.is_leave, approved_by = excluded.approved_by, note = excluded.note, shift_code = excluded.shift_code,
      content_hash = excluded.content_hash, received_at = excluded.received_at
    returning 1`
}
