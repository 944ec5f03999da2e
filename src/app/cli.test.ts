import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { copyHeads } from '#platform/audit/audit-heads.ts'
import { sealEverything } from '#platform/audit/audit-sealing.ts'
import { headOf } from '#platform/audit/audit-seals.sql.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { ROOT } from '#platform/version.ts'
import { commandLine, ensureCommandLine } from '#tests/built-command.ts'
import { freshDatabase } from '#tests/fresh-database.ts'
import { startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

// Every command is a process of its own, which loads the server's code anew: as built, the way people run it.
beforeAll(ensureCommandLine, 60_000)
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
const file = join(folder, 'house.backup')
const PASSWORD = 'an old brass lantern'
const cleanUps: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  out: string
  told: string
}

/** Types a command, in a process of its own and with nothing of this one's environment. */
const type = (words: string[], environment: Record<string, string>, input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [commandLine(), ...words], {
      cwd: ROOT,
      env: { PATH, HOME, DAYBOOK_DATA: folder, ...environment },
    })
    const ended: Ended = { code: null, out: '', told: '' }
    child.stdout.on('data', (chunk) => {
      ended.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      ended.told += chunk
    })
    child.stdin.end(input)
    child.once('close', (code) => resolve({ ...ended, code }))
  })

const begin = (words: string[], environment: Record<string, string>) => {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [commandLine(), ...words], { cwd: ROOT, env: { PATH, HOME, DAYBOOK_DATA: folder, ...environment } })
}

const house = async (sample = false) => {
  const fresh = await freshDatabase({ sample })
  cleanUps.push(fresh.drop)
  return fresh.url
}

describe('create-admin', () => {
  it('makes a person who signs in as Admin, once, and the password is nowhere but hashed', async () => {
    const app = await startApp({ sample: false })
    cleanUps.push(app.close)
    const environment = { DATABASE_URL: app.databaseUrl }
    const made = await type(['create-admin', '--user', 'Boss', '--email', 'boss@pub.example'], environment, `${PASSWORD}\n`)
    expect(made).toEqual({ code: 0, out: '', told: 'Boss can now sign in and has the role Admin.\n' })
    const boss = new Visitor(app.url)
    expect((await boss.signIn('boss', PASSWORD)).status).toBe(200)
    expect((await boss.call('GET', `/users/${boss.userId}`)).body).toMatchObject({ UserName: 'Boss', Roles: ['Admin'] })
    expect(await app.database.inVenue(0, (sql) => sql`select subject from audit_event where action = 'admin.made'`)).toEqual([{ subject: 'Boss' }])

    const again = await type(['create-admin', '--user', 'ＢＯＳＳ'], environment, PASSWORD)
    expect(again).toMatchObject({ code: 1, told: 'There is already a person named Boss.\n' })
    const sameMail = await type(['create-admin', '--user', 'Other', '--email', 'BOSS@pub.example'], environment, PASSWORD)
    expect(sameMail).toMatchObject({ code: 1, told: 'BOSS@pub.example belongs to Boss already.\n' })
  })

  it('refuses a weak password, none, and one among the arguments', async () => {
    const environment = { DATABASE_URL: await house() }
    expect(await type(['create-admin', '--user', 'Ada'], environment, 'short')).toMatchObject({
      code: 1,
      told: 'Choose a password of 12 characters or more.\n',
    })
    expect(await type(['create-admin', '--user', 'Ada'], environment, '')).toMatchObject({ code: 1, told: 'Standard input had no password.\n' })
    expect(await type(['create-admin', '--user', 'Ada', '--password', PASSWORD], environment)).toMatchObject({ code: 2 })
  })
})

describe('location-key', () => {
  it('prints a key that a till is known by, and nothing else', async () => {
    const app = await startApp()
    cleanUps.push(app.close)
    const environment = { DATABASE_URL: app.databaseUrl }
    const made = await type(['location-key', '--venue', '1', '--location', '2', '--name', 'Garden till'], environment)
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^dbk_[\w-]{43}\n$/)
    expect(await new LocationKeys(1000).admit(app.database.house, `Bearer ${made.out.trim()}`)).toMatchObject({ venueId: 1, locationId: 2 })
    const nowhere = await type(['location-key', '--venue', '1', '--location', '77', '--name', 'Till'], environment)
    expect(nowhere).toMatchObject({ code: 1, out: '' })
    expect(nowhere.told).toMatch(/has no location 77\. It has 1 \(.+\), 2 \(.+\), 3 \(.+\)\./)
    expect(await type(['location-key', '--venue', '9', '--location', '1', '--name', 'Till'], environment)).toMatchObject({
      code: 1,
      told: 'There is no such venue.\n',
    })
  })
})

