import { cellText, isFigure } from '#shared/cell-text.ts'
import type { Column, Headline, Table } from '#shared/endpoint.ts'
import { dayFormat } from '#shared/formats.ts'
import { type Language, LOCALES } from '#shared/messages.ts'
import { moneyText, numberText, percentText } from '#shared/money.ts'
import { dayInWords, inWords } from '#shared/said-dates.ts'

/** The rows a mail shows; the rest is in its attachment, or on the screen. */
const MOST_ROWS = 5
/** A mail is read on a phone: so many names and figures a row has there. */
const MOST_NAMES = 2
const MOST_FIGURES = 4

/** A report as it is written in a mail: cells as text, in the reader's language. */
export interface WrittenTable {
  columns: { title: string; figure: boolean }[]
  rows: (string | null)[][]
  totals: (string | null)[][]
  /** Rows left out. */
  more: number
  /** There are more than those, nobody counted how many. */
  isPart?: boolean
  /** The column of whose largest values the rows are; absent: the first rows as they stand. */
  topBy?: string | undefined
}

/** The first figure of a mail, with what changed against what it is compared with. */
export interface WrittenHeadline {
  title: string
  value: string
  /** "+$120.00 (+4.1 %) vs last week"; absent where nothing is compared. */
  change?: string | undefined
}

/** The clock and the money of what a mail tells. */
interface Told {
  language: Language
  currency: string
  timeZone: string
}

type Row = Table['rows'][number]

/** The first rows of a report as the mail has them: in the order of its first figure where the report says so, else as they stand. */
export const writtenTable = (table: Table, told: Told, isPart = false): WrittenTable => {
  const columns = columnsShown(table)
  const by = table.headline ? table.headline.by : undefined
  // Sums of rows are no rows of their own.
  const own = table.rows.filter(({ Subtotal }) => !Subtotal)
  const isTop = by !== undefined && own.length > MOST_ROWS
  const rows = isTop ? own.toSorted((a, b) => numberIn(b, by) - numberIn(a, by)) : own
  const write = (row: Row) => columns.map(({ key, kind }) => cellInWords(row[key], kind, told))
  return {
    columns: columns.map(({ title, kind }) => ({ title: titleInWords(title, told.language), figure: isFigure(kind) })),
    rows: rows.slice(0, MOST_ROWS).map(write),
    totals: [...(table.totals ? [table.totals] : []), ...(table.beneath ?? [])].map(write),
    more: Math.max(0, own.length - MOST_ROWS),
    isPart,
    topBy: isTop ? (table.headline?.title ?? by) : undefined,
  }
}

const numberIn = (row: Row, key: string): number => {
  const value = row[key]
  return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY
}

/** The names of rows, and beside them the figure and a few more. */
const columnsShown = ({ columns, rows, headline }: Table): Column[] => {
  const isTold = ({ key }: Column) => rows.some((row) => row[key] !== null && row[key] !== undefined && row[key] !== '')
  const beside = headline?.beside
  if (beside) {
    const names = columns.filter(({ kind, key }) => !isFigure(kind) && kind !== 'time' && !beside.includes(key)).filter(isTold)
    return [...names.slice(0, MOST_NAMES), ...columns.filter(({ key }) => beside.includes(key))]
  }
  const names = columns.filter(({ kind }) => !isFigure(kind)).filter(isTold)
  const figures = columns.filter(({ kind }) => isFigure(kind))
  const first = figures.filter(({ key }) => key === headline?.by || CHANGES.has(key))
  const shown = new Set([...first, ...figures.filter((one) => !first.includes(one))].slice(0, MOST_FIGURES))
  return columns.filter((column) => names.slice(0, MOST_NAMES).includes(column) || shown.has(column))
}

/** Columns of what a figure is compared with, which stay beside it. */
const CHANGES: ReadonlySet<string> = new Set(['Compared', 'Difference', 'Change', 'ChangePercent'])

/** The figure a mail begins with, or nothing where a report has no total of money. */
export const writtenHeadline = (table: Table, told: Told): WrittenHeadline | undefined => {
  const first = table.headline ?? firstTotal(table)
  if (!first) return undefined
  if (first.value === null) return { title: first.title, value: '–' }
  const value = figureText(first.value, first.kind, told, false)
  return { title: first.title, value, change: first.against ? changeText(first, first.value, first.against, table, told) : undefined }
}

const firstTotal = ({ columns, totals }: Table): Headline | undefined => {
  const money = columns.filter(({ key, kind }) => kind === 'money' && typeof totals?.[key] === 'number')
  const column = money.find(({ key }) => key === 'Net') ?? money[0]
  return column && { title: column.title, kind: column.kind, value: Number(totals?.[column.key]) }
}

/** What a change of nothing, or of next to nothing, comes to in percent says nothing; the report knows which. */
const isShareTold = ({ totals }: Table): boolean => ['Change', 'ChangePercent', 'OnLastWeek'].every((key) => totals?.[key] !== null)

const changeText = ({ kind, base, missing }: Headline, value: number, against: string, table: Table, told: Told): string => {
  if (base === null || base === undefined) return missing ?? `– ${against}`
  const difference = Math.round((value - base) * 1e6) / 1e6
  const share = base !== 0 && kind !== 'percent' && isShareTold(table) ? ` (${percentText(difference / Math.abs(base), told.language)})` : ''
  return `${figureText(difference, kind, told, true)}${share} ${against}`
}

const figureText = (value: number, kind: Column['kind'], { language, currency }: Told, signed: boolean): string => {
  const sign = signed && value > 0 ? '+' : ''
  if (kind === 'money') return sign + moneyText(value, currency, language)
  if (kind === 'percent') return sign + (cellText(value, 'percent', language, currency) ?? '')
  return sign + numberText(value, language, kind === 'quantity' ? 4 : 0)
}

const PERIOD = /^(\d{4})-(\d{2})$/
const HOUR = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/

/** A title that is a day, a month or an hour, in words. */
const titleInWords = (title: string, language: Language): string => {
  const [, year, month] = PERIOD.exec(title) ?? []
  if (year && month) return dayFormat(LOCALES[language], { month: 'short', year: 'numeric' }).format(new Date(`${title}-01T00:00:00Z`))
  const [, day, time] = HOUR.exec(title) ?? []
  if (day && time) return `${dayInWords(day, language)} ${time}`
  return title.replace(/\d{4}-\d{2}-\d{2}/g, (iso) => dayInWords(iso, language))
}

/** A cell as a person reads it: days and moments in words, never as machines write them. */
const cellInWords = (value: Row[string] | undefined, kind: Column['kind'], told: Told): string | null => {
  if (kind === 'time' && typeof value === 'string') return value.length > 5 ? String(inWords(value, told.language, told.timeZone)) : value
  if (typeof value === 'string' && !isFigure(kind)) {
    if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dayInWords(value, told.language, true)
    return value === '' ? null : titleInWords(String(inWords(value, told.language, told.timeZone)), told.language)
  }
  return cellText(value, kind, told.language, told.currency)
}
