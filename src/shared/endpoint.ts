import type * as z from 'zod/mini'
import type { Messages } from './messages.ts'
import type { TagRule } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call an operation.
 * - `public`: anyone, signed in or not
 * - `auth`: a person who proved their password: the short-lived Auth, or a Token
 * - `signed-in`: a Token with a venue chosen
 * - tags: a Token whose holder has all of them (or one of `anyOf`)
 * - `admin`: the reserved Admin role
 * - `location-key`: a till, by the key of its location
 * - `orAdmin(…)`: people of a venue by one of the rules above, and Admin for any venue
 * - `supplierKey(…)`: a supplier, by an API key with that scope
 */
export type Access = 'public' | 'auth' | 'signed-in' | 'admin' | 'location-key' | TagRule | OrAdmin | SupplierKeyAccess

/** What a supplier's API key may be good for. */
export const SUPPLIER_SCOPES = ['sales:read', 'stock:read', 'purchases:read', 'purchases:write'] as const
export type SupplierScope = (typeof SUPPLIER_SCOPES)[number]

/** A call by a supplier's key. With a scope it is about one venue, the one `VenueId` names in the query; with `any` about none. */
export interface SupplierKeyAccess<S extends SupplierScope | 'any' = SupplierScope | 'any'> {
  supplierScope: S
}

/** A call that suppliers may make by a key with this scope. */
export const supplierKey = <const S extends SupplierScope | 'any'>(supplierScope: S): SupplierKeyAccess<S> => ({ supplierScope })

export const isSupplierKeyAccess = (access: Access): access is SupplierKeyAccess => typeof access === 'object' && 'supplierScope' in access

/** What the people of a venue need; Admin needs nothing, and names the venue in the path or has it open. */
export interface OrAdmin {
  people: TagRule | 'signed-in' | 'nobody'
}

/** A call that people of the venue may make by a rule, and Admin for any venue. */
export const orAdmin = <const R extends TagRule | 'signed-in'>(people: R): OrAdmin => ({ people })

/** A call about one venue that is Admin's alone: the path names the venue, and its people are refused. */
export const onlyAdmin: OrAdmin = { people: 'nobody' }

export const isOrAdmin = (access: Access): access is OrAdmin => typeof access === 'object' && 'people' in access

/** What an access asks of the people of a venue. */
export const ruleOf = (access: Access): Access | 'nobody' => (isOrAdmin(access) ? access.people : access)

/**
 * Sample people an example may be sent as; `till` is the location key of the sample's first location, `acting` the owner acting as staff,
 * `supplier` the API key of its supplier.
 */
export type ExamplePrincipal = 'anonymous' | 'auth' | 'admin' | 'owner' | 'manager' | 'staff' | 'till' | 'acting' | 'supplier'

/** A call that works against the sample venue (venue 1, locations 1 to 3); documentation and a test both use it. */
export interface Example {
  as: ExamplePrincipal
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

type Schema = z.ZodMiniType
type Allowance = 'read' | 'write' | 'export' | 'points' | 'search' | 'code' | 'intake' | 'none'

/** One operation, described once: server, typed client, forms, route guard, documentation and tests read this value. */
export interface Operation<
  A extends Access = Access,
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  method: Method
  /** Below /api, parameters as `:name`. */
  path: `/${string}`
  /** A second path that is accepted and not documented, where the first one had to differ so that no two paths match one address. */
  alsoAt?: `/${string}`
  /** One line in the words of the shop. */
  summary: string
  access: A
  /** The path parameter that is the venue: for its people it must be the one they have open, for Admin it is the one meant. */
  venueParam?: string
  /** The path parameter that is a location: Admin may name one of any venue, and works in the venue it is of. */
  locationParam?: string
  /** The path parameter that is a location of the venue: one that is not granted is 404, before anything that was sent is read. */
  placeParam?: string
  /** Changes the whole venue: its tags are needed at all locations. */
  wholeVenue?: boolean
  /** Not for somebody who acts as somebody else: passwords, access, keys and links stay with those who hold them. */
  barredWhileImpersonating?: boolean
  params?: P
  query?: Q
  body?: B
  response?: R
  /** Unknown body fields are refused: for calls by which access, money, points or stock change hands. Elsewhere they are ignored. */
  strict?: boolean
  /** Unknown query parameters are refused, since a misspelt filter would silently change a figure. Elsewhere they are ignored. */
  strictQuery?: boolean
  /** A GET by its specification that writes something down all the same, such as that a sign-in begins. */
  writes?: boolean
  /** Which of the limiters counts it; by default reads and writes by method. */
  allowance?: Allowance
  /** Largest body in bytes, if not the usual 100 KB. */
  bodyLimit?: number
  /** Takes files besides JSON, handed over as bytes; or the content types named. */
  rawBody?: boolean | readonly string[]
  /** Its answer is or holds a credential, which must not rest in the database: sent again under the same Idempotency-Key, it is done anew. */
  answersSecret?: boolean
  /** A till's request of it has a transaction of its own, however small it is: what it decides by it reads under locks, which hold nobody up within one transaction. */
  alone?: boolean
  /** Asks an outside system between two transactions: sent again under the same Idempotency-Key, it is done anew. */
  asksOutside?: boolean
  /** Whether an answer has status 202 in place of 200, since the work waits for approval. */
  isPending?: (answer: never) => boolean
  /** Answers a file to be saved instead of JSON. */
  answersFile?: boolean
  /** Answers events for as long as the caller listens, each of them as `response` has it. */
  answersEvents?: boolean
  /** How the answer becomes the rows of screen, CSV and XLSX; present on reports only. */
  table?: (answer: never, query: never, words: TableWords) => Table
  /** What the trail keeps of the query when the report is taken as a file: all of it, or with whatever it may not hold masked. */
  trail?: (query: Record<string, string>) => Record<string, string>
  /** What is to be changed in the query to have the next page, where a file of the report comes in pages; nothing after the last. */
  next?: (answer: never) => Record<string, unknown> | undefined
  example: Example
}

