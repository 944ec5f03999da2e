import { escaped, MAIL, mailPage } from '#shared/mail-page.ts'
import { type Language, text } from '#shared/messages.ts'
import type { WrittenHeadline, WrittenTable } from './letter-table.rules.ts'
import { letterWords } from './schedule-letter.messages.ts'

/** What a mail about a report is made of. */
export interface Reported {
  name: string
  venueName: string
  /** The days, in words. */
  range: string
  language: Language
  notes: readonly string[]
  /** The figure it begins with. */
  headline?: WrittenHeadline | undefined
  table: WrittenTable
  /** Whose schedule it is. */
  owner: string
  /** Why it was sent, where nobody's schedule is the reason. */
  because?: string
  /** Nothing happened in the range. */
  empty: boolean
  attached: boolean
  test: boolean
  /** Where the same days can be opened; absent for somebody outside Daybook. */
  link: string | undefined
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

/** What stands above the rows: which ones these are. */
const above = ({ table: { rows, more, isPart, topBy } }: Reported, say: Say): string[] => {
  const [n, of] = [rows.length, rows.length + more]
  if (isPart) return [say('firstRows', { n })]
  if (more === 0) return []
  return [topBy === undefined ? say('firstOf', { n, of }) : say('topOf', { n, of, figure: topBy })]
}

const afterwards = ({ table: { rows, more, isPart }, attached, empty, link }: Reported, say: Say): string[] => {
  const where = attached ? 'Attached' : link ? 'OnScreen' : undefined
  const all = isPart ? (`every${where}` as 'everyAttached') : (`all${where}` as 'allAttached')
  return [...(empty ? [say('nothing')] : []), ...(where && (isPart || more > 0) ? [say(all, { n: rows.length + more })] : [])]
}

const because = ({ because: given, owner, venueName }: Reported, say: Say): string => given ?? say('because', { owner, venue: venueName })

const asText = (report: Reported, say: Say): string => {
  const { name, venueName, range, notes, headline, table, link, leave, language } = report
  const lines = [
    name,
    `${venueName} · ${range}`,
    '',
    ...(headline ? [`${headline.title}: ${headline.value}`, ...(headline.change ? [headline.change] : []), ''] : []),
    ...above(report, say),
    ...alignedRows(table, language),
    '',
    ...afterwards(report, say),
    ...(link ? ['', `${say('open')} ${link}`] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ]
  return [...lines, '', '-- ', because(report, say), ...(leave ? [`${say('leave')} ${leave}`] : [])].join('\n')
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

const TABLE = 'border-collapse:collapse;width:100%;font-size:14px;margin:8px 0 16px;font-variant-numeric:tabular-nums'
const CELL = 'padding:6px 0 6px 12px;border-bottom:1px solid #d6ddd8;vertical-align:top'
const SUM = `${CELL};border-top:1px solid #14201c;border-bottom:3px double #14201c;font-weight:600`
const FIGURE = 'font-size:36px;line-height:1.15;font-weight:600;font-variant-numeric:tabular-nums;margin:0'

const asHtml = (report: Reported, say: Say): string => {
  const { name, venueName, range, notes, link, leave, language } = report
  const small = (html: string) => `<p class="small" style="${MAIL.small}">${html}</p>`
  const body = [
    `<h1 style="${MAIL.title}">${escaped(name)}</h1><p class="small" style="${MAIL.small};margin-bottom:20px">${escaped(`${venueName} · ${range}`)}</p>`,
    headlineHtml(report),
    ...above(report, say).map((line) => `<h2 style="font-size:14px;font-weight:600;margin:20px 0 0">${escaped(line)}</h2>`),
    tableHtml(report.table),
    ...afterwards(report, say).map((line) => `<p style="${MAIL.line}">${escaped(line)}</p>`),
    link ? `<p style="${MAIL.line}"><a href="${escaped(link)}" class="button" style="${MAIL.button}">${escaped(say('open'))}</a></p>` : '',
    ...notes.map((note) => small(escaped(note))),
    '<hr class="cell" style="border:0;border-top:1px solid #d6ddd8;margin:20px 0 12px">',
    small(escaped(because(report, say))),
    leave ? small(`<a href="${escaped(leave)}" class="link" style="${MAIL.link}">${escaped(say('leave'))}</a>`) : '',
  ]
  return mailPage(language, name, body.join(''))
}

const headlineHtml = ({ headline }: Reported): string =>
  headline
    ? `<p style="margin:0">${escaped(headline.title)}</p><p style="${FIGURE}">${escaped(headline.value)}</p>${headline.change ? `<p style="margin:4px 0 0">${escaped(headline.change)}</p>` : ''}`
    : ''

const tableHtml = ({ columns, rows, totals }: WrittenTable): string => {
  const cell = (tag: 'td' | 'th', className: string, style: string, value: string | null, at: number, scope = '') => {
    const side = `text-align:${columns[at]?.figure ? 'right;white-space:nowrap' : 'left'}${at === 0 ? ';padding-left:0' : ''}`
    return `<${tag}${scope} class="${className}" style="${style};${side}">${escaped(value ?? '–')}</${tag}>`
  }
  const row = (className: string, style: string) => (cells: (string | null)[]) =>
    `<tr>${cells.map((value, at) => (at === 0 ? cell('th', className, `font-weight:400;${style}`, value, at, ' scope="row"') : cell('td', className, style, value, at))).join('')}</tr>`
  const head = `<tr>${columns.map(({ title }, at) => cell('th', 'cell small', `${CELL};font-size:12px;color:#4a5a53;font-weight:400;vertical-align:bottom`, title, at, ' scope="col"')).join('')}</tr>`
  const foot = totals.map((cells, at) => (at === 0 ? row('cell sum', SUM) : row('cell', CELL))(cells)).join('')
  return `<table style="${TABLE}"><thead>${head}</thead><tbody>${rows.map(row('cell', CELL)).join('')}</tbody>${foot ? `<tfoot>${foot}</tfoot>` : ''}</table>`
}
