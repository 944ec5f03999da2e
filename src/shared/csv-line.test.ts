import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

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
