import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { applyMigrations, migrate, migrations } from '#platform/database/migrate.ts'
import { ask, bareDatabase, dropHouses } from '#tests/furnished-house.ts'
import { tokenOrTurn } from './house-tokens.ts'
import { sealToken } from './sealed-tokens.ts'

/** The last one before tokens of the house were kept in one table. */
const BEFORE = '0102-cards-of-online-orders.sql'
const keys = [randomBytes(32)]
const now = new Date('2026-11-20T10:04:00Z')
const later = new Date('2026-11-20T20:00:00Z')

afterAll(dropHouses)

it('the tokens that a house had in two tables are all there in one, and open', async () => {
  const url = await bareDatabase()
  const sealed = (provider: string) => sealToken(keys, `house ${provider} access`, `token of ${provider}`)
  await ask(url, (sql) =>
    sql.begin((tx) =>
      applyMigrations(
        tx,
        migrations().filter(({ name }) => name <= BEFORE),
      ),
    ),
  )
  await ask(url, async (sql) => {
    await sql`insert into provider_token (provider, access_token, expires_at) values ('Deliverect', ${sealed('Deliverect')}, ${later})`
    await sql`insert into house_token (provider, token, expires_at, asked_at) values ('Tyro', ${sealed('Tyro')}, ${later}, ${[now.toISOString()]}::timestamptz[])`
  })
  await migrate(url)
  await ask(url, async (sql) => {
    expect(await sql`select provider, expires_at, asking_at, asked_at from house_token order by provider`).toEqual([
      { provider: 'Deliverect', expires_at: later, asking_at: null, asked_at: [] },
      { provider: 'Tyro', expires_at: later, asking_at: null, asked_at: [now] },
    ])
    expect(await tokenOrTurn(sql, { provider: 'Deliverect', isConnectedFirst: true }, { keys, now })).toEqual({ token: 'token of Deliverect' })
    expect(await tokenOrTurn(sql, { provider: 'Tyro' }, { keys, now })).toEqual({ token: 'token of Tyro' })
    expect(await sql`select to_regclass('provider_token') as former`).toEqual([{ former: null }])
  })
})

it('a house that Deliverect was never connected for is not connected by the move', async () => {
  const url = await bareDatabase()
  await ask(url, (sql) =>
    sql.begin((tx) =>
      applyMigrations(
        tx,
        migrations().filter(({ name }) => name <= BEFORE),
      ),
    ),
  )
  await migrate(url)
  await ask(url, async (sql) => {
    expect(await sql`select provider from house_token`).toEqual([])
    expect(await tokenOrTurn(sql, { provider: 'Deliverect', isConnectedFirst: true }, { keys, now })).toBe('unconnected')
  })
})
