import { type Complaint, type Node, nodesOf, parsed, type Source } from './source.ts'

/**
 * Tables of the installation itself: people, sessions, keys, counters. They stay on one machine, and only membership and
 * platform SQL reads them.
 */
export const HOUSE_TABLES = [
  'migration',
  'server_secret',
  'house_token',
  'app_user',
  'user_venue',
  'session',
  'board_pairing',
  'personal_token',
  'spent_refresh',
  'known_device',
  'link_token',
  'invitation',
  'email_change',
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
  'linked_account',
  'authorisation_code',
  'webhook_event',
  'storefront',
]

/** Small, without row-level security, copied to every worker: what every venue's tables may refer to. */
export const REFERENCE_TABLES = ['venue']

/** Tables of what is derived from sales: whoever needs them asks `sums`. */
const DERIVED_TABLES = [
  'rollup',
  'rollup_tender',
  'rollup_beside',
  'rollup_cover',
  'product_day',
  'running_total',
  'packed_guests',
  'sheet_sold',
  'sheet_taken',
]
/** The product itself still reads these elsewhere; its tests do not. */
const DERIVED_TABLES_OF_TESTS = [...DERIVED_TABLES, 'trading_day_state', 'reservation_day']
const SUMS = 'src/features/sums/'

/** Who else may name these tables, and why. */
export const ABOUT_DERIVED_TABLES: Readonly<Record<string, string>> = {
  'tests/spoilt-sums.ts': 'spoils stored sums for every test that sees them repaired',
  'tests/stored-sums.ts': 'reads and empties stored sums for tests of what intake adds to them',
  'tests/architecture/sql-rules.ts': 'lists the tables',
  'tests/architecture.test.ts': 'shows this wall refusing',
  'tests/schema.test.ts': 'is about how the tables are vacuumed',
  'tests/distribution.test.ts': 'is about which tables are distributed',
  'tests/furnished-house.ts': 'fills tables past the product, for tests of backups',
  'src/platform/backup/backup.test.ts': 'is about tables of one moment in a backup',
  'tests/faults/f19-migrations.ts': 'alters tables that are written at the time',
  'bench/group-house.ts': 'tells how many rows are stored, and orders them as closing a month does',
  'bench/loyalty-reports.ts': 'fills a venue with sales past the product',
  'bench/sheets-house.ts': 'fills a venue with sales past the product, and commits their sheets',
  'src/platform/database/migrate.test.ts': 'fills sums as an older version stored them, and sees them migrated',
  'src/features/till/sheet-sums.test.ts': 'spoils sums of sheets and sees them repaired',
  'bench/citus.ts': 'measures how much disk the tables take',
}

/** SQL outside of sums that names a table of what is derived from sales, in tests and benches as well. */
export const derivedTableComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => !path.startsWith(SUMS) && !(path in ABOUT_DERIVED_TABLES))
    .flatMap((source) => derivedTablesIn(source).map((table) => `${source.path} names ${table}: what is derived from sales is read and written through sums`))

/** The tables of what is derived from sales that a file names, whatever it does with the text. */
export const derivedTablesIn = (source: Source): string[] => {
  const texts = textsIn(source)
  const tables = isOfProduct(source.path) ? DERIVED_TABLES : DERIVED_TABLES_OF_TESTS
  return tables.filter((table) => texts.some((text) => names(text, table)))
}

/** "Rollup" is also a word of ours: it is the table in a statement, or in the part of one that says where rows are. */
const names = (text: string, table: string): boolean =>
  new RegExp(`\\b${table}\\b`, 'i').test(text) && (table !== 'rollup' || STATEMENT.test(text) || tablesNamed(text).includes(table))

const isOfProduct = (path: string): boolean => path.startsWith('src/') && !/\.(test|e2e)\.tsx?$/.test(path)

/** What tells a statement from a sentence. */
const STATEMENT =
  /\b(select|insert\s+into|update\s+\w+(\s+\w+)?\s+set|delete\s+from|join|truncate|alter\s+table|create\s+(temp\s+)?table|copy|cluster|vacuum|analyze)\b|_relation_size/i

/** Reports and sums whose suffix says the wrong thing about SQL. */
export const suffixOfSqlComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => path.startsWith('src/features/reports/') || path.startsWith(SUMS))
    .flatMap((source) => {
      const hasSql = nodesOf(parsed(source).program).some((node) => node.type === 'TaggedTemplateExpression' && isSql(node.tag as Node))
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

/** The product's inserts from a question into venue tables that say neither `returning` nor `on conflict`: Citus would COPY the rows, and row-level security refuses COPY. */
export const copiedInsertComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => isOfProduct(path))
    .flatMap((source) =>
      sqlTexts(source).flatMap((text) =>
        [...text.matchAll(/\binsert\s+into\s+(\w+)((?:(?!\binsert\s+into\b)[^;])*)/gi)]
          .filter(
            ([, table, rest]) =>
              !HOUSE_TABLES.includes((table ?? '').toLowerCase()) && /\bselect\b/i.test(rest ?? '') && !/\b(returning|on\s+conflict)\b/i.test(rest ?? ''),
          )
          .map(([, table]) => `${source.path}: insert into ${table} from a question says no returning`),
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
  return nodesOf(parsed(source).program)
    .filter(({ type }) => type === 'TaggedTemplateExpression')
    .map(({ quasi }) => ((quasi as Node).quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' $ '))
    .map(withoutComments)
}

/** Every text in a file, its values left out. */
const textsIn = (source: Source): string[] =>
  nodesOf(parsed(source).program).flatMap(({ type, value, quasis }) => {
    if (type === 'TemplateLiteral') return [withoutComments((quasis as { value: { raw: string } }[]).map((part) => part.value.raw).join(' $ '))]
    return type === 'Literal' && typeof value === 'string' ? [value] : []
  })

const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '')

const isSql = (tag: Node): boolean => nameIn(tag.type === 'MemberExpression' ? tag.property : tag) === 'sql'

const nameIn = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')
