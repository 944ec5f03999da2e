import { toMajor } from '#shared/money.ts'
import type { AnswerLine, JournalDay } from './journal.contract.ts'
import { type LineKind, sum } from './journal-lines.rules.ts'
import type { PostedLine } from './posted.rules.ts'

/** A line as answers have it. */
export const answerLine = ({ kind, key, name, amount, tax, account }: PostedLine, currency: string): AnswerLine => ({
  Kind: kind,
  Key: key,
  Name: name,
  Code: account.Code,
  Account: account.Name,
  TaxRate: account.TaxRate,
  Debit: amount > 0 ? toMajor(amount, currency) : null,
  Credit: amount < 0 ? toMajor(-amount, currency) : null,
  Tax: toMajor(tax, currency),
})

/** The kinds that make up what was earned, without tax. */
const INCOME: readonly LineKind[] = ['Sales', 'Promotions', 'Discounts', 'Refunds', 'Surcharges']

export type Sums = Pick<JournalDay, 'Sales' | 'Tax' | 'Takings' | 'OverShort' | 'Debits' | 'Credits'>

/** What lines come to, in major units. */
export const sumsOf = (lines: readonly PostedLine[], currency: string): Sums => {
  const of = (...kinds: readonly LineKind[]) => sum(lines.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
  const money = (minor: number) => toMajor(minor + 0, currency)
  return {
    Sales: money(-of(...INCOME)),
    Tax: money(-of('Tax')),
    Takings: money(of('Media')),
    OverShort: money(-of('OverShort')),
    Debits: money(sum(lines.map(({ amount }) => Math.max(amount, 0)))),
    Credits: money(sum(lines.map(({ amount }) => Math.max(-amount, 0)))),
  }
}
