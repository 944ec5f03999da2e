import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { asOwner, databaseAt } from '#tests/database-at.ts'
import { type OwnServer, ownServer } from '#tests/own-server.ts'
import { connectAsOwner, openDatabase } from './database.ts'
import { APP, type Logins, loginsOf, REPORT } from './logins.ts'
import { migrate } from './migrate.ts'

// Roles belong to a whole PostgreSQL server, so these tests have one of their own.
let server: OwnServer

beforeAll(async () => {
  server = await ownServer()
})
afterAll(() => server?.stop())

/** Whether both pools of a new server process sign in. */
const signsIn = async (url: string, logins?: Logins): Promise<string> => {
  const database = openDatabase(url, 1, logins)
  try {
    await database.house`select`
    await database.readVenue(1, (sql) => sql`select`)
    return 'yes'
  } catch (error) {
    return (error as Error).message
  } finally {
    await database.close()
  }
}

const withPassword = (url: string, password: string): string => {
  const other = new URL(url)
  other.password = password
  return other.href
}

let one: string

it('two databases of an owner on one server share the roles, and servers that start on both at once all sign in', async () => {
  one = await server.databaseOf('host', 'one')
  const two = await server.databaseOf('host', 'two')
  await Promise.all([one, two, one, two].map((url) => migrate(url)))
  expect(await Promise.all([one, two].map((url) => signsIn(url)))).toEqual(['yes', 'yes'])
})

it('a start that finds its logins in order changes nothing about them', async () => {
  const verifiers = async () => {
    const owner = connectAsOwner(server.url)
    return owner`select rolname, rolpassword from pg_authid where rolname like 'daybook\\_%' order by 1`.finally(() => owner.end())
  }
  const before = await verifiers()
  expect(before).toHaveLength(2)
  await migrate(one)
  expect(await verifiers()).toEqual(before)
})

it('another owner on the same server is told so, and does not lock the first out', async () => {
  const other = await server.databaseOf('guest', 'three')
  await asOwner(server.url, 'grant daybook_app, daybook_report to guest with admin option')
  await expect(migrate(other)).rejects.toThrow(/that of another owner, host\. .*DATABASE_APP_URL/)
  const first = await server.databaseOf('host', 'four')
  await migrate(first)
  expect(await signsIn(first)).toBe('yes')
  // Told the passwords, it signs in beside the first.
  const given = loginsOf(first)
  const logins: Logins = { [APP]: databaseAt(given[APP], 'three'), [REPORT]: databaseAt(given[REPORT], 'three') }
  await migrate(other, logins)
  expect(await signsIn(other, logins)).toBe('yes')
})

it('an owner whose password was changed goes on, with roles whose passwords changed along', async () => {
  const url = await server.databaseOf('host', 'five')
  await migrate(url)
  await asOwner(server.url, "alter role host password 'another one'")
  const changed = withPassword(url, 'another one')
  expect(await signsIn(changed)).toMatch(/password authentication failed for user "daybook_app"/)
  await migrate(changed)
  expect(await signsIn(changed)).toBe('yes')
  expect(await signsIn(url)).toMatch(/password authentication failed/)
})

it('does not start with a role that may do more, or with another role in the place of one', async () => {
  const url = withPassword(await server.databaseOf('host', 'six'), 'another one')
  await migrate(url)
  for (const [more, less, said] of [
    ['alter role daybook_report bypassrls', 'alter role daybook_report nobypassrls', /daybook_report is a superuser or has BYPASSRLS/],
    ['alter role daybook_app createrole', 'alter role daybook_app nocreaterole', /daybook_app has CREATEROLE/],
    ['grant pg_read_all_data to daybook_report', 'revoke pg_read_all_data from daybook_report', /daybook_report is a member of another role/],
    ['create schema hers authorization daybook_app', 'drop schema hers', /daybook_app owns something/],
  ] as const) {
    await asOwner(server.url, more)
    await expect(migrate(url)).rejects.toThrow(said)
    await asOwner(server.url, less)
  }
  await expect(migrate(url, { ...loginsOf(url), [APP]: url })).rejects.toThrow(
    'The server signs in to the database as daybook_app, and the address given for it names host.',
  )
  await migrate(url)
})

it('says what is to be done where a role is not let in', async () => {
  const url = withPassword(await server.databaseOf('host', 'seven'), 'another one')
  const wrong = loginsOf(withPassword(url, 'no such'))
  await expect(migrate(url, wrong)).rejects.toThrow(/cannot sign in to the database as daybook_app: password authentication failed.*DATABASE_APP_URL/)
  await asOwner(server.url, 'revoke daybook_app from host cascade; alter role daybook_app password null; comment on role daybook_app is null')
  await expect(migrate(url)).rejects.toThrow(/does not let host set the password of daybook_app\. .*DATABASE_APP_URL/)
})

it('takes both addresses from the settings or neither, and beside that of the owner', () => {
  const [url, app, report] = ['postgres://o@h/d', 'postgres://daybook_app:a@h/d', 'postgres://daybook_report:r@h/d']
  const all = { DATABASE_URL: url, DATABASE_APP_URL: app, DATABASE_REPORT_URL: report }
  expect(readSettings(all, '/').databaseLogins).toEqual({ [APP]: app, [REPORT]: report })
  expect(readSettings({ DATABASE_URL: url }, '/').databaseLogins).toBe(undefined)
  for (const missing of Object.keys(all)) expect(() => readSettings({ ...all, [missing]: '' }, '/'), missing).toThrow('are set together')
})
