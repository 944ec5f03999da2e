import * as z from 'zod/mini'
import { FoundInFile } from '#features/imports/guess/found-in-file.rules.ts'
import { FILE_AS_READ } from '#features/imports/import.contract.ts'
import { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, FileName } from '#shared/fields.ts'
import { LARGEST_SALES_FILE_BYTES, MOST_PARTS, PART_BYTES } from './file-parts.rules.ts'

const access = ['can_editsettings'] as const
const MEGABYTES = LARGEST_SALES_FILE_BYTES / 1024 / 1024

/** A file that is on its way, and the numbers of the parts that are here, from 0. */
const Coming = z.object({
  FileId: z.string(),
  FileName: z.string(),
  Size: z.int(),
  Parts: z.int(),
  Here: z.array(z.int()),
})
export type ComingFile = z.output<typeof Coming>

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'))
const EXAMPLE_FILE = 'Day,Item,Total\n2026-11-02,Wharf Lager,9.80\n2026-11-02,Fish and chips,24.00\nyesterday,Wharf Lager,9.80\n'
const EXAMPLE_HASH = 'c971e25764f48f22e7836a51609e3efdf67598c1da81303cc71d6f3cb21f0d00'

/** A file of sales on its way to Daybook: begun, sent in parts, looked at. */
export const uploads = contract({
  begin: operation({
    method: 'POST',
    path: '/imports/files',
    summary: `Begin to upload a CSV or XLSX file of up to ${MEGABYTES} MB, which can be gzipped or zipped. It is sent in parts of ${PART_BYTES} bytes. Begun again with the same name and parts, it goes on where it was.`,
    access,
    strict: true,
    body: z.object({
      Name: FileName,
      Size: z.int().check(z.minimum(1), z.maximum(LARGEST_SALES_FILE_BYTES)),
      /** The SHA-256 of each part, in their order. */
      Parts: z.array(Sha256).check(z.minLength(1), z.maxLength(MOST_PARTS)),
    }),
    response: Coming,
    example: { as: 'owner', body: { Name: 'november.csv', Size: EXAMPLE_FILE.length, Parts: [EXAMPLE_HASH] } },
  }),
  unfinished: operation({
    method: 'GET',
    path: '/imports/files',
    summary: 'The files you began to upload and have not finished. They are removed after a day.',
    access,
    response: z.object({ Files: z.array(Coming) }),
    example: { as: 'owner' },
  }),
  putPart: operation({
    method: 'PUT',
    path: '/imports/files/:fileId/parts/:part',
    summary: 'Upload a part of a file, the first being 0. Parts may come in any order, and again.',
    access,
    rawBody: true,
    bodyLimit: PART_BYTES,
    params: z.object({ fileId: FactId, part: z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be the number of a part')), z.transform(Number)) }),
    example: { as: 'owner', params: { fileId: '{import-file}', part: 0 }, body: EXAMPLE_FILE },
  }),
  file: operation({
    method: 'GET',
    path: '/imports/files/:fileId',
    summary: 'What an uploaded file contains and what its columns seem to be, once all parts are here. It is kept for a week. Nothing is imported yet.',
    access,
    asksOutside: true,
    params: z.object({ fileId: FactId }),
    response: z.object({
      ...FILE_AS_READ,
      /** The mapping that fits: one that is kept, one of the product, or what the columns seem to be. */
      Guess: z.object({ MappingName: z.nullable(z.string()), Mapping: ImportMapping }),
      Found: FoundInFile,
    }),
    example: { as: 'owner', params: { fileId: '{import-file}' } },
  }),
  drop: operation({
    method: 'DELETE',
    path: '/imports/files/:fileId',
    summary: 'Delete an uploaded file, also one that has not arrived completely. What was imported from it stays.',
    access,
    params: z.object({ fileId: FactId }),
    example: { as: 'owner', params: { fileId: '{import-file-to-drop}' } },
  }),
})
