import { hash } from 'node:crypto'
import { forgetUnfinishedFiles, maySee, noteFile } from '#features/imports/import-files.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { PART_BYTES } from './file-parts.rules.ts'

/** A file that comes in parts. */
export interface ComingFile {
  fileId: string
  name: string
  size: number
  uploadedBy: number | null
  /** The hash of each part, in their order. */
  parts: string[]
  /** The numbers of the parts that are here, from 0. */
  here: number[]
}

interface AnnouncedFile {
  name: string
  size: number
  parts: readonly string[]
}

/**
 * Begins a file, or goes on with one that the same person began: its name and the hashes of its parts are the same.
 * @throws TooLarge
 */
export const beginFile = async (scope: VenueScope, { name, size, parts }: AnnouncedFile): Promise<ComingFile> => {
  await forgetUnfinishedFiles(scope)
  const begun = (await filesComing(scope)).find((file) => file.name === name && isSame(file.parts, parts) && isOwn(scope, file))
  if (begun) {
    await scope.sql`update import_file set uploaded_at = ${scope.now} where venue_id = ${scope.venueId} and file_id = ${begun.fileId}`
    return begun
  }
  const fileId = await noteFile(scope, 'sales', { name, size, parts })
  return { fileId, name, size, uploadedBy: null, parts: [...parts], here: [] }
}

const isSame = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((part, i) => part === other[i])

/** The files that somebody began and that are not here to their end, latest first: their own. */
export const unfinishedFiles = async (scope: VenueScope): Promise<ComingFile[]> =>
  (await filesComing(scope)).filter((file) => file.here.length < file.parts.length && isOwn(scope, file))

const isOwn = ({ holder }: VenueScope, { uploadedBy }: ComingFile): boolean => uploadedBy === (holder.kind === 'person' ? holder.userId : null)

const filesComing = async ({ sql, venueId }: VenueScope, fileId?: string): Promise<ComingFile[]> => sql<ComingFile[]>`
  select f.file_id::text as "fileId", f.file_name as name, f.size, f.uploaded_by as "uploadedBy", f.part_hashes as parts,
    array(select p.piece_no::int from import_file_piece p where p.venue_id = ${venueId} and p.file_id = f.file_id order by 1) as here
  from import_file f
  where f.venue_id = ${venueId} and f.kind = 'sales' and f.part_hashes is not null and ${fileId === undefined ? sql`true` : sql`f.file_id = ${fileId}`}
  order by f.uploaded_at desc, f.file_id desc limit 100`

/**
 * Keeps a part of a file. A part that is here already may come again.
 * @throws NotFound; ValidationFailed where it is not the part that was announced
 */
export const keepPart = async (scope: VenueScope, fileId: string, part: number, bytes: Buffer): Promise<void> => {
  const { sql, venueId } = scope
  const [file] = await filesComing(scope, fileId)
  const wanted = file?.parts[part]
  if (!file || wanted === undefined || !maySee(scope, file.uploadedBy)) throw failure('NotFound')
  const size = Math.min(PART_BYTES, file.size - part * PART_BYTES)
  if (bytes.length !== size) throw fieldFailure('body', `This part has ${size} bytes, and ${bytes.length} arrived. Send it again.`, 'PartSize')
  if (hash('sha256', bytes) !== wanted) throw fieldFailure('body', 'This is not the part that was announced: its hash differs. Send it again.', 'PartHash')
  await sql`
    insert into import_file_piece (venue_id, file_id, piece_no, bytes) values (${venueId}, ${fileId}, ${part}, ${bytes})
    on conflict (venue_id, file_id, piece_no) do nothing`
}

/**
 * Deletes a file, also one that is not here to its end. What was imported from it stays.
 * @throws NotFound
 */
export const dropFile = async (scope: VenueScope, fileId: string): Promise<void> => {
  const { sql, venueId } = scope
  const [file] = await sql<{ uploaded_by: number | null }[]>`
    select uploaded_by from import_file where venue_id = ${venueId} and file_id = ${fileId} and kind = 'sales'`
  if (!file || !maySee(scope, file.uploaded_by)) throw failure('NotFound')
  await sql`delete from import_file where venue_id = ${venueId} and file_id = ${fileId}`
}
