import { gzipSync } from 'node:zlib'
import { zipped } from '#platform/files/zip-stream.ts'

/** A file somebody might hand over to bring a server down, and what it is told. */
export interface BadFile {
  what: string
  make(): Buffer | Promise<Buffer>
  says: string
  /** Its first rows are right: only reading it to its end shows what it is. */
  later?: boolean
}

type Text = string | Iterable<string>

/** The parts of a workbook beside its sheet. */
interface Parts {
  sheet: Text
  strings?: Text
  styles?: Text
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

/** A workbook of one sheet, written as text. */
export const workbook = async ({ sheet, strings, styles }: Parts): Promise<Buffer> => {
  const entries: [string, Text][] = [
    ['xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${strings ? relation('rId2', 'sharedStrings', 'sharedStrings.xml') : ''}${styles ? relation('rId3', 'styles', 'styles.xml') : ''}</Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', sheet],
    ...(strings ? [['xl/sharedStrings.xml', strings] as [string, Text]] : []),
    ...(styles ? [['xl/styles.xml', styles] as [string, Text]] : []),
  ]
  const chunks: Buffer[] = []
  for await (const chunk of zipped(entries.map(([name, text]) => ({ name, chunks: bytesOf(text) })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* bytesOf(text: Text): AsyncGenerator<Buffer> {
  if (typeof text === 'string') yield Buffer.from(text)
  else for (const piece of text) yield Buffer.from(piece)
}

/** A sheet with these rows, each as XML. */
export const sheetOf = (rows: Iterable<string>): Iterable<string> => around(`<worksheet xmlns="${MAIN}"><sheetData>`, rows, '</sheetData></worksheet>')

const stringsOf = (items: Iterable<string>): Iterable<string> => around(`<sst xmlns="${MAIN}">`, items, '</sst>')

function* around(before: string, pieces: Iterable<string>, after: string): Generator<string> {
  yield before
  yield* pieces
  yield after
}

/** So many pieces, a thousand of them together. */
function* times(count: number, piece: (n: number) => string): Generator<string> {
  for (let from = 1; from <= count; from += 1000) {
    yield Array.from({ length: Math.min(1000, count - from + 1) }, (_, i) => piece(from + i)).join('')
  }
}

const cell = (place: string, value: number | string) => `<c r="${place}"><v>${value}</v></c>`
const row = (n: number, cells: string) => `<row r="${n}">${cells}</row>`
const line = (n: number) => row(n, cell(`A${n}`, n))
const megabytes = (count: number, text: string): Iterable<string> => times(count, () => text.repeat(Math.ceil((1024 * 1024) / text.length)))

/** Files that hurt where they are read at once; each is small as it comes. */
export const BAD_FILES: readonly BadFile[] = [
  { what: 'one cell in the last corner of a sheet', says: 'columns', make: () => workbook({ sheet: sheetOf([row(1_048_576, cell('XFD1048576', 1))]) }) },
  { what: 'a cell far to the right', says: 'columns', make: () => workbook({ sheet: sheetOf([line(1), row(3000, cell('XFD3000', 1))]) }) },
  {
    what: 'three million rows',
    says: 'rows',
    later: true,
    make: () => workbook({ sheet: sheetOf(times(3_000_000, (n) => `<row r="${n}"><c><v>1</v></c></row>`)) }),
  },
  {
    what: 'a cell far to the right, far down',
    says: 'columns',
    later: true,
    make: () => workbook({ sheet: sheetOf([...times(2000, line), row(3000, cell('XFD3000', 1))]) }),
  },
  { what: 'four hundred thousand parts that are not there', says: 'parts', make: () => manyEntries(400_000) },
  {
    what: 'a sheet that is a thousand times as large unpacked',
    says: '150 MB',
    make: () => workbook({ sheet: sheetOf(times(400, () => `${' '.repeat(512 * 1024)}<row/>`)) }),
  },
  { what: 'a sheet that says it is small', says: 'damaged', make: () => lyingSizes() },
  {
    what: 'three million texts',
    says: 'text',
    make: () => workbook({ sheet: sheetOf([line(1)]), strings: stringsOf(times(3_000_000, (n) => `<si><t>${n}</t></si>`)) }),
  },
  {
    what: 'one long text in every cell',
    says: 'million characters',
    make: () =>
      workbook({
        strings: stringsOf([`<si><t>${'x'.repeat(900_000)}</t></si>`]),
        sheet: sheetOf(times(300_000, (n) => row(n, `<c r="A${n}" t="s"><v>0</v></c><c r="B${n}" t="s"><v>0</v></c>`))),
      }),
  },
  { what: 'tags within tags without end', says: 'nested', make: () => workbook({ sheet: sheetOf(times(5_000_000, () => '<a>')) }) },
  {
    what: 'an attribute of a hundred megabytes',
    says: 'million characters',
    make: () => workbook({ sheet: around('<worksheet a="', megabytes(100, 'x'), '"/>') }),
  },
  {
    what: 'a cell of a hundred megabytes',
    says: 'million characters',
    make: () => workbook({ sheet: sheetOf(around('<row><c t="str"><v>', megabytes(100, 'x'), '</v></c></row>')) }),
  },
  { what: 'a gzip of three hundred megabytes', says: '200 MB', make: () => gzipSync(Buffer.alloc(300 * 1024 * 1024, 'a,b\n')) },
  { what: 'a CSV that is one line of a hundred megabytes', says: 'million characters', make: () => gzipSync(Buffer.alloc(100 * 1024 * 1024, 'x')) },
  { what: 'a CSV of half a million columns', says: 'columns', make: () => Buffer.from(`${'a,'.repeat(499_999)}a\n1,2\n`) },
  { what: 'a CSV of twelve million rows', says: 'rows', later: true, make: () => endlessRows('0\n', '1\n', 12_000_000) },
  { what: 'a CSV with a quote that is never closed', says: 'quotation mark', make: () => gzipSync(Buffer.from(`a,b\n1,"${'x\n'.repeat(30_000_000)}`)) },
]

const ENTRY = 46
const END = 22

const manyEntries = (count: number): Buffer => {
  const entry = Buffer.alloc(ENTRY + 1)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(1, 28)
  entry.write('a', ENTRY)
  const local = Buffer.from('PK\u0003\u0004')
  const directory = Buffer.alloc(count * entry.length, entry)
  const end = Buffer.alloc(END)
  end.writeUInt32LE(0x06054b50, 0)
  // More than this format can say: who believes it stops too soon.
  end.writeUInt16LE(count % 65_536, 8)
  end.writeUInt16LE(count % 65_536, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

/** A whole workbook whose directory says that the sheet has ten bytes. */
const lyingSizes = async (): Promise<Buffer> => {
  const bytes = await workbook({ sheet: sheetOf(times(200, () => ' '.repeat(1024 * 1024))) })
  for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + ENTRY, 'latin1')) {
    const name = bytes.subarray(at + ENTRY, at + ENTRY + bytes.readUInt16LE(at + 28)).toString()
    if (name.endsWith('sheet1.xml')) bytes.writeUInt32LE(10, at + 24)
  }
  return bytes
}

/** A CSV of very many rows, packed. */
const endlessRows = (heading: string, text: string, count: number): Buffer => {
  const [head, rows] = [Buffer.from(heading), Buffer.from(text.repeat(1000))]
  return gzipSync(Buffer.concat([head, ...Array.from({ length: count / 1000 }, () => rows)]), { level: 1 })
}
