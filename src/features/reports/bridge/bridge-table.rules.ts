import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Method } from '#features/till/till.rules.ts'
import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { Bridge, BridgeAnswer } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { isShown, isStepOf, type Step } from './bridge-steps.rules.ts'

type Row = Table['rows'][number]
type Say = (key: keyof (typeof bridgeWords)['en'], values?: Record<string, string | number>) => string

/** The bridge as rows: a step each, over all media and by each of them; what is not explained closes them. */
export const bridgeTable = (answer: BridgeAnswer, _query: unknown, texts: TableWords): Table => {
  const say: Say = (key, values) => texts.say(bridgeWords, key, values)
  const methods = [...new Set(answer.Totals.flatMap(({ Media }) => Media.map((line) => line.Method)))]
  const isMixed = answer.Totals.length > 1
  const [only] = answer.Totals
  const columns: Column[] = [
    { key: 'Step', title: say('step'), kind: 'text' },
    ...(isMixed ? [{ key: 'Currency', title: texts.say(tableWords, 'currency'), kind: 'text' as const }] : []),
    { key: 'Amount', title: say('amount'), kind: 'money' },
    ...methods.map((method): Column => ({ key: method, title: texts.say(tillScreenWords, `method.${method}`), kind: 'money' })),
  ]
  return {
    title: say('title'),
    notes: [...reportNotes({ ...answer, Currency: isMixed ? null : (only?.Currency ?? null) }, {}, texts), ...notesOf(answer, say)],
    columns,
    rows: answer.Totals.flatMap((bridge) => rowsOf(bridge, say)),
  }
}

const notesOf = ({ Counts, Settles, LongestDays, Totals }: BridgeAnswer, say: Say): string[] => {
  if (Counts === 'not-permitted') return [say('notPermittedNote')]
  if (Counts === 'too-long') return [say('tooLongNote', { days: LongestDays })]
  const all = Totals.reduce((sum, { SheetCount }) => sum + (SheetCount ?? 0), 0)
  const n = all - Totals.reduce((sum, { CountedSheets }) => sum + (CountedSheets ?? 0), 0)
  const end = Settles === 'told' ? 'notFollowedNote' : Settles === 'not-permitted' ? 'noPaymentsNote' : 'notLinkedNote'
  return [...(n > 0 ? [say('notCountedNote', { n, all })] : []), say(end)]
}

const rowsOf = (bridge: Bridge, say: Say): Row[] => {
  const { Currency, Steps, Media, NotExplained } = bridge
  const row = (title: string, amount: number | null, of: (line: Bridge['Media'][number]) => number | null): Row => ({
    Step: title,
    Currency,
    Amount: amount,
    ...Object.fromEntries(Media.map((line) => [line.Method, of(line)])),
  })
  const hasCashOut = Media.some(({ CashOut }) => CashOut !== 0)
  return [
    ...Steps.filter(isShown).flatMap(({ Step, Amount }) => [
      row(say(Step), Amount, (line) => amountOf(line, Step, Amount)),
      ...(Step === 'Takings' && hasCashOut ? [row(say('CashOut'), 0, ({ CashOut }) => CashOut)] : []),
    ]),
    row(say('notExplained'), NotExplained, () => null),
  ]
}

/** What of a step is of a method; what is made of sales is not told by media before takings. */
const amountOf = (line: Bridge['Media'][number], step: Step, amount: number | null): number | null => {
  if (step === 'NotFollowed' || step === 'Settled') return line[step]
  if (step === 'Takings' || step === 'NotCounted' || step === 'Late' || step === 'OverShort' || step === 'Declared' || step === 'Banked') return line[step]
  if (step === 'Vouchers') return ofVouchers(line)
  if (BEFORE_TAKINGS.includes(step) || amount === null) return null
  return isStepOf(step, line.Method) ? amount : 0
}

const BEFORE_TAKINGS: readonly Step[] = ['Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'NonSales', 'Tips', 'Rounding']

/** Two methods are vouchers: what of each is not banked. */
const ofVouchers = ({ Method: method, NotBanked }: Bridge['Media'][number]): number | null => (isStepOf('Vouchers', method satisfies Method) ? NotBanked : 0)
