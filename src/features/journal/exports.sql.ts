import type { Doer } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import type { PostedLine } from './posted.rules.ts'

/** A day as it was exported last. */
export interface ExportedDay {
  locationId: number
  day: string
  /** How often it was exported. */
  part: number
  exportId: string
  exportedAt: Date
  exportedBy: string
  figures: PostedLine[]
}

interface Places {
  from: string
  to: string
}

/** The days of a range that were exported, each as it was the last time. */
export const exportedDays = async (scope: VenueScope, places: readonly { locationId: number }[], { from, to }: Places): Promise<ExportedDay[]> => {
  const { sql, venueId } = scope
  const rows = await sql<ExportedDay[]>`
    select distinct on (p.location_id, p.business_date) p.location_id as "locationId", p.business_date as day, p.part, p.export_id::text as "exportId",
      x.exported_at as "exportedAt", coalesce(e.display_name, '') as "exportedBy", p.figures
    from journal_part p join journal_export x on x.venue_id = ${venueId} and x.export_id = p.export_id
      left join employee e on e.venue_id = ${venueId} and e.user_id = x.user_id
    where p.venue_id = ${venueId} and p.location_id = any(${places.map(({ locationId }) => locationId)}::int[]) and p.business_date between ${from} and ${to}
    order by p.location_id, p.business_date, p.part desc`
  return [...rows]
}

/** A journal that was exported: a day, or what changed of it since. */
export interface ExportedJournal {
  journalNo: number
  locationId: number
  day: string
  part: number
  lines: PostedLine[]
}

export interface ExportRow {
  exportId: string
  exportedAt: Date
  exportedBy: string
  from: string
  to: string
  currency: string
  journals: ExportedJournal[]
}

/** Exports end here on a list. */
const MOST_EXPORTS = 100

const exportsBy = async (scope: VenueScope, exportId: string | undefined): Promise<ExportRow[]> => {
  const { sql, venueId } = scope
  const one = exportId === undefined ? sql`` : sql`and x.export_id = ${exportId}::bigint`
  const rows = await sql<ExportRow[]>`
    select x.export_id::text as "exportId", x.exported_at as "exportedAt", coalesce(e.display_name, '') as "exportedBy", x.from_day as from, x.to_day as to,
      x.currency, p.journals
    from journal_export x left join employee e on e.venue_id = ${venueId} and e.user_id = x.user_id
    cross join lateral (
      select json_agg(json_build_object('journalNo', p.journal_no, 'locationId', p.location_id, 'day', p.business_date, 'part', p.part, 'lines', p.lines)
        order by p.journal_no) as journals from journal_part p where p.venue_id = ${venueId} and p.export_id = x.export_id) p
    where x.venue_id = ${venueId} ${one} and not exists (select from journal_part q where q.venue_id = ${venueId} and q.export_id = x.export_id
      and q.location_id <> all(${scope.locations.map(({ locationId }) => locationId)}::int[]))
    order by x.export_id desc limit ${MOST_EXPORTS}`
  return [...rows]
}

/** The last exports, all of whose locations the reader may see. */
export const lastExports = (scope: VenueScope): Promise<ExportRow[]> => exportsBy(scope, undefined)

/** @throws JournalExportNotFound for one that is not there, or of a location that is not granted */
export const exportById = async (scope: VenueScope, exportId: string): Promise<ExportRow> => {
  const [row] = await exportsBy(scope, exportId)
  if (!row) throw failure('JournalExportNotFound')
  return row
}

/** A day to be kept as exported. */
export interface NewPart {
  locationId: number
  day: string
  part: number
  isFinal: boolean
  figures: PostedLine[]
  lines: PostedLine[]
}

interface NewExport {
  from: string
  to: string
  currency: string
  parts: readonly NewPart[]
}

/** Nobody else exports at the venue until the transaction ends, so that whoever waits finds what was exported before them. */
export const holdExports = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`journal exports ${venueId}`}, 0))`
}

/** Keeps an export that somebody made. @returns its id */
export const keepExport = async (
  scope: VenueScope,
  { userId, onBehalfOf }: Doer & { userId: number },
  { from, to, currency, parts }: NewExport,
): Promise<string> => {
  const { sql, venueId } = scope
  const exportId = newFactId()
  await sql`
    insert into journal_export (venue_id, export_id, exported_at, user_id, on_behalf_of_user_id, from_day, to_day, currency)
    values (${venueId}, ${exportId}::bigint, ${scope.now}, ${userId}, ${onBehalfOf}, ${from}, ${to}, ${currency})`
  const written = parts.map(({ locationId, day, part, isFinal, figures, lines }, i) => ({ n: i + 1, locationId, day, part, isFinal, figures, lines }))
  await sql`
    insert into journal_part (venue_id, location_id, business_date, part, export_id, journal_no, is_final, figures, lines)
    select ${venueId}, w."locationId", w.day, w.part, ${exportId}::bigint, b.no + w.n, w."isFinal", w.figures, w.lines
    from jsonb_to_recordset(${sql.json(written as never)}::jsonb) as w(n int, "locationId" int, day date, part smallint, "isFinal" boolean, figures jsonb, lines jsonb),
      (select coalesce(max(journal_no), 0) as no from journal_part where venue_id = ${venueId}) as b returning 1`
  return exportId
}