describe('verify-audit', () => {
  it('passes a trail that was left alone, and ends with 1 where it was not, or its tail was cut', async () => {
    const mine = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
    const url = await house(true)
    const environment = { DATABASE_URL: url, DAYBOOK_DATA: mine }
    const database = openDatabase(url, 2)
    const owner = connectAsOwner(url)
    try {
      await database.inVenue(1, (sql) => recordAudit(sql, 1, { action: 'venue.opened', actorUserId: 2 }))
      await sealEverything(database)
      const head = await database.inVenue(1, (sql) => headOf(sql, 1))
      await copyHeads(join(mine, 'audit-heads.jsonl'), [{ venueId: 1, copiedAt: '2026-11-22', ...head }])
      const sound = await type(['verify-audit'], environment)
      expect(sound).toMatchObject({ code: 0, told: '' })
      expect(sound.out).toMatch(
        /^The installation: \d+ rows sealed, 0 copied heads compared\.\nVenue 1: \d+ rows sealed, 1 copied heads compared\.\nThe audit trail is unchanged/,
      )
      await owner`update audit_event set actor_user_id = 3 where venue_id = 1 and action = 'venue.opened'`
      const changed = await type(['verify-audit', '--venue', '1'], environment)
      expect(changed).toMatchObject({ code: 1, told: 'The audit trail has been changed: 1 finding.\n' })
      expect(changed.out).toMatch(/Row \d+ was changed after it was sealed as number \d+\./)
      await owner`delete from audit_seal where venue_id = 1`
      await owner`delete from audit_event where venue_id = 1`
      const cut = await type(['verify-audit', '--venue', '1'], environment)
      expect(cut).toMatchObject({ code: 1, out: expect.stringContaining('Rows at the end are missing: the trail ends at number 0') })
      expect((await type(['verify-audit', '--venue', 'one'], environment)).code).toBe(2)
    } finally {
      await owner.end()
      await database.close()
      rmSync(mine, { recursive: true, force: true })
    }
  })
})

describe('reset-second-factor', () => {
  it('lets somebody who lost it in with the password, and says who had none', async () => {
    const url = await house(true)
    const owner = connectAsOwner(url)
    await owner`insert into second_factor (user_id, secret, confirmed_at) values (2, '\\x00', now())`
    expect(await type(['reset-second-factor', 'OWNER'], { DATABASE_URL: url })).toMatchObject({
      code: 0,
      told: 'owner now signs in with only the password.\n',
    })
    expect(await owner`select from second_factor`.finally(() => owner.end())).toHaveLength(0)
    expect(await type(['reset-second-factor', 'owner'], { DATABASE_URL: url })).toMatchObject({ code: 0, told: 'owner had no second factor.\n' })
    expect(await type(['reset-second-factor', 'nobody'], { DATABASE_URL: url })).toMatchObject({ code: 1, told: 'There is no person named "nobody".\n' })
  })
})

describe('backup and restore', () => {
  it('carry a house from one server to another', async () => {
    const [from, to] = [await house(true), await house()]
    expect(await type(['backup', file], { DATABASE_URL: from })).toMatchObject({ code: 0, told: expect.stringMatching(/rows of \d+ tables are in/) })
    expect(await type(['restore', file], { DATABASE_URL: to })).toMatchObject({
      code: 0,
      told: expect.stringMatching(/is restored: [\d,]+ rows of \d+ tables/),
    })
    const twice = await type(['restore', file], { DATABASE_URL: to })
    expect(twice).toMatchObject({ code: 1, told: expect.stringContaining('The database is not empty: it holds "Harbour & Vine (sample)"') })
    expect((await type(['restore', file, '--replace'], { DATABASE_URL: to })).code).toBe(0)
    expect(await type(['backup', folder], { DATABASE_URL: from })).toMatchObject({ code: 2, told: expect.stringContaining('is a folder') })
  })

  it("start the house's own database, join a running one, and never empty it under a running server", async () => {
    const mine = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
    const environment = { DAYBOOK_DATA: mine }
    try {
      expect((await type(['create-admin', '--user', 'Boss'], environment, PASSWORD)).code).toBe(0)
      expect(existsSync(join(mine, 'postgres/cluster/postmaster.pid'))).toBe(false)
      const running = await startPostgres({ dataDir: join(mine, 'postgres'), log: () => {}, holder: 'Daybook at http://127.0.0.1:3999' })
      try {
        await migrate(running.url)
        expect((await type(['backup', file], environment)).code).toBe(0)
        const owner = connectAsOwner(running.url)
        expect(await owner`select user_name from app_user`.finally(() => owner.end()), 'the database runs on').toEqual([{ user_name: 'Boss' }])
        expect(await type(['restore', file, '--replace'], environment)).toMatchObject({
          code: 1,
          told: expect.stringContaining('is in use by Daybook at http://127.0.0.1:3999'),
        })
      } finally {
        await running.stop()
      }
      expect(await type(['restore', file, '--replace'], environment)).toMatchObject({ code: 0, told: expect.stringContaining('is restored') })
    } finally {
      rmSync(mine, { recursive: true, force: true })
    }
  })

  it('interrupted, leave no half of a file and no database running', async () => {
    const mine = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
    try {
      const child = begin(['create-admin', '--user', 'Ada'], { DAYBOOK_DATA: mine })
      let told = ''
      child.stderr.on('data', (chunk) => {
        if (told === '') child.kill('SIGINT')
        told += chunk
      })
      const code = await new Promise((resolve) => child.once('close', resolve))
      expect({ code, told }).toEqual({ code: 130, told: 'Creating the database (only the first time).\nInterrupted.\n' })
      expect(existsSync(join(mine, 'postgres/cluster/postmaster.pid'))).toBe(false)
    } finally {
      rmSync(mine, { recursive: true, force: true })
    }
  })
})
