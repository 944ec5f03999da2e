import { METHODS, type Method } from '#features/till/till.rules.ts'
import { type JournalLine, methodOfKey } from './journal-lines.rules.ts'

/** An account as the accounting program knows it. */
export interface Account {
  Code: string
  Name: string
  /** The tax rate Xero puts on lines of it, by its full name there; other programs are not told. */
  TaxRate: string
}

/** Kinds of lines that have one account for all of them; Unmapped is for sales of departments without an account of their own. */
export const ACCOUNT_KINDS = ['Unmapped', 'Promotions', 'Discounts', 'Refunds', 'Surcharges', 'Tax', 'NonSales', 'Tips', 'Rounding', 'OverShort'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Where every line goes. What a department or a media has not of its own is the kind's, or the method's. */
export interface Accounts {
  Kinds: Record<AccountKind, Account>
  Methods: Record<Method, Account>
  Departments: (Account & { Key: number })[]
  Media: (Account & { Key: number })[]
}

/** The journal has a line of its own for tax, so no line may be taxed once more by Xero. */
const UNTAXED = 'BAS Excluded'
const account = (Code: string, Name: string): Account => ({ Code, Name, TaxRate: UNTAXED })

/** What holds until somebody chooses otherwise, in the ranges that charts of accounts usually have. */
export const usualAccounts = (taxName: string): Accounts => ({
  Kinds: {
    Unmapped: account('299', 'Sales without an account'),
    Promotions: account('210', 'Promotions given'),
    Discounts: account('211', 'Discounts given'),
    Refunds: account('212', 'Refunds given'),
    Surcharges: account('220', 'Surcharges'),
    Tax: account('820', `${taxName} collected`),
    NonSales: account('850', 'Vouchers and deposits held'),
    Tips: account('852', 'Tips held'),
    Rounding: account('860', 'Cash rounding'),
    OverShort: account('480', 'Cash over and short'),
  },
  Methods: {
    Cash: account('691', 'Cash clearing'),
    Card: account('692', 'Card clearing'),
    // What was sold as a voucher is paid back by taking it.
    GiftCard: account('850', 'Vouchers and deposits held'),
    Voucher: account('850', 'Vouchers and deposits held'),
    Points: account('851', 'Loyalty points held'),
    Account: account('693', 'House accounts clearing'),
    Online: account('694', 'Online payments clearing'),
    Other: account('699', 'Other payments clearing'),
  },
  Departments: [],
  Media: [],
})

/** The account a line goes to. @param methodOf the method of a media */
export const accountOf = (
  { Kinds, Methods, Departments, Media }: Accounts,
  line: Pick<JournalLine, 'kind' | 'key'>,
  methodOf: (media: number) => Method,
): Account => {
  const own = (list: readonly (Account & { Key: number })[]) => list.find(({ Key }) => Key === line.key)
  if (line.kind === 'Sales') return own(Departments) ?? Kinds.Unmapped
  if (line.kind === 'Media') return own(Media) ?? Methods[methodOf(line.key)]
  if (line.kind === 'CashOut') return line.key === 0 ? Methods.Cash : (own(Media) ?? Methods[methodOf(line.key)])
  return line.kind === 'Counted' ? Methods[methodOfKey(line.key)] : Kinds[line.kind]
}

/** Every account with the path of its field. */
export const accountsByField = ({ Kinds, Methods, Departments, Media }: Accounts): [field: string, account: Account][] => [
  ...ACCOUNT_KINDS.map((kind): [string, Account] => [`Kinds.${kind}`, Kinds[kind]]),
  ...METHODS.map((method): [string, Account] => [`Methods.${method}`, Methods[method]]),
  ...Departments.map((one, i): [string, Account] => [`Departments.${i}`, one]),
  ...Media.map((one, i): [string, Account] => [`Media.${i}`, one]),
]

/** What is wrong with one of the accounts. */
export interface AccountComplaint {
  field: string
  why: 'no-code' | 'no-name' | 'two-names' | 'two-codes' | 'twice'
  code: string
  name: string
  /** The other name of the code, or the other code of the name. */
  other: string
}

/**
 * Several lines may go to one account. One code with two names, or one name with two codes, would go to different accounts in programs that go by
 * the code and in those that go by the name.
 */
export const accountComplaints = (accounts: Accounts): AccountComplaint[] => {
  const names = new Map<string, string>()
  const codes = new Map<string, string>()
  const keys = new Set<string>()
  return accountsByField(accounts).flatMap(([field, one]): AccountComplaint[] => {
    const [code, name] = [one.Code.trim(), one.Name.trim()]
    const complaint = (why: AccountComplaint['why'], other = ''): AccountComplaint[] => [{ field, why, code, name, other }]
    const key = 'Key' in one ? `${field.split('.')[0]} ${one.Key}` : field
    if (keys.has(key)) return complaint('twice')
    keys.add(key)
    if (code === '') return complaint('no-code')
    if (name === '') return complaint('no-name')
    const [otherName, otherCode] = [names.get(code) ?? name, codes.get(name) ?? code]
    names.set(code, otherName)
    codes.set(name, otherCode)
    if (otherName !== name) return complaint('two-names', otherName)
    return otherCode === code ? [] : complaint('two-codes', otherCode)
  })
}
