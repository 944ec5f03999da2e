import { closeSync } from 'node:fs'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import { namelessFile, writeAll } from './nameless-file.adapter.ts'

/** What a file tells of. Whoever may bring in the one may not read files of the other. */
export type FileKind = 'sales' | 'cards' | 'rosters' | 'rates' | 'products' | 'invoices'

const PIECE_BYTES = 1024 * 1024
const MOST_KEPT_BYTES = 1024 * 1024 * 1024
const DAY_MS = 86_400_000

/**
 * Keeps a file until it is brought in or forgotten, and answers its id.
 * @throws TooLarge where a venue has too much lying there already
 */
export const keepFile = async (scope: VenueScope, kind: FileKind, name: string, bytes: Buffer): Promise<string> => {
  const { sql, venueId } = scope
  const fileId = await noteFile(scope, kind, { name, size: bytes.length, parts: null })
  for (let at = 0, no = 0; at < bytes.length; at += PIECE_BYTES, no += 1) {
    await sql`insert into import_file_piece (venue_id, file_id, piece_no, bytes) values (${venueId}, ${fileId}, ${no}, ${bytes.subarray(at, at + PIECE_BYTES)})`
  }
  return fileId
}

/**
 * Notes a file that is here, or comes in parts with these hashes: all of its size counts from now on.
 * @throws TooLarge
 */
export const noteFile = async (
  scope: VenueScope,
  kind: FileKind,
  { name, size, parts }: { name: string; size: number; parts: readonly string[] | null },
): Promise<string> => {
  const { sql, venueId, holder } = scope
  // Two that begin at once must not both find room for themselves alone.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import files ${venueId}`}, 0))`
  const [kept] = await sql<{ size: number }[]>`select coalesce(sum(size), 0)::bigint as size from import_file where venue_id = ${venueId}`
  if ((kept?.size ?? 0) + size > MOST_KEPT_BYTES) throw failure('TooLarge', { limit: '1 GB of files in a week' })
  const fileId = newFactId()
  await sql`
    insert into import_file (venue_id, file_id, kind, file_name, size, uploaded_by, part_hashes)
    values (${venueId}, ${fileId}, ${kind}, ${name}, ${size}, ${holder.kind === 'person' ? holder.userId : null}, ${parts && [...parts]})`
  return fileId
}

/**
 * The name of a file that was handed over. Whoever may see only some locations sees only their own files, since others may
 * tell of locations that do not exist for them.
 * @throws NotFound
 */
export const fileNamed = async (scope: VenueScope, kind: FileKind, fileId: string): Promise<string> => {
  const { sql, venueId } = scope
  const [row] = await sql<{ file_name: string; uploaded_by: number | null; is_whole: boolean }[]>`
    select file_name, uploaded_by, part_hashes is null or cardinality(part_hashes) =
      (select count(*) from import_file_piece p where p.venue_id = ${venueId} and p.file_id = ${fileId}) as is_whole
    from import_file where venue_id = ${venueId} and file_id = ${fileId} and kind = ${kind}`
  if (!row || !maySee(scope, row.uploaded_by)) throw failure('NotFound')
  if (!row.is_whole) throw failure('FileNotReadable', { why: 'parts of it have not arrived yet.' })
  return row.file_name
}

/**
 * A file that was handed over, on this machine's disk and open: whoever reads it closes it. It is never whole in memory.
 * @throws NotFound
 */
export const keptFile = async (scope: VenueScope, kind: FileKind, fileId: string): Promise<number> => {
  const { sql, venueId } = scope
  await fileNamed(scope, kind, fileId)
  const file = namelessFile()
  try {
    for (let no = 0, end = 0; ; no += 1) {
      const [piece] = await sql<{ bytes: Buffer }[]>`
        select bytes from import_file_piece where venue_id = ${venueId} and file_id = ${fileId} and piece_no = ${no}`
      if (!piece) return file
      end = writeAll(file, piece.bytes, end)
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Whether the holder may see what somebody brought: their own, or anything where all locations are theirs. */
export const maySee = (scope: VenueScope, startedBy: number | null): boolean =>
  scope.holder.kind !== 'person' || scope.holder.userId === startedBy || grantedLocations(scope) === null

/** The ids granted to the holder; null where all are theirs, those still to come too. */
export const grantedLocations = ({ locations, allLocations }: VenueScope): number[] | null =>
  allLocations ? null : locations.map(({ locationId }) => locationId)

/** Files nobody needs any more, and wrong rows nobody corrected: they hold what customers bought. */
export const forgetOldFiles = async (scope: VenueScope): Promise<void> => {
  const { sql, venueId, now } = scope
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await forgetUnfinishedFiles(scope)
  await sql`delete from import_file where venue_id = ${venueId} and uploaded_at < ${daysAgo(7)}`
  await sql`
    delete from import_wrong_row w using import_run r
    where w.venue_id = ${venueId} and r.venue_id = w.venue_id and r.run_id = w.run_id and r.started_at < ${daysAgo(30)}`
  await sql`delete from import_run where venue_id = ${venueId} and check_only and started_at < ${daysAgo(7)}`
}

/** Files that somebody began to hand over more than a day ago, and did not go on with. */
export const forgetUnfinishedFiles = async ({ sql, venueId, now }: VenueScope): Promise<void> => {
  await sql`
    delete from import_file f
    where f.venue_id = ${venueId} and f.part_hashes is not null and f.uploaded_at < ${new Date(now.getTime() - DAY_MS)}
      and cardinality(f.part_hashes) > (select count(*) from import_file_piece p where p.venue_id = ${venueId} and p.file_id = f.file_id)`
}
