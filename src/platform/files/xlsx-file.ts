import { isFigure } from '#shared/cell-text.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { UNKNOWN } from '#shared/fields.ts'
import { type ZipEntry, zipped } from './zip-stream.ts'

type Row = Table['rows'][number]
type Value = string | number | null | undefined

/** Rows of a report as they come: those of the table, and where it has more pages theirs; then its sums. */
export interface Written {
  table: Table
  rows: AsyncIterable<readonly Row[]>
  /** The sum and what stands under it, once all rows are told. */
  ends: () => readonly Row[]
}

/**
 * XLSX with typed cells, a frozen header, totals, and a second sheet that names venue, range and filters; written while rows come, so that a
 * million of them take no more memory than a few.
 */
export const xlsxFile = (written: Written): AsyncGenerator<Buffer> => zipped(entriesOf(written))

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A percentage is 12.5 for 12.5 % everywhere, so its sign is written and not calculated. */
const FORMATS: readonly (readonly [Column['kind'], string])[] = [
  ['money', '#,##0.00'],
  ['count', '#,##0'],
  ['quantity', '#,##0.####'],
  ['percent', '0.0"%"'],
]
/** Styles: plain ones first, the same in bold after them. */
const styleOf = (kind: Column['kind'], bold: boolean): number => {
  const place = FORMATS.findIndex(([known]) => known === kind) + 1
  return bold ? FORMATS.length + 1 + place : place
}

function* entriesOf(written: Written): Generator<ZipEntry> {
  const { table } = written
  yield entry('[Content_Types].xml', contentTypes)
  yield entry(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield entry('xl/workbook.xml', workbook(table.title))
  yield entry('xl/_rels/workbook.xml.rels', links)
  yield entry('xl/styles.xml', styles)
  yield { name: 'xl/worksheets/sheet1.xml', chunks: sheet(written) }
  yield entry('xl/worksheets/sheet2.xml', about(table.notes))
}

const entry = (name: string, xml: string): ZipEntry => ({ name, chunks: once(XML + xml) })

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

const part = (name: string, type: string) => `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`
const contentTypes = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${part('worksheets/sheet1', 'worksheet')}${part('worksheets/sheet2', 'worksheet')}</Types>`

const link = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}.xml"/>`
const links = `<Relationships xmlns="${PACKAGE}/relationships">${link(1, 'worksheet', 'worksheets/sheet1')}${link(2, 'worksheet', 'worksheets/sheet2')}${link(3, 'styles', 'styles')}</Relationships>`

/** A sheet's name has no signs of formulas and at most 31 letters. */
const workbook = (title: string): string => {
  const name = safe(title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/><sheet name="About" sheetId="2" r:id="rId2"/></sheets></workbook>`
}

const formats = FORMATS.map(([, code], i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')
const cellStyles = [0, 1]
  .flatMap((font) =>
    [0, ...FORMATS.map((_, i) => 164 + i)].map(
      (format) => `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ),
  )
  .join('')
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
const styles = `<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${formats}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 * (FORMATS.length + 1)}">${cellStyles}</cellXfs></styleSheet>`

const about = (notes: readonly string[]): string =>
  `<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="90" customWidth="1"/></cols><sheetData>${notes.map((note, i) => `<row r="${i + 1}">${textCell(note, `A${i + 1}`, 0)}</row>`).join('')}</sheetData></worksheet>`

async function* sheet({ table: { columns }, rows, ends }: Written): AsyncGenerator<Buffer> {
  const widths = columns.map(({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${kind === 'text' ? 26 : 14}" customWidth="1"/>`).join('')
  const frozen = '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const letters = columns.map((_, i) => lettersOf(i))
  const titles = columns.map(({ title }, i) => textCell(title, `${letters[i]}1`, styleOf('text', true))).join('')
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths}</cols><sheetData><row r="1">${titles}</row>`)
  let number = 1
  const next = (row: Row, bold: boolean) => {
    number += 1
    return rowXml(row, columns, letters, number, bold)
  }
  for await (const page of rows) {
    for (let at = 0; at < page.length; at += ROWS_AT_ONCE) {
      yield Buffer.from(
        page
          .slice(at, at + ROWS_AT_ONCE)
          .map((row) => next(row, false))
          .join(''),
      )
    }
  }
  const last = ends().map((row, i) => next(row, i === 0))
  yield Buffer.from(`${last.join('')}</sheetData></worksheet>`)
}

const ROWS_AT_ONCE = 200

/** A column's name: A to Z, then AA. */
const lettersOf = (column: number): string => (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const rowXml = (row: Row, columns: readonly Column[], letters: readonly string[], number: number, bold: boolean): string => {
  let cells = ''
  for (const [i, { key, kind }] of columns.entries()) cells += cell(row[key], `${letters[i]}${number}`, kind, bold)
  return `<row r="${number}">${cells}</row>`
}

const cell = (value: Value, at: string, kind: Column['kind'], bold: boolean): string => {
  if (value === undefined || (value === null && !isFigure(kind))) return ''
  if (value === null) return textCell(UNKNOWN, at, styleOf(kind, bold))
  if (typeof value === 'string') return textCell(value, at, styleOf('text', bold))
  return `<c r="${at}" s="${styleOf(kind, bold)}"><v>${value}</v></c>`
}

const textCell = (text: string, at: string, style: number): string =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${safe(text)}</t></is></c>`

/** Text as XML has it; what XML cannot have at all is left out. */
const safe = (text: string): string => {
  const clean = text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
  return /[&<>"]/.test(clean) ? clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;') : clean
}
