import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { TerminalDays } from './tyro.contract.ts'
import { tyroDaysWords } from './tyro-days.messages.ts'

const MONEY = ['Sales', 'Refunds', 'Surcharges', 'Tips', 'CashOut', 'Donations', 'Total', 'Fee', 'Settled', 'Till', 'Difference'] as const

/** The days of card terminals as rows. */
export const terminalDaysTable = (answer: TerminalDays, _query: unknown, texts: TableWords): Table => {
  const say = (key: keyof (typeof tyroDaysWords)['en'], values?: Record<string, string>) => texts.say(tyroDaysWords, key, values)
  return {
    title: say('title'),
    notes: [say('noteRange', { from: answer.FromDate, to: answer.ToDate }), say('noteDifference'), say('noteAsAt', { instant: answer.AsAt })],
    columns: [
      { key: 'Day', title: say('Day'), kind: 'date' },
      { key: 'Location', title: say('Location'), kind: 'text' },
      { key: 'Payments', title: say('Payments'), kind: 'count' },
      ...MONEY.map((key): Column => ({ key, title: say(key), kind: 'money' })),
    ],
    rows: answer.Days,
    totals: { Day: say('total'), ...answer.Totals },
  }
}
