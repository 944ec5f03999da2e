import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { PaymentList } from './listed-payments.rules.ts'
import { paymentListWords } from './payment-list.messages.ts'
import { paymentsWords } from './payments.messages.ts'

/** The payments of a figure as rows; the last column is what each adds to it, and its total is the figure. */
export const paymentListTable = (answer: PaymentList, _query: unknown, texts: TableWords): Table => {
  const say = (key: keyof (typeof paymentsWords)['en']) => texts.say(paymentsWords, key)
  const word = (key: keyof (typeof paymentListWords)['en'], values?: Record<string, string | number>) => texts.say(paymentListWords, key, values)
  const kinds = ['charge', 'refund', 'dispute', 'fee', 'failed'] as const
  const columns: Column[] = [
    { key: 'Day', title: say('day'), kind: 'date' },
    { key: 'Time', title: word('time'), kind: 'time' },
    { key: 'Location', title: say('location'), kind: 'text' },
    { key: 'Kind', title: word('kind'), kind: 'text' },
    { key: 'PaymentId', title: word('payment'), kind: 'text' },
    { key: 'State', title: word('state'), kind: 'text' },
    { key: 'Card', title: word('card'), kind: 'text' },
    { key: 'Failure', title: word('failure'), kind: 'text' },
    { key: 'PayoutId', title: word('payout'), kind: 'text' },
    { key: 'ArrivesOn', title: say('arrives'), kind: 'date' },
    ...(answer.Currency === null ? [{ key: 'Currency', title: say('currency'), kind: 'text' as const }] : []),
    { key: 'Amount', title: say('amount'), kind: 'money' },
    { key: 'OurFeeTaken', title: say('OurFeeTaken'), kind: 'money' },
    { key: 'ProviderFee', title: say('ProviderFee'), kind: 'money' },
    { key: 'Net', title: say('Net'), kind: 'money' },
    { key: 'Value', title: word(`figure.${answer.Figure}`), kind: 'money' },
  ]
  return {
    title: word('title', { figure: word(`figure.${answer.Figure}`) }),
    notes: [
      word('noteRange', { from: answer.FromDate, to: answer.ToDate }),
      ...(answer.Currency === null ? [] : [word('noteCurrency', { currency: answer.Currency })]),
      ...(answer.State === null ? [] : [word('onlyState', { state: word(`state.${answer.State}`) })]),
      word('noteAsAt', { instant: answer.AsAt }),
    ],
    columns,
    rows: answer.Payments.map((one) => {
      const kind = kinds.find((name) => name === one.Kind)
      return {
        Day: one.Day,
        Time: one.At.slice(11, 16),
        Location: one.Location ?? say('noLocation'),
        Kind: kind ? word(`kind.${kind}`) : word('kind.other'),
        PaymentId: one.PaymentId ?? one.Id,
        State: one.State && word(`state.${one.State}`),
        Card: one.Card,
        Failure: one.Failure,
        PayoutId: one.PayoutId,
        ArrivesOn: one.ArrivesOn,
        Currency: one.Currency,
        Amount: one.Amount,
        OurFeeTaken: one.OurFeeTaken,
        ProviderFee: one.ProviderFee,
        Net: one.Net,
        Value: one.Value,
      }
    }),
    totals: { Day: word('total', { n: answer.Count }), Value: answer.Total },
    totalsOf: (count, sums) => ({ Day: word('total', { n: count }), Value: answer.Currency === null ? null : (sums.Value ?? null) }),
  }
}
