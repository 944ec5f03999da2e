import { METHODS, type Method } from '#features/till/till.rules.ts'
import { countryDefaults } from '#shared/countries.ts'
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

/** The rate that leaves a line untaxed, by its name in the accounting programs of a country: the journal has a line of its own for tax. */
const UNTAXED: Record<string, string> = { AU: 'BAS Excluded', GB: 'No VAT', JP: '対象外', NZ: 'No GST', ZA: 'No VAT' }
const untaxedIn = (country: string): string => (country === '' ? 'BAS Excluded' : (UNTAXED[country] ?? 'Tax Exempt'))

type Named = AccountKind | Exclude<Method, 'GiftCard' | 'Voucher'>

const NAMES: Record<'en' | 'jp', (taxName: string) => Record<Named, string>> = {
  en: (taxName) => ({
    Unmapped: 'Sales without an account',
    Promotions: 'Promotions given',
    Discounts: 'Discounts given',
    Refunds: 'Refunds given',
    Surcharges: 'Surcharges',
    Tax: `${taxName} collected`,
    NonSales: 'Vouchers and deposits held',
    Tips: 'Tips held',
    Rounding: 'Cash rounding',
    OverShort: 'Cash over and short',
    Cash: 'Cash clearing',
    Card: 'Card clearing',
    Points: 'Loyalty points held',
    Account: 'House accounts clearing',
    Online: 'Online payments clearing',
    Other: 'Other payments clearing',
  }),
  jp: (taxName) => ({
    Unmapped: '売上高(科目未設定)',
    Promotions: '売上値引高(プロモーション)',
    Discounts: '売上値引高',
    Refunds: '売上戻り高',
    Surcharges: 'サービス料収入',
    Tax: `仮受${taxName}`,
    NonSales: '前受金',
    Tips: '預り金(チップ)',
    Rounding: '現金端数調整',
    OverShort: '現金過不足',
    Cash: 'レジ現金',
    Card: '売掛金(カード)',
    Points: '契約負債(ポイント)',
    Account: '売掛金',
    Online: '売掛金(オンライン決済)',
    Other: '売掛金(その他の決済)',
  }),
}

/** The accounts of a venue that has not chosen any, in the ranges that charts of accounts usually have, named in the language of its country. */
export const usualAccounts = ({ taxName, country }: { taxName: string; country: string }): Accounts => {
  const names = NAMES[countryDefaults(country).language](taxName)
  const account = (Code: string, name: Named): Account => ({ Code, Name: names[name], TaxRate: untaxedIn(country) })
  return {
    Kinds: {
      Unmapped: account('299', 'Unmapped'),
      Promotions: account('210', 'Promotions'),
      Discounts: account('211', 'Discounts'),
      Refunds: account('212', 'Refunds'),
      Surcharges: account('220', 'Surcharges'),
      Tax: account('820', 'Tax'),
      NonSales: account('850', 'NonSales'),
      Tips: account('852', 'Tips'),
      Rounding: account('860', 'Rounding'),
      OverShort: account('480', 'OverShort'),
    },
    Methods: {
      Cash: account('691', 'Cash'),
      Card: account('692', 'Card'),
      // What was sold as a voucher is paid back by taking it.
      GiftCard: account('850', 'NonSales'),
      Voucher: account('850', 'NonSales'),
      Points: account('851', 'Points'),
      Account: account('693', 'Account'),
      Online: account('694', 'Online'),
      Other: account('699', 'Other'),
    },
    Departments: [],
    Media: [],
  }
}

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
