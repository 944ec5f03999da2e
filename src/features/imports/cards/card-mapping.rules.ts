import * as z from 'zod/mini'
import { columnsByHeading, type HeadingWords } from '#features/imports/guess/heading-words.rules.ts'
import { sentText } from '#shared/fields.ts'

/** What a column of a file of cards can hold. */
export const CARD_FIELDS = ['CardNumber', 'Name', 'FirstName', 'LastName', 'Email', 'Phone', 'Points'] as const
export type CardField = (typeof CARD_FIELDS)[number]

const Field = z.enum(CARD_FIELDS)

/** How the columns of a file become cards. */
export const CardMapping = z.object({
  /** Field → the heading of its column. */
  Columns: z.partialRecord(Field, sentText(200, 1)),
  DecimalMark: z.optional(z.enum(['.', ','])),
  Delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  Encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932', 'windows-1252'])),
  /** For workbooks: the sheet's name; the first without it. */
  Sheet: z.optional(sentText(100, 1)),
})
export type CardMapping = z.output<typeof CardMapping>

const WORDS: HeadingWords<CardField> = [
  [
    'CardNumber',
    'cardnumber cardno cardid card loyaltycardnumber loyaltycardno loyaltycard loyaltynumber loyaltyno membercard membershipnumber membershipno membernumber memberno memberid member number no id カード番号 カードno ポイントカード番号 会員カード番号 会員番号 会員no 会員コード 会員id 番号',
  ],
  ['FirstName', 'firstname first givenname forename 名'],
  ['LastName', 'lastname last surname familyname 姓 苗字'],
  ['Name', 'name fullname membername customername cardholder holder contactname customer 氏名 名前 お名前 会員名 顧客名'],
  ['Email', 'email emailaddress mail mailaddress メール メールアドレス eメール'],
  ['Phone', 'phone phonenumber phoneno mobile mobilenumber mobilephone cell cellphone telephone tel contactnumber 電話 電話番号 携帯 携帯電話 携帯番号'],
  ['Points', 'openingpoints openingbalance pointsbalance pointbalance balance currentpoints points ポイント残高 開始ポイント 残高 保有ポイント ポイント'],
]

/** What the columns of a file seem to be; whoever looks at it decides. */
export const guessedCardMapping = (headings: readonly string[]): CardMapping => ({ Columns: columnsByHeading(WORDS, headings) })

/** Why a mapping cannot make cards of a file: the field, and a sentence. Empty when it can. */
export const cardMappingComplaints = (
  { Columns }: CardMapping,
  headings: readonly string[],
): { code: 'NoColumn' | 'NoNumber'; field: CardField; message: string }[] => [
  ...(Object.entries(Columns) as [CardField, string][])
    .filter(([, heading]) => !headings.includes(heading))
    .map(([field, heading]) => ({ code: 'NoColumn' as const, field, message: `The file has no column "${heading}" for ${field}.` })),
  ...(Columns.CardNumber === undefined ? [{ code: 'NoNumber' as const, field: 'CardNumber' as const, message: 'No column is mapped to CardNumber.' }] : []),
]
