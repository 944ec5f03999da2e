import { Query, type QueryResult } from 'pg'

type Answered = (error: Error | undefined, result: QueryResult) => void

/** What rows look like and how they are read, as the driver keeps it with a result. */
type Described = Pick<QueryResult, 'fields'> & { _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** The driver's side of a connection, and what was told on it of statements, by their names. */
interface Connection {
  describe: (what: unknown) => void
  described?: Map<string, Described>
}

/** What the driver does with a query, beyond what it declares. */
interface DriverQuery extends Query {
  _result: Described
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
const DriverQuery = Query as unknown as new (text: string) => DriverQuery

/**
 * A statement as the driver takes it: what it is handed in pieces it copies with care, and wraps, at the cost of a short question. What its rows
 * look like is asked once on a connection. It stays so: a table that was altered since has the statement refused.
 */
export class Statement extends DriverQuery {
  declare callback: Answered
  declare name: string | undefined
  declare values: unknown[] | undefined
  readonly query_timeout: number | undefined
  #connection: Connection | undefined

  /**
   * @param values absent for plain text, which may hold several statements
   * @param patienceMs how long to wait for the answer
   */
  constructor(text: string, values: unknown[] | undefined, patienceMs: number | undefined, answered: Answered) {
    super(text)
    this.callback = answered
    this.query_timeout = patienceMs
    if (values === undefined) return
    this.values = values
    this.name = nameOf(text)
  }

  override prepare(connection: Connection): void {
    this.#connection = connection
    const known = connection.described?.get(this.name ?? '')
    const { describe } = connection
    if (known) connection.describe = askNothing
    try {
      super.prepare(connection)
    } finally {
      connection.describe = describe
    }
    if (known) this.#adopt(known)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    if (!this.#connection || this.name === undefined) return
    this.#connection.described ??= new Map()
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#connection.described.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  #adopt({ fields, _parsers, _prebuiltEmptyResultObject }: Described): void {
    this._accumulateRows = true
    this._result.fields = fields
    this._result._parsers = _parsers
    this._result._prebuiltEmptyResultObject = _prebuiltEmptyResultObject
  }
}

const askNothing = (): void => undefined

/** A statement is planned once for each connection, under a name that its text has in this process. */
const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}
