import { types as pgTypes, type QueryResult } from 'pg'

/** Rows of a question, with how many the statement touched. */
export type Rows<T> = T & { readonly count: number }
/** A row nobody described. */
// biome-ignore lint/suspicious/noExplicitAny: what a statement answers is known to whoever wrote it.
export type Row = Record<string, any>

/** What may stand in a statement: a value, which is sent as a parameter, or a piece of SQL. */
export type Value = Scalar | readonly (Scalar | readonly Scalar[])[] | Json | Identifier | Query<readonly unknown[]>
type Scalar = string | number | bigint | boolean | Date | Buffer | null | undefined

/** Writes SQL: `sql`select … where id = ${id}``. Values become parameters; other pieces of SQL are put in where they stand. */
export interface Statements {
  /** The name of a table or column, quoted. */
  (name: string): Identifier
  <T extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: Value[]): Query<T>
  /** Text as it is, for statements of ours that take no parameter; several parted by semicolons answer a list of lists. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string): Query<T>
  /** A value for a column or parameter of type json. */
  json(value: unknown): Json
}

/** Sends a statement and answers its rows. */
export type Ask = (statement: Compiled) => Promise<Rows<Row[]>>

/** A statement as it goes over the wire. */
export interface Compiled {
  text: string
  /** Absent for plain text, which may hold several statements. */
  values?: unknown[]
}

/** A name in SQL; with a dot in it, a column of a table. */
export class Identifier {
  readonly quoted: string
  constructor(name: string) {
    this.quoted = name
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.')
  }
}

export class Json {
  readonly text: string
  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** A statement that is sent when somebody waits for it, once; or a piece of another statement, and then never by itself. */
export class Query<T extends readonly unknown[]> implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #strings: readonly string[]
  readonly #values: readonly Value[]
  readonly #isPlain: boolean
  readonly #ask: Ask
  #answer: Promise<Rows<T>> | undefined

  constructor(strings: readonly string[], values: readonly Value[], ask: Ask, isPlain = false) {
    this.#strings = strings
    this.#values = values
    this.#ask = ask
    this.#isPlain = isPlain
  }

  /** Sends it without anybody waiting yet. */
  execute(): Promise<Rows<T>> {
    this.#answer ??= this.#send()
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: it is waited for like the promise it stands for.
  then<A = Rows<T>, B = never>(
    done?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(done, failed)
  }

  catch<B = never>(failed: (error: unknown) => B | PromiseLike<B>): Promise<Rows<T> | B> {
    return this.execute().catch(failed)
  }

  finally(done: () => void): Promise<Rows<T>> {
    return this.execute().finally(done)
  }

  async #send(): Promise<Rows<T>> {
    const compiled: Compiled & { values: unknown[] } = { text: '', values: [] }
    this.#putInto(compiled)
    return (await this.#ask(this.#isPlain ? { text: compiled.text } : compiled)) as unknown as Rows<T>
  }

  #putInto(compiled: Compiled & { values: unknown[] }): void {
    for (const [index, string] of this.#strings.entries()) {
      compiled.text += string
      if (index >= this.#values.length) continue
      const value = this.#values[index]
      if (value instanceof Query) value.#putInto(compiled)
      else if (value instanceof Identifier) compiled.text += value.quoted
      else compiled.text += `$${compiled.values.push(parameterOf(value, compiled.text))}`
    }
  }
}

const parameterOf = (value: Exclude<Value, Identifier | Query<readonly unknown[]>>, before: string): unknown => {
  if (value === undefined) throw new TypeError(`A value is undefined after: ${before.slice(-80)}`)
  if (value instanceof Json) return value.text
  return value instanceof Date ? value.toISOString() : value
}

/** Names of tables and columns are the code's own, few and asked for all the time. */
const identifiers = new Map<string, Identifier>()

const identifierOf = (name: string): Identifier => {
  let known = identifiers.get(name)
  if (!known) {
    known = new Identifier(name)
    identifiers.set(name, known)
  }
  return known
}

/** SQL whose statements are sent by `ask`. */
export const statementsOf = (ask: Ask): Statements => {
  const write = (first: string | TemplateStringsArray, ...values: Value[]) => (typeof first === 'string' ? identifierOf(first) : new Query(first, values, ask))
  return Object.assign(write, {
    unsafe: (text: string) => new Query<Row[]>([text], [], ask, true),
    json: (value: unknown) => new Json(value),
  }) as Statements
}

/** The driver's answer as rows; of several statements, a list of such. */
export const rowsOf = (result: QueryResult | readonly QueryResult[]): Rows<Row[]> =>
  'rows' in result ? counted(result.rows, result.rowCount ?? 0) : counted(result.map(rowsOf) as unknown as Row[], result.length)

/** Beside the rows and no part of them: lists of rows are compared and written out as such. */
const counted = (rows: Row[], count: number): Rows<Row[]> => Object.defineProperty(rows, 'count', { value: count }) as Rows<Row[]>

const OID = { bigint: 20, date: 1082, bigints: 1016, dates: 1182, texts: 1009, moment: 1184 } as const

/**
 * Types as the product wants them: bigint as a number (money and counts stay below 2^53; facts' 63-bit ids are cast to
 * text in SQL), date as its text, so that no time zone can move a day.
 */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) => {
    if (oid === OID.bigint) return readBigint
    if (oid === OID.date) return String
    if (oid === OID.bigints) return (text) => (listOf(text) as (string | null)[]).map((one) => (one === null ? null : readBigint(one)))
    if (oid === OID.dates) return listOf
    if (oid === OID.moment) return readMoment
    return pgTypes.getTypeParser(oid, format) as (text: string) => unknown
  },
}

const listOf = pgTypes.getTypeParser(OID.texts as never, 'text') as (text: string) => unknown

const anyMoment = pgTypes.getTypeParser(OID.moment as never, 'text') as (text: string) => unknown

/** A moment as a connection in UTC tells it; the platform reads that three times as fast as the driver reads moments of any kind. */
const readMoment = (text: string): unknown =>
  text.length >= 22 && text[10] === ' ' && text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyMoment(text)

const readBigint = (value: string): number => {
  const read = Number(value)
  if (!Number.isSafeInteger(read)) throw new Error('A bigint beyond 2^53 was read as a number; cast it to text in SQL.')
  return read
}
