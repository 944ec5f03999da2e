import type { Preset, Range } from '#shared/range.ts'
import { PERIOD_WORDS } from '#shared/relative-dates.ts'

/** What stands where the token goes: nobody but its person has it, not even the page. */
const TOKEN = 'YOUR_TOKEN'

interface Asked {
  origin: string
  /** The report's path below /api and its query, as on screen. */
  path: string
  query: Record<string, string>
  columns?: readonly string[] | undefined
  range: Range & { preset?: Preset | undefined }
  language: 'en' | 'jp'
}

export type ReportFormat = 'csv' | 'xlsx' | 'json'

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll("'", '%27')

/** The address of the report on screen. A ready-made range stays a word, so the address goes on moving with time. */
export const reportAddress = ({ origin, path, query, columns, range, language }: Asked, format: ReportFormat): string => {
  const { FromDate, ToDate, Date: _one, TrendDate: _trend, ...rest } = query
  const isByDays = FromDate !== undefined && ToDate !== undefined
  const days = isByDays && range.preset ? { Period: PERIOD_WORDS[range.preset] } : Object.fromEntries(Object.entries(query).filter(([name]) => !(name in rest)))
  const whole = { ...days, ...rest, ...(columns ? { Columns: columns.join(',') } : {}), Language: language, format }
  return `${origin}/api${path}?${Object.entries(whole)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')}`
}

/** How a report comes into a shell, into Excel by Power Query, and into Google Sheets by Apps Script. */
export const spreadsheetLines = (asked: Asked, format: ReportFormat) => {
  const csv = reportAddress(asked, 'csv')
  return {
    curl: `curl -H 'Authorization: Bearer ${TOKEN}' -o report.${format} '${reportAddress(asked, format)}'`,
    powerQuery: `= Table.PromoteHeaders(Csv.Document(Web.Contents("${csv}", [Headers=[Authorization="Bearer ${TOKEN}"]]), [Delimiter=",", Encoding=65001]))`,
    sheets: `function DAYBOOK() { return Utilities.parseCsv(UrlFetchApp.fetch("${csv}", { headers: { Authorization: "Bearer ${TOKEN}" } }).getContentText().replace(/^\\uFEFF/, "")) }`,
  }
}
