import { differenceOf } from '#features/venues/difference.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import { type Account, type AccountComplaint, type Accounts, accountComplaints, accountsByField, usualAccounts } from './accounts.rules.ts'

/** Accounts as they are sent: what is not sent stays. */
export interface SentAccounts {
  Kinds?: Partial<Accounts['Kinds']> | undefined
  Methods?: Partial<Accounts['Methods']> | undefined
  Departments?: Accounts['Departments'] | undefined
  Media?: Accounts['Media'] | undefined
}

const withSent = (there: Accounts, sent: SentAccounts): Accounts => ({
  Kinds: { ...there.Kinds, ...sent.Kinds },
  Methods: { ...there.Methods, ...sent.Methods },
  Departments: sent.Departments ?? there.Departments,
  Media: sent.Media ?? there.Media,
})

/** The accounts of the venue, and how often they were changed. */
export const journalAccounts = async ({ sql, venueId, venue }: VenueScope): Promise<{ Accounts: Accounts; Version: number }> => {
  const [row] = await sql<{ version: number; accounts: SentAccounts }[]>`select version, accounts from journal_setting where venue_id = ${venueId}`
  return { Accounts: withSent(usualAccounts(venue), row?.accounts ?? {}), Version: row?.version ?? 0 }
}

/**
 * Changes where lines go from now on; days that were exported keep the accounts they were exported with.
 * @param known keys of departments and media there are
 * @throws Conflict; ValidationFailed for an account without code or name, and for a code or name that stands for two accounts
 */
export const changeJournalAccounts = async (
  venue: VenueScope,
  sent: SentAccounts,
  version: number | undefined,
  known: { departments: ReadonlySet<number>; media: ReadonlySet<number> },
): Promise<void> => {
  const { sql, venueId } = venue
  await sql`insert into journal_setting (venue_id) values (${venueId}) on conflict (venue_id) do nothing`
  await sql`select from journal_setting where venue_id = ${venueId} for update`
  const before = await journalAccounts(venue)
  if (version !== undefined && version !== before.Version) throw failure('Conflict')
  const after = withSent(before.Accounts, sent)
  const errors = [...accountComplaints(after).map(refusalOf), ...unknownIn('Departments', after, known.departments), ...unknownIn('Media', after, known.media)]
  if (errors.length > 0) throw failure('ValidationFailed', {}, errors)
  const difference = differenceOf(named(before.Accounts), named(after))
  if (Object.keys(difference).length === 0) return
  await sql`update journal_setting set version = version + 1, accounts = ${sql.json(after as never)} where venue_id = ${venueId}`
  await venue.audit({ action: 'journal.accounts-changed', subject: venue.venue.name, detail: { Accounts: Object.entries(difference).map(asText) } })
}

const unknownIn = (list: 'Departments' | 'Media', accounts: Accounts, known: ReadonlySet<number>): FieldError[] =>
  accounts[list].flatMap(({ Key }, i) =>
    known.has(Key) ? [] : [{ FieldName: `Accounts.${list}.${i}.Key`, ErrorCode: 'Unknown', Message: 'There is no such department or media at this venue.' }],
  )

/** The sentence of a complaint, which the browser tells in Japanese by `field-refusals.messages.ts`. */
const refusalOf = ({ field, why, code, name, other }: AccountComplaint): FieldError => {
  const at = (part: string, ErrorCode: string, Message: string) => ({ FieldName: `Accounts.${field}.${part}`, ErrorCode, Message })
  if (why === 'no-code') return at('Code', 'Required', 'This account has no code. Enter the code it has in your accounting program.')
  if (why === 'no-name') return at('Name', 'Required', 'This account has no name. Enter the name it has in your accounting program.')
  if (why === 'two-names') return at('Code', 'Twice', `Code ${code} is used with two names, ${other} and ${name}. Give the account one name.`)
  if (why === 'two-codes') return at('Name', 'Twice', `${name} is used with two codes, ${other} and ${code}. Give the account one code.`)
  return at('Key', 'Twice', 'This department or media has two accounts. Keep one of them.')
}

const textOf = ({ Code, Name, TaxRate }: Account) => `${Code} ${Name} (${TaxRate})`

/** Accounts by what they are for, as the audit compares them; a place in a list says nothing, the key does. */
const named = (accounts: Accounts): Record<string, string> =>
  Object.fromEntries(
    accountsByField(accounts).map(([field, account]) => [
      'Key' in account ? `${field.split('.')[0]} ${account.Key}` : (field.split('.')[1] ?? ''),
      textOf(account),
    ]),
  )

const asText = ([what, [before, after]]: [string, [string, string]]): string => `${what}: ${before || '–'} → ${after || '–'}`
