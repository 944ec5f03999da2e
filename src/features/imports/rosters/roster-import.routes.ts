import { uploadOf } from '#features/imports/small-file.job.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { importRosterRows, openRosterFile, readRosterFile } from './roster-file.job.ts'
import { rosterImports } from './roster-import.contract.ts'
import { guessedRosterMapping } from './roster-mapping.rules.ts'

export const rosterImportImplementation = implement(rosterImports, {
  uploadRosterFile: staged(uploadOf('rosters', guessedRosterMapping)),
  importRosters: staged({
    prepare: ({ venue, body }) => openRosterFile(venue, body),
    ask: (opened, { body }) => readRosterFile(opened, body),
    finish: ({ venue, body }, _, table) => importRosterRows(venue, body, table),
  }),
})
