import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'

/** What a file tells of. Whoever may bring in the one may not read files of the other. */
export type FileKind = 'sales' | 'cards' | 'rosters' | 'rates' | 'products' | 'invoices'

const PIECE_BYTES = 1024 * 1024
const MOST_KEPT_BYTES = 500 * 1024 * 1024

/**
 * Keeps a file until it is brought in or forgotten, and answers its id.
 * @throws TooLarge where a venue has too much lying there already
 */
export const keepFile = async ({ sql, venueId, holder }: VenueScope, kind: FileKind, name: string, bytes: Buffer): Promise<string> => {
  const [kept] = await sql<{ size: number }[]>`select coalesce(sum(size), 0)::bigint as size from import_file where venue_id = ${venueId}`
  if ((kept?.size ?? 0) + bytes.length > MOST_KEPT_BYTES) throw failure('TooLarge', { limit: '500 MB of files in a week' })
  const fileId = newFactId()
  await sql`
    insert into import_file (venue_id, file_id, kind, file_name, size, uploaded_by)
    values (${venueId}, ${fileId}, ${kind}, ${name}, ${bytes.length}, ${holder.kind === 'person' ? holder.userId : null})`
  for (let at = 0, no = 0; at < bytes.length; at += PIECE_BYTES, no += 1) {
    await sql`insert into import_file_piece (venue_id, file_id, piece_no, bytes) values (${venueId}, ${fileId}, ${no}, ${bytes.subarray(at, at + PIECE_BYTES)})`
  }
  return fileId
}

/**
 * The name of a file that was handed over. Whoever may see only some locations sees only their own files, since others may
 * tell of locations that do not exist for them.
 * @throws NotFound
 */
export const fileNamed = async (scope: VenueScope, kind: FileKind, fileId: string): Promise<string> => {
  const { sql, venueId } = scope
  const [row] = await sql<{ file_name: string; uploaded_by: number | null }[]>`
    select file_name, uploaded_by from import_file where venue_id = ${venueId} and file_id = ${fileId} and kind = ${kind}`
  if (!row || !maySee(scope, row.uploaded_by)) throw failure('NotFound')
  return row.file_name
}

/**
 * The bytes of a file that was handed over.
 * @throws NotFound
 */
export const keptFile = async (scope: VenueScope, kind: FileKind, fileId: string): Promise<Buffer> => {
  const { sql, venueId } = scope
  await fileNamed(scope, kind, fileId)
  const pieces = await sql<{ bytes: Buffer }[]>`
    select bytes from import_file_piece where venue_id = ${venueId} and file_id = ${fileId} order by piece_no`
  return Buffer.concat(pieces.map(({ bytes }) => bytes))
}

/** Whether the holder may see what somebody brought: their own, or anything where all locations are theirs. */
const maySee = (scope: VenueScope, startedBy: number | null): boolean =>
  scope.holder.kind !== 'person' || scope.holder.userId === startedBy || grantedLocations(scope) === null

/** The ids granted to the holder; null where all are theirs, those still to come too. */
export const grantedLocations = ({ locations, allLocations }: VenueScope): number[] | null =>
  allLocations ? null : locations.map(({ locationId }) => locationId)

/** Files nobody needs any more, and wrong rows nobody corrected: they hold what customers bought. */
export const forgetOldFiles = async ({ sql, venueId, now }: VenueScope): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await sql`delete from import_file where venue_id = ${venueId} and uploaded_at < ${daysAgo(7)}`
  await sql`
    delete from import_wrong_row w using import_run r
    where w.venue_id = ${venueId} and r.venue_id = w.venue_id and r.run_id = w.run_id and r.started_at < ${daysAgo(30)}`
  await sql`delete from import_run where venue_id = ${venueId} and check_only and started_at < ${daysAgo(7)}`
}
