import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine, formulaSafe } from './csv-line.ts'

it('a line of CSV reads back as its cells, whatever is in them', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', 'a', ' ') }))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), fc.constantFrom(',', ';', '\t'), (cells, delimiter) => {
      expect(parse(csvLine(cells, delimiter), { delimiter, record_delimiter: '\r\n' })).toEqual([cells])
    }),
  )
})

it('only what needs quotes has them, a single line feed too', () => {
  expect(csvLine(['a b', '1,5', 'say "x"', 'two\nlines', ''])).toBe('a b,"1,5","say ""x""","two\nlines",\r\n')
  expect(csvLine(['1,5', 'a;b'], ';')).toBe('1,5;"a;b"\r\n')
})

it.each([
  '=1+1',
  '+61',
  '-1',
  '@sum',
  '  =1',
  '\u00a0=1',
  '\ufeff=1',
  '\u200b\u200b+1',
  '\u2060@a',
  '|=1',
  ' |\u200d-1',
  '\t=1',
  '\ttext',
  '\rtext',
  '\u0000',
  '＝1',
  '\u3164=1',
])('a cell with %j is kept a text', (text) => {
  expect(formulaSafe(text)).toBe(`'${text}`)
})

it.each(['', 'a=1', ' text', 'Fish & chips', '| a bar', '5 - 3', '\u200btext', '日本'])('a cell with %j stays as it is', (text) => {
  expect(formulaSafe(text)).toBe(text)
})
