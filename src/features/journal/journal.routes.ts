import { implement } from '#platform/web/implement.ts'
import { accountsReport, changeAccounts } from './accounts.report.ts'
import { exportJournal } from './export-journal.report.ts'
import { exportFile, exportReport, exportsReport } from './exported.report.ts'
import { exportById } from './exports.sql.ts'
import { journal } from './journal.contract.ts'
import { journalReport } from './journal.report.ts'
import { journalAccounts } from './journal-accounts.contract.ts'

export const journalImplementation = implement(journal, {
  journal: ({ venue, query }) => journalReport(venue, query),
  exportJournal: ({ venue, body }) => exportJournal(venue, body),
  exports: ({ venue }) => exportsReport(venue),
  export: ({ venue, query }) => exportReport(venue, query.Export),
  file: ({ venue, params, query }) => exportFile(venue, params.id, query),

  finders: { file: ({ venue, params }) => exportById(venue, params.id) },
})

export const journalAccountsImplementation = implement(journalAccounts, {
  journalAccounts: ({ venue }) => accountsReport(venue),
  changeJournalAccounts: ({ venue, body }) => changeAccounts(venue, body.Accounts, body.Version),
})
