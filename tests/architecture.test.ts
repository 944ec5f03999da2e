import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { FAILURES } from '#shared/failure.ts'
import { barrelComplaints, impureComplaints, nameComplaints, wrongSideComplaints } from './architecture/file-rules.ts'
import { importComplaints } from './architecture/import-walls.ts'
import { SCOPE_MAKERS, scopelessComplaints, scopeMakerComplaints } from './architecture/scope-rules.ts'
import { filesUnder, PROJECT, parsed, readSource, sourcesUnder } from './architecture/source.ts'
import {
  ABOUT_DERIVED_TABLES,
  copiedInsertComplaints,
  derivedTableComplaints,
  derivedTablesIn,
  houseTableComplaints,
  sharedTableComplaints,
  suffixOfSqlComplaints,
  volatileUpsertComplaints,
} from './architecture/sql-rules.ts'
import { farReachingComplaints, looseStyleComplaints, moduleClassComplaints, sharedClassComplaints } from './architecture/style-rules.ts'
import { textComplaints } from './architecture/text-rules.ts'

// Whoever comes first reads all files.
vi.setConfig({ testTimeout: 120_000 })

const src = sourcesUnder('src')
const house = [...src, ...sourcesUnder('db')]
const everything = [...house, ...sourcesUnder('tests'), ...sourcesUnder('bench')]
const sample = (path: string, text: string) => [{ path, text }]

it('the guards look at the whole house, not at an empty list', () => {
  expect(src.length).toBeGreaterThan(50)
  expect(house.flatMap((source) => parsed(source).imports).length).toBeGreaterThan(200)
  const everyFile = filesUnder('src')
  for (const listed of SCOPE_MAKERS) expect(everyFile, `${listed} is listed as an exception and is gone`).toContain(listed)
})

