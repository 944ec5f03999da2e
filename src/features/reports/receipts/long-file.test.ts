import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { FILE_PAGE } from './invoices.rules.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
/** More than two pages of a file. */
const COPIES = 2 * FILE_PAGE + 1234
const QUERY = { FromDate: '2026-11-19', ToDate: '2026-11-19' }

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  await storeTrade(app.database, 1, 1, [plainSale('2026-11-19T20:15:00+11:00', 1010)], NOW)
  const db = connectAsOwner(app.databaseUrl)
  await db.unsafe(`insert into sale select c.* from sale t cross join generate_series(1, ${COPIES}) i
    cross join lateral jsonb_populate_record(t, jsonb_build_object('sale_id', t.sale_id + 1000000 + i, 'receipt', 'C' || i)) c where t.sale_id = (select min(sale_id) from sale)`)
  await db.end()
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 60_000)
afterAll(() => app.close())

const cookieOf = (who: Visitor) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const fileOf = async (format: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/api/sales/invoices?${new URLSearchParams({ ...QUERY, format })}`, {
    headers: { cookie: cookieOf(owner), ...(owner.authorization ? { authorization: owner.authorization } : {}) },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const expectAll = (rows: readonly (readonly unknown[])[]) => {
  const [header = [], ...others] = rows
  const column = (title: string) => header.indexOf(title)
  expect(others).toHaveLength(COPIES + 2)
  expect(new Set(others.slice(0, -1).map((row) => row[column('Receipt')])).size).toBe(COPIES + 1)
  expect(String(others.at(-1)?.[0])).toContain(String(COPIES + 1))
  expect(Number(others.at(-1)?.[column('Net sales')])).toBe(((COPIES + 1) * 1010) / 100)
}

it('a file of many receipts has every one of them once, and the sum of them all', async () => {
  const csv = (await fileOf('csv'))
    .toString()
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expectAll(csv.map((line) => line.split(',')))
  const sheet = await readXlsxFile(await fileOf('xlsx'))
  expectAll((Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][])
}, 60_000)

it('so has the file behind a link', async () => {
  const { body } = await owner.call<{ Url: string }>('POST', '/exports', { body: { Path: '/sales/invoices', Query: QUERY, Format: 'csv' } })
  const answer = await fetch(`${app.url}${body.Url}`, { headers: { cookie: cookieOf(owner) } })
  const lines = (await answer.text())
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expectAll(lines.map((line) => line.split(',')))
})
