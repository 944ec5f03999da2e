import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import { tillWords } from './till.messages.ts'

const MONEY = ['Expected', 'Counted', 'Variance', 'Late'] as const
const COUNTS = ['TotalCount', 'ShiftCount', 'DeliveryCount', 'TakeawayCount', 'NoSales'] as const

/** The control sheets as rows, one for each; totals where all are in one currency. */
export const sheetsTable = (answer: SheetsAnswer, _query: unknown, texts: TableWords): Table => {
  const say = (key: keyof (typeof tillWords)['en']) => texts.say(tillWords, key)
  const figure =
    (kind: ColumnKind) =>
    (key: (typeof MONEY)[number] | (typeof COUNTS)[number]): Column => ({ key, title: say(key), kind })
  const columns: Column[] = [
    { key: 'Day', title: say('day'), kind: 'date' },
    { key: 'Location', title: say('location'), kind: 'text' },
    { key: 'TerminalId', title: say('till'), kind: 'text' },
    { key: 'ZNumber', title: say('z'), kind: 'count' },
    { key: 'State', title: say('state'), kind: 'text' },
    ...MONEY.map(figure('money')),
    { key: 'CountedBy', title: say('CountedBy'), kind: 'text' },
    { key: 'SignedBy', title: say('SignedBy'), kind: 'text' },
    ...COUNTS.map(figure('count')),
  ]
  const [only] = answer.Totals
  const isMixed = answer.Totals.length > 1
  return {
    title: texts.say(reportsMenu, 'controlSheets'),
    notes: reportNotes({ ...answer, Currency: isMixed ? null : (only?.Currency ?? null) }, {}, texts),
    columns,
    rows: answer.Sheets.map(({ Media: _media, Marks: _marks, Needs: _needs, State, ...sheet }) => ({ ...sheet, State: say(`state.${State}`) })),
    ...(only && !isMixed ? { totals: { Day: null, Expected: only.Expected, Counted: only.Counted, Variance: only.Variance, Late: only.Late } } : {}),
  }
}
