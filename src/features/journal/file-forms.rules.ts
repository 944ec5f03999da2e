import { csvLine, formulaSafe } from '#shared/csv-line.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'

/** The accounting programs an export is written for. */
export const FORMS = ['Xero', 'Myob', 'QuickBooks'] as const
export type Form = (typeof FORMS)[number]

/** A line as it is written; minor units, debits above zero. */
export interface FileLine {
  code: string
  account: string
  taxRate: string
  text: string
  amount: number
}

/** One journal of a file. */
export interface FileJournal {
  no: string
  day: string
  currency: string
  narration: string
  lines: readonly FileLine[]
}

/** An export as one of the files of a program. @param file which of Xero's files, from 1 */
export const fileText = (form: Form, journals: readonly FileJournal[], file = 1): string => {
  if (form === 'Xero') return xeroText(xeroFiles(journals)[file - 1] ?? [])
  return form === 'Myob' ? myobText(journals) : quickBooksText(journals)
}

/** Xero takes so many lines of one file. */
const MOST_XERO_LINES = 300

/** Journals put into as few files as Xero takes, in their order; one journal is never cut. */
export const xeroFiles = <J extends { lines: readonly unknown[] }>(journals: readonly J[]): J[][] => {
  const files: J[][] = []
  let room = 0
  for (const journal of journals) {
    const last = files.at(-1)
    if (last && journal.lines.length <= room) last.push(journal)
    else {
      files.push([journal])
      room = MOST_XERO_LINES
    }
    room -= journal.lines.length
  }
  return files
}

/**
 * Manual journals as Xero imports them: the columns of its template, rows of one narration and date are one journal, debits above zero, dates as
 * dd/mm/yyyy, tax rates by their full name. Sure: Xero Central describes each column, and that 300 lines are taken. The tracking columns stay empty.
 */
const xeroText = (journals: readonly FileJournal[]): string =>
  [
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount', 'TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
    ...journals.flatMap(({ narration, day, currency, lines }) =>
      lines.map(({ text, code, taxRate, amount }) => [
        formulaSafe(narration),
        dayMonthYear(day),
        formulaSafe(text),
        code,
        taxRate,
        written(amount, currency),
        '',
        '',
        '',
        '',
      ]),
    ),
  ]
    .map((cells) => csvLine(cells))
    .join('')

/**
 * General journal entries as MYOB AccountRight and AccountEdge import them: parted by tabs, an empty line between entries, no amount below zero,
 * numbers of at most eight characters. Fairly sure: these are the field names of MYOB's own help, and its import lets one match columns that differ.
 * The cloud versions have no import of journals from files that is described in public.
 */
const myobText = (journals: readonly FileJournal[]): string => {
  const head = tabLine(['Journal Number', 'Date', 'Memo', 'Account Number', 'Debit Amount', 'Credit Amount', 'Job', 'Allocation Memo'])
  const entries = journals.map(({ no, day, narration, currency, lines }) =>
    lines
      .map(({ code, text, amount }) =>
        tabLine([no, dayMonthYear(day), formulaSafe(narration), code, debitOf(amount, currency), creditOf(amount, currency), '', formulaSafe(text)]),
      )
      .join(''),
  )
  return head + entries.join('\r\n')
}

/**
 * Journal entries as QuickBooks Online imports them: rows of one number are one entry, accounts by their name, the other amount left empty. Sure of the
 * columns, which are matched on a screen of the import anyway; dates are in the form that QuickBooks uses in the country, and it asks which that is.
 */
const quickBooksText = (journals: readonly FileJournal[]): string =>
  [
    ['Journal No', 'Journal Date', 'Account', 'Debits', 'Credits', 'Description', 'Name'],
    ...journals.flatMap(({ no, day, currency, lines }) =>
      lines.map(({ account, text, amount }) => [
        no,
        currency === 'USD' ? monthDayYear(day) : dayMonthYear(day),
        account,
        debitOf(amount, currency),
        creditOf(amount, currency),
        formulaSafe(text),
        '',
      ]),
    ),
  ]
    .map((cells) => csvLine(cells))
    .join('')

const tabLine = (cells: readonly string[]): string => `${cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')}\r\n`

const written = (minor: number, currency: string): string => toMajor(minor, currency).toFixed(decimalsOf(currency))
const debitOf = (minor: number, currency: string): string => (minor > 0 ? written(minor, currency) : '')
const creditOf = (minor: number, currency: string): string => (minor < 0 ? written(-minor, currency) : '')

const dayMonthYear = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
const monthDayYear = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
