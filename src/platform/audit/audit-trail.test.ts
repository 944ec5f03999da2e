import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { takeBackup } from '#platform/backup/backup.ts'
import { restoreBackup } from '#platform/backup/backup-restore.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { Sql } from '#platform/database/pool.ts'
import { freshDatabase } from '#tests/fresh-database.ts'
import { borrowed, dropHouses } from '#tests/furnished-house.ts'
import { makeVenue } from '#tests/people.ts'
import { recordAudit } from './audit.ts'
import { type AuditFault, faultInWords } from './audit-chain.ts'
import { type CopiedHead, copiedHeads, copyHeads, HEADS_FILE } from './audit-heads.ts'
import { keepAuditSealed, sealEverything } from './audit-sealing.ts'
import { headOf, sealVenue } from './audit-seals.sql.ts'
import { verifyTrail } from './audit-verification.ts'

const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
let url: string
let database: Database
let owner: Sql
let venueId: number

beforeEach(async () => {
  url = borrowed(await freshDatabase())
  database = openDatabase(url, 4)
  owner = connectAsOwner(url)
  venueId = (await makeVenue(database, 'Chained')).venueId
})

afterEach(async () => {
  await owner.end()
  await database.close()
  await dropHouses()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (n: number, at = venueId) =>
  database.inVenue(at, async (sql) => {
    for (let i = 1; i <= n; i += 1)
      await recordAudit(sql, at, { action: `thing.${i}`, subject: `Thing ${i} “だ”`, detail: { Row: i, b: [1, 2], aa: 'x' }, actorUserId: i, ip: '10.0.0.1' })
  })

const verified = (heads: readonly CopiedHead[] = []) => verifyTrail(database, venueId, heads)
const faults = async (heads: readonly CopiedHead[] = []) => (await verified(heads)).faults
const events = () => owner<{ event_id: string }[]>`select event_id::text from audit_event where venue_id = ${venueId} order by event_id`
const idOf = async (nth: number) => (await events())[nth - 1]?.event_id ?? ''
/** A moment by UTC's clock: what an update adds to may not depend on the time zone of a connection where the tables are spread. */
const later = (interval: string) => `(at at time zone 'UTC' + interval '${interval}') at time zone 'UTC'`
/** By taking them away and putting them back, since a row does not leave the worker it lies on. */
const moveRows = async (table: string, to: number) => {
  const rows = await owner<{ row: string }[]>`
    select (to_jsonb(t) || jsonb_build_object('venue_id', ${to}::int))::text as row from ${owner(table)} t where venue_id = ${venueId}`
  await owner`delete from ${owner(table)} where venue_id = ${venueId}`
  for (const { row } of rows) await owner`insert into ${owner(table)} select * from jsonb_populate_record(null::${owner(table)}, ${row}::jsonb)`
}
const head = async (): Promise<CopiedHead> => ({
  venueId,
  copiedAt: '2026-11-22T00:00:00.000Z',
  ...(await database.inVenue(venueId, (sql) => headOf(sql, venueId))),
})

it('a trail that was left alone passes, row by row, and only the server may add to it', async () => {
  await write(12)
  await write(3, 0)
  await sealEverything(database)
  expect(await verified([await head()])).toEqual({ venueId, sealed: 12, unsealed: 0, heads: 1, faults: [] })
  expect(await verifyTrail(database, 0, [])).toMatchObject({ sealed: 3, faults: [] })
  await expect(database.inVenue(venueId, (sql) => sql`delete from audit_seal where venue_id = ${venueId}`)).rejects.toThrow(/permission denied/)
})

it('finds a row that was changed, in any column', async () => {
  await write(20)
  await sealVenue(database, venueId, 'all')
  const changes = [
    "subject = 'Another'",
    "action = 'another'",
    'detail = detail || \'{"Row": 99}\'',
    'actor_user_id = null',
    'on_behalf_of_user_id = 3',
    "session_id = 's'",
    "ip = '10.0.0.2'",
    `at = ${later('1 microsecond')}`,
  ]
  for (const [i, change] of changes.entries())
    await owner.unsafe(`update audit_event set ${change} where venue_id = ${venueId} and event_id = ${await idOf(i * 2 + 1)}`)
  expect(await faults()).toEqual(await Promise.all(changes.map(async (_, i) => ({ kind: 'changed', seq: i * 2 + 1, eventId: await idOf(i * 2 + 1) }))))
})

it('finds a row that was removed, with its seal and without', async () => {
  await write(9)
  await sealVenue(database, venueId, 'all')
  const [third, sixth] = [await idOf(3), await idOf(6)]
  await owner`delete from audit_event where venue_id = ${venueId} and event_id in (${third}, ${sixth})`
  await owner`delete from audit_seal where venue_id = ${venueId} and event_id = ${sixth}`
  expect(await faults()).toEqual([
    { kind: 'removed', seq: 3, eventId: third },
    { kind: 'unsealed', seq: 6, toSeq: 6 },
  ])
})

it('finds a row that was put in between the others, before it is sealed and after', async () => {
  await write(2)
  await owner.unsafe(`update audit_event set at = ${later('-3 days')} where venue_id = ${venueId}`)
  await write(4)
  await sealVenue(database, venueId, 'all')
  expect(await faults()).toEqual([])
  // Rows of one millisecond are numbered one after the other: behind the last one a number is surely free.
  const added = (BigInt(await idOf(6)) + 1n).toString()
  await owner`insert into audit_event (venue_id, event_id, at, action) values (${venueId}, ${added}, now() - interval '2 days', 'made.up')`
  expect(await faults()).toEqual([{ kind: 'added', eventId: added }])
  await sealVenue(database, venueId, 'all')
  expect(await faults()).toEqual([{ kind: 'added', eventId: added, seq: 7 }])
})

it('finds a row that was moved to another venue, with its seal, at the same place of its trail', async () => {
  const elsewhere = (await makeVenue(database, 'Blamed')).venueId
  await write(1)
  await sealVenue(database, venueId, 'all')
  await moveRows('audit_event', elsewhere)
  await moveRows('audit_seal', elsewhere)
  const [moved] = await owner<{ event_id: string }[]>`select event_id::text from audit_event where venue_id = ${elsewhere}`
  expect((await verifyTrail(database, elsewhere, [])).faults).toEqual([{ kind: 'changed', seq: 1, eventId: moved?.event_id }])
})

it('finds two rows that were swapped: their contents, or their places', async () => {
  await write(10)
  await sealVenue(database, venueId, 'all')
  const [two, five, seven, nine] = [await idOf(2), await idOf(5), await idOf(7), await idOf(9)]
  const rename = (from: string, to: string) => owner`update audit_event set event_id = ${to} where venue_id = ${venueId} and event_id = ${from}`
  for (const [from, to] of [
    [two, '1'],
    [five, two],
    ['1', five],
  ] as const)
    await rename(from, to)
  const move = (from: number, to: number) => owner`update audit_seal set seq = ${to} where venue_id = ${venueId} and seq = ${from}`
  const hashes = await owner<{ seq: number; hash: Buffer }[]>`select seq, hash from audit_seal where venue_id = ${venueId}`
  for (const [from, to] of [
    [7, 99],
    [9, 7],
    [99, 9],
  ] as const)
    await move(from, to)
  for (const seq of [7, 9])
    await owner`update audit_seal set hash = ${hashes.find((row) => row.seq === seq)?.hash ?? null} where venue_id = ${venueId} and seq = ${seq}`
  expect(await faults()).toEqual([
    { kind: 'swapped', seq: 2, eventId: two, otherSeq: 5, otherEventId: five },
    { kind: 'swapped', seq: 7, eventId: nine, otherSeq: 9, otherEventId: seven },
  ])
})

it('finds a tail that was cut, or written anew, by the head that was copied elsewhere', async () => {
  await write(6)
  await sealVenue(database, venueId, 'all')
  const copied = await head()
  const last = await idOf(6)
  await owner`delete from audit_seal where venue_id = ${venueId} and event_id = ${last}`
  await owner`delete from audit_event where venue_id = ${venueId} and event_id = ${last}`
  expect(await faults()).toEqual([])
  expect(await faults([copied])).toEqual([{ kind: 'cut', seq: 5, copiedSeq: 6, copiedAt: copied.copiedAt }])
  await write(3)
  await sealVenue(database, venueId, 'all')
  const [anew] = await faults([copied])
  expect(anew).toEqual({ kind: 'cut', seq: 8, copiedSeq: 6, copiedAt: copied.copiedAt })
  expect(faultInWords(anew as AuditFault)).toContain('was rewritten')
  await owner`delete from audit_seal where venue_id = ${venueId}`
  await owner`delete from audit_event where venue_id = ${venueId}`
  expect(await faults([copied])).toEqual([{ kind: 'cut', seq: 0, copiedSeq: 6, copiedAt: copied.copiedAt }])
})

it('seals rows that are committed late, though younger ones were sealed before them, once, by any number of processes', async () => {
  let commit: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  const early = database.inVenue(venueId, async (sql) => {
    await recordAudit(sql, venueId, { action: 'early', actorUserId: null })
    await held
  })
  await sleep(20)
  await write(2)
  expect(await sealVenue(database, venueId, 'recent')).toBe(2)
  commit()
  await early
  const other = openDatabase(url, 4)
  const sealing = [database, other, database, other].flatMap((each) => [
    ...Array.from({ length: 5 }, () => sealVenue(each, venueId, 'recent')),
    ...Array.from({ length: 5 }, () => write(3).then(() => 0)),
  ])
  await Promise.all(sealing)
  await sealVenue(other, venueId, 'recent')
  await other.close()
  expect(await verified()).toMatchObject({ sealed: 63, unsealed: 0, faults: [] })
  const [early3] = await owner<{ seq: number; first: boolean }[]>`
    select s.seq, a.event_id = (select min(event_id) from audit_event where venue_id = ${venueId}) as first
    from audit_seal s join audit_event a on a.venue_id = s.venue_id and a.event_id = s.event_id where a.action = 'early'`
  expect(early3?.first).toBe(true)
  expect(early3?.seq).toBeGreaterThan(2)
})

it('a running server seals what was there before and what comes, and copies the heads into its data folder', async () => {
  await owner`insert into audit_event (venue_id, event_id, at, action) values (${venueId}, ${newFactId()}, now() - interval '1 year', 'of.old')`
  const sealing = keepAuditSealed(database, { dataFolder: join(folder, 'data'), logLevel: 'silent' })
  const sealedRows = async () => (await verified()).sealed
  await expect.poll(sealedRows, { timeout: 10_000 }).toBe(1)
  await write(2)
  await expect.poll(sealedRows, { timeout: 10_000 }).toBe(3)
  await expect.poll(() => copiedHeads(join(folder, 'data', HEADS_FILE)), { timeout: 10_000 }).not.toEqual([])
  for (let i = 0; i < 30; i += 1) {
    await write(1)
    await sleep(100)
  }
  expect(await sealedRows(), 'while the writing went on').toBeGreaterThan(10)
  await expect.poll(sealedRows, { timeout: 10_000 }).toBe(33)
  await sealing.stop()
  const heads = await copiedHeads(join(folder, 'data', HEADS_FILE))
  expect(await verified(heads)).toMatchObject({ unsealed: 0, heads: 1, faults: [] })
})

it('a copied head survives a line that a crash cut short, and refuses nonsense', async () => {
  const file = join(folder, 'heads.jsonl')
  expect(await copiedHeads(file)).toEqual([])
  const one: CopiedHead = { venueId: 3, seq: 4, hash: Buffer.alloc(32, 7), copiedAt: '2026-11-22T01:02:03.000Z' }
  await copyHeads(file, [one])
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"At":"2026`)
  expect(await copiedHeads(file)).toEqual([one])
  writeFileSync(file, 'hello\n')
  await expect(copiedHeads(file)).rejects.toThrow(/line 1 is not a head/)
})

it('a backup that is restored elsewhere can be verified there, and goes on', async () => {
  await write(5)
  await sealEverything(database)
  await write(1)
  const copied = await head()
  const file = join(folder, 'trail.backup')
  await takeBackup(url, file)
  const to = borrowed(await freshDatabase())
  await restoreBackup(to, file)
  const restored = openDatabase(to, 2)
  try {
    expect(await verifyTrail(restored, venueId, [copied])).toMatchObject({ sealed: 5, unsealed: 1, faults: [] })
    await sealEverything(restored)
    expect(await verifyTrail(restored, venueId, [copied])).toMatchObject({ sealed: 6, unsealed: 0, faults: [] })
  } finally {
    await restored.close()
  }
})
