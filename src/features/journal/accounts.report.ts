import type { VenueScope } from '#platform/access/venue-scope.ts'
import { changeJournalAccounts, journalAccounts, type SentAccounts } from './accounts.sql.ts'
import type { AccountsAnswer } from './journal-accounts.contract.ts'
import { journalNames } from './journal-figures.report.ts'

/** The accounts with the departments and media there are to give one. */
export const accountsReport = async (scope: VenueScope): Promise<AccountsAnswer> => {
  const [accounts, { departments, media }] = await Promise.all([journalAccounts(scope), journalNames(scope)])
  return {
    ...accounts,
    Departments: departments.map(({ key, name }) => ({ Key: key, Name: name })),
    Media: media.map(({ key, name, method }) => ({ Key: key, Name: name, Method: method })),
  }
}

/** @throws Conflict; ValidationFailed as the accounts are refused */
export const changeAccounts = async (scope: VenueScope, sent: SentAccounts, version: number | undefined): Promise<AccountsAnswer> => {
  const { departments, media } = await journalNames(scope)
  const keysOf = (all: readonly { key: number }[]) => new Set(all.map(({ key }) => key))
  await changeJournalAccounts(scope, sent, version, { departments: keysOf(departments), media: keysOf(media) })
  return accountsReport(scope)
}
