import { cellText, isFigure } from '#shared/cell-text.ts'
import type { Table } from '#shared/endpoint.ts'
import { type Language, text } from '#shared/messages.ts'
import { letterWords } from './schedule-letter.messages.ts'

/** More rows than this are read in the attachment, or on the screen. */
const MOST_ROWS = 60

/** A report as it is written in a mail: cells as text, in the reader's language. */
interface WrittenTable {
  columns: { title: string; figure: boolean }[]
  rows: (string | null)[][]
  totals: (string | null)[][]
  /** Rows left out. */
  more: number
}

/** The cells of a report as the screen writes them. */
export const writtenTable = (table: Table, language: Language, currency: string): WrittenTable => {
  const write = (row: Table['rows'][number]) => table.columns.map(({ key, kind }) => cellText(row[key], kind, language, currency))
  return {
    columns: table.columns.map(({ title, kind }) => ({ title, figure: isFigure(kind) })),
    rows: table.rows.slice(0, MOST_ROWS).map(write),
    totals: [...(table.totals ? [table.totals] : []), ...(table.beneath ?? [])].map(write),
    more: Math.max(0, table.rows.length - MOST_ROWS),
  }
}

/** What a mail about a report is made of. */
export interface Reported {
  name: string
  venueName: string
  /** The days, in words. */
  range: string
  language: Language
  notes: readonly string[]
  table: WrittenTable
  /** Whose schedule it is. */
  owner: string
  /** Why it was sent, where nobody's schedule is the reason. */
  because?: string
  /** Nothing happened in the range. */
  empty: boolean
  attached: boolean
  test: boolean
  /** Where the same days can be opened. */
  link: string
  /** Where the reader leaves the list; absent in a preview. */
  leave: string | undefined
}

export interface ReportLetter {
  subject: string
  text: string
  html: string
}

type Say = (key: keyof (typeof letterWords)['en'], values?: Record<string, string | number>) => string

/** The mail: figures first, in HTML and in plain text alike. */
export const reportLetter = (report: Reported): ReportLetter => {
  const say: Say = (key, values) => text(letterWords, report.language, key, values)
  const { name, venueName: venue, range } = report
  return { subject: say(report.test ? 'testSubject' : 'subject', { name, venue, range }), text: asText(report, say), html: asHtml(report, say) }
}

const afterwards = ({ table, attached, empty }: Reported, say: Say): string[] => [
  ...(empty ? [say('nothing')] : []),
  ...(table.more > 0 ? [say(attached ? 'moreAttached' : 'moreOnScreen', { n: table.more })] : []),
]

const asText = (report: Reported, say: Say): string => {
  const { name, venueName, range, notes, table, owner, link, leave } = report
  const lines = [
    name,
    `${venueName} · ${range}`,
    '',
    ...alignedRows(table, report.language),
    '',
    ...afterwards(report, say),
    ...notes,
    '',
    `${say('open')} ${link}`,
  ]
  return [...lines, '', '-- ', report.because ?? say('because', { owner, venue: venueName }), ...(leave ? [`${say('leave')} ${leave}`] : [])].join('\n')
}

/** Columns stand under each other in a letter of fixed width, where kanji take two places. */
const alignedRows = ({ columns, rows, totals }: WrittenTable, language: Language): string[] => {
  const all = [columns.map(({ title }) => title), ...[...rows, ...totals].map((row) => row.map((cell) => cell ?? '–'))]
  const widths = columns.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? '', language))))
  const line = (row: string[]) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell, language))
        return columns[at]?.figure ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  const [head = [], ...body] = all
  return [line(head), rule, ...body.slice(0, rows.length).map(line), ...(totals.length > 0 ? [rule, ...body.slice(rows.length).map(line)] : [])]
}

const widthOf = (written: string, language: Language): number =>
  language === 'jp'
    ? [...written].reduce((sum, sign) => sum + (/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6]/.test(sign) ? 2 : 1), 0)
    : [...written].length

const PAGE = 'font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#1d2a26;margin:24px'
const HEAD = 'font-size:22px;line-height:1.25;margin:0'
const SMALL = 'font-size:13px;color:#5c6661;margin:4px 0'
const TABLE = 'border-collapse:collapse;font-size:14px;margin:16px 0;font-variant-numeric:tabular-nums'
const CELL = 'padding:5px 14px 5px 0;border-bottom:1px solid #d9d5c8;white-space:nowrap'
const SUM = `${CELL};border-top:2px solid #1d2a26;font-weight:bold`
const BUTTON = 'display:inline-block;padding:10px 18px;background:#1f4d3f;color:#ffffff;text-decoration:none;border-radius:4px'

const asHtml = (report: Reported, say: Say): string => {
  const { name, venueName, range, notes, table, owner, link, leave, language } = report
  const cell = (tag: 'td' | 'th', style: string, value: string | null, at: number, scope: string) =>
    `<${tag}${scope} style="${style};text-align:${table.columns[at]?.figure ? 'right' : 'left'}">${escaped(value ?? '–')}</${tag}>`
  const row = (style: string) => (cells: (string | null)[]) =>
    `<tr>${cells.map((value, at) => (at === 0 ? cell('th', `${style};font-weight:${style === SUM ? 'bold' : 'normal'}`, value, at, ' scope="row"') : cell('td', style, value, at, ''))).join('')}</tr>`
  const head = `<tr>${table.columns.map(({ title }, at) => cell('th', `${CELL};color:#5c6661;font-weight:normal`, title, at, ' scope="col"')).join('')}</tr>`
  const foot = table.totals.map((cells, at) => row(at === 0 ? SUM : CELL)(cells)).join('')
  const small = [...notes].map((note) => `<p style="${SMALL}">${escaped(note)}</p>`).join('')
  return [
    `<!doctype html><html lang="${language === 'jp' ? 'ja' : 'en'}"><head><meta charset="utf-8"><title>${escaped(name)}</title></head><body style="${PAGE}">`,
    `<h1 style="${HEAD}">${escaped(name)}</h1><p style="margin:4px 0 0">${escaped(`${venueName} · ${range}`)}</p>`,
    `<table style="${TABLE}"><thead>${head}</thead><tbody>${table.rows.map(row(CELL)).join('')}</tbody>${foot ? `<tfoot>${foot}</tfoot>` : ''}</table>`,
    ...afterwards(report, say).map((line) => `<p>${escaped(line)}</p>`),
    `<p><a href="${escaped(link)}" style="${BUTTON}">${escaped(say('open'))}</a></p>`,
    small,
    `<p style="${SMALL}">${escaped(report.because ?? say('because', { owner, venue: venueName }))}${leave ? ` <a href="${escaped(leave)}">${escaped(say('leave'))}</a>` : ''}</p></body></html>`,
  ].join('')
}

const escaped = (value: string) =>
  value.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)
