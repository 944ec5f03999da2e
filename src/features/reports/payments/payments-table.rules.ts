import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { plainDayText } from '#shared/cell-text.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { incompleteIn, type PaymentsAnswer } from './payment-sums.rules.ts'
import { paymentsWords } from './payments.messages.ts'

const MONEY = ['Volume', 'Refunds', 'Disputed', 'Other', 'OurFee', 'OurFeeTaken', 'ProviderFee', 'Net'] as const

/** Days and locations as rows; totals where all are in one currency. */
export const paymentsTable = (answer: PaymentsAnswer, _query: unknown, texts: TableWords): Table => {
  const say = (key: keyof (typeof paymentsWords)['en']) => texts.say(paymentsWords, key)
  const [only] = answer.Totals
  const isMixed = answer.Totals.length > 1
  const columns: Column[] = [
    { key: 'Day', title: say('day'), kind: 'date' },
    { key: 'Location', title: say('location'), kind: 'text' },
    ...(isMixed ? [{ key: 'Currency', title: say('currency'), kind: 'text' as const }] : []),
    { key: 'Payments', title: say('Payments'), kind: 'count' },
    ...MONEY.map((key) => ({ key, title: say(key), kind: 'money' as const })),
    { key: 'Failed', title: say('Failed'), kind: 'count' },
    { key: 'FailedAmount', title: say('FailedAmount'), kind: 'money' },
  ]
  return {
    title: texts.say(reportsMenu, 'payments'),
    notes: [
      ...reportNotes({ ...answer, Currency: isMixed ? null : (only?.Currency ?? null) }, {}, texts),
      ...incompleteIn(answer).map(({ Location, Day }) => texts.say(paymentsWords, 'completeFrom', { place: Location, day: plainDayText(Day, texts.language) })),
    ],
    columns,
    rows: answer.Days.map(({ LocationId: _, Location, ...day }) => ({ ...day, Location: Location ?? say('noLocation') })),
    ...(only && !isMixed ? { totals: { ...only, Day: say('total') } } : {}),
  }
}
