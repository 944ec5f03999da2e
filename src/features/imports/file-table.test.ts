import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { zipped } from '#platform/files/zip-stream.ts'
import { sheetOf, workbook } from '#tests/bad-files.ts'
import { describeWithShared, SHARED } from '#tests/shared-folder.ts'
import { delimiterOf } from './csv-file.adapter.ts'
import { type FileRow, harmlessCell, headingsOf, originalCell, type ReadingBounds, type ReadingSettings } from './file-table.rules.ts'
import { bytesAtHand, openTable } from './table-file.adapter.ts'

const read = async (bytes: Buffer, told: ReadingSettings = {}, bounds?: ReadingBounds) => {
  const table = await openTable(bytesAtHand(bytes), told, bounds)
  const rows: FileRow[] = []
  for await (const piece of table.rows()) rows.push(...piece)
  return { ...table, rows, cells: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) }
}

const zipOf = async (files: Record<string, string>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  const entries = Object.entries(files).map(([name, text]) => ({ name, chunks: Readable.from([Buffer.from(text)]) }))
  for await (const chunk of zipped(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const TEXT = '日付,店舗,売上\r\n2026-04-01,新宿店,128000\r\n2026-04-01,大阪店,"94,500"\r\n'
const ROWS = [
  ['2026-04-01', '新宿店', '128000'],
  ['2026-04-01', '大阪店', '94,500'],
]

describe('a CSV nobody described', () => {
  it.each([
    ['utf-8', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
    ['cp932', iconv.encode(TEXT, 'cp932')],
    ['utf-16le', iconv.encode(TEXT, 'utf-16le', { addBOM: true })],
    ['utf-16le', iconv.encode(TEXT, 'utf-16le', { addBOM: false })],
    ['utf-16be', iconv.encode(TEXT, 'utf-16be', { addBOM: true })],
    ['utf-16be', iconv.encode(TEXT, 'utf-16be', { addBOM: false })],
  ])('reads the same in %s', async (encoding, bytes) => {
    for (const packed of [bytes, gzipSync(bytes)]) {
      const table = await read(packed)
      expect(table.readAs).toMatchObject({ Format: 'csv', Encoding: encoding, Delimiter: ',' })
      expect(table.headings).toEqual(['日付', '店舗', '売上'])
      expect(table.cells).toEqual(ROWS)
      expect(table.lines).toEqual([2, 3])
    }
  })

  it('finds the mark between cells, not those inside quotes', () => {
    expect(delimiterOf('a;b;c\n"1,5";"2,5";3\n')).toBe(';')
    expect(delimiterOf('a\tb\n1,5\t2,5\n')).toBe('\t')
    expect(delimiterOf('"a\nb"|c\n1|2\n')).toBe('|')
    expect(delimiterOf('only\none\n')).toBe(',')
  })

  it('tells rows of another width apart, and leaves out empty ones', async () => {
    const { rows } = await read(Buffer.from('a,b\n1,2\n3\n\n,\n4,5,6\n7,8,,\n'))
    expect(rows.map(({ line, cells, broken }) => [line, cells.join(), broken?.Message])).toEqual([
      [2, '1,2', undefined],
      [3, '3', 'The row has 1 cells, but the header row has 2.'],
      [6, '4,5,6', 'The row has 3 cells, but the header row has 2.'],
      [7, '7,8', undefined],
    ])
  })

  it('takes a quotation mark inside a cell as it is', async () => {
    expect((await read(Buffer.from('a,b\n5" pipe,"say ""hi"", twice"\n'))).cells).toEqual([['5" pipe', 'say "hi", twice']])
  })

  it('reads a long file piece by piece, whatever character a piece ends in', async () => {
    const line = `2026-04-01,新宿店,${'あ'.repeat(50)}\n`
    const bytes = Buffer.from(`日付,店舗,備考\n${line.repeat(20_000)}`)
    const table = await openTable(bytesAtHand(bytes))
    let rows = 0
    for await (const piece of table.rows()) {
      expect(piece.length).toBeLessThanOrEqual(500)
      rows += piece.filter(({ cells }) => cells[2]?.length === 50).length
    }
    expect(rows).toBe(20_000)
  })

  it('takes the encoding and the delimiter it is told', async () => {
    expect((await read(Buffer.from([0x61, 0x0a, 0xe9, 0x0a]), { encoding: 'windows-1252' })).cells).toEqual([['é']])
    expect((await read(Buffer.from('a;b,c\n1;2,3\n'), { delimiter: ';' })).headings).toEqual(['a', 'b,c'])
  })

  it.each([
    ['is empty', Buffer.alloc(0), 'empty'],
    ['is a mark and nothing else', Buffer.from('\ufeff'), 'empty'],
    ['has a quote that never ends', Buffer.from('a,b\n1,"2\n3,4\n'), 'never closed'],
    ['has a row without end', Buffer.from(`a,b\n1,"${'x\n'.repeat(1_000_000)}`), 'longer than a million'],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xfe, 0]), 'text'],
    ['is in no encoding we know', Buffer.from([0x61, 0xe9, 0x20, 0xff, 0x0a]), 'UTF-8'],
    ['is a workbook of Excel 97', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'old format'],
    ['is half a gzip file', gzipSync(Buffer.from(TEXT.repeat(1000))).subarray(0, 60), 'incomplete'],
    ['is a ZIP of something else', Buffer.from('PK\u0003\u0004nothing like a workbook'), 'XLSX'],
  ])('refuses a file that %s, in a sentence', async (_, bytes, why) => {
    const refused = await read(bytes).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'FileNotReadable', message: expect.stringContaining(why) })
  })

  it('reads the one table of a ZIP, whatever lies beside it', async () => {
    const bytes = await zipOf({ 'export/': '', 'export/uriage.csv': TEXT, '__MACOSX/export/._uriage.csv': 'x', 'export/read me.pdf': 'x' })
    const table = await read(bytes)
    expect(table).toMatchObject({ headings: ['日付', '店舗', '売上'], readAs: { Format: 'csv' } })
    expect(table.cells).toEqual(ROWS)
  })

  it.each([
    ['several tables', { 'a.csv': TEXT, 'b.csv': TEXT }, 'holds 2 tables'],
    ['none', { 'menu.pdf': 'x' }, 'neither an XLSX workbook nor a CSV file'],
  ])('refuses a ZIP of %s, in a sentence', async (_, files, why) => {
    await expect(zipOf(files).then((bytes) => read(bytes))).rejects.toThrow(why)
  })

  it('says that a ZIP is protected by a password', async () => {
    const bytes = await zipOf({ 'a.csv': TEXT })
    const flags = bytes.indexOf('PK\u0001\u0002') + 8
    bytes.writeUInt16LE(bytes.readUInt16LE(flags) | 1, flags)
    await expect(read(bytes)).rejects.toThrow('protected by a password')
  })

  it('does not unpack a bomb in a ZIP', async () => {
    const bomb = await zipOf({ 'a.csv': 'a,b\n'.repeat(7_500_000) })
    await expect(read(bomb, {}, { bytes: 10 * 1024 * 1024, rows: 100_000_000 })).rejects.toThrow('larger than 10 MB')
    await expect(read(bomb.subarray(0, bomb.length - 40_000))).rejects.toMatchObject({ code: 'FileNotReadable' })
  })

  it('does not unpack a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, 'a,b\n'))
    await expect(read(bomb, {}, { bytes: 10 * 1024 * 1024, rows: 100_000_000 })).rejects.toThrow('larger than 10 MB')
  })

  it('keeps a zero byte in its cell, where the row is refused', async () => {
    expect((await read(Buffer.from(`a,b\n${'one,two\n'.repeat(30)}1,\0\n`))).cells.at(-1)).toEqual(['1', '\0'])
  })
})