describe('who imports whom', () => {
  it('every import keeps to the walls', () => {
    expect(importComplaints(house)).toEqual([])
  })

  it.each([
    [
      'a feature reaching into another',
      'src/features/loyalty/loyalty.routes.ts',
      "import { salesReport } from '#features/reports/sales-summary/sales-summary.report.ts'",
    ],
    ['a screen importing SQL', 'src/features/loyalty/search.page.tsx', "import { cards } from './cards.sql.ts'"],
    ['a screen importing platform', 'src/features/loyalty/search.page.tsx', "import { failure } from '#platform/database/database.ts'"],
    ['a handler importing the browser toolbox', 'src/features/loyalty/loyalty.routes.ts', "import { toast } from '#ui/toast.tsx'"],
    ['a handler importing a screen', 'src/features/loyalty/loyalty.routes.ts', "import { Search } from './search.page.tsx'"],
    ['a rule importing SQL', 'src/features/loyalty/loyalty.rules.ts', "import { cards } from './cards.sql.ts'"],
    ['a contract importing platform', 'src/features/loyalty/loyalty.contract.ts', "import type { Session } from '#platform/access/sessions.ts'"],
    ["another feature's texts", 'src/features/loyalty/search.page.tsx', "import { texts } from '#features/reports/reports.messages.ts'"],
    ['platform knowing a feature', 'src/platform/access/door.ts', "import { membership } from '#features/membership/membership.contract.ts'"],
    ['ui knowing a feature', 'src/ui/rail.tsx', "import { membership } from '#features/membership/membership.contract.ts'"],
    ['ui importing platform', 'src/ui/api.ts', "import { VERSION } from '#platform/version.ts'"],
    ['shared importing platform', 'src/shared/money.ts', "import { VERSION } from '#platform/version.ts'"],
    ['shared using a package', 'src/shared/money.ts', "import pg from 'pg'"],
    ['shared using Node', 'src/shared/money.ts', "import { join } from 'node:path'"],
    ['a screen using Node', 'src/features/loyalty/search.page.tsx', "import { join } from 'node:path'"],
    ['the server using React', 'src/platform/access/door.ts', "import { useState } from 'react'"],
    ['anything importing app', 'src/features/loyalty/loyalty.routes.ts', "import { operations } from '#app/operations.ts'"],
    ['anything importing tests', 'src/app/server.ts', "import { startApp } from '#tests/start-app.ts'"],
    ['a path of two steps up', 'src/features/loyalty/loyalty.routes.ts', "import { x } from '../../platform/door.ts'"],
    [
      'a report reaching into another',
      'src/features/reports/media-summary/media-summary.page.tsx',
      "import { PluLedger } from '#features/reports/plu-sales/plu-ledger.part.tsx'",
    ],
    [
      "a report using another's rules",
      'src/features/reports/media-summary/media-answer.rules.ts',
      "import { costs } from '#features/reports/sales-breakdown/costs.rules.ts'",
    ],
    ['the kit of reports knowing a report', 'src/features/reports/kit/drill.rules.ts', "import { x } from '#features/reports/trend/trend.rules.ts'"],
    ['the kit of reports opening receipts', 'src/features/reports/kit/screen/x.part.tsx', "import { R } from '#features/reports/receipts/receipt.part.tsx'"],
    ['a feature beside them moving points', 'src/features/stock/x.sql.ts', "import { transfer } from '#features/ledger/two-cards.sql.ts'"],
    ['the ledger reaching into loyalty', 'src/features/ledger/x.sql.ts', "import { searchCards } from '#features/loyalty/search.sql.ts'"],
    ['sums reaching into intake', 'src/features/sums/rollup.sql.ts', "import { storeSales } from '#features/intake/store-sales.sql.ts'"],
    ['a feature reaching into the kit of reports', 'src/features/employees/employees.sql.ts', "import { x } from '#features/reports/kit/days-asked.report.ts'"],
    ['a path of one step up', 'src/features/reports/plu-sales/plu-sales.page.tsx', "import { x } from '../kit/filter.rules.ts'"],
    ['a path of one step up, out of the folder', 'src/features/loyalty/loyalty.routes.ts', "import { x } from '../reports/filter.rules.ts'"],
    ['a path without its extension', 'src/features/loyalty/loyalty.routes.ts', "import { x } from './loyalty.rules'"],
    ['a type imported in passing', 'src/platform/access/door.ts', "type M = import('#features/membership/membership.contract.ts').VenueChoice"],
    ['an import at run time', 'src/ui/rail.tsx', "const page = () => import('#features/membership/sign-in.page.tsx')"],
  ])('refuses %s', (_what, path, text) => {
    expect(importComplaints(sample(path, text))).toHaveLength(1)
  })

  it.each([
    ['a report reading sums', 'src/features/reports/trend/trend.report.ts', "import { daysSold } from '#features/sums/reading/days-sold.sql.ts'"],
    [
      'a report opening receipts',
      'src/features/reports/trend/trend.page.tsx',
      "import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'",
    ],
    [
      'a report asking another by its contract',
      'src/features/reports/sales-summary/trend.part.tsx',
      "import { trend } from '#features/reports/trend/trend.contract.ts'",
    ],
    ['intake posting points', 'src/features/intake/x.sql.ts', "import { postedSales } from '#features/ledger/post-sales.sql.ts'"],
    ['loyalty moving points', 'src/features/loyalty/x.sql.ts', "import { transfer } from '#features/ledger/two-cards.sql.ts'"],
    [
      'a file of sales storing them as tills do',
      'src/features/imports/import-storing.job.ts',
      "import { takeSales } from '#features/intake/take-sales.sql.ts'",
    ],
  ])('takes %s', (_what, path, text) => {
    expect(importComplaints(sample(path, text))).toEqual([])
  })
})

describe('names of files', () => {
  it('are phrases of the shop in kebab-case with a known suffix', () => {
    const paths = ['src', 'tests', 'db', 'bench', 'scripts', 'docs'].flatMap(filesUnder)
    expect(nameComplaints(paths)).toEqual([])
    expect(barrelComplaints(house)).toEqual([])
  })

  it.each([
    'src/features/loyalty/index.ts',
    'src/features/loyalty/LoyaltyCard.page.tsx',
    'src/shared/utils.ts',
    'src/platform/helpers/dates.ts',
    'src/features/loyalty/cards.ts',
  ])('refuses %s', (path) => {
    expect(nameComplaints([path])).not.toEqual([])
  })

  it('refuses a file that hands on what others export', () => {
    expect(barrelComplaints(sample('src/features/loyalty/loyalty.contract.ts', "export * from './cards.contract.ts'"))).toHaveLength(1)
    expect(barrelComplaints(sample('src/features/loyalty/loyalty.contract.ts', "export { cards } from './cards.contract.ts'"))).toHaveLength(1)
  })
})

