import { hash } from 'node:crypto'
import { PART_BYTES } from '#features/imports/upload/file-parts.rules.ts'
import type { ComingFile } from '#features/imports/upload/upload.contract.ts'
import type { Answered, Visitor } from './visitor.ts'

/** A file cut as it is sent. */
export const partsOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / PART_BYTES)) }, (_, part) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))

/** Begins to upload a file, or goes on with it. */
export const beginUpload = (who: Visitor, bytes: Buffer, name = 'sales.csv') =>
  who.call<ComingFile>('POST', '/imports/files', { body: { Name: name, Size: bytes.length, Parts: partsOf(bytes).map((part) => hash('sha256', part)) } })

export const putPart = (who: Visitor, fileId: string, part: number, bytes: Buffer) =>
  who.call('PUT', `/imports/files/${fileId}/parts/${part}`, { body: bytes, headers: { 'content-type': 'application/octet-stream' } })

/** Uploads a file of sales and answers how it reads. */
export const uploaded = async <T = { FileId: string }>(who: Visitor, content: string | Buffer, name?: string): Promise<Answered<T>> => {
  const bytes = Buffer.from(content)
  const begun = await beginUpload(who, bytes, name)
  if (begun.status !== 200) return begun as unknown as Answered<T>
  for (const [part, piece] of partsOf(bytes).entries()) {
    if (begun.body.Here.includes(part)) continue
    const put = await putPart(who, begun.body.FileId, part, piece)
    if (put.status !== 204) return put as Answered<T>
  }
  return who.call<T>('GET', `/imports/files/${begun.body.FileId}`)
}
