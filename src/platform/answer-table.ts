import type { FastifyRequest } from 'fastify'
import type { AnyOperation, Table, TableWords } from '#shared/endpoint.ts'
import { fieldFailure } from '#shared/failure.ts'
import { JsonText } from '#shared/json-text.ts'
import { text } from '#shared/messages.ts'
import { FileAnswer } from './file-answer.ts'
import { tableAsCsv, tableAsXlsx } from './table-files.ts'
import type { VenueScope } from './venue-scope.ts'

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
  throw fieldFailure('format', 'format is csv, xlsx or json.')
}

/** What a table is written with: the language asked for, the venue's name and its programme's. */
export const wordsFor = (venue: VenueScope, language: 'en' | 'jp'): TableWords => ({
  language,
  venueName: venue.venue.name,
  loyaltyName: venue.venue.loyaltyName,
  say: (messages, key, values = {}) => text(messages, language, key, { loyalty: venue.venue.loyaltyName || 'Loyalty', ...values }),
})

/** A report as a file with exactly the rows of the screen. */
export const tableFile = async (operation: AnyOperation, answer: unknown, query: unknown, venue: VenueScope, format: Format): Promise<FileAnswer> => {
  const asked = (query as { Language?: 'en' | 'jp' } | undefined)?.Language
  const toTable = operation.table as (answer: unknown, query: unknown, words: TableWords) => Table
  const table = toTable(answer instanceof JsonText ? answer.read() : answer, query, wordsFor(venue, asked ?? venue.venue.language))
  const name = `${table.title
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}.${format}`
  if (format === 'csv') return new FileAnswer(name, 'text/csv; charset=utf-8', tableAsCsv(table))
  return new FileAnswer(name, XLSX, await tableAsXlsx(table))
}