describe('which side a file runs on', () => {
  it('no file uses what its side does not have', () => {
    expect(wrongSideComplaints(src)).toEqual([])
    expect(impureComplaints(src)).toEqual([])
  })

  it.each([
    ['process in a screen', 'src/features/loyalty/search.page.tsx', 'export const title = process.env.TITLE'],
    ['Buffer in the browser toolbox', 'src/ui/api.ts', 'export const length = (text: string) => Buffer.byteLength(text)'],
    ['window on the server', 'src/platform/access/door.ts', 'export const width = () => window.innerWidth'],
    ['localStorage in a handler', 'src/features/loyalty/loyalty.routes.ts', "export const theme = () => localStorage.getItem('theme')"],
    ['document in shared', 'src/shared/money.ts', 'export const title = () => document.title'],
    ['process in a contract', 'src/features/loyalty/loyalty.contract.ts', 'export const base = process.env.BASE'],
  ])('refuses %s', (_what, path, text) => {
    expect(wrongSideComplaints(sample(path, text))).toHaveLength(1)
  })

  it('knows a word from a name', () => {
    const harmless = "export const words = { process: 'process', window: 1 }\nexport const read = (given: { document: string }) => given.document // window"
    expect(wrongSideComplaints(sample('src/shared/money.ts', harmless))).toEqual([])
  })

  it.each(['Date.now()', 'new Date()', 'Math.random()', "fetch('/x')", 'crypto.randomUUID()'])('refuses a rule that asks %s', (asked) => {
    expect(impureComplaints(sample('src/features/loyalty/loyalty.rules.ts', `export const answer = () => ${asked}`))).toHaveLength(1)
  })
})

describe('styles', () => {
  const sheets = filesUnder('src')
    .filter((path) => path.endsWith('.css'))
    .map(readSource)
  const shared = sheets.filter(({ path }) => path.startsWith('src/ui/styles/'))
  const sheet = (text: string) => sample('src/features/loyalty/card.module.css', text)
  const screen = (text: string) => sample('src/features/loyalty/card.part.tsx', `import styles from './card.module.css'\n${text}`)

  it('those of a feature stay in it, each of their classes is there and used, and shared ones are those of src/ui/styles', () => {
    expect(shared.length).toBeGreaterThan(5)
    expect(sheets.length).toBeGreaterThan(shared.length + 20)
    expect(looseStyleComplaints(sheets.map(({ path }) => path))).toEqual([])
    expect(farReachingComplaints(sheets)).toEqual([])
    expect(moduleClassComplaints(sheets, src)).toEqual([])
    expect(sharedClassComplaints(shared, sheets, src)).toEqual([])
  })

  it('refuses a stylesheet of a feature that is no module', () => {
    expect(looseStyleComplaints(['src/features/loyalty/card.css', 'src/integrations/stripe/stripe.css'])).toHaveLength(2)
    expect(looseStyleComplaints(['src/features/loyalty/card.module.css', 'src/ui/styles/table.css'])).toEqual([])
  })

  it.each([':global(.btn) { color: red }', 'h2 { margin: 0 }', '.card, th { margin: 0 }', '@media print { :global(.page) .x, :global { a { color: red } } }'])(
    'refuses a module that says %s',
    (text) => {
      expect(farReachingComplaints(sheet(text))).not.toEqual([])
    },
  )

  it('takes a shared class within a class of the module, and a page that holds one', () => {
    expect(farReachingComplaints(sheet('.card :global(.btn), :global(.page):has(.card) { color: red; background: url(x.y) }'))).toEqual([])
  })

  it('refuses a class that is missing, one that nobody uses, and one by a computed name', () => {
    expect(moduleClassComplaints(sheet('.card { color: red }'), screen('export const a = styles.card'))).toEqual([])
    expect(moduleClassComplaints(sheet('.card { color: red }'), screen('export const a = [styles.card, styles.cart]'))).toHaveLength(1)
    expect(moduleClassComplaints(sheet('.card .row :global(.btn) { color: red }'), screen('export const a = styles.card'))).toHaveLength(1)
    expect(moduleClassComplaints(sheet('.card { color: red }'), screen('export const a = (n: string) => [styles.card, styles[n]]'))).toHaveLength(1)
  })

  it('refuses a shared class that src/ui/styles does not define', () => {
    const complaints = (text: string) =>
      sharedClassComplaints(
        sample('src/ui/styles/x.css', '.btn { margin: 0 }'),
        sheet(text),
        screen('export const A = () => <p className={x ? `btn $' + '{styles.card}` : `bold h$' + '{n}`} />'),
      )
    expect(complaints('.card :global(.btn) { margin: 0 }')).toHaveLength(1)
    expect(complaints('.card :global(.button) { margin: 0 }')).toHaveLength(2)
  })
})

