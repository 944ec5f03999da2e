import readXlsxFile from 'read-excel-file/node'
import { expect, it } from 'vitest'
import type { Table } from '#shared/endpoint.ts'
import { tableAsCsv, tableAsXlsx } from './table-files.ts'

const TABLE: Table = {
  title: 'Sales: [all] & <more>',
  notes: ['Venue: "Tom & Jerry"', 'Range: …'],
  columns: [
    { key: 'Name', title: '=Name', kind: 'text' },
    { key: 'Day', title: 'Day', kind: 'date' },
    { key: 'Net', title: 'Net', kind: 'money' },
    { key: 'Share', title: 'Share', kind: 'percent' },
  ],
  rows: [
    { Name: '=1+1', Day: '2026-11-20', Net: -12.5, Share: 40 },
    { Name: 'Café <b> & "co"\u0007', Day: '2026-11-21', Net: 0.1, Share: null },
  ],
  totals: { Name: 'All', Net: -12.4 },
  beneath: [{ Name: 'Before', Net: 3 }],
  totalsOf: (count, { Net }) => ({ Name: `All ${count}`, Net: Net ?? null }),
}

async function* pages(count: number): AsyncGenerator<Table['rows']> {
  for (let i = 0; i < count; i += 1) yield Array.from({ length: 1000 }, (_, j) => ({ Name: `Row ${i * 1000 + j}`, Day: '2026-11-22', Net: 0.1, Share: 1 }))
}

const bytesOf = async (file: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const cellsOf = async (file: Buffer): Promise<unknown[][]> => {
  const sheet = await readXlsxFile(file)
  return (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
}

it('a table as CSV: with a BOM, CRLF, plain numbers, and nothing that begins like a formula', async () => {
  const written = (await bytesOf(tableAsCsv({ first: TABLE }))).toString()
  expect(written.startsWith("\uFEFF'=Name,Day,Net,Share\r\n")).toBe(true)
  expect(written).toContain("'=1+1,2026-11-20,-12.5,40\r\n")
  expect(written.endsWith('All,,-12.4,\r\nBefore,,3,\r\n')).toBe(true)
})

it('the same as XLSX, as a spreadsheet reads it', async () => {
  expect(await cellsOf(await bytesOf(tableAsXlsx({ first: TABLE })))).toEqual([
    ['=Name', 'Day', 'Net', 'Share'],
    ['=1+1', '2026-11-20', -12.5, 40],
    ['Café <b> & "co"', '2026-11-21', 0.1, '–'],
    ['All', null, -12.4, null],
    ['Before', null, 3, null],
  ])
})

it('more pages follow, and the sum is of all of them, to the cent', async () => {
  const csv = (await bytesOf(tableAsCsv({ first: TABLE, more: pages(30) }))).toString().split('\r\n')
  expect(csv).toHaveLength(1 + 30_002 + 2 + 1)
  expect(csv.at(-3)).toBe('All 30002,,2987.6,')
  const cells = await cellsOf(await bytesOf(tableAsXlsx({ first: TABLE, more: pages(30) })))
  expect(cells).toHaveLength(1 + 30_002 + 2)
  expect(cells.at(-2)).toEqual(['All 30002', null, 2987.6, null])
})

it('comes piece by piece: whoever stops reading stops the writing', async () => {
  let asked = 0
  async function* counted() {
    for await (const page of pages(1000)) {
      asked += 1
      yield page
    }
  }
  for await (const _chunk of tableAsXlsx({ first: TABLE, more: counted() })) if (asked > 3) break
  expect(asked).toBeLessThan(40)
})

it('what goes wrong with a later page is not passed over', async () => {
  async function* broken(): AsyncGenerator<Table['rows']> {
    yield TABLE.rows
    throw new Error('gone')
  }
  await expect(bytesOf(tableAsCsv({ first: TABLE, more: broken() }))).rejects.toThrow('gone')
  await expect(bytesOf(tableAsXlsx({ first: TABLE, more: broken() }))).rejects.toThrow('gone')
})