describe('headings', () => {
  it('are told apart', () => expect(headingsOf([' Date ', '', 'Amount', 'Amount', ''])).toEqual(['Date', 'Column 2', 'Amount', 'Amount (2)', 'Column 5']))
})

describe('a file of wrong rows that comes back', () => {
  it.each(['=1+1', '-12.50', '@SUM(A1)', "'=x", "it's", '+61 2 9000', '−5', "''=", '＝1', '-', '\t=1'])('has %j as it was', (cell) => {
    expect(originalCell(harmlessCell(cell))).toBe(cell)
    if (/^[=@]/.test(cell)) expect(harmlessCell(cell)).toBe(`'${cell}`)
  })

  it('reads as the file it came from', async () => {
    const { headings, cells } = await read(Buffer.from("\ufeffa,b,Import line,Import reason\r\n1,'=2,7,too much\r\n"))
    expect({ headings, cells }).toEqual({ headings: ['a', 'b'], cells: [['1', '=2']] })
  })
})

/** The same rows one further down. */
const shifted = (rows: readonly string[]) =>
  rows.map((row) => row.replace(/ r="([A-D]?)(\d+)"/g, (_, column: string, n: string) => ` r="${column}${Number(n) + 1}"`))

describe('a workbook', () => {
  it('reads as the CSV of its first sheet would', async () => {
    const bytes = await writeXlsxFile([
      {
        sheet: 'Sales',
        data: [
          [
            { value: 'Day', type: String },
            { value: 'Item', type: String },
            { value: 'Amount', type: String },
          ],
          [
            { value: new Date('2026-04-01T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
            { value: '新宿店', type: String },
            { value: 12.3, type: Number },
          ],
          [{ value: new Date('2026-04-01T13:30:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm' }, null, { value: 0.1 + 0.2, type: Number }],
        ],
      },
    ] as never).toBuffer()
    const table = await read(bytes)
    expect(table.readAs).toMatchObject({ Format: 'xlsx' })
    expect(table.cells).toEqual([
      ['2026-04-01', '新宿店', '12.3'],
      ['2026-04-01 13:30:00', '', '0.3'],
    ])
    await expect(read(bytes, { sheet: 'Other' })).rejects.toThrow('no sheet "Other"')
  })

  it('reads dates, times and numbers as another reader does, whatever their format', async () => {
    const formats = [
      'General',
      '0.00',
      'yyyy-mm-dd',
      'd/m/yyyy h:mm',
      '[h]:mm:ss',
      'h:mm AM/PM',
      '[$-411]ggge"年"m"月"d"日"',
      '#,##0 "days"',
      '[Red]0;[Blue]-0',
    ]
    const styles = `<styleSheet><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${[0, 14, 22, 46, ...formats.map((_, i) => 164 + i)].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`
    const values = [0.5, 44927, 45000.75, 12.5]
    const cells = Array.from({ length: 4 + formats.length }, (_, style) => values.map((value) => `<c s="${style}"><v>${value}</v></c>`).join(''))
    const numbered = cells.map((row, at) => {
      let column = 0
      return `<row r="${at + 1}">${row.replaceAll('<c ', () => `<c r="${'ABCD'[column++]}${at + 1}" `)}</row>`
    })
    const bytes = await workbook({ sheet: sheetOf(['<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>', ...shifted(numbered)]), styles })
    const said = (cell: unknown) => {
      if (!(cell instanceof Date)) return String(cell)
      const iso = cell.toISOString()
      if (cell.getUTCFullYear() < 1901) return iso.slice(11, 19)
      return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
    }
    const other = (await readSheet(bytes, 1, { trim: false })).slice(1).map((row) => row.map(said))
    const { cells: ours } = await read(bytes)
    // The Japanese era is a date here and a number there.
    expect(ours.filter((_, at) => at !== 10)).toEqual(other.filter((_, at) => at !== 10))
    expect(ours[10]).toEqual(['12:00:00', '2023-01-01', '2023-03-15 18:00:00', '12:00:00'])
  })

  it('reads texts in parts, texts of formulas, errors, truths and escaped characters, and leaves readings out', async () => {
    const strings =
      '<sst><si><t>item</t></si><si><r><t>half </t></r><r><t>and half</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>two_x000A_lines</t></si></sst>'
    const rows = [
      '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>',
      '<row><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>',
      '<row r="5"><c t="str"><f>A1&amp;"x"</f><v>itemx</v></c><c t="e"><v>#DIV/0!</v></c><c t="b"><v>1</v></c></row>',
      '<row r="7"><c t="d"><v>2026-04-01T13:30:00</v></c><c s="9"/><c t="inlineStr"><is><t>in </t><t>line</t></is></c></row>',
    ]
    const { headings, cells, lines } = await read(await workbook({ sheet: sheetOf(rows), strings }))
    expect(headings).toEqual(['item', 'item (2)', 'item (3)'])
    expect(cells).toEqual([
      ['half and half', '東京', 'two\nlines'],
      ['itemx', '#DIV/0!', 'true'],
      ['2026-04-01 13:30:00', '', 'in line'],
    ])
    expect(lines).toEqual([2, 5, 7])
  })

  it('has a heading for each of its columns, and colour beside the table is no column', async () => {
    const { headings, rows } = await read(
      await workbook({ sheet: sheetOf(['<row><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>', '<row><c r="A2"><v>2</v></c><c r="C2"><v>3</v></c></row>']) }),
    )
    expect(headings).toEqual(['1', 'Column 2', 'Column 3'])
    expect(rows).toEqual([{ line: 2, cells: ['2', '', '3'] }])
  })

  it.each([
    ['its rows are not in order', ['<row r="2"><c><v>1</v></c></row>', '<row r="1"><c><v>1</v></c></row>']],
    ['its cells are not in order', ['<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>']],
    ['the text of a cell is missing', ['<row><c t="s"><v>7</v></c></row>']],
    ['xl/worksheets/sheet1.xml cannot be read', ['<row></c>']],
  ])('is refused where %s', async (why, rows) => {
    await expect(read(await workbook({ sheet: sheetOf(rows) }))).rejects.toThrow(`damaged workbook: ${why}`)
  })

  it('refuses what is none', async () => {
    await expect(read(Buffer.concat([Buffer.from('PK\u0003\u0004'), readFileSync(import.meta.filename)]))).rejects.toThrow('XLSX')
  })
})

describeWithShared('the files of ../shared/data', () => {
  it('reads the same five rows from each encoding', async () => {
    const folder = join(SHARED, 'data/encodings')
    const files = readdirSync(folder).sort()
    const tables = await Promise.all(files.map((name) => read(readFileSync(join(folder, name)))))
    expect(tables.map(({ readAs }) => readAs.Encoding)).toEqual(['cp932', 'utf-16le', 'utf-8', 'utf-8'])
    for (const { cells } of tables) {
      expect(cells).toEqual(tables[0]?.cells)
      expect(cells.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(539_700)
    }
    expect(tables[0]?.cells).toHaveLength(5)
  })

  it('reads a gzipped CSV from the disk', async () => {
    const table = await openTable(() => createReadStream(join(SHARED, 'data/coffee/coffee_shop_sales.csv.gz')))
    let rows = 0
    for await (const piece of table.rows()) rows += piece.length
    expect(rows).toBe(149_116)
  })
})
