import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { spanInWords } from '#shared/said-dates.ts'
import type { AnswerLine, ExportAnswer, JournalAnswer } from './journal.contract.ts'
import { journalWords } from './journal.messages.ts'
import { lineText } from './line-text.rules.ts'

type Say = (key: keyof (typeof journalWords)['en'], values?: Record<string, string>) => string

const sayIn =
  (texts: TableWords): Say =>
  (key, values) =>
    texts.say(journalWords, key, values)

const text = (key: string, title: string): Column => ({ key, title, kind: 'text' })
const money = (key: string, title: string): Column => ({ key, title, kind: 'money' })

const lineColumns = (say: Say): Column[] => [
  text('Code', say('code')),
  text('Account', say('account')),
  text('Line', say('line')),
  money('Debit', say('debit')),
  money('Credit', say('credit')),
  money('Tax', say('tax')),
]

const lineCells = (line: AnswerLine, say: Say) => ({
  Code: line.Code,
  Account: line.Account,
  Line: lineText({ kind: line.Kind, key: line.Key, name: line.Name }, say),
  Debit: line.Debit,
  Credit: line.Credit,
  Tax: line.Tax,
})

/** The journals of a range as rows, one for each line; totals where all are in one currency. */
export const journalTable = (answer: JournalAnswer, _query: unknown, texts: TableWords): Table => {
  const say = sayIn(texts)
  const [only] = answer.Totals
  const isMixed = answer.Totals.length > 1
  return {
    title: texts.say(reportsMenu, 'journal'),
    notes: reportNotes({ ...answer, Currency: isMixed ? null : (only?.Currency ?? null) }, {}, texts),
    columns: [
      { key: 'Day', title: say('day'), kind: 'date' },
      text('Location', say('location')),
      text('State', say('state')),
      ...(isMixed ? [text('Currency', say('currency'))] : []),
      ...lineColumns(say),
    ],
    rows: answer.Days.flatMap(({ Day, Location, State, Currency, Lines }) =>
      Lines.map((line) => ({ Day, Location, State: say(`state.${State}`), Currency, ...lineCells(line, say) })),
    ),
    ...(only && !isMixed ? { totals: { Day: say('total'), Debit: only.Debits, Credit: only.Credits } } : {}),
  }
}

/** An export as rows, one for each line. */
export const exportTable = ({ Export, Journals }: ExportAnswer, _query: unknown, texts: TableWords): Table => {
  const say = sayIn(texts)
  return {
    title: `${say('export')} ${spanInWords({ from: Export.FromDate, to: Export.ToDate }, texts.language)}`,
    notes: [
      `${texts.venueName}: ${Export.Locations.join(', ')}`,
      `${texts.say(tableWords, 'noteAsAt', { instant: Export.ExportedAt })} · ${Export.ExportedBy}`,
      Export.Currency,
    ],
    columns: [
      text('JournalNo', say('journalNo')),
      { key: 'Day', title: say('day'), kind: 'date' },
      text('Location', say('location')),
      { key: 'Correction', title: say('correction'), kind: 'count' },
      ...lineColumns(say),
      text('Currency', say('currency')),
    ],
    rows: Journals.flatMap(({ JournalNo, Day, Location, Correction, Lines }) =>
      Lines.map((line) => ({ JournalNo, Day, Location, Correction, Currency: Export.Currency, ...lineCells(line, say) })),
    ),
  }
}