describe('proof of access', () => {
  it('every venue query takes it first, and only sign-in code makes it', () => {
    expect(scopelessComplaints(src)).toEqual([])
    expect(scopeMakerComplaints(src)).toEqual([])
  })

  it('refuses a query without it', () => {
    const path = 'src/features/loyalty/cards.sql.ts'
    expect(scopelessComplaints(sample(path, 'export const cards = async (sql: Transaction, venue: VenueScope) => sql`select 1`'))).toHaveLength(1)
    expect(scopelessComplaints(sample(path, 'export async function cards() {}'))).toHaveLength(1)
    expect(scopelessComplaints(sample(path, 'export const cards = async (venue: VenueScope) => venue.sql`select 1`\nconst inner = (n: number) => n'))).toEqual(
      [],
    )
  })

  it('refuses a scope out of thin air', () => {
    const path = 'src/features/loyalty/loyalty.routes.ts'
    expect(scopeMakerComplaints(sample(path, 'const venue = await VenueScope.forJob(sql, 1, now)'))).toHaveLength(1)
    expect(scopeMakerComplaints(sample(path, 'const venue = {} as VenueScope'))).toHaveLength(1)
    expect(scopeMakerComplaints(sample(path, 'export const f = (venue: VenueScope) => venue.sql'))).toEqual([])
  })
})

describe('who writes what', () => {
  it('no upsert asks what Citus refuses, no table has two writers, features leave the house alone', () => {
    expect(
      volatileUpsertComplaints([
        ...house,
        ...filesUnder('db')
          .filter((path) => path.endsWith('.sql'))
          .map(readSource),
      ]),
    ).toEqual([])
    expect(sharedTableComplaints(src)).toEqual([])
    expect(houseTableComplaints(src)).toEqual([])
  })

  it('refuses now() in DO UPDATE SET on a venue table, and takes it on a house table', () => {
    const upsert = (table: string, set: string) =>
      sample(
        'src/features/loyalty/cards.sql.ts',
        `export const f = (venue: VenueScope) => venue.sql\`insert into ${table} (venue_id, n) values (\${1}, 2) on conflict (venue_id) do update set ${set} returning n\``,
      )
    expect(volatileUpsertComplaints(upsert('card', 'n = excluded.n, at = now()'))).toHaveLength(1)
    expect(volatileUpsertComplaints(upsert('card', 'n = excluded.n, at = current_timestamp'))).toHaveLength(1)
    expect(volatileUpsertComplaints(upsert('card', 'n = card.n + excluded.n'))).toEqual([])
    expect(volatileUpsertComplaints(upsert('limit_counter', 'at = now()'))).toEqual([])
  })

  it('an insert from a question says returning', () => {
    expect(copiedInsertComplaints(src)).toEqual([])
    const insert = (statement: string) => sample('src/features/loyalty/cards.sql.ts', `export const f = ({ sql }: VenueScope) => sql\`${statement}\``)
    expect(copiedInsertComplaints(insert('insert into card (venue_id, n) select 1, max(n) + 1 from card where venue_id = 1'))).toHaveLength(1)
    expect(copiedInsertComplaints(insert('insert into card (venue_id, n) select 1, max(n) + 1 from card where venue_id = 1 returning 1'))).toEqual([])
    expect(copiedInsertComplaints(insert('insert into card (venue_id, n) values (1, 2)'))).toEqual([])
    expect(copiedInsertComplaints(insert('insert into session (id) select 1'))).toEqual([])
  })

  it('only sums and the tests about them name the tables of what is derived from sales, and a suffix says where SQL is', () => {
    expect(derivedTableComplaints(everything)).toEqual([])
    for (const listed of Object.keys(ABOUT_DERIVED_TABLES)) {
      const source = everything.find(({ path }) => path === listed)
      expect(source && derivedTablesIn(source), `${listed} is listed as an exception and is not one any more`).not.toEqual([])
    }
    expect(suffixOfSqlComplaints(src)).toEqual([])
  })

  it.each([
    [
      'a test that counts running totals',
      'src/features/reports/trend/trend.test.ts',
      'const n = await sql`select count(*) from running_total where venue_id = 1`',
    ],
    ['a screen test that looks into packed guests', 'src/app/frame.e2e.ts', 'const n = await sql`select 1 from packed_guests`'],
    ['a test that spoils a row in a plain text', 'tests/faults/f01-server-killed.ts', "await owner.unsafe('update rollup set amount = 1')"],
    ['a bench that empties a table among others', 'bench/kills.ts', "await owner.unsafe('truncate sale, running_total')"],
    ['a test that names a table to put it into a statement', 'tests/faults/watch.ts', "const tables = ['sale', 'packed_guests']"],
    ['a report that reads a part of the rollup', 'src/features/reports/trend/trend.sql.ts', 'const part = sql`from rollup r where r.n > 0`'],
    ['a test that says a location traded', 'src/features/venues/venues.test.ts', 'await sql`insert into trading_day_state (venue_id) values (1)`'],
    ['the sample venue reading who came', 'db/demo/fill.ts', 'const rows = sql`select 1 from sale join packed_guests using (venue_id)`'],
    ['a bench that measures another table', 'bench/wastage.ts', "const size = `pg_total_relation_size('packed_guests')`"],
  ])('refuses %s', (_what, path, text) => {
    expect(derivedTableComplaints(sample(path, text))).toHaveLength(1)
  })

  it('takes a test of sums, one that is listed, and a sentence about the rollup', () => {
    const reads = 'const n = await sql`select 1 from rollup`'
    expect(derivedTableComplaints([...sample('src/features/sums/reconcile.test.ts', reads), ...sample('tests/schema.test.ts', reads)])).toEqual([])
    expect(derivedTableComplaints(sample('tests/faults/f10-duplicates.ts', "const what = 'rows of the rollup that differ from the sales'"))).toEqual([])
  })

  it('refuses a report that reads the rollup itself, and one whose suffix is wrong', () => {
    const reads = sample('src/features/reports/trend/trend.sql.ts', 'export const f = (venue: VenueScope) => venue.sql`select 1 from rollup r`')
    expect(derivedTableComplaints(reads)).toHaveLength(1)
    expect(suffixOfSqlComplaints(reads)).toEqual([])
    expect(suffixOfSqlComplaints(sample('src/features/reports/trend/trend.report.ts', 'export const f = (venue: VenueScope) => sql`select 1`'))).toHaveLength(1)
    expect(suffixOfSqlComplaints(sample('src/features/reports/trend/trend.sql.ts', 'export const f = (venue: VenueScope) => trend(venue)'))).toHaveLength(1)
  })

  it('refuses a table with two writers, and a feature in the house', () => {
    const writes = (path: string) => ({ path, text: 'export const f = (venue: VenueScope) => venue.sql`update card set points = 1`' })
    expect(sharedTableComplaints([writes('src/features/loyalty/cards.sql.ts'), writes('src/features/intake/sales.sql.ts')])).toHaveLength(1)
    expect(sharedTableComplaints([writes('src/features/loyalty/cards.sql.ts'), writes('src/features/loyalty/points.sql.ts')])).toEqual([])
    expect(
      houseTableComplaints(sample('src/features/loyalty/cards.sql.ts', 'const f = (venue: VenueScope) => venue.sql`select 1 from app_user`')),
    ).toHaveLength(1)
  })
})

