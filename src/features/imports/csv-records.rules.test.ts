import { parse } from 'csv-parse/sync'
import { array, assert, boolean, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader } from './csv-records.rules.ts'

/** The text in pieces of that many characters. */
const read = (text: string, size = 1000, delimiter = ',') => {
  const reader = new CsvReader(delimiter)
  const records = []
  for (let at = 0; at < text.length; at += size) records.push(...reader.read(text.slice(at, at + size)))
  return [...records, ...reader.end()]
}
const cells = (text: string, size?: number, delimiter?: string) => read(text, size, delimiter).map((record) => record.cells)

describe('rows of a CSV', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a","b"\n"1,5","say ""hi"""\n',
      [
        ['a', 'b'],
        ['1,5', 'say "hi"'],
      ],
    ],
    [
      'a,"two\nlines"\r\n1,2\r\n',
      [
        ['a', 'two\nlines'],
        ['1', '2'],
      ],
    ],
    ['5" pipe,"6"" pipe"\n', [['5" pipe', '6" pipe']]],
    ['"a"b,c\n', [['ab', 'c']]],
    [
      'a,\n,\n\n"",x\n',
      [
        ['a', ''],
        ['', ''],
        ['', 'x'],
      ],
    ],
    [
      'one\rtwo,b\nc,d',
      [
        ['one\rtwo', 'b'],
        ['c', 'd'],
      ],
    ],
    ['', []],
    ['\n\r\n', []],
  ])('%j', (text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(cells(text, size)).toEqual(expected)
  })

  it('tell the line they begin in', () => {
    expect(read('a\n\n"b\nc"\nd\n').map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('say where a quote is opened and never closed', () => {
    expect(() => read('a,b\n1,2\n"3,4\n5,6\n')).toThrow(expect.objectContaining({ why: 'QuoteNotClosed', line: 3 }))
    expect(() => read(`a,"${'x\n'.repeat(600_000)}`, 64 * 1024)).toThrow(expect.objectContaining({ why: 'RowTooLong', line: 1 }))
  })

  it('are those that were written, and those another reader finds, however the text is cut', () => {
    const piece = constantFrom('a', 'é', '1', ',', ';', '"', '\n', '\r\n', ' ', '')
    const table = array(array(array(piece, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    assert(
      property(table, integer({ min: 1, max: 8 }), constantFrom(',', ';'), constantFrom('\n', '\r\n'), boolean(), (rows, size, delimiter, lineEnd, always) => {
        const wanted = rows.map((row) => row.map((parts) => parts.join('')))
        const written = wanted.map((row) =>
          row.map((cell) => (always || cell === '' || /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
        )
        const csv = written.join(lineEnd) + lineEnd
        expect(cells(csv, size, delimiter)).toEqual(wanted)
        expect(parse(csv, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n'] })).toEqual(wanted)
      }),
      { numRuns: 1000 },
    )
  })
})
