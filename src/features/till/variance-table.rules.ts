import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { reportNotes, weekdayName } from '#features/reports/kit/report-table.rules.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { tillWords } from './till.messages.ts'
import type { VarianceAnswer, VarianceSheets } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'

/** A row for each operator at each till, a column for each weekday; totals where all are in one currency. */
export const varianceTable = (answer: VarianceAnswer, _query: unknown, texts: TableWords): Table => {
  const say = (key: keyof (typeof varianceWords)['en']) => texts.say(varianceWords, key)
  const [only] = answer.Totals
  const isMixed = answer.Totals.length > 1
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const columns: Column[] = [
    { key: 'Location', title: texts.say(tillWords, 'location'), kind: 'text' },
    { key: 'Operator', title: say('operator'), kind: 'text' },
    { key: 'Till', title: texts.say(tillWords, 'till'), kind: 'text' },
    ...weekdays.map((weekday): Column => ({ key: `Weekday${weekday}`, title: weekdayName(weekday, texts.language), kind: 'money' })),
    { key: 'Variance', title: texts.say(tillWords, 'Variance'), kind: 'money' },
    { key: 'OverLimit', title: say('overLimit'), kind: 'count' },
    { key: 'Sheets', title: say('sheets'), kind: 'count' },
  ]
  return {
    title: `${texts.say(reportsMenu, 'controlSheets')} – ${say('variance')}`,
    notes: reportNotes({ ...answer, Currency: isMixed ? null : (only?.Currency ?? null) }, {}, texts),
    columns,
    rows: answer.Rows.map(({ Weekdays, Periods: _periods, Operator, ...row }) => ({
      ...row,
      Operator: Operator ?? say('nobody'),
      ...Object.fromEntries(Weekdays.map(({ Weekday, Variance }) => [`Weekday${Weekday}`, Variance])),
    })),
    ...(only && !isMixed ? { totals: { Location: null, Variance: only.Variance, OverLimit: only.OverLimit, Sheets: only.Sheets } } : {}),
  }
}

/** The sheets behind a figure, one a row. */
export const varianceSheetsTable = (answer: VarianceSheets, _query: unknown, texts: TableWords): Table => {
  const word = (key: keyof (typeof tillWords)['en']) => texts.say(tillWords, key)
  const [only] = answer.Totals
  return {
    title: texts.say(varianceWords, 'variance'),
    notes: [],
    columns: [
      { key: 'Day', title: word('day'), kind: 'date' },
      { key: 'Location', title: word('location'), kind: 'text' },
      { key: 'Till', title: word('till'), kind: 'text' },
      { key: 'Operator', title: texts.say(varianceWords, 'operator'), kind: 'text' },
      { key: 'ZNumber', title: word('z'), kind: 'count' },
      { key: 'Expected', title: word('Expected'), kind: 'money' },
      { key: 'Variance', title: word('Variance'), kind: 'money' },
      { key: 'Counts', title: texts.say(varianceWords, 'counts'), kind: 'count' },
    ],
    rows: answer.Sheets.map(({ SheetId: _id, IsOverLimit: _isOver, ...sheet }) => sheet),
    ...(only && answer.Totals.length === 1 ? { totals: { Day: null, Variance: only.Variance } } : {}),
  }
}
