import { BUILT_IN_MAPPINGS } from '#features/imports/built-in-mappings.adapter.ts'
import { sampledPreviewOf } from '#features/imports/file-preview.adapter.ts'
import { columnFacts } from '#features/imports/guess/column-facts.rules.ts'
import type { Sampled } from '#features/imports/guess/file-sample.rules.ts'
import { withFormats } from '#features/imports/guess/guessed-mapping.rules.ts'
import { foundIn } from '#features/imports/guess/import-found.rules.ts'
import { guessOf } from '#features/imports/guess/import-guess.rules.ts'
import { fileNamed, keptFile } from '#features/imports/import-files.sql.ts'
import { asOffered } from '#features/imports/import-mapping.rules.ts'
import { keptMappings } from '#features/imports/import-mappings.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { fieldFailure } from '#shared/failure.ts'
import { partsOf } from './file-parts.rules.ts'
import { beginFile, type ComingFile, dropFile, keepPart, unfinishedFiles } from './file-parts.sql.ts'
import { uploads } from './upload.contract.ts'

export const uploadImplementation = implement(uploads, {
  begin: async ({ venue, body: { Name, Size, Parts } }) => {
    const wanted = partsOf(Size)
    if (Parts.length !== wanted) throw fieldFailure('Parts', `A file of ${Size} bytes has ${wanted} parts.`)
    return comingAnswer(await beginFile(venue, { name: Name, size: Size, parts: Parts }))
  },
  unfinished: async ({ venue }) => ({ Files: (await unfinishedFiles(venue)).map(comingAnswer) }),
  putPart: ({ venue, params, bytes = Buffer.alloc(0) }) => keepPart(venue, params.fileId, params.part, bytes),
  // Reading takes seconds, and holds no transaction meanwhile.
  file: staged({
    prepare: async ({ venue, params }) => ({ name: await fileNamed(venue, 'sales', params.fileId), open: await keptFile(venue, 'sales', params.fileId) }),
    ask: ({ open }) => sampledPreviewOf(open),
    finish: async ({ venue, params }, { name }, { preview, sample }) => ({
      FileId: params.fileId,
      FileName: name,
      ...preview,
      ...(await fittingMapping(venue, preview.Columns, sample)),
    }),
  }),
  drop: ({ venue, params }) => dropFile(venue, params.fileId),
})

const comingAnswer = ({ fileId, name, size, parts, here }: ComingFile) => ({ FileId: fileId, FileName: name, Size: size, Parts: parts.length, Here: here })

/** The mapping whose every column the file has, the venue's own first; else what the columns seem to be. And what they hold. */
const fittingMapping = async (venue: VenueScope, headings: readonly string[], sample: Sampled) => {
  const kept = (await keptMappings(venue)).map(({ name, mapping }) => [name, mapping] as const)
  const fits = [...kept, ...BUILT_IN_MAPPINGS].find(([, mapping]) => Object.values(mapping.Columns).every((heading) => headings.includes(heading)))
  const guess = fits ? undefined : guessOf(headings, sample)
  const facts = guess?.facts ?? columnFacts(headings, sample)
  // A mapping of the product leaves open how days are written; one of the venue stands as it was kept.
  const known = fits && (BUILT_IN_MAPPINGS.has(fits[0]) ? withFormats(asOffered(fits[1]), facts) : asOffered(fits[1]))
  const Mapping = known ?? guess?.mapping ?? { Columns: {} }
  const Found = foundIn(sample, facts, Mapping, guess)
  return { Guess: { MappingName: fits?.[0] ?? null, Mapping }, Found }
}
