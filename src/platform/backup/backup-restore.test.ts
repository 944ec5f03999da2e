import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { applyMigrations, migrate, migrations } from '#platform/database/migrate.ts'
import { schemaPicture } from '#platform/database/schema-picture.ts'
import { freshDatabase } from '#tests/fresh-database.ts'
import { ask, bareDatabase, borrowed, contentOf, dropHouses, furnish } from '#tests/furnished-house.ts'
import { takeBackup } from './backup.ts'
import { readyAfterRestore, restoreBackup } from './backup-restore.ts'

const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
const file = join(folder, 'house.backup')

const emptyHouse = async (sample = false) => borrowed(await freshDatabase({ sample }))
let good: Buffer

beforeAll(async () => {
  const from = await emptyHouse()
  await furnish(from, 40)
  await takeBackup(from, file)
  await dropHouses()
  good = readFileSync(file)
})

afterEach(dropHouses)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const refused = async (to: string, bytes: Buffer, options = {}) => {
  const damaged = join(folder, 'damaged.backup')
  writeFileSync(damaged, bytes)
  return restoreBackup(to, damaged, options).then(
    () => 'restored',
    (error: Error) => error.message,
  )
}

it('a restore refuses a file that was cut short, wherever, and changes nothing', async () => {
  const to = await emptyHouse(true)
  const before = await contentOf(to)
  for (const length of [0, 5, Math.floor(good.length / 2), good.length - 1])
    expect(await refused(to, good.subarray(0, length), { replace: true }), `cut to ${length}`).toMatch(/damaged|cut short|not a backup/)
  const plain = gunzipSync(good)
  for (const end of ['complete', 'sequences', 'end', 'table'].map((word) => plain.lastIndexOf(`\n${word} `) + 1))
    expect(await refused(to, gzipSync(plain.subarray(0, end)), { replace: true })).toMatch(/damaged|cut short/)
  expect(await contentOf(to)).toEqual(before)
})

it('a restore refuses a file with a byte changed anywhere', async () => {
  const to = await emptyHouse()
  const before = await contentOf(to)
  for (let trial = 0; trial < 6; trial += 1) {
    const bytes = Buffer.from(good)
    const at = 10 + Math.floor(((good.length - 11) * trial) / 5)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    expect(await refused(to, bytes), `byte ${at}`).toMatch(/damaged|cut short|not a backup/)
  }
  const plain = gunzipSync(good)
  for (const [from, into] of [
    ['Pie', 'Pea'],
    ['"rows":120', '"rows":121'],
    ['"sum":"', '"sum":"0'],
  ] as const)
    expect(await refused(to, gzipSync(Buffer.from(plain.toString('latin1').replace(from, into), 'latin1')))).toMatch(/damaged|add up/)
  expect(await refused(to, gzipSync(Buffer.concat([plain, Buffer.from('more\n')])))).toMatch(/damaged/)
  expect(await refused(to, Buffer.from('Id,Name\n1,Ada\n'))).toMatch(/not a backup/)
  expect(await refused(to, gzipSync('hello\n'))).toMatch(/not a backup/)
  expect(await contentOf(to)).toEqual(before)
})

it('a restore refuses a house that is lived in, unless it is to be replaced', async () => {
  const to = await emptyHouse(true)
  const empty = await emptyHouse()
  await restoreBackup(empty, file)
  await expect(restoreBackup(to, file)).rejects.toThrow('The database is not empty: it holds "Harbour & Vine (sample)". Use --replace')
  await restoreBackup(to, file, { replace: true })
  expect(await contentOf(to)).toEqual(await contentOf(empty))
})

it('a restore refuses a house in which a server is working', async () => {
  const to = await emptyHouse()
  const server = openDatabase(to, 2)
  await server.house`select 1`
  await expect(restoreBackup(to, file)).rejects.toThrow('in use by daybook. Stop the servers')
  await server.close()
  await restoreBackup(to, file)
})

it('a restore waits a moment for whoever is about to leave', async () => {
  const to = await emptyHouse()
  const server = openDatabase(to, 2)
  await server.house`select 1`
  await Promise.all([restoreBackup(to, file), sleep(200).then(() => server.close())])
})

it('a restore leaves the house as it was when it is interrupted', async () => {
  const to = await emptyHouse(true)
  const before = await contentOf(to)
  const interrupted = new AbortController()
  const onCheck = () => interrupted.abort(new Error('interrupted'))
  await expect(restoreBackup(to, file, { replace: true, signal: interrupted.signal, onCheck })).rejects.toThrow('interrupted')
  expect(await contentOf(to)).toEqual(before)
})

it('a restore makes the house in a database that is still bare', async () => {
  const to = await bareDatabase()
  await restoreBackup(to, file)
  await readyAfterRestore(to)
  expect(await migrate(to)).toEqual([])
  expect((await contentOf(to)).sale).toMatch(/^120 /)
})

it('a restore takes a backup of an older version and migrates what it held', async () => {
  const older = await bareDatabase()
  const [first, second] = migrations()
  if (!first || !second) throw new Error('There are no migrations.')
  await ask(older, (sql) => sql.begin((tx) => applyMigrations(tx, [first, second])))
  await ask(older, (sql) => sql`insert into venue (name) values ('Old')`)
  const olderFile = join(folder, 'older.backup')
  await takeBackup(older, olderFile)
  const lived = await emptyHouse(true)
  const isSpread = inject('workerUrls').length > 0
  if (isSpread) await expect(restoreBackup(lived, olderFile, { replace: true })).rejects.toThrow('Restore it into a new, empty database of the cluster')
  for (const to of isSpread ? [await bareDatabase()] : [await bareDatabase(), lived]) {
    const { migrated } = await restoreBackup(to, olderFile, { replace: true })
    await readyAfterRestore(to)
    expect(migrated).toEqual(
      migrations()
        .slice(2)
        .map(({ name }) => name),
    )
    expect(await ask(to, (sql) => sql`select name from venue`)).toEqual([{ name: 'Old' }])
    expect(await ask(to, schemaPicture)).toBe(await ask(await emptyHouse(), schemaPicture))
  }
})

/** The good backup, as if another version had written it. */
const writtenBy = (daybook: string, migration: string): Buffer => {
  const [line, ...rest] = gunzipSync(good).toString('latin1').split('\n')
  const header = JSON.parse((line ?? '').slice('daybook-backup '.length))
  header.migrations.push({ name: migration, sha: '00' })
  header.daybook = daybook
  return gzipSync(Buffer.from([`daybook-backup ${JSON.stringify(header)}`, ...rest].join('\n'), 'latin1'))
}

it('a restore refuses a backup of a version that is newer than itself, and of one from before migrations began anew', async () => {
  const to = await emptyHouse()
  expect(await refused(to, writtenBy('9.9.9', '9999-tomorrow.sql'))).toMatch('written by Daybook 9.9.9, and this version does not know its database')
  expect(await refused(to, writtenBy('1.0.1', '0003-sales.sql'))).toMatch('written by an early version of Daybook (1.0.1)')
})
