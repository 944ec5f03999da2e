import type { AnyOperation, Table, TableWords } from '#shared/endpoint.ts'
import { JsonText } from '#shared/json-text.ts'
import type { Format } from './answer-table.ts'
import { tableFile, wordsFor } from './answer-table.ts'
import { checkQuery } from './exports.ts'
import type { FileAnswer } from './file-answer.ts'
import type { Caller, Implementation, Service } from './implement.ts'
import { checked } from './mount.ts'
import type { VenueScope } from './venue-scope.ts'

/** A report made in this process, for somebody who is not at the other end of a wire. */
export interface MadeReport {
  table: Table
  /** The same rows as a file. */
  file(format: Format): Promise<FileAnswer>
}

/** Nobody calls: reports ask their scope who they are for. */
const NOBODY: Caller = { ip: '', userAgent: '', isBrowser: false, requestId: '', cookie: () => undefined, setCookie: () => undefined }

/**
 * Makes a report by the same implementation that answers the call, with no more than the scope may see. Whether its holder may ask for it
 * is the caller's to check.
 * @throws Failure as the call would refuse
 */
export const makeReport = async (
  service: Service,
  implementation: Implementation,
  venue: VenueScope,
  asked: { query: Record<string, string>; language: 'en' | 'jp' },
): Promise<MadeReport> => {
  const { operation, handler } = implementation
  const query = checkQuery(implementation, { path: operation.path, query: { ...asked.query, Language: asked.language }, format: 'csv' })
  const given = {
    params: undefined,
    query,
    body: undefined,
    caller: NOBODY,
    service,
    bytes: undefined,
    contentType: '',
    sql: venue.sql,
    venue,
    session: undefined,
  }
  const answer = checked(operation, service, await handler(given as never))
  return {
    table: tableOf(operation)(answer instanceof JsonText ? answer.read() : answer, query, wordsFor(venue, asked.language)),
    file: (format) => tableFile(operation, answer, { ...(query as object), Language: asked.language }, venue, format),
  }
}

const tableOf = (operation: AnyOperation) => operation.table as (answer: unknown, query: unknown, words: TableWords) => Table
