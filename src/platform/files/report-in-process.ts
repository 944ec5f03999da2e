import type { VenueScope } from '#platform/access/venue-scope.ts'
import { answerOf } from '#platform/database/stored-or-made.ts'
import type { Format } from '#platform/web/answer-table.ts'
import { tableFile, wordsFor } from '#platform/web/answer-table.ts'
import type { FileAnswer } from '#platform/web/file-answer.ts'
import type { Caller, Implementation, Service } from '#platform/web/implement.ts'
import { checked } from '#platform/web/mount.ts'
import type { AnyOperation, Table, TableWords } from '#shared/endpoint.ts'
import { checkQuery } from './exports.ts'

/** A file with all its bytes at once. */
export interface WholeFile {
  name: string
  type: string
  content: Buffer
}

/** A report made in this process, for somebody who is not at the other end of a wire. */
export interface MadeReport {
  table: Table
  /** It comes in pages, and the table is the first of them. */
  isPart: boolean
  /** The same rows as a file, made to its end. */
  file(format: Format): Promise<WholeFile>
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
  const { operation } = implementation
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
  const ask = async (asked: unknown) => checked(operation, service, await answerOf(implementation, { ...given, query: asked }))
  const answer = await ask(query)
  const next = operation.next as ((answer: unknown) => unknown) | undefined
  return {
    table: tableOf(operation)(answer, query, wordsFor(venue, asked.language)),
    isPart: next?.(answer) !== undefined,
    file: (format) => whole(tableFile(operation, answer, { ...(query as object), Language: asked.language }, venue, format, ask)),
  }
}

const tableOf = (operation: AnyOperation) => operation.table as (answer: unknown, query: unknown, words: TableWords) => Table

const whole = async ({ name, type, content }: FileAnswer): Promise<WholeFile> => {
  if (typeof content === 'string' || Buffer.isBuffer(content)) return { name, type, content: Buffer.from(content) }
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return { name, type, content: Buffer.concat(pieces) }
}
