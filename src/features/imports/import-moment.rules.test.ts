import { describe, expect, it } from 'vitest'
import type { FileRow } from './file-table.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { dateMix, momentOf } from './import-moment.rules.ts'
import { cellReader } from './row-reader.rules.ts'

const HEADINGS = ['At', 'Day', 'Time']
const IN_ONE: ImportMapping = { Columns: { DateTime: 'At' } }
const IN_TWO: ImportMapping = { Columns: { Date: 'Day', Time: 'Time' }, DateFormat: 'D/M/YYYY', TimeFormat: 'HH:mm' }
const BAR = { timeZone: 'Australia/Sydney' }

const row = (...cells: string[]): FileRow => ({ line: 2, cells })
const read = (mapping: ImportMapping, one: FileRow) => {
  const wrong: string[] = []
  const at = momentOf(one, mapping, cellReader(mapping, HEADINGS), BAR, (_, code) => wrong.push(code))
  return wrong.length > 0 || at === undefined ? wrong.join() : new Date(at).toISOString()
}

describe('when a row of a file was', () => {
  it('is by the clock of its location, unless the file has a clock of its own', () => {
    expect(read(IN_ONE, row('2026-11-02 12:30:00'))).toBe('2026-11-02T01:30:00.000Z')
    expect(read({ ...IN_ONE, TimeZone: 'Asia/Tokyo' }, row('2026-11-02 12:30:00'))).toBe('2026-11-02T03:30:00.000Z')
    expect(read(IN_TWO, row('', '2/11/2026', '12:30'))).toBe('2026-11-02T01:30:00.000Z')
    expect(read({ ...IN_TWO, TimeZone: 'Asia/Tokyo' }, row('', '2/11/2026', '12:30'))).toBe('2026-11-02T03:30:00.000Z')
  })

  it('is by its offset where it tells one, whatever clock the file has', () => {
    expect(read({ ...IN_ONE, TimeZone: 'Asia/Tokyo' }, row('2026-11-02T12:30:00+11:00'))).toBe('2026-11-02T01:30:00.000Z')
  })

  it('is noon where only a day is told, and the first of two hours where the clocks go back', () => {
    expect(read({ ...IN_TWO, Columns: { Date: 'Day' } }, row('', '2/11/2026'))).toBe('2026-11-02T01:00:00.000Z')
    expect(read(IN_ONE, row('2026-04-05 02:30:00'))).toBe('2026-04-04T15:30:00.000Z')
  })

  it('is refused where it is none, or could be two days', () => {
    expect(read(IN_ONE, row('30 February'))).toBe('NotADate')
    expect(read(IN_TWO, row('', '30/2/2026', '25:00'))).toBe('NotADate,NotATime')
    expect(read(IN_TWO, row('', '', '12:30'))).toBe('NoDate')
    const refusing = { EitherDates: 'Refuse' } as const
    expect(read({ ...IN_TWO, ...refusing }, row('', '3/4/2026', '12:30'))).toBe('EitherDay')
    expect(read({ ...IN_TWO, ...refusing }, row('', '13/4/2026', '12:30'))).toBe('2026-04-13T02:30:00.000Z')
  })

  it('could be two days once a row is read by the other order alone', () => {
    const mixed = dateMix(IN_TWO, cellReader(IN_TWO, HEADINGS))
    expect(['3/4/2026', '13/4/2026', '4/13/2026', '3/4/2026'].map((day) => mixed(row('', day, '12:30')))).toEqual([false, false, true, true])
  })
})
