import type { FastifyRequest } from 'fastify'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { tableAsCsv, tableAsXlsx } from '#platform/files/table-files.ts'
import { instantIn } from '#shared/day.ts'
import type { AnyOperation, Table, TableWords } from '#shared/endpoint.ts'
import { fieldFailure } from '#shared/failure.ts'
import { text } from '#shared/messages.ts'
import { inWords, spanInWords } from '#shared/said-dates.ts'
import { FileAnswer, reportFileName } from './file-answer.ts'

export type Format = 'csv' | 'xlsx'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Which file the caller wants instead of JSON: `format=csv|xlsx`, or the Accept header. */
export const formatAsked = (request: FastifyRequest): Format | undefined => {
  const { format } = request.query as { format?: string }
  if (format !== undefined && format !== 'json') return formatNamed(format)
  const accept = request.headers.accept ?? ''
  if (accept.includes('text/csv')) return 'csv'
  return accept.includes(XLSX) ? 'xlsx' : undefined
}

/** @throws ValidationFailed for a format reports are not written in */
export const formatNamed = (format: string): Format => {
  if (format === 'csv' || format === 'xlsx') return format
  throw fieldFailure('format', 'format must be csv, xlsx or json.')
}

/**
 * What a table is written with: the language asked for, and the names of the venue, its programme and its tax. Days and moments in its texts are in words, on
 * the clock of the first location, which is named where the venue has others.
 */
export const wordsFor = (venue: VenueScope, language: 'en' | 'jp'): TableWords => {
  const timeZone = zoneOf(venue)
  const isNamed = venue.locations.some((location) => location.timeZone !== timeZone)
  const inText = ([name, value]: [string, string | number]) => [name, inWords(value, language, timeZone, isNamed)]
  return {
    language,
    venueName: venue.venue.name,
    loyaltyName: venue.venue.loyaltyName,
    say: (messages, key, values = {}) =>
      text(messages, language, key, {
        loyalty: venue.venue.loyaltyName || 'Loyalty',
        tax: venue.venue.taxName,
        ...Object.fromEntries(Object.entries(values).map(inText)),
      }),
  }
}

const zoneOf = (venue: VenueScope): string => venue.locations[0]?.timeZone ?? 'UTC'

/** The days a report is about, as its query names them; without any, the day it was made. */
const spanOf = (query: unknown, venue: VenueScope): { from: string; to: string } => {
  const { Date: day, FromDate, ToDate } = (query ?? {}) as { Date?: string; FromDate?: string; ToDate?: string }
  const today = instantIn(venue.now, zoneOf(venue)).slice(0, 10)
  const from = FromDate ?? day ?? ToDate ?? today
  return { from, to: ToDate ?? from }
}

type ToTable = (answer: unknown, query: unknown, words: TableWords) => Table

/**
 * Rows are put in the order of one of their own columns, or of none: which there are depends on what was answered.
 * @throws ValidationFailed for an order by a column the rows have not
 */
export const refuseUnknownOrder = (operation: AnyOperation, answer: unknown, query: unknown, venue: VenueScope): void => {
  if ((query as { Sort?: string } | undefined)?.Sort === undefined) return
  checkOrder((operation.table as ToTable)(answer, query, wordsFor(venue, 'en')), query)
}

const checkOrder = ({ columns }: Table, query: unknown): void => {
  const { Sort } = (query ?? {}) as { Sort?: string }
  const keys = columns.map(({ key }) => key)
  if (Sort === undefined || keys.includes(Sort.replace(/^-/, ''))) return
  throw fieldFailure('Sort', `Sort must be a column of these rows, with a minus in front for the largest first: ${keys.join(', ')}.`)
}

/** @throws ValidationFailed where the rows have none of the columns asked for */
const withColumns = (table: Table, query: unknown): Table => {
  const { Columns } = (query ?? {}) as { Columns?: readonly string[] }
  if (!Columns) return table
  const columns = Columns.flatMap((name) => table.columns.filter(({ key }) => key === name))
  if (columns.length > 0) return { ...table, columns }
  throw fieldFailure('Columns', `Columns must be names of columns of this table: ${table.columns.map(({ key }) => key).join(', ')}.`)
}

/** Asks a report again with another query, under the access its reader has then. */
export type AskAgain = (query: unknown) => Promise<unknown>

/**
 * A report as a file with exactly the rows of the screen. Where it comes in pages, each is asked for when the one before was taken: nothing
 * waits for a slow reader, in memory or in the database.
 */
export const tableFile = (operation: AnyOperation, answer: unknown, query: unknown, venue: VenueScope, format: Format, again: AskAgain): FileAnswer => {
  const asked = (query as { Language?: 'en' | 'jp' } | undefined)?.Language
  const words = wordsFor(venue, asked ?? venue.venue.language)
  const toTable = operation.table as ToTable
  const next = operation.next as ((answer: unknown) => Record<string, unknown> | undefined) | undefined
  const whole = toTable(answer, query, words)
  checkOrder(whole, query)
  const table = withColumns(whole, query)
  async function* more(): AsyncGenerator<Table['rows']> {
    for (let changes = next?.(answer); changes; ) {
      const page = await again({ ...(query as object), ...changes })
      changes = next?.(page)
      yield toTable(page, query, words).rows
    }
  }
  const name = reportFileName({ venue: venue.venue.name, title: table.title, span: spanInWords(spanOf(query, venue), words.language) }, format)
  const pages = { first: table, ...(next?.(answer) ? { more: more() } : {}) }
  return format === 'csv' ? new FileAnswer(name, 'text/csv; charset=utf-8', tableAsCsv(pages)) : new FileAnswer(name, XLSX, tableAsXlsx(pages))
}
