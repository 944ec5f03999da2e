import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { array, assert, integer, property, record, string } from 'fast-check'
import { expect, it } from 'vitest'
import { RowsOnDisk } from './rows-on-disk.adapter.ts'

const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith('daybook-rows-'))

it('rows put aside come back the same, in their order, and leave no file behind', () => {
  const text = string({ unit: 'binary', maxLength: 40 })
  const rows = array(record({ part: integer({ min: 0, max: 3 }), order: text, cells: array(text, { maxLength: 5 }) }), { maxLength: 60 })
  const before = leftBehind()
  assert(
    property(rows, (all) => {
      const disk = new RowsOnDisk()
      try {
        for (const [line, { part, order, cells }] of all.entries()) disk.put(part, order, { line, cells })
        const back = disk.parts().flatMap(({ part }) => [...disk.rowsOf(part)].map(({ order, row }) => ({ part, order, ...row })))
        const expected = all.map((row, line) => ({ ...row, line })).sort((a, b) => a.part - b.part || a.line - b.line)
        expect(back).toEqual(expected)
        expect(leftBehind()).toEqual(before)
      } finally {
        disk.close()
      }
    }),
    { numRuns: 300 },
  )
})

it('more than is written at once comes back too, and what was wrong with a row', () => {
  const disk = new RowsOnDisk()
  const broken = { ErrorCode: 'Width', Column: '', Message: 'The row has 3 cells.' }
  for (let line = 0; line < 5000; line += 1) disk.put(line % 2, `order ${line}`, { line, cells: ['x'.repeat(line % 97), '客'], ...(line === 7 && { broken }) })
  expect([...disk.rowsOf(1)].map(({ row }) => row.line)).toEqual(Array.from({ length: 2500 }, (_, i) => 2 * i + 1))
  expect([...disk.rowsOf(1)].find(({ row }) => row.line === 7)?.row.broken).toEqual(broken)
  expect([...disk.rowsOf(0)][3]).toEqual({ order: 'order 6', row: { line: 6, cells: ['xxxxxx', '客'] } })
  disk.close()
})
