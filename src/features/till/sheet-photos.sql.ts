import { personOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import { holdSession, note, sheetNow } from './sheet-actions.sql.ts'
import { PHOTO_KINDS, type PhotoKind, SHEET_STATES } from './till.rules.ts'

/** As many as a sheet keeps. */
const MOST_PHOTOS = 6
const COMMITTED = SHEET_STATES.indexOf('Committed') + 1

/** Refuses a photo of a sheet that is committed or has all its photos, before the photo is decoded. @throws SheetNotFound, SheetCommitted, TooManyPhotos */
export const checkTakesPhoto = async (scope: VenueScope, id: string): Promise<void> => {
  await sheetNow(scope, id)
  await refuseFull(scope, id)
}

/**
 * Stores a photo with a sheet.
 * @param content a JPEG without metadata
 * @throws SheetNotFound, SheetCommitted, TooManyPhotos
 */
export const addPhoto = async (scope: VenueScope, id: string, kind: PhotoKind, content: Buffer): Promise<string> => {
  const { sql, venueId, now } = scope
  const held = await holdSession(scope, id)
  await refuseFull(scope, id)
  const photoId = newFactId()
  const by = personOf(scope)
  await sql`
    insert into till_photo (venue_id, session_id, photo_id, kind, content, at, user_id, on_behalf_of_user_id)
    values (${venueId}, ${id}::bigint, ${photoId}::bigint, ${PHOTO_KINDS.indexOf(kind) + 1}, ${content}, ${now}, ${by.userId}, ${by.onBehalfOf})`
  await note(scope, 'sheet.photo-added', held, { Kind: kind })
  return photoId
}

const refuseFull = async ({ sql, venueId }: VenueScope, id: string): Promise<void> => {
  const [sheet] = await sql<{ photos: number; state: number }[]>`
    select (select count(*)::int from till_photo where venue_id = ${venueId} and session_id = ${id}::bigint) as photos, state
    from till_session where venue_id = ${venueId} and session_id = ${id}::bigint`
  if (sheet?.state === COMMITTED) throw failure('SheetCommitted')
  if ((sheet?.photos ?? 0) >= MOST_PHOTOS) throw failure('TooManyPhotos', { limit: MOST_PHOTOS })
}

/** A photo of a sheet. @throws SheetNotFound, PhotoNotFound */
export const photoOf = async (scope: VenueScope, id: string, photoId: string): Promise<Buffer> => {
  const { sql, venueId } = scope
  await sheetNow(scope, id)
  const [row] = await sql<{ content: Buffer }[]>`
    select content from till_photo where venue_id = ${venueId} and session_id = ${id}::bigint and photo_id = ${photoId}::bigint`
  if (!row) throw failure('PhotoNotFound')
  return row.content
}

/**
 * Deletes a photo; one that was there when its sheet was committed stays, also when the sheet is opened again.
 * @throws SheetNotFound, PhotoNotFound, PhotoKept
 */
export const deletePhoto = async (scope: VenueScope, id: string, photoId: string): Promise<void> => {
  const { sql, venueId } = scope
  const held = await holdSession(scope, id)
  const [photo] = await sql<{ kind: number; kept: boolean }[]>`
    select kind, kept from till_photo where venue_id = ${venueId} and session_id = ${id}::bigint and photo_id = ${photoId}::bigint`
  if (!photo) throw failure('PhotoNotFound')
  if (photo.kept) throw failure('PhotoKept')
  await sql`delete from till_photo where venue_id = ${venueId} and session_id = ${id}::bigint and photo_id = ${photoId}::bigint`
  await note(scope, 'sheet.photo-deleted', held, { Kind: PHOTO_KINDS[photo.kind - 1] ?? '' })
}