export type AnyOperation = Operation<Access, Schema | undefined, Schema | undefined, Schema | undefined, Schema | undefined>
export type Contract = Record<string, AnyOperation>

/** Declares one operation; its types follow from its schemas. */
export const operation = <
  const A extends Access,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(
  described: Operation<A, P, Q, B, R>,
): Operation<A, P, Q, B, R> => described

/** A feature's operations by name. */
export const contract = <const C extends Contract>(operations: C): C => operations

/** The schema an operation declares, or undefined where it declares none: an optional field alone would always be both. */
export type Declared<S> = [Exclude<S, undefined>] extends [never] ? undefined : Exclude<S, undefined>
export type Output<S> = S extends Schema ? z.output<S> : undefined
export type ParamsOf<O extends AnyOperation> = Output<Declared<O['params']>>
export type QueryOf<O extends AnyOperation> = Output<Declared<O['query']>>
export type BodyOf<O extends AnyOperation> = Output<Declared<O['body']>>
export type AnswerOf<O extends AnyOperation> = Output<Declared<O['response']>>

/** How a column's values are written: money and quantities right-aligned, texts made safe in exports. */
export type ColumnKind = 'text' | 'date' | 'time' | 'count' | 'quantity' | 'money' | 'percent'

export interface Column {
  key: string
  title: string
  kind: ColumnKind
}

/** The rows of a report: what the screen shows is what CSV, XLSX and a mail carry. Money in major units. */
export interface Table {
  title: string
  /** Venue, range, filters and as-at, in words; printed above and on the XLSX's second sheet. */
  notes: string[]
  columns: Column[]
  rows: Record<string, string | number | null>[]
  totals?: Record<string, string | number | null>
  /** Rows under the totals that are not part of them, such as the period one compares with. */
  beneath?: Record<string, string | number | null>[]
  /** The figure that a mail about it begins with; absent: the total of the first column of money. */
  headline?: Headline
  /** The totals of a file that comes in pages, of how many rows it had and what their columns came to. */
  totalsOf?: (count: number, sums: Record<string, string | number | null>) => Record<string, string | number | null>
}

/** The first figure of a mail about a report. */
export interface Headline {
  title: string
  kind: ColumnKind
  value: number | null
  /** What it is compared with, in words such as "vs last week", and the figure there; null where there was none. */
  against?: string
  base?: number | null
  /** Why there is no figure to compare with, where that is known: "No data before 3 Mar 2026". */
  missing?: string
  /** The column whose largest values make the top five; absent: the rows stay as they stand. */
  by?: string | undefined
  /** The columns that stand beside the names of rows in the mail; absent: the column of the figure and a few that follow. */
  beside?: readonly string[]
}

/** What a table needs to write titles: the language and the feature's texts. */
export interface TableWords {
  language: 'en' | 'jp'
  venueName: string
  loyaltyName: string
  say: (messages: Messages, key: string, values?: Record<string, string | number>) => string
}

/** A report: a GET whose answer has a table, so that screen, CSV and XLSX cannot drift apart. */
export const report = <
  const A extends Access,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(
  described: Omit<Operation<A, P, Q, undefined, R>, 'method' | 'body' | 'table' | 'next' | 'strictQuery'> & {
    table: (answer: Output<R>, query: Output<Q>, words: TableWords) => Table
    next?: (answer: Output<R>) => Record<string, unknown> | undefined
  },
): Operation<A, P, Q, undefined, R> => ({ ...described, method: 'GET', strictQuery: true }) as Operation<A, P, Q, undefined, R>

/** The path with its parameters filled in. */
export const pathOf = (path: string, params: Record<string, string | number> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