describe('texts', () => {
  it('every text is there in both languages, with the same blanks to fill in', async () => {
    const files = filesUnder('src').filter((path) => path.endsWith('.messages.ts'))
    expect(files.length).toBeGreaterThan(3)
    const complaints = await Promise.all(
      files.map(async (path) => textComplaints(path, (await import(pathToFileURL(join(PROJECT, path)).href)) as Record<string, unknown>)),
    )
    expect(complaints.flat()).toEqual([])
    const failures = {
      en: Object.fromEntries(Object.entries(FAILURES).map(([code, [, en]]) => [code, en])),
      jp: Object.fromEntries(Object.entries(FAILURES).map(([code, [, , jp]]) => [code, jp])),
    }
    expect(textComplaints('failure.ts', { failures })).toEqual([])
  })

  it('refuses a missing, an empty and a differing text', () => {
    const complaints = textComplaints('x', { texts: { en: { a: 'A', b: 'B {n}', c: 'C' }, jp: { a: '', b: 'ベー', d: 'デー' } } })
    expect(complaints).toHaveLength(4)
  })

  it.each(['Total ex GST', 'Sales tax in it', 'うち消費税', '合計(VAT込み)'])('refuses “%s”, which names a tax outright', (outright) => {
    const about = (text: string) => textComplaints('x', { texts: { en: { a: text }, jp: { a: text } } })
    expect(about(outright)).toHaveLength(1)
    expect(about('Total ex {tax}')).toEqual([])
    expect(textComplaints('x', { texts: { en: { a: 'Total ex {tax}' }, jp: { a: '合計(税抜)' } } })).toEqual([])
  })
})
