import { type Complaint, type Node, nodesOf, parsed, type Source } from './source.ts'

/**
 * Tables of the installation itself: people, sessions, keys, counters. They stay on one machine, and only membership and
 * platform SQL reads them.
 */
export const HOUSE_TABLES = [
  'migration',
  'server_secret',
  'app_user',
  'user_venue',
  'session',
  'known_device',
  'link_token',
  'invitation',
  'limit_counter',
  'location_key',
  'export_ticket',
  'supplier',
  'supplier_user',
  'supplier_key',
  'supplier_grant',
  'supplier_key_day',
  'second_factor',
  'recovery_code',
  'user_preference',
]

/** Small, without row-level security, copied to every worker: what every venue's tables may refer to. */
export const REFERENCE_TABLES = ['venue']

/** Tables of what is derived from sales: whoever needs them asks `sums`. */
const DERIVED_TABLES = ['rollup', 'running_total', 'venue_running_total', 'packed_month', 'packed_item', 'packed_visits', 'packed_guests']
const SUMS = 'src/features/sums/'

/** SQL outside of sums that names a table of what is derived from sales. */
export const derivedTableComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith(SUMS) && !/\.(test|e2e)\.tsx?$/.test(path))
    .flatMap((source) =>
      [...new Set(sqlTexts(source).flatMap(tablesNamed))]
        .filter((table) => DERIVED_TABLES.includes(table))
        .map((table) => `${source.path} names ${table}: what is derived from sales is read and written through sums`),
    )

/** Reports and sums whose suffix says the wrong thing about SQL. */
export const suffixOfSqlComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => path.startsWith('src/features/reports/') || path.startsWith(SUMS))
    .flatMap((source) => {
      const hasSql = [...nodesOf(parsed(source).program)].some((node) => node.type === 'TaggedTemplateExpression' && isSql(node.tag as Node))
      if (source.path.endsWith('.sql.ts') && !hasSql) return [`${source.path} holds no SQL: a report put together from readings is a .report.ts`]
      if (source.path.endsWith('.report.ts') && hasSql) return [`${source.path} holds SQL, which belongs in a .sql.ts`]
      return []
    })

/** What may stand on the right of DO UPDATE SET on a venue's table: nothing that could differ between two workers. */
const VOLATILE =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|random|nextval|gen_random_uuid|set_config|txid_current|pg_current_xact_id)\s*\(|\bcurrent_(timestamp|date|time)\b|\blocaltime(stamp)?\b/i

/** Upserts into venue tables whose update asks a function that is not immutable: Citus refuses them. */
export const volatileUpsertComplaints = (sources: readonly Source[]): Complaint[] =>
  sources.flatMap((source) =>
    sqlTexts(source).flatMap((text) =>
      [
        ...text.matchAll(
          /\binsert\s+into\s+(\w+)(?:(?!\binsert\s+into\b)[\s\S])*?\bdo\s+update\s+set\b((?:(?!\breturning\b|\bwhere\b|\binsert\s+into\b|;)[\s\S])*)/gi,
        ),
      ]
        .filter(([, table, set]) => !HOUSE_TABLES.includes((table ?? '').toLowerCase()) && VOLATILE.test(set ?? ''))
        .map(([, table]) => `${source.path}: upsert into ${table} asks a function in DO UPDATE SET that is not immutable`),
    ),
  )

/** Tables that two features write: any SQL may read a table, only the owner writes it. */
export const sharedTableComplaints = (sources: readonly Source[]): Complaint[] => {
  const writers = new Map<string, Set<string>>()
  for (const source of sources) {
    const owner = /^src\/(features|integrations)\/([^/]+)/.exec(source.path)?.[2]
    if (!owner || /\.(test|e2e)\.tsx?$/.test(source.path)) continue
    for (const table of sqlTexts(source).flatMap(tablesWritten)) writers.set(table, new Set([...(writers.get(table) ?? []), owner]))
  }
  return [...writers]
    .filter(([, owners]) => owners.size > 1)
    .map(([table, owners]) => `${table} is written by ${[...owners].sort().join(' and ')}; one of them owns it`)
}

/** Tables of the house read by features other than membership. */
export const houseTableComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => /^src\/(features|integrations)\//.test(path) && !path.startsWith('src/features/membership/') && !/\.(test|e2e)\.tsx?$/.test(path))
    .flatMap((source) =>
      [...new Set(sqlTexts(source).flatMap(tablesNamed))]
        .filter((table) => HOUSE_TABLES.includes(table))
        .map((table) => `${source.path} uses ${table}, a table of the house: only membership and platform SQL does`),
    )

const tablesNamed = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/gi)].map(([, table]) => (table ?? '').toLowerCase())

const tablesWritten = (text: string): string[] =>
  [...text.matchAll(/\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?!set\b)(\w+)/gi)]
    .map(([, table]) => (table ?? '').toLowerCase())
    .filter((table) => table !== 'set' && table !== 'of')

/** The SQL of a file: a migration whole, elsewhere its tagged templates, values left out. */
const sqlTexts = (source: Source): string[] => {
  if (source.path.endsWith('.sql')) return [withoutComments(source.text)]
  return [...nodesOf(parsed(source).program)]
    .filter(({ type }) => type === 'TaggedTemplateExpression')
    .map(({ quasi }) => ((quasi as Node).quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' $ '))
    .map(withoutComments)
}

const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '')

const isSql = (tag: Node): boolean => nameIn(tag.type === 'MemberExpression' ? tag.property : tag) === 'sql'

const nameIn = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')
