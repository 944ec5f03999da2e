import type { VenueScope } from '#platform/access/venue-scope.ts'
import { FileAnswer } from '#platform/web/file-answer.ts'
import { failure } from '#shared/failure.ts'
import { text } from '#shared/messages.ts'
import { type ExportRow, exportById, lastExports } from './exports.sql.ts'
import { type FileJournal, type Form, fileText, xeroFiles } from './file-forms.rules.ts'
import type { ExportAnswer, JournalExport } from './journal.contract.ts'
import { journalWords } from './journal.messages.ts'
import { answerLine } from './journal-answer.rules.ts'
import { sum } from './journal-lines.rules.ts'
import { journalNoText, lineText } from './line-text.rules.ts'

/** The last exports, the newest first. */
export const exportsReport = async (scope: VenueScope): Promise<{ Exports: JournalExport[] }> => ({
  Exports: (await lastExports(scope)).map((row) => answerExport(scope, row)),
})

/** @throws JournalExportNotFound */
export const exportReport = async (scope: VenueScope, id: string): Promise<ExportAnswer> => {
  const row = await exportById(scope, id)
  return {
    Export: answerExport(scope, row),
    Journals: row.journals.map(({ journalNo, locationId, day, part, lines }) => ({
      JournalNo: journalNoText(journalNo),
      LocationId: locationId,
      Location: placeOf(scope, locationId),
      Day: day,
      Correction: part - 1,
      Lines: lines.map((line) => answerLine(line, row.currency)),
    })),
    AsAt: scope.now.toISOString(),
  }
}

interface AskedFile {
  Form: Form
  File?: number | undefined
  Language?: 'en' | 'jp' | undefined
}

/** The file of an accounting program. @throws JournalExportNotFound, NotFound for a file beyond the last */
export const exportFile = async (scope: VenueScope, id: string, { Form, File = 1, Language = 'en' }: AskedFile): Promise<FileAnswer> => {
  const row = await exportById(scope, id)
  const journals = row.journals.map((journal): FileJournal => fileJournal(scope, row, journal, Language))
  if (File > (Form === 'Xero' ? xeroFiles(journals).length : 1)) throw failure('NotFound')
  const extension = Form === 'Myob' ? 'txt' : 'csv'
  const name = `journal-${Form.toLowerCase()}-${row.from}-${row.to}${File > 1 ? `-${File}` : ''}.${extension}`
  return new FileAnswer(name, `text/${Form === 'Myob' ? 'plain' : 'csv'}; charset=utf-8`, fileText(Form, journals, File))
}

const fileJournal = (scope: VenueScope, { currency }: ExportRow, journal: ExportRow['journals'][number], language: 'en' | 'jp'): FileJournal => {
  const say = (key: keyof (typeof journalWords)['en'], values: Record<string, string | number> = {}) =>
    text(journalWords, language, key, { tax: scope.venue.taxName, ...values })
  const no = journalNoText(journal.journalNo)
  const told = { no, location: placeOf(scope, journal.locationId), day: journal.day }
  return {
    no,
    day: journal.day,
    currency,
    narration: journal.part === 1 ? say('narration', told) : say('correcting', { ...told, n: journal.part - 1 }),
    lines: journal.lines.map((line) => ({
      code: line.account.Code,
      account: line.account.Name,
      taxRate: line.account.TaxRate,
      text: lineText(line, say),
      amount: line.amount,
    })),
  }
}

const answerExport = (scope: VenueScope, { exportId, exportedAt, exportedBy, from, to, currency, journals }: ExportRow): JournalExport => ({
  ExportId: exportId,
  ExportedAt: exportedAt.toISOString(),
  ExportedBy: exportedBy,
  FromDate: from,
  ToDate: to,
  Currency: currency,
  Locations: [...new Set(journals.map(({ locationId }) => locationId))].map((locationId) => placeOf(scope, locationId)),
  Days: journals.filter(({ part }) => part === 1).length,
  Corrections: journals.filter(({ part }) => part > 1).length,
  Lines: sum(journals.map(({ lines }) => lines.length)),
  XeroFiles: xeroFiles(journals).length,
})

const placeOf = (scope: VenueScope, id: number): string => scope.locations.find(({ locationId }) => locationId === id)?.name ?? ''
