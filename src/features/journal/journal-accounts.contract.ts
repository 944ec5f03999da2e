import * as z from 'zod/mini'
import { METHODS } from '#features/till/till.rules.ts'
import { isLikeFormula } from '#shared/csv-line.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber, shortText } from '#shared/fields.ts'
import { ACCOUNT_KINDS } from './accounts.rules.ts'

/** Never read as a formula by a spreadsheet, since files name accounts without a quote before them; an empty one is refused in words. */
const plainText = (longest: number) =>
  shortText(longest).check(
    z.regex(/^(?:[\p{L}\p{N}][^\p{Cc}]*)?$/u, 'must begin with a letter or a number'),
    z.refine((text) => !isLikeFormula(text), 'must begin with a letter or a number'),
  )

const ACCOUNT = { Code: plainText(30), Name: plainText(100), TaxRate: plainText(50) } as const
const Account = z.object(ACCOUNT)
/** Of a department or a media, by the key that reports know it by. */
const Keyed = z.object({ Key: IdNumber, ...ACCOUNT })

const Accounts = z.object({
  Kinds: z.record(z.enum(ACCOUNT_KINDS), Account),
  Methods: z.record(z.enum(METHODS), Account),
  Departments: z.array(Keyed),
  Media: z.array(Keyed),
})

const AccountsAnswer = z.object({
  Accounts,
  Version: z.int(),
  /** The departments and media there are. */
  Departments: z.array(z.object({ Key: z.int(), Name: z.string() })),
  Media: z.array(z.object({ Key: z.int(), Name: z.string(), Method: z.enum(METHODS) })),
})
export type AccountsAnswer = z.infer<typeof AccountsAnswer>

const SentAccounts = z.object({
  Kinds: z.optional(z.partialRecord(z.enum(ACCOUNT_KINDS), Account)),
  Methods: z.optional(z.partialRecord(z.enum(METHODS), Account)),
  Departments: z.optional(z.array(Keyed).check(z.maxLength(2000))),
  Media: z.optional(z.array(Keyed).check(z.maxLength(2000))),
})

const venue = { path: '/venue/:id/config/journalaccounts', venueParam: 'id', params: z.object({ id: Id }), access: orAdmin(['can_editsettings']) } as const
const example = { as: 'owner', params: { id: 1 } } as const

/** The accounts that lines of the journal go to. */
export const journalAccounts = contract({
  journalAccounts: operation({
    ...venue,
    method: 'GET',
    summary: 'The accounts of the journal: one for each kind of line and each payment method, and those of departments and media that have their own.',
    response: AccountsAnswer,
    example,
  }),
  changeJournalAccounts: operation({
    ...venue,
    wholeVenue: true,
    method: 'POST',
    summary:
      'Change the accounts. Fields you leave out stay as they are. A list you send replaces the whole list. The change applies to days exported from then on. With Version, you get 409 if someone else has changed the accounts since.',
    body: z.object({ Accounts: SentAccounts, Version: z.optional(z.int()) }),
    response: AccountsAnswer,
    example: { ...example, body: { Accounts: { Kinds: { Tips: { Code: '853', Name: 'Tips owed to staff', TaxRate: 'BAS Excluded' } } } } },
  }),
})
